import MomentumModel

/// The names of classes, structs and properties, and the types of properties.
///
/// A class has the name of its entity, and a property the name that it has in the model, because
/// SwiftData hashes both. Only a name that Swift does not accept becomes another one.
struct SwiftDataNames {
  private let model: ObjectModel
  private var classes: [Identifier] = []
  private var structures: [Identifier] = []
  private var properties: [[String: Identifier]] = []
  private var elements: [[String: Identifier]] = []
  /// Writes a type of Swift or Foundation with its module if a class, a struct or a property has
  /// the type's name.
  private var types: ManagedTypes
  private let ownTypes: Set<String>

  /// Names of SwiftData, Foundation and Swift that generated code contains. The struct of a
  /// composite type with such a name gets another name; a class with such a name is reported.
  static let libraryNames: Set<String> = [
    "Attribute", "Index", "Model", "PersistentModel", "Relationship", "Schema", "SwiftData",
    "Transient", "Unique", "VersionedSchema", "Foundation", "Swift",
  ]

  /// Members that each model class has.
  ///
  /// Source: documented, PersistentModel; that SwiftData refuses `description` is reported by many.
  static let memberNames: Set<String> = [
    "backingData", "createBackingData", "description", "getValue", "hasChanges", "hashValue",
    "isDeleted", "modelContext", "persistentBackingData", "persistentModelID", "schemaMetadata",
    "setValue",
  ]

  init(_ model: ObjectModel, schema: String?) {
    self.model = model
    var scope = NameScope()
    classes = scope.claim(model.entities.map(\.name))
    var rest = NameScope(
      reserved: PortablePlan.typeNames.union(Self.libraryNames).union(classes.map(\.text))
        .union([schema].compactMap { $0 }))
    structures = rest.claim(model.composites.map(\.name))
    ownTypes = Set((classes + structures).map(\.text))
    types = ManagedTypes(shadowed: ownTypes)
    var propertyNames: Set<String> = []
    for id in model.entityIDs {
      // Subclasses inherit a property with its name, so the name must differ from those of all
      // ancestors' properties.
      let inherited = model.lineage(of: id).dropFirst().flatMap { model.ownPropertyNames(of: $0) }
      var scope = NameScope()
      let own = model.ownPropertyNames(of: id).filter { !inherited.contains($0) }
      let names = scope.claim(inherited + own).dropFirst(inherited.count)
      properties.append(Dictionary(zip(own, names)) { first, _ in first })
      propertyNames.formUnion(names.map(\.text))
    }
    for composite in model.composites {
      var scope = NameScope()
      let own = composite.elements.map(\.name)
      let names = scope.claim(own)
      elements.append(Dictionary(zip(own, names)) { first, _ in first })
      propertyNames.formUnion(names.map(\.text))
    }
    types = ManagedTypes(shadowed: ownTypes.union(propertyNames))
  }

  subscript(id: EntityID) -> Identifier { classes[id.index] }
  subscript(id: CompositeID) -> Identifier { structures[id.index] }

  /// The name of a property that the entity declares.
  subscript(id: EntityID, name: String) -> Identifier {
    properties[id.index][name] ?? .nearest(to: name)
  }

  /// The name of an element of a composite type.
  subscript(id: CompositeID, name: String) -> Identifier {
    elements[id.index][name] ?? .nearest(to: name)
  }

  /// The name of a macro: `@Attribute`, or `@SwiftData.Attribute` if a class has the macro's name.
  func macro(_ name: Identifier) -> TypeReference {
    ownTypes.contains(name.text) ? .member(.named("SwiftData"), name) : .named(name)
  }

  /// The names that refer to Foundation in a signature: its types, except those whose name a class
  /// or struct of the model has, and `Foundation` itself.
  var foundationNames: Set<Identifier> {
    ManagedTypes.foundationNames.union(["Decimal"]).filter { !ownTypes.contains($0.text) }
      .union(["Foundation"])
  }

  /// A type of Foundation.
  func library(_ name: Identifier) -> TypeReference { types.foundation(name) }

  /// The type of an attribute without `?`; `nil` for a type that SwiftData does not have.
  func type(of attribute: Attribute) -> TypeReference? {
    switch attribute.type {
    case .integer16: types.swift("Int16")
    case .integer32: types.swift("Int32")
    case .integer64: types.swift("Int64")
    case .double: types.swift("Double")
    case .float: types.swift("Float")
    case .string: types.swift("String")
    case .boolean: types.swift("Bool")
    case .decimal: types.foundation("Decimal")
    case .date: types.foundation("Date")
    case .binary: types.foundation("Data")
    case .uuid: types.foundation("UUID")
    case .uri: types.foundation("URL")
    case .transformable: valueClass(of: attribute) ?? types.foundation("NSObject")
    case .composite(let id): .named(self[id])
    case .undefined, .objectID: nil
    }
  }

  /// The class of a transformable's values; `nil` if it cannot be used. A model class cannot be
  /// used, because SwiftData would take the property for a relationship.
  func valueClass(of attribute: Attribute) -> TypeReference? {
    guard let written = attribute.valueClass, let type = SwiftTypeName.parse(written) else {
      return nil
    }
    let words = written.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    return words.contains { ownTypes.contains($0) } ? nil : type
  }

  /// An expression in which a type of Foundation is written with its module if a class of the model
  /// has its name.
  func qualified(_ value: Expression) -> Expression {
    switch value {
    case .call(.name(let name), let arguments):
      .call(.type(types.foundation(name)), arguments)
    case .binary(let left, let sign, let right): .binary(qualified(left), sign, right)
    default: value
    }
  }
}
