package import MomentumModel

/// Writes a model as plain Swift values, with the conformances that a store of `MomentumRuntime`
/// needs.
///
/// An entity becomes a `Sendable, Hashable, Codable` struct in a file of its own:
///
/// - the primary key is `objectID`, of a type of its own, `Venue.ID`; sub-entities share the type
///   of their root, as they share its table. Without an attribute `id` the struct is
///   `Identifiable`.
/// - attributes have exact types, optional where the model's are; inherited ones are repeated.
///   Transformables are `Data`. A derived attribute is a constant. Transient attributes, and those
///   without a column (undefined, object id), are left out.
/// - to-one relationships are the destination's `ID`. To-many relationships are no columns of the
///   row: they are left out, and named in the struct's comment.
/// - an entity with sub-entities also has a protocol, `PersonEntity`; the entity and its
///   sub-entities conform to it.
///
/// A composite becomes a nested value; user info can give an attribute a type
/// (`AttributeValueType`). All this needs Foundation only. Inside `#if canImport(MomentumRuntime)`
/// are the conformances to `StoredEntity`, the model, and a function for each stored fetch request.
package enum PortableEmitter {
  /// The files of a model, sorted by name; equal models make equal bytes.
  ///
  /// A remark takes the place of the function for a request without a statement, with a parameter
  /// that no column can hold, or whose columns lack a value that the struct needs.
  package static func emit(
    _ model: ObjectModel, store: PortableStore, requests: [CompiledFetchRequest] = [],
    options: CodegenOptions
  ) -> [GeneratedFile] {
    let plan = PortablePlan(model, name: options.modelName)
    let access = options.access
    let values = ValueTypeWriter(plan: plan, access: access)
    let stored = StoredEntityWriter(plan: plan, access: access, store: store)
    var parts = plan.entities.map { entity in
      Part(name: entity.name.text) {
        (values.declarations(of: entity), stored.declarations(of: entity))
      }
    }
    parts += plan.composites.map { composite in
      Part(name: composite.name.text) {
        ([values.declaration(of: composite)], stored.declarations(of: composite))
      }
    }
    parts += plan.valueTypes.generated.map { type in
      Part(name: type.name.text) {
        ([values.declaration(of: type)], stored.declarations(of: type))
      }
    }
    parts.append(
      Part(name: plan.modelName.text) { ([], [stored.modelDeclaration(name: options.modelName)]) })
    let stems = FileNames.stems(for: parts.map(\.name))
    var files = zip(stems, parts).map { $1.file("\($0).swift", access) }
    if !requests.isEmpty {
      let stem = FileNames.stems(for: [options.modelName])[0]
      let writer = PortableRequestWriter(plan: plan, access: access, store: store)
      let part = Part(name: stem) { ([], writer.declarations(of: requests)) }
      files.append(part.file("\(stem)+FetchRequests.swift", access))
    }
    return files.sorted { $0.name < $1.name }
  }
}

/// The declarations of one file: `values` need no store, `stored` are for a store.
private struct Part {
  var name: String
  /// Makes the declarations when the file is printed, so that those of one file at a time are in
  /// memory: freeing all declarations of a large model at once is slow.
  var declarations: () -> (values: [Declaration], stored: [Declaration])

  init(
    name: String, _ declarations: @escaping () -> (values: [Declaration], stored: [Declaration])
  ) {
    self.name = name
    self.declarations = declarations
  }

  /// The file, which imports only the modules of types in its signatures.
  ///
  /// With imports internal by default, a type in a public signature needs a public import, and a
  /// public import without such a type is a warning.
  ///
  /// Remarks about omitted parts are at the top of the file, since they belong to no declaration.
  func file(_ fileName: String, _ access: AccessLevel) -> GeneratedFile {
    let (values, all) = declarations()
    let usesFoundation = (values + all).contains { $0.signatureNames(anyOf: Part.foundation) }
    let usesRuntime = all.contains { $0.signatureNames(anyOf: ["MomentumRuntime"]) }
    var imports: [Declaration] = []
    if usesFoundation {
      imports.append(.importFirst(access, "FoundationEssentials", else: "Foundation"))
    }
    let runtime: [Declaration] = usesRuntime ? [.importFor(access, "MomentumRuntime")] : []
    let remarks = all.flatMap(\.remarks)
    let stored = all.filter { $0.remarks.isEmpty }
    let declarations: [Declaration]
    if stored.isEmpty {
      declarations = imports + values
    } else if values.isEmpty {
      declarations = [.forStores(imports + runtime + stored)]
    } else {
      declarations =
        imports + (usesRuntime ? [.forStores(runtime)] : []) + values + [.forStores(stored)]
    }
    let file = SwiftFile(header: Comment(lines: remarks), declarations: declarations)
    return GeneratedFile(name: fileName, text: SwiftPrinter.print(file))
  }

  private static let foundation: Set<Identifier> = ["Data", "Date", "Decimal", "URL", "UUID"]
}

extension Declaration {
  fileprivate var remarks: [String] {
    if case .remark(let comment) = self { comment.lines } else { [] }
  }
}
