public import MomentumModel

/// Writes a model as plain Swift values that need neither Core Data nor Momentum, only
/// `FoundationEssentials`.
///
/// An entity becomes a `Sendable, Hashable, Codable` struct in a file of its own:
///
/// - the primary key is `objectID`, of a type of its own, `Venue.ID`; sub-entities share the type of
///   their root, as they share its table. Without an attribute `id` the struct is `Identifiable`.
/// - attributes have exact types, optional where the model's are; inherited ones are repeated.
///   Transformables are `Data`. A derived attribute is a constant. Transient attributes, and those
///   without a column (undefined, object id), are left out.
/// - to-one relationships are the destination's `ID`. To-many relationships are no columns of the
///   row: they are left out, and named in the struct's comment.
/// - an entity with sub-entities also gives a protocol, `PersonEntity`, that it and they conform to.
///
/// A composite becomes a nested value. Stored fetch requests become functions that return SQL,
/// bindings and a decoder, for any SQLite library; `StoredFetchRequest.swift` holds what they share.
public enum PortableEmitter {
  /// The files of a model, sorted by name; the same model gives the same bytes.
  ///
  /// A request without a statement, with a parameter that no column can hold, or whose columns lack a
  /// value that the struct needs, gets a remark instead of a function.
  public static func emit(
    _ model: ObjectModel, requests: [CompiledFetchRequest] = [], options: CodegenOptions
  ) -> [GeneratedFile] {
    let plan = PortablePlan(model)
    let access = options.access
    let names = plan.entities.map(\.name.text) + plan.composites.map(\.name.text)
    let stems = FileNames.stems(for: names, reserved: ["StoredFetchRequest"])
    let writer = ValueTypeWriter(plan: plan, access: access)
    let contents =
      plan.entities.map { writer.declarations(of: $0) }
      + plan.composites.map { [writer.declaration(of: $0)] }
    var files = zip(stems, contents).map { file("\($0).swift", $1, access) }
    let support = PortableSupport(access: access).declarations
    files.append(file("StoredFetchRequest.swift", support, access))
    if !requests.isEmpty {
      let stem = FileNames.stems(for: [options.modelName])[0]
      let functions = PortableRequestWriter(plan: plan, access: access)
      files.append(
        file("\(stem)+FetchRequests.swift", functions.declarations(of: requests), access))
    }
    return files.sorted { $0.name < $1.name }
  }

  /// A file that imports Foundation where a signature names a type of it, and only there.
  ///
  /// With imports internal by default such a type needs a public import, and a public import without
  /// such a type is a warning.
  private static func file(
    _ name: String, _ declarations: [Declaration], _ access: AccessLevel
  ) -> GeneratedFile {
    let usesFoundation = declarations.contains { $0.signatureNames(anyOf: foundationTypes) }
    let imports = Declaration.importFirst(access, "FoundationEssentials", else: "Foundation")
    let text = SwiftPrinter.print(
      SwiftFile(declarations: (usesFoundation ? [imports] : []) + declarations),
      layout: SwiftPrinter.Layout(indentation: 2, hasAiryBodies: false))
    return GeneratedFile(name: name, text: text)
  }

  private static let foundationTypes: Set<Identifier> = ["Data", "Date", "Decimal", "URL", "UUID"]
}
