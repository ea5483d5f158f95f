import Foundation
import MomentumCodegen
import MomentumDiagnostics
import MomentumTestSupport
import Testing

@testable import MomentumGeneration

/// `momentum.json`.
@Suite struct GenerationConfigurationTests {
  private static let whole = """
    {
      "$schema": "momentum.schema.json",
      "targets": ["swift", "core-data"],
      "name": "Tea",
      "modelVersion": "BubbleTea 2",
      "folders": { "core-data": "Objects", "swift": "." },
      "access": "internal",
      "final": true,
      "imports": ["Kit"],
      "models": {
        "Legacy": { "generate": false },
        "Other": { "targets": ["swift"], "access": "package", "final": false }
      }
    }
    """

  private func read(_ text: String) -> (GenerationConfiguration?, [String]) {
    var diagnostics = Diagnostics()
    let result = GenerationConfiguration.read(
      SourceFile(path: "momentum.json", text: text), &diagnostics)
    return (
      result,
      diagnostics.all.map { TextRenderer().render($0).split(separator: "\n")[0].description }
    )
  }

  @Test func everySettingIsRead() throws {
    let (read, problems) = read(Self.whole)
    #expect(problems == [])
    let configuration = try #require(read)
    let all = configuration.settings(for: "BubbleTea")
    #expect(all.targets == [.coreData, .swift])
    #expect(all.name == "Tea" && all.modelVersion == "BubbleTea 2" && all.isEnabled == nil)
    #expect(all.folder(of: .coreData) == "Objects" && all.folder(of: .swift) == "")
    let options = all.codegenOptions(modelName: "BubbleTea", access: .public)
    #expect(options.modelName == "Tea" && options.access == .internal && options.isFinal)
    #expect(options.imports == ["Kit"])
    #expect(configuration.settings(for: "Legacy").isEnabled == false)
    let other = configuration.settings(for: "Other")
    #expect(other.targets == [.swift] && other.name == "Tea")
    let otherOptions = other.codegenOptions(modelName: "Other", access: .public)
    #expect(otherOptions.access == .package && !otherOptions.isFinal)
  }

  @Test(arguments: [
    ("{ 1️⃣\"acces\": \"public\" }", "no setting 'acces'", "did you mean 'access'?"),
    ("{ \"access\": 1️⃣\"open\" }", "'access' has to be one of \"public\"", "[config.bad-value]"),
    ("{ \"targets\": 1️⃣\"swift\" }", "'targets' has to be a list", "[config.bad-value]"),
    ("{ \"targets\": 1️⃣[] }", "'targets' has to be a list", "[config.bad-value]"),
    ("{ \"targets\": [\"swift\", 1️⃣\"kotlin\"] }", "a target has to be one of", "\"core-data\""),
    ("{ \"final\": 1️⃣1 }", "'final' has to be true or false", "[config.bad-value]"),
    ("{ \"imports\": 1️⃣[\"a b\"] }", "'imports' has to be a list", "[config.bad-value]"),
    ("{ \"name\": 1️⃣\"\" }", "'name' has to be a text that is not empty", "[config.bad-value]"),
    ("{ \"generate\": 1️⃣0 }", "'generate' has to be true or false", "[config.bad-value]"),
    ("{ \"folders\": { \"swift\": 1️⃣\"../x\" } }", "without '..'", "[config.bad-value]"),
    ("{ \"folders\": { 1️⃣\"swif\": \"x\" } }", "no setting 'swif'", "did you mean 'swift'?"),
    (
      "{ \"models\": { \"A\": { 1️⃣\"models\": {} } } }", "no setting 'models'",
      "[config.unknown-key]"
    ),
    ("{ \"models\": { \"A\": 1️⃣[] } }", "''A'' has to be an object", "[config.bad-value]"),
    ("1️⃣[]", "the configuration has to be an object", "[config.bad-value]"),
    ("{ \"access\": \"public\", 1️⃣\"access\": \"internal\" }", "'access'", "[json.repeated-name]"),
    ("{ \"access\": \"public\" 1️⃣", "expected ',' or '}'", "[json.syntax]"),
  ])
  func whatIsWrongIsNamedAtItsPlace(marked: String, text: String, rest: String) throws {
    let source = MarkedText(marked)
    let (result, problems) = read(source.text)
    #expect(result == nil)
    let problem = try #require(problems.first)
    let place = try #require(source.offsets[1]) + 1
    #expect(problem.hasPrefix("momentum.json:1:\(place): error: "), "\(problem)")
    let words = text.replacingOccurrences(of: "''A''", with: "'A'")
    #expect(problem.contains(words) && problem.contains(rest), "\(problem)")
  }

