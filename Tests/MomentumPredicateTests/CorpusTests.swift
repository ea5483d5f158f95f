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
    var isValid: Bool
  }

  private func rows() throws -> [Row] {
    let corpus = try #require(RepositoryFiles.corpus)
    let table = try String(
      contentsOf: corpus.appendingPathComponent("predicates/corpus.tsv"), encoding: .utf8)
    let lines = table.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    let header = try #require(lines.first).map(String.init)
    let text = try #require(header.firstIndex(of: "format"))
    let valid = try #require(header.firstIndex(of: "validity"))
    return lines.dropFirst().filter { $0.count > max(text, valid) }.map {
      Row(
        text: String($0[text]).replacing("␊", with: "\n").replacing("␉", with: "\t"),
        isValid: $0[valid] == "valid")
    }
  }

  /// A valid string parses, or is told to be outside this version; it is never called wrong.
  @Test func validStringsAreNeverCalledWrong() throws {
    let wrong = try rows().filter(\.isValid).filter { row in
      var diagnostics = Diagnostics()
      _ = PredicateParser.parse(SourceFile(path: "p", text: row.text), &diagnostics)
      return diagnostics.all.contains { $0.severity == .error && $0.id != "predicate.not-compiled" }
    }
    #expect(
      try Double(wrong.count) <= 0.02 * Double(rows().count), "\(wrong.prefix(40).map(\.text))")
  }
}
