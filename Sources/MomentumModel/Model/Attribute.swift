/// An attribute of an entity: a named value.
///
/// ```swift
/// for id in model.attributes(of: venue) {
///   print(model[id].name, model[id].type.xmlName, model[id].isOptional)
/// }
/// ```
public struct Attribute: Sendable, Hashable {
  /// The fields that few attributes use. They are kept in an array that is usually empty, to save
  /// memory: a large model has tens of thousands of attributes.
  private struct Rare: Sendable, Hashable {
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    var regularExpression: String?
    var derivation: String?
    var valueClassName: String?
    var valueTransformerName: String?
    var renamingIdentifier: String?
    var versionHashModifier: String?
    var unknownForm: String?
    var hasComputedDefault = false
    var userInfo: [UserInfoEntry] = []
  }

  /// The attribute's name in the model.
  public package(set) var name: String
  /// The type of the attribute's values.
  public package(set) var type: AttributeType
  /// Whether an object may have no value.
  public package(set) var isOptional: Bool
  /// Whether the value is not stored.
  public package(set) var isTransient: Bool

  /// Whether the model marks the attribute as indexed: `indexed="YES"` of the format before Xcode
  /// 9.
  package var isIndexed: Bool
  /// Whether Xcode declares the property with a scalar type such as `Int16` or `Bool`.
  package var usesScalarType: Bool

  /// The default value, of the attribute's type; `nil` if there is no default.
  public package(set) var defaultValue: AttributeValue?

  package var allowsExternalStorage: Bool
  package var preservesValueInHistoryOnDeletion: Bool
  package var allowsCloudEncryption: Bool
  package var isIndexedBySpotlight: Bool
  package var isStoredInExternalRecord: Bool
  package var isSyncable: Bool

  /// Empty if every rare field has its default; otherwise one element. So two attributes with equal
  /// fields are equal.
  private var rare: [Rare] = []

  package init(
    name: String, type: AttributeType, isOptional: Bool = false, isTransient: Bool = false,
    isIndexed: Bool = false, usesScalarType: Bool = false, defaultValue: AttributeValue? = nil,
    minimum: AttributeValue? = nil, maximum: AttributeValue? = nil,
    regularExpression: String? = nil, derivation: String? = nil, valueClassName: String? = nil,
    valueTransformerName: String? = nil, allowsExternalStorage: Bool = false,
    preservesValueInHistoryOnDeletion: Bool = false, allowsCloudEncryption: Bool = false,
    isIndexedBySpotlight: Bool = false, isStoredInExternalRecord: Bool = false,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil,
    isSyncable: Bool = true, userInfo: [UserInfoEntry] = []
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.isIndexed = isIndexed
    self.usesScalarType = usesScalarType
    self.defaultValue = defaultValue
    self.allowsExternalStorage = allowsExternalStorage
    self.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    self.allowsCloudEncryption = allowsCloudEncryption
    self.isIndexedBySpotlight = isIndexedBySpotlight
    self.isStoredInExternalRecord = isStoredInExternalRecord
    self.isSyncable = isSyncable
    let rare = Rare(
      minimum: minimum, maximum: maximum, regularExpression: regularExpression,
      derivation: derivation, valueClassName: valueClassName,
      valueTransformerName: valueTransformerName, renamingIdentifier: renamingIdentifier,
      versionHashModifier: versionHashModifier, userInfo: userInfo)
    if rare != Rare() { self.rare = [rare] }
  }

  private mutating func change(_ body: (inout Rare) -> Void) {
    var changed = rare.first ?? Rare()
    body(&changed)
    rare = changed == Rare() ? [] : [changed]
  }

  /// The least value of a number or date; for a string its least length, as `.integer`. `nil`
  /// without a lower bound.
  package var minimum: AttributeValue? {
    get { rare.first?.minimum }
    set { change { $0.minimum = newValue } }
  }

  /// The greatest value of a number or date; for a string its greatest length, as `.integer`. `nil`
  /// without an upper bound.
  package var maximum: AttributeValue? {
    get { rare.first?.maximum }
    set { change { $0.maximum = newValue } }
  }

  /// The ICU regular expression that a string has to match; `nil` if there is none.
  package var regularExpression: String? {
    get { rare.first?.regularExpression }
    set { change { $0.regularExpression = newValue } }
  }

  /// The derivation expression as written in the model; `nil` for an attribute that is not derived.
  public var derivation: String? {
    get { rare.first?.derivation }
    set { change { $0.derivation = newValue } }
  }

