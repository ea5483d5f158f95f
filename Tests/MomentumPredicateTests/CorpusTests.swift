import Foundation
import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Real predicate strings, where the corpus is there.
@Suite(.enabled(if: RepositoryFiles.corpus != nil, "no corpus beside this clone"))
struct CorpusTests {
  private struct Row {
    var text: String
    var validity: String
    var isExpression: Bool
    var expectedError: String

    /// The format is right, and only its arguments are too few; the parser sees no arguments.
    var lacksArguments: Bool { expectedError.contains("Insufficient arguments") }
  }

  private func table(_ path: String) throws -> [[String: String]] {
    let corpus = try #require(RepositoryFiles.corpus)
    let table = try String(contentsOf: corpus.appendingPathComponent(path), encoding: .utf8)
    let lines = table.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(lines.first)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  private func rows() throws -> [Row] {
    try table("predicates/corpus.tsv").map { row in
      Row(
        text: row["format", default: ""].replacing("␊", with: "\n").replacing("␉", with: "\t"),
        validity: row["validity", default: ""], isExpression: row["context"] == "expression",
        expectedError: row["expected_error", default: ""])
    }
  }

  /// The canonical text, `nil` where the text is refused.
  private func canonical(_ text: String, isExpression: Bool) -> String? {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: text)
    return isExpression
      ? PredicateParser.parseExpression(source, &diagnostics).map { PredicatePrinter.print($0) }
      : PredicateParser.parse(source, &diagnostics).map { PredicatePrinter.print($0) }
  }

  @Test func validStringsParseAndPrintToThemselves() throws {
    let valid = try rows().filter {
      $0.validity.hasPrefix("valid") && $0.validity != "valid-with-extension"
        || $0.validity == "likely-valid"
    }
    #expect(valid.count > 1_000)
    for row in valid {
      let printed = canonical(row.text, isExpression: row.isExpression)
      #expect(printed != nil, "\(row.text)")
      guard let printed else { continue }
      #expect(canonical(printed, isExpression: row.isExpression) == printed, "\(row.text)")
    }
  }

  @Test func invalidStringsAreRefused() throws {
    let invalid = try rows().filter { $0.validity == "invalid" && !$0.lacksArguments }
    #expect(invalid.count > 50)
    for row in invalid {
      #expect(canonical(row.text, isExpression: row.isExpression) == nil, "\(row.text)")
    }
  }

  @Test func canonicalTextIsFoundations() throws {
    for row in try table("predicates/golden_print.tsv") {
      expectText(
        canonical(row["format", default: ""], isExpression: false) ?? "refused",
        row["predicateFormat", default: ""])
    }
  }

  @Test func damagedStringsAreSurvived() throws {
    for row in try rows().filter({ $0.text.utf8.count < 60 }).enumerated()
    where row.offset.isMultiple(of: 5) {
      expectSurvival(of: row.element.text)
    }
  }
}
