import MomentumDiagnostics
import MomentumTestSupport
import Testing

@Suite struct AcknowledgementTests {
  private static let whole = """
    {
      "$schema": "check-configuration.json",
      "diagnostics": { "model.optional-scalar": "allow" },
      "cloudKit": true, "failOn": "warning", "released": ["v*", "release/*"],
      "stagedMigration": true,
      "acknowledged": [
        { "rule": "migration.attribute-removed", "place": "Venue.rating", "bundle": "M",
          "from": { "version": "M", "checksum": "a" },
          "to": { "version": "M 2", "checksum": "b" }, "reason": "the server has it" },
        { "rule": "versions.deleted", "from": { "version": "M", "checksum": "a" }, "reason": "x" }
      ]
    }
    """

  private func read(_ text: String) -> (CheckConfiguration?, [String]) {
    var diagnostics = Diagnostics()
    let result = CheckConfiguration.read(
      SourceFile(path: ".momentum.json", text: text),
      knowledge: { $0.contains("unknown") ? .unknown(near: "model.known") : .known }, &diagnostics)
    return (result, diagnostics.all.map { "\($0.text) [\($0.id)]" })
  }

  @Test func aConfigurationSaysWhatIsAccepted() throws {
    let (configuration, findings) = read(Self.whole)
    #expect(findings.isEmpty)
    let read = try #require(configuration)
    #expect(read.released == ["v*", "release/*"])
    #expect(read.stagedMigration == true)
    #expect(read.acknowledgements.count == 2)
    let first = try #require(read.acknowledgements.first)
    #expect(first.rule == "migration.attribute-removed" && first.place == "Venue.rating")
    #expect(first.from == Acknowledgement.Version(name: "M", checksum: "a"))
    #expect(first.to == Acknowledgement.Version(name: "M 2", checksum: "b"))
    #expect(read.acknowledgements[1].to == nil)
    #expect(first.location?.file.lineColumn(at: first.location?.range.start ?? 0).line == 7)
  }

  @Test func wrongOnesAreRefusedWithWords() throws {
    let from = #""from": { "version": "M", "checksum": "a" }"#
    for (text, expected) in [
      (#"{"acknowledged": {}}"#, "'acknowledged' has to be a list [config.bad-value]"),
      (#"{"acknowledged": [1]}"#, "an acknowledgement has to be an object [config.bad-value]"),
      (
        "{\"acknowledged\": [{\(from), \"reason\": \"x\"}]}",
        "an acknowledgement has to be an object with 'rule' [config.bad-value]"
      ),
      (
        "{\"acknowledged\": [{\(from), \"rule\": \"a\"}]}",
        "an acknowledgement has to be an object with 'reason' [config.bad-value]"
      ),
      (
        #"{"acknowledged": [{"rule": "a", "reason": "x"}]}"#,
        "an acknowledgement has to be an object with 'from' or 'to', or both [config.bad-value]"
      ),
      (
        "{\"acknowledged\": [{\(from), \"rule\": \"unknown\", \"reason\": \"x\"}]}",
        "no diagnostic has the id 'unknown'; did you mean 'model.known'? [config.unknown-id]"
      ),
      (
        "{\"acknowledged\": [{\(from), \"rule\": \"a\", \"reason\": \"\"}]}",
        "'reason' has to be a text that is not empty [config.bad-value]"
      ),
      (
        "{\"acknowledged\": [{\(from), \"rule\": \"a\", \"reason\": \"x\", \"palce\": \"y\"}]}",
        "no setting 'palce'; valid are 'rule', 'place', 'bundle', 'from', 'to', 'reason'; did you mean 'place'? [config.unknown-key]"
      ),
      (
        #"{"released": "v*"}"#,
        "'released' has to be a list of patterns such as \"v*\" [config.bad-value]"
      ),
      (
        #"{"stagedMigration": 1}"#, "'stagedMigration' has to be true or false [config.bad-value]"
      ),
    ] {
      let (configuration, findings) = read(text)
      #expect(configuration == nil, "\(text)")
      #expect(findings.first == expected, "\(text)")
    }
    let (none, findings) = read(
      #"{"acknowledged": [{"rule": "a", "reason": "x", "to": {"version": "M"}}]}"#)
    #expect(none == nil && findings.first?.contains("'version' and 'checksum'") == true)
  }

  @Test func theSchemaTakesWhatTheReaderTakes() throws {
    let schema = try JSONSchema(at: "Tests/Schemas/check-configuration.json")
    expectText(try schema.problems(in: Self.whole).joined(separator: "\n"), "")
    for wrong in [
      "[]", #"{"failOn": "note"}"#, #"{"diagnostics": {"a": "loud"}}"#, #"{"released": [""]}"#,
      #"{"acknowledge": []}"#, #"{"acknowledged": [{"rule": "a"}]}"#, #"{"cloudKit": 1}"#,
      #"{"acknowledged": [{"rule": "a", "reason": "b", "to": {"version": "M"}}]}"#,
    ] {
      #expect(try !schema.problems(in: wrong).isEmpty, "\(wrong)")
      #expect(read(wrong).0 == nil, "\(wrong)")
    }
  }

  // MARK: - Writing

  private static let added = Acknowledgement(
    rule: "a.b", from: Acknowledgement.Version(name: "M", checksum: "x"), to: nil, reason: "r")

  private func adding(_ text: String?) -> String? {
    Acknowledgement.adding(
      [Self.added], to: text.map { SourceFile(path: ".momentum.json", text: $0) })
  }

  @Test func whatTheFileHasStaysAsItIs() throws {
    expectText(
      adding("{\n    \"failOn\" : \"error\" ,\n    \"acknowledged\": []\n}\n") ?? "nothing",
      """
      {
          "failOn" : "error" ,
          "acknowledged": [
            {
              "rule": "a.b",
              "from": {
                "version": "M",
                "checksum": "x"
              },
              "reason": "r"
            }
          ]
      }

      """)
    let first = try #require(adding("{ \"failOn\": \"error\" }"))
    #expect(first.hasPrefix("{ \"failOn\": \"error\",\n  \"acknowledged\": ["))
    let second = try #require(adding(first))
    #expect(second.hasPrefix(first.prefix(first.count - 10)))
    for text in [nil, "", " \n", "{}", "{ }", first, second, Self.whole] as [String?] {
      let result = try #require(adding(text))
      let before = text.flatMap { read($0).0 } ?? CheckConfiguration()
      let after = try #require(read(result).0, "\(result)")
      #expect(after.acknowledgements.count == before.acknowledgements.count + 1)
      #expect(after.failOn == before.failOn && after.levels == before.levels)
      #expect(after.acknowledgements.last?.rule == "a.b")
    }
    #expect(try #require(adding("{\r\n  \"failOn\": \"error\"\r\n}")).contains(",\r\n  \"ack"))
    for text in ["[]", "{", "{\"acknowledged\": 1}", "{\"a\": 1, \"a\": 2}"] {
      #expect(adding(text) == nil, "\(text)")
    }
  }
}
