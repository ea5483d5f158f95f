import MomentumModel

/// The classes, types and names that the files of the target for MomentumObjects share.
struct ObjectsPlan {
  let model: ObjectModel
  let options: CodegenOptions
  let classes: ManagedClasses
  let types: ManagedTypes
  let valueTypes: ValueTypes
  /// The name of the type with the constants for keys: `Key` in `Venue.Key`, or a free name.
  let keyName: Identifier
  /// The superclass of root entities' classes: `MomentumObjects.ManagedObject`, or the app's base
  /// class.
  let base: TypeReference
  let classNames: Set<String>
  private let foreignNames: Set<Identifier>

  init(_ model: ObjectModel, _ options: CodegenOptions) {
    self.model = model
    self.options = options
    valueTypes = ValueTypes(model)
    classes = ManagedClasses(
      model, ManagedSelection(model, options), base: .objects("ManagedObject"),
      reserved: ["MomentumObjects", "Foundation", "Swift"])
    classNames = Set(classes.list.map(\.name.text))
    let typeNames = classNames.union(valueTypes.generated.map(\.name.text))
    var scope = NameScope(
      reserved: typeNames.union(model.entityIDs.flatMap(model.ownPropertyNames(of:))))
    keyName = scope.claim("Key")
    types = ManagedTypes(shadowed: typeNames.union([keyName.text]))
    base = options.baseType ?? .objects("ManagedObject")
    foreignNames = ManagedPlan.foreignNames(model, valueTypes, options)
  }

  /// The type that user info sets for an attribute's values; `nil` if there is none, or if a class
  /// of the model has its name.
  func valueType(of attribute: Attribute) -> AttributeValueType? {
    valueTypes.type(of: attribute, hiddenBy: classNames)
  }

  var modifiers: [Modifier] {
    ManagedModifiers(access: options.access, isNonisolated: options.isNonisolated).plain
  }

  /// The Swift type of an attribute's values: `Int16`, `Date`. `nil` for composites,
  /// transformables, and attributes whose type is undefined or an object ID.
  func type(of type: AttributeType) -> TypeReference? {
    guard let name = type.swiftName else { return nil }
    return ObjectsPlan.foundationNames.contains(name) ? types.foundation(name) : types.swift(name)
  }

  /// The type of a to-many relationship: `Set<Tip>`, or `[Tip]` if the relationship is ordered.
  func collection(of element: TypeReference, isOrdered: Bool) -> TypeReference {
    guard !isOrdered else { return .array(element) }
    return types.shadowed.contains("Set")
      ? .specialized(.member(.named("Swift"), "Set"), [element]) : .generic("Set", [element])
  }

  // MARK: - Imports

  /// The imports that declarations need. A module has the access level of the generated code if a
  /// signature contains one of its types, and is imported as internal otherwise.
  func imports(for declarations: [Declaration]) -> [Declaration] {
    func named(_ names: Set<Identifier>) -> Bool {
      declarations.contains { $0.signatureNames(anyOf: names) }
    }
    let shadowed = types.shadowed
    let foundation = ObjectsPlan.foundationNames.union(
      foreignNames.filter { $0.text.hasPrefix("NS") }
    ).filter { !shadowed.contains($0.text) }.union(["Foundation"])
    var modules: [(name: Identifier, access: AccessLevel)] = [
      ("MomentumObjects", named(["MomentumObjects"]) ? options.access : .internal)
    ]
    if named(foundation) { modules.append(("Foundation", options.access)) }
    let others = Set(options.imports).filter(Identifier.isPlain).map(Identifier.nearest(to:))
    for module in others where !["Foundation", "MomentumObjects"].contains(module.text) {
      modules.append((module, named(foreignNames) ? options.access : .internal))
    }
    return modules.sorted { $0.name.text < $1.name.text }.map { .importFor($0.access, $0.name) }
  }

  private static let foundationNames: Set<Identifier> = [
    "Data", "Date", "Decimal", "IndexSet", "URL", "UUID",
  ]
}

extension TypeReference {
  /// A type of the module MomentumObjects: `MomentumObjects.ObjectRequest`.
  static func objects(_ name: Identifier) -> TypeReference {
    .member(.named("MomentumObjects"), name)
  }
}

extension AttributeType {
  /// The name of the Swift type of an attribute's values; `nil` for composites, transformables, and
  /// attributes whose type is undefined or an object ID.
  fileprivate var swiftName: Identifier? {
    if case .transformable = self { return nil }
    return PortableType(self)?.name
  }
}
