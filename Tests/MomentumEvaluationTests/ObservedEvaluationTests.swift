import Foundation
import MomentumEvaluation
import MomentumPredicate
import MomentumTestSupport
import Testing

/// What Apple's Foundation was seen to answer: `Tests/Cases/Evaluation/observed.tsv`, and the cases of test
/// suites that run against Foundation where the corpus is there.
@Suite(.tags(.corpus)) struct ObservedEvaluationTests {
  struct Case: Sendable {
    var place: String
    var format: String
    var arguments: [PredicateValue]
    var bindings: [String: PredicateValue]
    var object: PredicateValue
    var semantics: NullSemantics
    var expected: Bool
  }

  private static func ownCases() throws -> [Case] {
    try EvaluationCases.rows.filter { $0.place.hasPrefix("observed.tsv:") }.map { row in
      let (arguments, bindings) = try EvaluationCases.given(row.arguments)
      return Case(
        place: row.place, format: row.format, arguments: arguments, bindings: bindings,
        object: try JSONValue.read(row.object), semantics: .foundation,
        expected: row.expected[.foundation] == "true")
    }
  }

  /// Empty where there is no corpus.
  private static func casesOfCorpus() throws -> [Case] {
    guard let corpus = RepositoryFiles.corpus else { return [] }
    let table = try String(
      contentsOf: corpus.appendingPathComponent("predicates/eval_cases.tsv"), encoding: .utf8)
    return try table.split(separator: "\n").enumerated().dropFirst().map { index, line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      var bindings: [String: PredicateValue] = [:]
      if case .dictionary(let dictionary) = try ObjectiveCValue.read(cells[4]) {
        for case .string(let name) in dictionary.keys {
          bindings[name] = dictionary[.string(name)]
        }
      }
      // One case is of a store; its object is a row, described in words.
      let isStore = cells[6].contains("SQLite")
      return Case(
        place: "eval_cases.tsv:\(index + 1)",
        format: cells[1].replacing("␊", with: "\n").replacing("␉", with: "\t"),
        arguments: try ObjectiveCValue.list(cells[2]), bindings: bindings,
        object: try object(cells[3], source: cells[6], isStore),
        semantics: isStore ? .store : .foundation, expected: cells[5] == "true")
    }
  }

  private static func object(
    _ text: String, source: String, _ isStore: Bool
  ) throws -> PredicateValue {
    if isStore { return .dictionary(PredicateDictionary([(.string("author"), .null)])) }
    // A bare 0 as an object of Objective-C is no object.
    if text == "0", source.hasPrefix("apportable") { return .null }
    return try ObjectiveCValue.read(text)
  }

  @Test func everyCaseIsAsOnApple() throws {
    let (own, ofCorpus) = (try Self.ownCases(), try Self.casesOfCorpus())
    #expect(own.count >= 150, "observed.tsv has \(own.count) rows")
    #expect(ofCorpus.count >= 160 || RepositoryFiles.corpus == nil)
    for row in own + ofCorpus {
      var evaluator = PredicateEvaluator(
        arguments: row.arguments, bindings: row.bindings,
        options: EvaluationOptions(nullSemantics: row.semantics))
      let actual = try evaluator.evaluate(try parsed(row.format), on: row.object)
      #expect(
        actual == row.expected,
        "\(row.place): \(row.format) is \(row.expected) on Apple, \(actual) here")
    }
  }
}
