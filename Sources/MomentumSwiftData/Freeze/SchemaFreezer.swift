package import MomentumDiagnostics
import MomentumSwiftSource

/// Restores the former form of a version: copies everything its hashes depend on into the version
/// itself, where later edits of the app's types do not change it.
///
/// A class or a value type outside of the version gets a copy in an extension of the version: names
/// inside it then lead to the copy. A declaration inside the version that was edited gets its former
/// text back.
package struct SchemaFreezer {
  /// A replacement of text in a file of the present sources.
  package struct Edit: Sendable, Hashable {
    package var location: SourceLocation
    package var text: String
  }

  package struct Result: Sendable {
    /// The lines of the extension; empty if no copy is needed.
    package var lines: [String]
    /// The modules that the text of the extension may need.
    package var imports: [String]
    package var edits: [Edit]

    package var isEmpty: Bool { lines.isEmpty && edits.isEmpty }

    /// The extension in one line, for a message.
    package var oneLine: String {
      lines.map { line in
        let text = line.drop { $0 == " " }
        let isOpen = text.hasSuffix("{") || text.isEmpty || text.hasPrefix("@Model")
        return isOpen ? "\(text) " : text == "}" ? "} " : "\(text); "
      }.joined().replacing("; }", with: " }").trimmed
    }

    /// The whole file of the extension.
    package var text: String {
      imports.map { "import \($0)\n" }.joined() + "\n" + lines.joined(separator: "\n") + "\n"
    }
  }

  let former: SwiftDataReader
  let present: SwiftDataReader

  /// - Parameter former: The sources that have the form to keep; the present ones to freeze a version
  ///   as it is.
  package init(former: SwiftDataReader, present: SwiftDataReader) {
    self.former = former
    self.present = present
  }

  /// The name for the version of sources that have no `VersionedSchema`.
  package static let firstVersionName = "SchemaV1"

  /// The text to write; `nil` if the former sources have no such version.
  ///
  /// - Parameter newName: The name for a new `VersionedSchema`, for sources that have none.
  package func freeze(_ name: String, as newName: String? = nil) -> Result? {
    guard let schema = former.schemas.first(where: { $0.name == name }) else { return nil }
    let path = newName.map { [$0] } ?? schema.path
    let sources = former.sources
    let text = FrozenText(sources: sources)
    let all = FrozenDeclarations(of: schema, in: sources).types.map { sources.types[$0] }
    var copies: [[String]] = []
    var edits: [Edit] = []
    for record in all {
      let place = path + [record.name]
      guard let now = declaration(at: place) else {
        // A type inside another type of the version is copied with that type.
        let isInside = all.contains {
          $0.path.count < record.path.count
            && $0.path == record.path.prefix($0.path.count).map { $0 }
        }
        if !isInside || record.path.prefix(path.count).map({ $0 }) != path {
          copies.append(text.lines(of: record))
        }
        continue
      }
      guard record.path == place, let edit = edit(of: now, to: record) else { continue }
      edits.append(edit)
    }
    edits += listEdits(schema)
    let owner = path.joined(separator: ".")
    let isThere =
      path.isEmpty || declaration(at: path) != nil || present.schemas.contains { $0.path == path }
    var lines = copies.isEmpty ? [] : ["extension \(owner) {"]
    for (index, copy) in copies.enumerated() {
      if index > 0 { lines.append("") }
      lines += copy.map { $0.isEmpty ? "" : "  " + $0 }
    }
    if !copies.isEmpty { lines.append("}") }
    if !isThere {
      lines = versionLines(schema, named: path.last ?? name) + (lines.isEmpty ? [] : [""] + lines)
    }
    return Result(
      lines: lines, imports: imports(of: all), edits: edits.filter { !$0.text.isEmpty })
  }

  // MARK: - Present declarations

  private func declaration(at path: [String]) -> SwiftDataSources.TypeRecord? {
    present.sources.types.first { $0.path == path }
  }

  /// The edit that gives a declaration its former text; `nil` if its stored parts did not change.
  private func edit(
    of now: SwiftDataSources.TypeRecord, to record: SwiftDataSources.TypeRecord
  ) -> Edit? {
    let before = FrozenText(sources: former.sources).lines(of: record)
    guard before != FrozenText(sources: present.sources).lines(of: now) else { return nil }
    return Edit(
      location: present.sources.location(now.file, now.declaration.tokens),
      text: former.sources.tokens(record.file).text(record.declaration.tokens))
  }

  /// The edits that restore the former list of classes and the former version identifier.
  private func listEdits(_ schema: SwiftSchema) -> [Edit] {
    guard schema.isVersioned,
      let before = former.sources.types.first(where: { $0.path == schema.path }),
      let now = declaration(at: schema.path)
    else { return [] }
    return ["models", "versionIdentifier"].compactMap { name in
      guard let old = member(name, of: before, in: former.sources),
        let new = member(name, of: now, in: present.sources), old.text != new.text
      else { return nil }
      return Edit(location: new.location, text: old.text)
    }
  }

  private func member(
    _ name: String, of record: SwiftDataSources.TypeRecord, in sources: SwiftDataSources
  ) -> (text: String, location: SourceLocation)? {
    for (file, member) in sources.members(of: record)
    where member.kind == .variable && member.name == name {
      return (sources.tokens(file).text(member.tokens), sources.location(file, member.tokens))
    }
    return nil
  }

  // MARK: - New text

  /// The lines of a `VersionedSchema` that the present sources do not have any more, with its
  /// identifier and its list of classes.
  private func versionLines(_ schema: SwiftSchema, named name: String) -> [String] {
    let identifier = (schema.identifier ?? [1, 0, 0]).map(String.init).joined(separator: ", ")
    let models = schema.models.map { former.sources.types[$0].name + ".self" }
    return [
      "enum \(name): VersionedSchema {",
      "  static let versionIdentifier = Schema.Version(\(identifier))",
      "  static var models: [any PersistentModel.Type] { [\(models.joined(separator: ", "))] }",
      "}",
    ]
  }

  private func imports(of records: [SwiftDataSources.TypeRecord]) -> [String] {
    let files = Set(records.map(\.file))
    let names = files.flatMap { file in
      former.sources.files[file].declarations.filter { $0.kind == .import }.map(\.name)
    }
    return Set(names.filter { !$0.contains(".") } + ["Foundation", "SwiftData"]).sorted()
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
