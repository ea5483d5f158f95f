import Foundation
import MomentumDiagnostics
import MomentumTestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// JUnit and GitLab's code quality, and what services need of SARIF and annotations.
@Suite struct ServiceReportTests {
  private struct Message: DiagnosticMessage {
    var id = "model.test"
    var severity = Severity.error
    var text = "t"
  }

  private static let hostile = [
    "a<b>&\"c'", "]]>", "-->", "</testcase>", "\u{1B}[31mred", "\u{0}", "\u{9B}m", "a\nb\tc\rd",
    "\u{FFFE}\u{FFFF}", "\u{202E}x", "::error::x", "%0A", "👩‍👩‍👧‍👦", "",
    String(repeating: "long", count: 2_500),
  ]

  /// Three findings in two files and one without a place.
  private static func findings(_ name: String = "Book", shift: String = "") -> [Diagnostic] {
    let file = SourceFile(path: "./App/\(name)/contents", text: shift + "one\ntwo\n")
    let place = SourceLocation(file, SourceRange(shift.utf8.count + 4, shift.utf8.count + 7))
    let other = SourceFile(path: "B", text: "x")
    return [
      Diagnostic(
        Message(text: "'\(name)' is wrong"), at: place,
        notes: [.init("see \(name)", at: place)], fixIts: [.init("do", replace: place, with: name)]),
      Diagnostic(Message(severity: .note, text: "n"), at: place),
      Diagnostic(Message(text: "'\(name)' is wrong"), at: place),
      Diagnostic(
        Message(severity: .warning, text: "w"), at: SourceLocation(other, SourceRange(0, 1))),
      Diagnostic(Message(severity: .warning, text: "nowhere")),
    ]
  }

  // MARK: - JUnit

