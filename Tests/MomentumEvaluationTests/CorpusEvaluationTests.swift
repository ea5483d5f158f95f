import Foundation
import MomentumEvaluation
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Cases from test suites that run against Apple's Foundation, where the corpus is there.
@Suite(.enabled(if: RepositoryFiles.corpus != nil, "no corpus beside this clone"))
struct CorpusEvaluationTests {
  struct Case: Sendable {
    var format: String
    var arguments: String
    var object: String
    var bindings: String
    var expected: Bool
    var source: String
  }

  private static func cases() throws -> [Case] {
    let corpus = try #require(RepositoryFiles.corpus)
    let table = try String(
      contentsOf: corpus.appendingPathComponent("predicates/eval_cases.tsv"), encoding: .utf8)
    return table.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Case(
        format: cells[1].replacing("␊", with: "\n").replacing("␉", with: "\t"),
        arguments: cells[2], object: cells[3], bindings: cells[4], expected: cells[5] == "true",
        source: cells[6])
    }
  }

  @Test func everyCaseIsAsOnApple() throws {
    let cases = try Self.cases()
    #expect(cases.count >= 160)
    for row in cases {
      let arguments = try ObjectiveCValue.list(row.arguments)
      var bindings: [String: PredicateValue] = [:]
      if case .dictionary(let dictionary) = try ObjectiveCValue.read(row.bindings) {
        for case .string(let name) in dictionary.keys {
          bindings[name] = dictionary[.string(name)]
        }
      }
      // One case is of a store; its object is a row, described in words.
      let isStore = row.source.contains("SQLite")
      var evaluator = PredicateEvaluator(
        arguments: arguments, bindings: bindings,
        options: EvaluationOptions(nullSemantics: isStore ? .store : .foundation))
      let actual = try evaluator.evaluate(try parsed(row.format), on: try object(of: row, isStore))
      #expect(actual == row.expected, "\(row.format) on \(row.object)")
    }
  }

  private func object(of row: Case, _ isStore: Bool) throws -> PredicateValue {
    if isStore { return .dictionary(PredicateDictionary([(.string("author"), .null)])) }
    // A bare 0 as an object of Objective-C is no object.
    if row.object == "0", row.source.hasPrefix("apportable") { return .null }
    return try ObjectiveCValue.read(row.object)
  }
}