  /// The class of a transformable's value, as written in the model (`customClassName`); `nil` if
  /// the model names none.
  package var valueClassName: String? {
    get { rare.first?.valueClassName }
    set { change { $0.valueClassName = newValue } }
  }

  /// The class of a transformable's value as code names it: `NSArray` for `.NSArray`; `nil` if
  /// there is no class.
  ///
  /// The model editor writes the dot for a class of the "current product module", and keeps it for
  /// a class of a framework (observed: Xcode generates `NSArray?` for `.NSArray`). A module name is
  /// kept, since code in any module can name the class as `Garden.Bed`.
  package var valueClass: String? {
    guard let written = valueClassName else { return nil }
    let name = written.hasPrefix(".") ? String(written.dropFirst()) : written
    return name.isEmpty ? nil : name
  }

  package var valueTransformerName: String? {
    get { rare.first?.valueTransformerName }
    set { change { $0.valueTransformerName = newValue } }
  }

  /// The attribute's name in the previous version; `nil` if the model does not give one.
  public var renamingIdentifier: String? {
    get { rare.first?.renamingIdentifier }
    set { change { $0.renamingIdentifier = newValue } }
  }

  package var versionHashModifier: String? {
    get { rare.first?.versionHashModifier }
    set { change { $0.versionHashModifier = newValue } }
  }

  /// The Swift source of parts of the attribute whose stored form is not known; `nil` if all of it
  /// is known. See `Entity.unknownForm`.
  package var unknownForm: String? {
    get { rare.first?.unknownForm }
    set { change { $0.unknownForm = newValue } }
  }

  /// Whether rows get a default value that is not known here: Swift source works it out, as in
  /// `var created = Date()`. Then `defaultValue` is `nil`.
  package var hasComputedDefault: Bool {
    get { rare.first?.hasComputedDefault ?? false }
    set { change { $0.hasComputedDefault = newValue } }
  }

  /// Whether there is a default value, known here or not.
  package var hasDefault: Bool { defaultValue != nil || hasComputedDefault }

  /// The user info in declared order.
  public var userInfo: [UserInfoEntry] {
    get { rare.first?.userInfo ?? [] }
    set { change { $0.userInfo = newValue } }
  }
}

/// The type of an attribute.
///
/// The numbers are those of `NSAttributeType` (documented:
/// <https://developer.apple.com/documentation/coredata/nsattributetype>); composite and undefined
/// as observed in hashes of real stores.
///
/// ```swift
/// let dates = model.entities.flatMap { $0.attributes.filter { $0.type == .date } }
/// ```
public enum AttributeType: Sendable, Hashable {
  /// No type; only a transient attribute may be without one.
  case undefined
  /// Integer 16.
  case integer16
  /// Integer 32.
  case integer32
  /// Integer 64.
  case integer64
  /// Decimal.
  case decimal
  /// Double.
  case double
  /// Float.
  case float
  /// String.
  case string
  /// Boolean.
  case boolean
  /// Date.
  case date
  /// Binary Data.
  case binary
  /// UUID.
  case uuid
  /// URI.
  case uri
  /// A value that a value transformer turns into bytes.
  case transformable
  /// The ID of a managed object.
  case objectID
  /// A composite type of the model.
  case composite(CompositeID)

  /// The number of `NSAttributeType`.
  package var number: Int32 {
    switch self {
    case .undefined: 0
    case .integer16: 100
    case .integer32: 200
    case .integer64: 300
    case .decimal: 400
    case .double: 500
    case .float: 600
    case .string: 700
    case .boolean: 800
    case .date: 900
    case .binary: 1000
    case .uuid: 1100
    case .uri: 1200
    case .transformable: 1800
    case .objectID: 2000
    case .composite: 2100
    }
  }

  /// The type's name in the XML's `attributeType`.
  public var xmlName: String {
    switch self {
    case .undefined: "Undefined"
    case .integer16: "Integer 16"
    case .integer32: "Integer 32"
    case .integer64: "Integer 64"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .binary: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .objectID: "ObjectID"
    case .composite: "Composite"
    }
  }
}

/// A group of attributes that entities use as one attribute (Xcode 15 on).
///
/// ```swift
/// func elementNames(of type: CompositeType) -> [String] { type.elements.map(\.name) }
/// ```
package struct CompositeType: Sendable, Hashable {
  /// The composite type's name in the model.
  package var name: String
  /// The elements in declared order; an element may itself be a composite.
  package var elements: [Attribute]

  package init(name: String, elements: [Attribute]) {
    self.name = name
    self.elements = elements
  }
}