  @Test func anyCutOfTheFileIsAnsweredInOrder() {
    let bytes = Array(Self.whole.utf8)
    for count in bytes.indices {
      var diagnostics = Diagnostics()
      let file = SourceFile(path: "momentum.json", utf8: Array(bytes[..<count]))
      #expect(GenerationConfiguration.read(file, &diagnostics) == nil, "\(count)")
      #expect(diagnostics.all.count >= 1)
    }
  }

  @Test func equalSettingsHaveEqualFingerprints() throws {
    let one = try #require(read(Self.whole).0)
    let two = try #require(read(Self.whole.replacingOccurrences(of: " ", with: "")).0)
    #expect(one.settings(for: "x").fingerprint == one.settings(for: "y").fingerprint)
    #expect(one.settings(for: "x").fingerprint != one.settings(for: "Other").fingerprint)
    #expect(one.settings(for: "Other").folder(of: .coreData) == "Objects")
    #expect(two.settings(for: "Other").folder(of: .coreData) == "Objects")
  }

  // MARK: - The schema

  @Test func theSchemaTakesWhatTheReaderTakes() throws {
    let schema = try JSONSchema(at: "Tests/Schemas/momentum.json")
    expectText(try schema.problems(in: Self.whole).joined(separator: "\n"), "")
    for wrong in [
      "{ \"acces\": \"public\" }", "{ \"access\": \"open\" }", "{ \"targets\": [] }",
      "{ \"targets\": [\"kotlin\"] }", "{ \"final\": 1 }", "{ \"imports\": \"x\" }",
      "{ \"name\": \"\" }", "{ \"models\": { \"A\": { \"models\": {} } } }", "[]",
      "{ \"folders\": { \"swift\": \"../x\" } }", "{ \"folders\": { \"swif\": \"x\" } }",
    ] {
      #expect(try !schema.problems(in: wrong).isEmpty, "\(wrong)")
      #expect(read(wrong).0 == nil, "\(wrong)")
    }
  }

  /// The schema has each option of the table with the values it takes.
  @Test func theSchemaIsTheTable() throws {
    let text = try RepositoryFiles.text("Tests/Schemas/momentum.json")
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let definitions = try #require(root?["definitions"] as? [String: [String: Any]])
    let inner = try #require(definitions["settings"]?["properties"] as? [String: [String: Any]])
    let outer = try #require(root?["properties"] as? [String: [String: Any]])
    #expect(Set(inner.keys) == Set(GenerationConfiguration.keys))
    #expect(Set(outer.keys) == Set(GenerationConfiguration.keys + ["$schema", "models"]))
    for option in CodegenOption.all {
      let rule = try #require(definitions[option.key])
      switch option.values {
      case .choice(let words): #expect(rule["enum"] as? [String] == words, "\(option.key)")
      case .flag: #expect(rule["type"] as? String == "boolean", "\(option.key)")
      case .text: #expect(rule["type"] as? String == "string", "\(option.key)")
      case .list: #expect(rule["type"] as? String == "array", "\(option.key)")
      }
      for place in [inner, outer] {
        #expect(place[option.key]?["$ref"] as? String == "#/definitions/\(option.key)")
      }
    }
  }
}
