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
    let importing = FoundationImport(access: access)
    var contents = plan.entities.map { entity in
      importing.before(writer.declarations(of: entity), with: entity.properties)
    }
    contents += plan.composites.map { composite in
      importing.before([writer.declaration(of: composite)], with: composite.properties)
    }
    var files = zip(stems, contents).map { file("\($0).swift", $1) }
    let support = [importing.declaration] + PortableSupport(access: access).declarations
    files.append(file("StoredFetchRequest.swift", support))
    if !requests.isEmpty {
      let stem = FileNames.stems(for: [options.modelName])[0]
      let functions = PortableRequestWriter(plan: plan, access: access)
      files.append(
        file(
          "\(stem)+FetchRequests.swift",
          importing.before(functions.declarations(of: requests), with: requests)))
    }
    return files.sorted { $0.name < $1.name }
  }

  private static func file(_ name: String, _ declarations: [Declaration]) -> GeneratedFile {
    let text = SwiftPrinter.print(
      SwiftFile(declarations: declarations),
      layout: SwiftPrinter.Layout(indentation: 2, hasAiryBodies: false))
    return GeneratedFile(name: name, text: text)
  }
}

/// The import of Foundation, only where a file's declarations use a type of it.
///
/// Where imports are internal by default, a type in a public signature needs a public import, and a public
/// import without such a type is a warning.
private struct FoundationImport {
  let access: AccessLevel

  var declaration: Declaration {
    .importFirst(access, "FoundationEssentials", else: "Foundation")
  }

  func before(_ declarations: [Declaration], with properties: [PortableProperty]) -> [Declaration] {
    adding(properties.contains { isFoundation($0.kind) }, declarations)
  }

  func before(
    _ declarations: [Declaration], with requests: [CompiledFetchRequest]
  ) -> [Declaration] {
    let types = requests.filter { $0.statement != nil }.flatMap(\.parameters).map(\.type)
    return adding(
      types.contains { type in
        switch type {
        case .attribute(let type): PortableProperty.kind(of: type).map(isFoundation) ?? false
        case .object, .count: false
        }
      }, declarations)
  }

  private func adding(_ isNeeded: Bool, _ declarations: [Declaration]) -> [Declaration] {
    isNeeded ? [declaration] + declarations : declarations
  }

  private func isFoundation(_ kind: PortableProperty.Kind) -> Bool {
    switch kind {
    case .attribute(let name): ["Date", "Data", "Decimal", "URL", "UUID"].contains(name)
    case .composite, .toOne: false
    }
  }
}
