/// A checked data model: every name that refers to something is resolved to an id.
///
/// `ModelChecker` makes it from a `ModelSyntax`; code can also construct it. It has no positions,
/// so two models are equal when they mean the same.
///
/// ```swift
/// let model = compiled.model
/// if let venue = model.entity(named: "Venue") {
///   for id in model.relationships(of: venue) { print(model[id].name) }
/// }
/// ```
public struct ObjectModel: Sendable, Hashable {
  /// Xcode's *Identifier* of the version; `[""]` if the field is empty.
  package var versionIdentifiers: [String]

  /// The entities in declared order; an `EntityID` is an index into this array.
  public package(set) var entities: [Entity]

  /// The composite types in declared order; a `CompositeID` is an index into this array.
  package var composites: [CompositeType]

  package var configurations: [Configuration]

  /// The stored fetch requests in declared order.
  public package(set) var fetchRequests: [StoredFetchRequest]

  /// Whether the fetch indexes include all named indexes that a store has: true for models that a
  /// newer model compiler made.
  ///
  /// If false, Core Data makes further indexes: for an attribute that is the only element of a
  /// fetch index, and for compound indexes. A newer compiler has already listed these among the
  /// fetch indexes.
  package var listsAllIndexes: Bool
  /// Whether SwiftData makes the model of classes in Swift source. Its stores keep their history,
  /// and its classes are no managed objects.
  package var isSwiftData: Bool
  /// A text that changes with the Swift sources, if they do not say which entities belong to the
  /// model; `nil` if all entities are known.
  package var unknownForm: String?

  package init(
    versionIdentifiers: [String] = [""], entities: [Entity] = [], composites: [CompositeType] = [],
    configurations: [Configuration] = [], fetchRequests: [StoredFetchRequest] = [],
    listsAllIndexes: Bool = false, isSwiftData: Bool = false, unknownForm: String? = nil
  ) {
    self.versionIdentifiers = versionIdentifiers
    self.entities = entities
    self.composites = composites
    self.configurations = configurations
    self.fetchRequests = fetchRequests
    self.listsAllIndexes = listsAllIndexes
    self.isSwiftData = isSwiftData
    self.unknownForm = unknownForm
  }

  // The subscripts are marked `@inlinable`, because otherwise other modules would copy a whole
  // element to read one of its fields.

  /// The entity with an id of this model.
  @inlinable
  public subscript(id: EntityID) -> Entity { entities[id.index] }

  /// The Swift source of all parts of the model whose stored form is not known. Two models
  /// certainly have equal hashes only if these texts are equal too.
  package var unknownForms: [String] {
    (unknownForm.map { ["model: \($0)"] } ?? [])
      + entities.flatMap { entity in
        let properties =
          entity.attributes.map { ($0.name, $0.unknownForm) }
          + entity.relationships.map { ($0.name, $0.unknownForm) }
        return ([("", entity.unknownForm)] + properties).compactMap { name, form in
          form.map { "\(entity.name).\(name): \($0)" }
        }
      }.sorted()
  }

  /// Whether a part of the model that is hashed is not known, so that a version hash cannot be
  /// computed.
  package var hasUnknownHashes: Bool {
    unknownForm != nil || entities.contains(where: \.hasUnknownHash)
  }

  package subscript(id: CompositeID) -> CompositeType { composites[id.index] }

  /// The attribute with an id of this model.
  @inlinable
  public subscript(id: AttributeID) -> Attribute { entities[id.entity.index].attributes[id.index] }

  /// The relationship with an id of this model.
  @inlinable
  public subscript(id: RelationshipID) -> Relationship {
    entities[id.entity.index].relationships[id.index]
  }
}

/// An entity of one model.
///
/// ```swift
/// for id in model.entityIDs { print(model[id].name, model.children(of: id).count) }
/// ```
public struct EntityID: Sendable, Hashable, Comparable {
  /// The position in ``ObjectModel/entities``.
  @usableFromInline package let index: Int

  package init(_ index: Int) { self.index = index }

  /// Orders ids by the position of their entities in the model.
  public static func < (left: EntityID, right: EntityID) -> Bool { left.index < right.index }
}

/// A composite type of one model.
///
/// ```swift
/// if case .composite = attribute.type { print(attribute.name, "has parts") }
/// ```
public struct CompositeID: Sendable, Hashable {
  /// The position of the composite type among those of the model.
  package let index: Int

  package init(_ index: Int) { self.index = index }
}

/// An attribute, named by the entity that declares it and its index there.
///
/// ```swift
/// for id in model.attributes(of: venue) where id.entity != venue {
///   print(model[id].name, "is inherited from", model[id.entity].name)
/// }
/// ```
public struct AttributeID: Sendable, Hashable {
  /// The entity that declares the attribute.
  public let entity: EntityID
  /// The position in ``Entity/attributes`` of that entity.
  @usableFromInline package let index: Int

  package init(_ entity: EntityID, _ index: Int) {
    self.entity = entity
    self.index = index
  }
}

/// A relationship, named by the entity that declares it and its index there.
///
/// ```swift
/// for id in model.relationships(of: venue) where model[id].isToMany {
///   print(model[id].name, model[model[id].destination].name)
/// }
/// ```
public struct RelationshipID: Sendable, Hashable {
  /// The entity that declares the relationship.
  public let entity: EntityID
  /// The position in ``Entity/relationships`` of that entity.
  @usableFromInline package let index: Int

  package init(_ entity: EntityID, _ index: Int) {
    self.entity = entity
    self.index = index
  }
}

/// A named subset of the entities, for one of several stores.
package struct Configuration: Sendable, Hashable {
  package var name: String
  package var members: [EntityID]
  package var usedWithCloudKit: Bool

  package init(name: String, members: [EntityID], usedWithCloudKit: Bool = false) {
    self.name = name
    self.members = members
    self.usedWithCloudKit = usedWithCloudKit
  }
}

/// One pair of an element's user info, in declared order.
///
/// ```swift
/// for entry in entity.userInfo { print(entry.key, entry.value) }
/// ```
public struct UserInfoEntry: Sendable, Hashable {
  /// The key as the model has it.
  public package(set) var key: String
  /// The value as the model has it.
  public package(set) var value: String

  package init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}
