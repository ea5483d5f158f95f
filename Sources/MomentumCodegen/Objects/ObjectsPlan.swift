import MomentumModel

/// The classes, types and names that the files of the target for MomentumObjects share.
struct ObjectsPlan {
  let model: ObjectModel
  let options: CodegenOptions
  let classes: ManagedClasses
  let types: ManagedTypes
  let valueTypes: ValueTypes
  /// The name of `Venue.Key`.
  let keyName: Identifier
  /// The superclass of root classes.
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

  /// The type that user info sets for an attribute's values; a class of the model cannot be such a
  /// type.
  func valueType(of attribute: Attribute) -> AttributeValueType? {
    valueTypes.type(of: attribute, hiddenBy: classNames)
  }

  var modifiers: [Modifier] {
    ManagedModifiers(access: options.access, isNonisolated: options.isNonisolated).plain
  }

  /// `Int16`, `Date`; `nil` for a type whose values have no Swift type of their own.
  func type(of type: AttributeType) -> TypeReference? {
    guard let name = type.swiftName else { return nil }
    return ObjectsPlan.foundationNames.contains(name) ? types.foundation(name) : types.swift(name)
  }

  /// `Set<Tip>`, or `[Tip]` if the relationship is ordered.
  func collection(of element: TypeReference, isOrdered: Bool) -> TypeReference {
    guard !isOrdered else { return .array(element) }
    return types.shadowed.contains("Set")
      ? .specialized(.member(.named("Swift"), "Set"), [element]) : .generic("Set", [element])
  }

  // MARK: - Imports

  /// The imports that declarations need, each with the access of the signatures that name its types.
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
  /// `MomentumObjects.ObjectRequest`
  static func objects(_ name: Identifier) -> TypeReference {
    .member(.named("MomentumObjects"), name)
  }
}

extension AttributeType {
  /// The Swift type of the values in memory; `nil` for composites, transformables and values without
  /// a type.
  fileprivate var swiftName: Identifier? {
    if case .transformable = self { return nil }
    return PortableType(self)?.name
  }
}
