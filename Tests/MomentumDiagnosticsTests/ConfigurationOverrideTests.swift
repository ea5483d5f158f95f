import MomentumDiagnostics
import MomentumTestSupport
import Testing

/// Severities for some bundles and versions alone.
@Suite struct ConfigurationOverrideTests {
  private struct Finding: DiagnosticMessage {
    var id: String
    var severity: Severity { .warning }
    var text: String { "text" }
  }

  private func read(_ text: String) -> (CheckConfiguration?, [String]) {
    var diagnostics = Diagnostics()
    let result = CheckConfiguration.read(
      SourceFile(path: ".momentum.json", text: text),
      knowledge: { $0.contains("unknown") ? .unknown(near: "model.known") : .known }, &diagnostics)
    return (result, shown(diagnostics))
  }

  private func shown(_ diagnostics: Diagnostics) -> [String] {
    diagnostics.all.map { finding in
      let place = finding.location.map { $0.file.lineColumn(at: $0.range.start) }
      return "\(place?.line ?? 0):\(place?.column ?? 0): \(finding.text) [\(finding.id)]"
    }
  }

  private func severity(
    of id: String, in path: String?, _ configuration: CheckConfiguration
  ) -> Severity? {
    var found = Diagnostics()
    let place = path.map { SourceLocation(SourceFile(path: $0, utf8: []), SourceRange(0, 0)) }
    found.report(Finding(id: id), at: place)
    return configuration.apply(to: found).all.first?.severity
  }

  private let old = "App/Shop.xcdatamodeld/Shop 1.xcdatamodel/contents"
  private let new = "App/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents"

  @Test func anOverrideIsForItsBundleAndVersion() throws {
    let text = """
      {
        "diagnostics": { "model.a": "error" },
        "overrides": [
          { "bundle": "Sh*", "version": "* 1", "diagnostics": { "model.*": "allow" }, "reason": "old" },
          { "version": "Shop 2", "diagnostics": { "model.a": "note" } },
          { "bundle": "Kit", "diagnostics": { "model.a": "allow" } }
        ]
      }
      """
    let (configuration, findings) = read(text)
    #expect(findings.isEmpty)
    let schema = try JSONSchema(at: "Tests/Schemas/check-configuration.json")
    expectText(try schema.problems(in: text).joined(separator: "\n"), "")
    let read = try #require(configuration)
    #expect(severity(of: "model.a", in: old, read) == nil)
    #expect(severity(of: "model.b", in: old, read) == nil)
    #expect(severity(of: "request.b", in: old, read) == .warning)
    #expect(severity(of: "model.a", in: new, read) == .note)
    #expect(severity(of: "model.b", in: new, read) == .warning)
    #expect(severity(of: "model.a", in: "Kit.xcdatamodel/contents", read) == nil)
    #expect(severity(of: "model.a", in: "Shop.xcdatamodeld/.xccurrentversion", read) == .error)
    #expect(severity(of: "model.a", in: nil, read) == .error)
    // What the command line says counts more than any file.
    let given = read.overridden(by: CheckConfiguration(levels: ["model.a": .warning]))
    for path in [old, new] { #expect(severity(of: "model.a", in: path, given) == .warning) }
    #expect(severity(of: "model.b", in: old, given) == nil)
  }

  @Test func ofTwoOverridesTheLaterOneCounts() throws {
    let (configuration, _) = read(
      #"{"overrides": [{"bundle": "*", "diagnostics": {"model.a": "error"}}, {"bundle": "*", "diagnostics": {"model.*": "note"}}]}"#
    )
    #expect(severity(of: "model.a", in: old, try #require(configuration)) == .note)
  }

  @Test func wrongOnesAreRefusedWithTheirPlace() {
    for (text, expected) in [
      (#"{"overrides": {}}"#, "1:15: 'overrides' has to be a list [config.bad-value]"),
      (#"{"overrides": [1]}"#, "1:16: an override has to be an object [config.bad-value]"),
      (
        #"{"overrides": [{"diagnostics": {}}]}"#,
        "1:16: an override has to be an object with 'bundle' or 'version', or both [config.bad-value]"
      ),
      (
        #"{"overrides": [{"bundle": "A"}]}"#,
        "1:16: an override has to be an object with 'diagnostics' [config.bad-value]"
      ),
      (
        #"{"overrides": [{"bundle": "A", "diagnostics": {"model.unknown": "allow"}}]}"#,
        "1:48: no diagnostic has the id 'model.unknown'; did you mean 'model.known'? [config.unknown-id]"
      ),
      (
        #"{"overrides": [{"bundle": "", "diagnostics": {}}]}"#,
        "1:27: 'bundle' has to be a text that is not empty [config.bad-value]"
      ),
      (
        #"{"overrides": [{"bundle": "A", "versoin": "B", "diagnostics": {}}]}"#,
        "1:32: no setting 'versoin'; valid are 'bundle', 'version', 'diagnostics', 'reason'; did you mean 'version'? [config.unknown-key]"
      ),
    ] {
      let (configuration, findings) = read(text)
      #expect(configuration == nil, "\(text)")
      #expect(findings.first == expected)
    }
  }

  @Test func aPatternThatMatchesNothingIsReported() throws {
    let (configuration, _) = read(
      """
      { "overrides": [
        { "bundle": "Shpo", "diagnostics": {} },
        { "bundle": "Shop", "version": "Shop 3", "diagnostics": {} },
        { "version": "Kit*", "diagnostics": {} },
        { "bundle": "S*", "version": "* 2", "diagnostics": {} } ] }
      """)
    var found = Diagnostics()
    configuration?.reviewOverrides(
      versions: ["Shop": ["Shop", "Shop 2"], "Other": ["Other"]], &found)
    expectText(
      shown(found).joined(separator: "\n"),
      """
      2:15: no bundle that this file is for matches 'Shpo'; did you mean 'Shop'? [config.no-match]
      3:34: no version of a bundle that this file is for matches 'Shop 3'; did you mean 'Shop 2'? [config.no-match]
      4:16: no version of a bundle that this file is for matches 'Kit*' [config.no-match]
      """)
  }
}
