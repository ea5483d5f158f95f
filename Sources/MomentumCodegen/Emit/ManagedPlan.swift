import MomentumModel

/// The classes, types and names that the files of the Core Data target share.
struct ManagedPlan {
  let model: ObjectModel
  let options: CodegenOptions
  let classes: ManagedClasses
  let types: ManagedTypes
  let valueTypes: ValueTypes
  let classNames: Set<String>
  /// The name of the type with the constants for keys: `Key` in `Venue.Key`, or a free name if a
  /// class or a property has that name.
  let keyName: Identifier
  /// The name of the type for object IDs: `ObjectID` in `Venue.ObjectID`, or a free name.
  let objectIDName: Identifier
  /// The name of the error that functions for stored fetch requests throw.
  let errorName: Identifier
  let baseClass: TypeReference?
  let imports: [Identifier]
  /// The types in signatures that the model or the options name and that are assumed to come from
  /// the modules in `imports`, such as the class of a transformable.
  private let foreignNames: Set<Identifier>
  /// The names of Foundation's types; a signature with one of them needs an import of Foundation.
  private let foundationNames: Set<Identifier>

  init(_ model: ObjectModel, _ options: CodegenOptions) {
    self.model = model
    self.options = options
    classes = ManagedClasses(model, ManagedSelection(model, options))
    let classNames = Set(classes.list.map(\.name.text))
    valueTypes = ValueTypes(model)
    self.classNames = classNames
    let typeNames = classNames.union(valueTypes.generated.map(\.name.text))
    var scope = NameScope(
      reserved: typeNames.union(model.entityIDs.flatMap(model.ownPropertyNames(of:))))
    keyName = scope.claim("Key")
    objectIDName = scope.claim("ObjectID")
    errorName = scope.claim(Identifier.nearest(to: options.modelName).text + "RequestError")
    types = ManagedTypes(shadowed: typeNames.union([keyName.text, objectIDName.text]))
    baseClass = options.baseType
    imports = Set(options.imports).filter {
      Identifier.isPlain($0) && !["CoreData", "Foundation"].contains($0)
    }.map { .nearest(to: $0) }
    let foreignNames = Self.foreignNames(model, valueTypes, options)
    self.foreignNames = foreignNames
    // Foundation declares the classes with the prefix `NS`, such as NSAttributedString, except
    // those listed here, which AppKit declares.
    let classes = foreignNames.filter {
      $0.text.hasPrefix("NS") && !["NSColor", "NSImage", "NSFont"].contains($0.text)
    }
    let shadowed = types.shadowed
    foundationNames = ManagedTypes.foundationNames.union(classes).filter {
      !shadowed.contains($0.text)
    }
  }

  /// The type that user info sets for an attribute's values; `nil` if there is none, or if a class
  /// of the model has its name.
  func valueType(of attribute: Attribute) -> AttributeValueType? {
    valueTypes.type(of: attribute, hiddenBy: classNames)
  }

  var modifiers: ManagedModifiers {
    ManagedModifiers(access: options.access, isNonisolated: options.isNonisolated)
  }

  /// The imports that declarations need: Foundation, Core Data and the modules of the option
  /// `imports`.
  ///
  /// A module is imported with the access of the declarations whose signatures name its types: with
  /// `InternalImportsByDefault` less access is an error, and more access is always a warning. Xcode
  /// 26 writes `public import` for both and a type alias that uses Foundation (observed); Xcode 16
  /// plain imports.
  func imports(for declarations: [Declaration]) -> [Declaration] {
    func named(_ names: Set<Identifier>) -> Bool {
      declarations.contains { $0.signatureNames(anyOf: names) }
    }
    let modules: [(Identifier, Set<Identifier>)] =
      [("CoreData", ManagedTypes.coreDataNames), ("Foundation", foundationNames)]
      + imports.map { ($0, foreignNames) }
    // The module CoreData of Linux exports Foundation, so a public import of it is a warning there.
    let isExported =
      options.servesLinux && options.access != .internal && named(ManagedTypes.coreDataNames)
    return modules.sorted { $0.0.text < $1.0.text }.map { module, names in
      let declaration = Declaration.importFor(named(names) ? options.access : .internal, module)
      guard isExported, module == "Foundation", named(names) else { return declaration }
      return .whenPresent("ObjectiveC", [declaration], else: [])
    }
  }

  /// Imports without an access level, in Xcode's order: `import Foundation`, `import CoreData`,
  /// then the modules of the option `imports`.
  var plainImports: [Declaration] {
    (["Foundation", "CoreData"] + imports.sorted { $0.text < $1.text }).map {
      .importFor(.internal, $0)
    }
  }

  static func foreignNames(
    _ model: ObjectModel, _ valueTypes: ValueTypes, _ options: CodegenOptions
  ) -> Set<Identifier> {
    var names = Set([options.baseClass.flatMap(firstName)].compactMap { $0 })
    for attribute in model.entities.flatMap(\.attributes) {
      if let name = attribute.valueClass.flatMap(firstName) { names.insert(name) }
      if let type = valueTypes.type(of: attribute), type.cases == nil { names.insert(type.name[0]) }
    }
    return names
  }

  /// The first name in a written type, `Core` in `[Core.Step]`: the name of the type or of its
  /// module.
  private static func firstName(_ written: String) -> Identifier? {
    let name = written.drop { $0 == "[" || $0 == " " }.prefix {
      $0.isLetter || $0.isNumber || $0 == "_"
    }
    return name.isEmpty ? nil : .nearest(to: String(name))
  }
}
