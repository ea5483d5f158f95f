package import MomentumModel

/// Writes a model as `@Model` classes of SwiftData, in the forms whose version hashes are those of
/// the Core Data model.
///
/// An entity becomes a class in a file of its own, with the entity's name, and a composite type a
/// Codable struct. With `CodegenOptions.versionedSchema` they are members of a `VersionedSchema`,
/// which has a file too. `SwiftDataPlan.findings` has the parts of the model that no class can
/// have.
///
/// Source: the rules of entities, properties and inverses are those of MomentumSwiftData, which are
/// observed in the stores and hashes of public projects.
package enum SwiftDataEmitter {
  /// The files of a model, sorted by name; equal models make equal bytes.
  package static func emit(_ model: ObjectModel, options: CodegenOptions) -> [GeneratedFile] {
    emit(SwiftDataPlan(model, options: options), options: options)
  }

  package static func emit(_ plan: SwiftDataPlan, options: CodegenOptions) -> [GeneratedFile] {
    let writer = SwiftDataWriter(plan: plan, access: options.access)
    let schema = options.versionedSchema.map { Identifier.nearest(to: $0) }
    var files: [(name: Identifier, declarations: () -> [Declaration])] = []
    func add(_ name: Identifier, _ type: @escaping () -> TypeDeclaration) {
      files.append((name, { declarations(type(), in: schema, writer) }))
    }
    for planned in plan.classes {
      add(planned.name) { writer.declaration(of: planned, isNested: schema != nil) }
    }
    for structure in plan.structures { add(structure.name) { writer.declaration(of: structure) } }
    if let schema { files.append((schema, { [.type(writer.schema(named: schema))] })) }
    let stems = FileNames.stems(for: files.map(\.name.text))
    return zip(stems, files).map { stem, file in
      let declarations = file.declarations()
      let all = imports(for: declarations, plan.names, options) + declarations
      return GeneratedFile(
        name: "\(stem).swift", text: SwiftPrinter.print(SwiftFile(declarations: all)))
    }.sorted { $0.name < $1.name }
  }

  /// The type as a declaration, in an extension of the `VersionedSchema` if there is one.
  private static func declarations(
    _ type: TypeDeclaration, in schema: Identifier?, _ writer: SwiftDataWriter
  ) -> [Declaration] {
    guard let schema else { return [.type(type)] }
    return [
      .type(
        TypeDeclaration(
          .extension, .named(schema), macros: writer.availability, members: [.type(type)]))
    ]
  }

  /// The imports in alphabetical order: Foundation, SwiftData and the modules of the option
  /// `imports`. A public import is a warning if no signature has a type of the module, so some are
  /// internal.
  private static func imports(
    for declarations: [Declaration], _ names: SwiftDataNames, _ options: CodegenOptions
  ) -> [Declaration] {
    let usesFoundation = declarations.contains {
      $0.signatureNames(anyOf: names.foundationNames)
    }
    // A file with structs only needs no import of SwiftData: Codable is in the standard library.
    let usesSwiftData = declarations.contains { !$0.isStructure }
    var modules = Set(options.imports).filter(Identifier.isPlain).map(Identifier.nearest(to:))
    modules.removeAll { ["Foundation", "SwiftData"].contains($0.text) }
    if usesSwiftData { modules.append("SwiftData") }
    let others = modules.map { (name: $0, access: options.access) }
    let foundation = (
      name: "Foundation" as Identifier, access: usesFoundation ? options.access : .internal
    )
    // Foundation is also needed if the arguments of macros name its classes.
    let all =
      others
      + (usesFoundation || declarations.contains(where: \.hasTransformer) ? [foundation] : [])
    return all.sorted { $0.name.text < $1.name.text }.map { .importFor($0.access, $0.name) }
  }
}

extension Declaration {
  /// Whether a property in the declaration is transformable, so that its macro names a transformer.
  fileprivate var hasTransformer: Bool {
    switch self {
    case .type(let type): type.members.contains(where: \.hasTransformer)
    case .variable(let variable):
      variable.macros.contains { macro in
        macro.arguments.contains { argument in
          if case .call = argument.value { true } else { false }
        }
      }
    case .importFirst, .importFor, .whenPresent, .function, .enumCase, .typeAlias, .remark, .macro:
      false
    }
  }

  /// Whether the declaration is a struct, or an extension that contains only structs.
  fileprivate var isStructure: Bool {
    guard case .type(let type) = self else { return false }
    switch type.kind {
    case .struct: return true
    case .extension: return type.members.allSatisfy(\.isStructure)
    case .enum, .class, .protocol: return false
    }
  }
}
