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
    var contents: [[Declaration]] = plan.entities.map { writer.declarations(of: $0) }
    contents += plan.composites.map { [writer.declaration(of: $0)] }
    var files = zip(stems, contents).map { file("\($0).swift", $1) }
    files.append(file("StoredFetchRequest.swift", PortableSupport(access: access).declarations))
    if !requests.isEmpty {
      let stem = FileNames.stems(for: [options.modelName])[0]
      let functions = PortableRequestWriter(plan: plan, access: access)
      files.append(file("\(stem)+FetchRequests.swift", functions.declarations(of: requests)))
    }
    return files.sorted { $0.name < $1.name }
  }

  private static func file(_ name: String, _ declarations: [Declaration]) -> GeneratedFile {
    let imports = Declaration.importFirst("FoundationEssentials", else: "Foundation")
    let text = SwiftPrinter.print(
      SwiftFile(declarations: [imports] + declarations),
      layout: SwiftPrinter.Layout(indentation: 2, hasAiryBodies: false))
    return GeneratedFile(name: name, text: text)
  }
}