  @Test func everyFileIsASuite() {
    let findings = Array(Self.findings().suffix(3))
    expectText(
      JUnitRenderer(checked: ["./App", "B", "C"]).render(findings),
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="momentum" tests="4" failures="1" errors="0">
        <testsuite name="./App/Book/contents" tests="1" failures="1" errors="0" skipped="0">
          <testcase name="model.test at 2:1" classname="./App/Book/contents" file="./App/Book/contents" line="2">
            <failure message="'Book' is wrong" type="error">./App/Book/contents:2:1: error: 'Book' is wrong [model.test]
       2 | two
         | ^~~</failure>
          </testcase>
        </testsuite>
        <testsuite name="B" tests="1" failures="0" errors="0" skipped="0">
          <testcase name="model.test at 1:1" classname="B" file="B" line="1">
            <system-out>B:1:1: warning: w [model.test]
       1 | x
         | ^</system-out>
          </testcase>
        </testsuite>
        <testsuite name="momentum" tests="1" failures="0" errors="0" skipped="0">
          <testcase name="model.test" classname="momentum">
            <system-out>warning: nowhere [model.test]</system-out>
          </testcase>
        </testsuite>
        <testsuite name="C" tests="1" failures="0" errors="0" skipped="0">
          <testcase name="no findings" classname="C"/>
        </testsuite>
      </testsuites>

      """)
  }

  @Test func theThresholdSaysWhatFails() throws {
    for (threshold, count) in [(Severity.error, 2), (.warning, 4), (.note, 5)] {
      let counted = try JUnitCounts.read(
        JUnitRenderer(failsFrom: threshold).render(Self.findings()))
      #expect(counted.failures == count)
    }
    let never = try JUnitCounts.read(JUnitRenderer(failsFrom: nil).render(Self.findings()))
    #expect(never.failures == 0)
  }

  @Test(arguments: hostile.indices) func junitIsWellFormed(_ index: Int) throws {
    let name = Self.hostile[index]
    let text = JUnitRenderer(checked: [name]).render(Self.findings(name))
    let counted = try JUnitCounts.read(text)
    #expect(counted.isConsistent)
    #expect(counted.failures == 2)
  }

  @Test func nothingCheckedIsAValidReport() throws {
    #expect(try JUnitCounts.read(JUnitRenderer().render([])).isConsistent)
  }

  // MARK: - GitLab

  @Test(arguments: hostile.indices) func codeQualityIsValid(_ index: Int) throws {
    let schema = try JSONSchema(at: "Tests/Schemas/gitlab-code-quality.json")
    for findings in [Self.findings(Self.hostile[index]), []] {
      #expect(try schema.problems(in: GitLabRenderer().render(findings)) == [])
    }
  }

  @Test func theSchemaCanRefuse() throws {
    let schema = try JSONSchema(at: "Tests/Schemas/gitlab-code-quality.json")
    let valid = GitLabRenderer().render(Self.findings())
    for (part, wrong) in [
      ("\"critical\"", "\"error\""), ("\"begin\": 2", "\"begin\": 0"),
      ("\"path\": \"App", "\"path\": \"./App"), ("\"fingerprint\"", "\"id\""),
    ] {
      let broken = valid.replacingOccurrences(of: part, with: wrong)
      #expect(broken != valid, "\(part)")
      #expect(try !schema.problems(in: broken).isEmpty, "\(wrong)")
    }
  }

  @Test func fingerprintsSurviveMovedLinesAndDiffer() throws {
    func fingerprints(_ findings: [Diagnostic]) throws -> [String] {
      let text = GitLabRenderer().render(findings)
      let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
      return (list ?? []).compactMap { $0["fingerprint"] as? String }
    }
    let here = try fingerprints(Self.findings())
    #expect(Set(here).count == 5)
    #expect(try fingerprints(Self.findings(shift: "zero\n\n")) == here)
    #expect(try Set(fingerprints(Self.findings("Film"))).isDisjoint(with: Set(here.prefix(3))))
    var reworded = Self.findings()
    reworded[0].text = "there is something wrong with 'Book'"
    #expect(try fingerprints(reworded) == here)
    // The same from run to run and from machine to machine.
    #expect(here[0] == "4be68c5570911aab1a279de8dde43003")
    let log = SARIFRenderer(version: "0.1.0", rules: []).render(Self.findings())
    for fingerprint in here { #expect(log.contains("\"momentumFinding/v1\": \"\(fingerprint)\"")) }
  }

  // MARK: - SARIF and annotations

  @Test func aNotesPlaceStandsInForAFindingsPlace() throws {
    let file = SourceFile(path: "a", text: "x")
    let finding = Diagnostic(
      Message(),
      notes: [.init("no place"), .init("n", at: SourceLocation(file, SourceRange(0, 1)))])
    let log = SARIFRenderer(version: "0.1.0", rules: []).render([finding])
    #expect(try JSONSchema(at: "Tests/Schemas/sarif-2.1.0.json").problems(in: log) == [])
    #expect(log.contains("\"locations\": ["))
    #expect(GitLabRenderer().render([finding]).contains("\"path\": \"a\""))
  }

  @Test func sarifTakesAnyName() throws {
    let schema = try JSONSchema(at: "Tests/Schemas/sarif-2.1.0.json")
    for name in Self.hostile {
      let log = SARIFRenderer(
        version: "0.1.0",
        rules: [.init(id: "model.test", summary: name + ".", help: name + ".", severity: .note)]
      ).render(Self.findings(name))
      #expect(try schema.problems(in: log) == [])
    }
  }

  @Test func anAnnotationIsOneLineWhateverTheName() {
    for name in Self.hostile {
      let text = GitHubRenderer().render(Self.findings(name))
      #expect(text.split(separator: "\n").count == 5)
      #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("::") })
      #expect(
        !text.unicodeScalars.contains {
          $0.value < 32 && $0 != "\n" && $0 != "\t" || $0 == "\u{9B}"
        })
    }
  }

  @Test func aLongAnnotationIsCut() {
    let text = String(repeating: "e\u{301}👩", count: 30_000)
    let line = GitHubRenderer().render([Diagnostic(Message(text: text))])
    #expect(line.utf8.count < 65_536)
  }
}

/// What a JUnit report says of its tests, and what stands in it.
private final class JUnitCounts: NSObject, XMLParserDelegate {
  private(set) var failures = 0
  private var tests = 0
  private var said: [[String: String]] = []

  /// Whether the sums of the whole are those of the suites, and those what stands there.
  var isConsistent: Bool {
    func sum(_ key: String, _ parts: some Sequence<[String: String]>) -> Int {
      parts.reduce(0) { $0 + (Int($1[key] ?? "") ?? -1_000) }
    }
    return sum("tests", said.prefix(1)) == tests && sum("tests", said.dropFirst()) == tests
      && sum("failures", said.prefix(1)) == failures
      && sum("failures", said.dropFirst()) == failures
  }

  static func read(_ text: String) throws -> JUnitCounts {
    let counts = JUnitCounts()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = counts
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return counts
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    switch name {
    case "testsuites", "testsuite": said.append(attributes)
    case "testcase": tests += 1
    case "failure": failures += 1
    case _: break
    }
  }
}
