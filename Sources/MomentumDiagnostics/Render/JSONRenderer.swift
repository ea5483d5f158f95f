/// Prints diagnostics as JSON: an object with `formatVersion` and an array `diagnostics`.
///
/// Lines and columns are 1-based, columns count characters; `offset` and `length` count UTF-8
/// bytes.
package struct JSONRenderer: Sendable {
  package init() {}

  /// The document with a line end.
  ///
  /// - Parameter baseline: The effect of a `LintBaseline`, printed as `"baseline": {"hidden": 3,
  ///   "stale": 0}`; `nil` without a baseline.
  package func render(_ diagnostics: [Diagnostic], baseline: BaselineCounts? = nil) -> String {
    let counts = baseline.map { [(key: "baseline", value: $0.json)] } ?? []
    return JSONText.object(
      [("formatVersion", .integer(1))] + counts + [("diagnostics", value(of: diagnostics))]
    ).pretty
  }

  /// The array of diagnostics, as part of a larger document.
  package func value(of diagnostics: [Diagnostic]) -> JSONText {
    .array(diagnostics.map(value))
  }

  private func value(of diagnostic: Diagnostic) -> JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("id", .string(diagnostic.id)),
      ("severity", .string(diagnostic.severity.rawValue)),
      ("message", .string(diagnostic.text)),
    ]
    members += place(of: diagnostic.location)
    members.append(
      (
        "notes",
        .array(
          diagnostic.notes.map {
            .object([("message", .string($0.text))] + place(of: $0.location))
          })
      ))
    members.append(
      (
        "fixIts",
        .array(
          diagnostic.fixIts.map {
            .object(
              [("message", .string($0.text)), ("replacement", .string($0.replacement))]
                + place(of: $0.location))
          })
      ))
    return .object(members)
  }

  private func place(of location: SourceLocation?) -> [(key: String, value: JSONText)] {
    guard let location else { return [] }
    let start = location.file.lineColumn(at: location.range.start)
    let end = location.file.lineColumn(at: location.range.end)
    return [
      ("file", .string(location.file.path)),
      ("line", .integer(start.line)), ("column", .integer(start.column)),
      ("endLine", .integer(end.line)), ("endColumn", .integer(end.column)),
      ("offset", .integer(location.range.start)),
      ("length", .integer(location.range.end - location.range.start)),
    ]
  }
}
