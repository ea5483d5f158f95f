/// Prints diagnostics as a SARIF 2.1.0 log, for code scanning and editors.
///
/// Documented: OASIS, *Static Analysis Results Interchange Format (SARIF) Version 2.1.0*.
package struct SARIFRenderer: Sendable {
  /// The description of a kind of finding in the log.
  package struct Rule: Sendable, Hashable {
    package var id: String
    /// The description of the rule in one sentence.
    package var summary: String
    /// The reason why the finding matters, and the repair.
    package var help: String
    package var severity: Severity

    package init(id: String, summary: String, help: String, severity: Severity) {
      self.id = id
      self.summary = summary
      self.help = help
      self.severity = severity
    }
  }

  private let version: String
  private let rules: [Rule]

  /// - Parameters:
  ///   - version: The tool's version.
  ///   - rules: The rules; those without a finding are left out of the log.
  package init(version: String, rules: [Rule]) {
    self.version = version
    self.rules = rules
  }

  /// The log with a line end.
  ///
  /// Findings that a baseline hides are left out, and counted in the run's property bag. The
  /// standard's `suppressions` would keep them in the log, but GitHub's code scanning ignores these
  /// and opens an alert for each finding (observed: github/codeql-action issue 1230). The
  /// standard's `baselineState` compares with a former log, which does not exist here.
  ///
  /// - Parameter baseline: The effect of a baseline; `nil` without one.
  package func render(_ diagnostics: [Diagnostic], baseline: BaselineCounts? = nil) -> String {
    let idsInLog = Set(diagnostics.map(\.id))
    let rulesInLog = rules.filter { idsInLog.contains($0.id) }.sorted { $0.id < $1.id }
    let indexes = Dictionary(rulesInLog.enumerated().map { ($1.id, $0) }) { first, _ in first }
    return JSONText.object([
      (
        "$schema",
        .string(
          "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
        )
      ),
      ("version", .string("2.1.0")),
      (
        "runs",
        .array([
          .object(
            [
              (
                "tool",
                .object([
                  (
                    "driver",
                    .object([
                      ("name", .string("Momentum")), ("semanticVersion", .string(version)),
                      ("rules", .array(rulesInLog.map(rule))),
                    ])
                  )
                ])
              ),
              ("columnKind", .string("unicodeCodePoints")),
              (
                "results",
                .array(
                  zip(diagnostics, Fingerprint.all(of: diagnostics)).map {
                    result($0, indexes[$0.id], fingerprint: $1)
                  })
              ),
            ] + (baseline.map { [("properties", .object([("baseline", $0.json)]))] } ?? []))
        ])
      ),
    ]).pretty
  }

  private func rule(_ rule: Rule) -> JSONText {
    .object([
      ("id", .string(rule.id)), ("shortDescription", message(rule.summary)),
      ("help", message(rule.help)),
      ("defaultConfiguration", .object([("level", .string(level(rule.severity)))])),
    ])
  }

  private func result(
    _ diagnostic: Diagnostic, _ ruleIndex: Int?, fingerprint: String
  ) -> JSONText {
    var members: [(key: String, value: JSONText)] = [("ruleId", .string(diagnostic.id))]
    if let ruleIndex { members.append(("ruleIndex", .integer(ruleIndex))) }
    members.append(("level", .string(level(diagnostic.severity))))
    members.append(("message", message(diagnostic.text)))
    // Code scanning refuses a log in which a result has no place at all (observed: "expected at
    // least one location"), so a finding without a place gets that of a note.
    if let location = diagnostic.anyLocation {
      members.append(("locations", .array([self.location(location)])))
    }
    members.append(
      ("partialFingerprints", .object([("momentumFinding/v1", .string(fingerprint))])))
    let related = diagnostic.notes.enumerated().map { index, note in
      var members: [(key: String, value: JSONText)] = [("id", .integer(index))]
      if let location = note.location {
        members.append(("physicalLocation", physical(location)))
      }
      return JSONText.object(members + [("message", message(note.text))])
    }
    if !related.isEmpty { members.append(("relatedLocations", .array(related))) }
    if !diagnostic.fixIts.isEmpty {
      members.append(("fixes", .array(diagnostic.fixIts.map(fix))))
    }
    return .object(members)
  }

  private func fix(_ fixIt: Diagnostic.FixIt) -> JSONText {
    .object([
      ("description", message(fixIt.text)),
      (
        "artifactChanges",
        .array([
          .object([
            ("artifactLocation", artifact(fixIt.location.file)),
            (
              "replacements",
              .array([
                .object([
                  ("deletedRegion", region(fixIt.location)),
                  ("insertedContent", .object([("text", .string(fixIt.replacement))])),
                ])
              ])
            ),
          ])
        ])
      ),
    ])
  }

  private func message(_ text: String) -> JSONText { .object([("text", .string(text))]) }

  /// The SARIF level of a severity. SARIF has no level for style, so `info` becomes a note.
  private func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note, .info: "note"
    }
  }

  // MARK: - Places

  private func location(_ location: SourceLocation) -> JSONText {
    .object([("physicalLocation", physical(location))])
  }

  private func physical(_ location: SourceLocation) -> JSONText {
    .object([("artifactLocation", artifact(location.file)), ("region", region(location))])
  }

  /// An absolute path becomes a file URI; other paths are relative to the folder in which the tool
  /// ran.
  private func artifact(_ file: SourceFile) -> JSONText {
    let allowed = Set("/-._~!$&'()*+,;=@".utf8)
    var uri = ""
    for byte in file.path.utf8 {
      let isAlphanumeric =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
      if isAlphanumeric || allowed.contains(byte) {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        uri += "%" + [byte].hexadecimal.uppercased()
      }
    }
    return .object([("uri", .string(file.path.hasPrefix("/") ? "file://\(uri)" : uri))])
  }

  private func region(_ location: SourceLocation) -> JSONText {
    let start = place(location.range.start, in: location.file)
    let end = place(location.range.end, in: location.file)
    return .object([
      ("startLine", .integer(start.line)), ("startColumn", .integer(start.column)),
      ("endLine", .integer(end.line)), ("endColumn", .integer(end.column)),
      ("byteOffset", .integer(location.range.start)),
      ("byteLength", .integer(location.range.end - location.range.start)),
    ])
  }

  /// The place of an offset as SARIF counts: the line, and the column in Unicode code points.
  private func place(_ offset: Int, in file: SourceFile) -> LineColumn {
    let line = file.lineColumn(at: offset).line
    let start = file.lineRange(at: offset).start
    let count = file.text(in: SourceRange(start, offset)).unicodeScalars.count
    return LineColumn(line: line, column: count + 1)
  }
}
