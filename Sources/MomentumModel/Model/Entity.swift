/// An entity: a kind of object with attributes and relationships.
///
/// ```swift
/// for entity in compiled.model.entities where !entity.isAbstract {
///   print(entity.name, entity.attributes.map(\.name), entity.relationships.map(\.name))
/// }
/// ```
public struct Entity: Sendable, Hashable {
  /// The way in which Xcode generates the class (`codeGenerationType`).
  package enum CodeGeneration: String, Sendable, Hashable {
    /// The setting *Manual/None*, for which the XML has no attribute.
    case manual
    /// The setting *Class Definition*, in the XML `class`.
    case classDefinition = "class"
    /// The setting *Category/Extension*, in the XML `category`.
    case category
  }

  /// The entity's name in the model.
  public package(set) var name: String

  /// The managed object class as written (`representedClassName`), possibly `.Name` for the current
  /// module or `Module.Name`; `nil` for plain `NSManagedObject`.
  public package(set) var className: String?
  package var codeGeneration: CodeGeneration
  /// Whether the entity has no objects of its own, only those of its sub-entities.
  public package(set) var isAbstract: Bool
  /// The parent entity; `nil` for a root entity.
  public package(set) var parent: EntityID?

  /// The attributes that the entity declares, in declared order. `ObjectModel.attributes(of:)` also
  /// returns inherited ones.
  public package(set) var attributes: [Attribute]
  /// The relationships that the entity declares, in declared order.
  public package(set) var relationships: [Relationship]
  /// The fetched properties that the entity declares, in declared order.
  package var fetchedProperties: [FetchedProperty]

  /// The uniqueness constraints that the entity declares, each a list of property names in declared
  /// order.
  public package(set) var uniquenessConstraints: [[String]]
  /// The fetch indexes that the entity declares, in declared order.
  package var fetchIndexes: [FetchIndex]
  /// The compound indexes of the format before Xcode 9, each a list of property names.
  package var compoundIndexes: [[String]]

  /// The entity's name in the previous version (`elementID` or `renamingIdentifier`).
  public package(set) var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var isSyncable: Bool
  /// Whether the entity's version hash is not known, because its Swift source uses something whose
  /// stored form has never been observed.
  package var hasUnknownHash: Bool
  /// The Swift source of the parts whose stored form is not known; if this text changes, the
  /// version hash may have changed too. `nil` if all that is hashed is known.
  package var unknownForm: String?
  /// The user info in declared order.
  public package(set) var userInfo: [UserInfoEntry]

  package init(
    name: String, className: String? = nil, codeGeneration: CodeGeneration = .manual,
    isAbstract: Bool = false, parent: EntityID? = nil, attributes: [Attribute] = [],
    relationships: [Relationship] = [], fetchedProperties: [FetchedProperty] = [],
    uniquenessConstraints: [[String]] = [], fetchIndexes: [FetchIndex] = [],
    compoundIndexes: [[String]] = [], renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, isSyncable: Bool = true, userInfo: [UserInfoEntry] = [],
    hasUnknownHash: Bool = false, unknownForm: String? = nil
  ) {
    self.name = name
    self.className = className
    self.codeGeneration = codeGeneration
    self.isAbstract = isAbstract
    self.parent = parent
    self.attributes = attributes
    self.relationships = relationships
    self.fetchedProperties = fetchedProperties
    self.uniquenessConstraints = uniquenessConstraints
    self.fetchIndexes = fetchIndexes
    self.compoundIndexes = compoundIndexes
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.isSyncable = isSyncable
    self.hasUnknownHash = hasUnknownHash
    self.unknownForm = unknownForm
    self.userInfo = userInfo
  }
}

/// A named index over properties of an entity (Xcode 9 on).
package struct FetchIndex: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    case binary = "Binary"
    case rTree = "RTree"
  }

  /// The property or the expression by whose values one element of an index orders the objects.
  package enum Key: Sendable, Hashable {
    case property(String)
    /// An expression such as `self` or `entity`, as written.
    case expression(String)
  }

  package struct Element: Sendable, Hashable {
    package var key: Key
    package var kind: Kind
    package var isAscending: Bool

    package init(_ key: Key, kind: Kind = .binary, isAscending: Bool = true) {
      self.key = key
      self.kind = kind
      self.isAscending = isAscending
    }
  }

  package var name: String
  package var elements: [Element]
  /// The predicate of a partial index, as written; `nil` if the index contains all objects of the
  /// entity.
  package var partialPredicate: String?

  package init(name: String, elements: [Element], partialPredicate: String? = nil) {
    self.name = name
    self.elements = elements
    self.partialPredicate = partialPredicate
  }
}
