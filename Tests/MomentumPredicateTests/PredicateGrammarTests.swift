import Foundation
import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Grammar/Predicate.ebnf and the parser are one language.
@Suite(.tags(.random)) struct PredicateGrammarTests {
  private static let seed: UInt64 = 20_010_324

  /// Read once for all tests.
  private static let grammar = Result {
    try GrammarSentences(
      RepositoryFiles.text("Grammar/Predicate.ebnf"), seed: seed, words: functionNames)
  }

  /// The names of functions, which the grammar leaves to the table.
  private static let functionNames: [String: [String]] = {
    let bareNames = { (counts: ClosedRange<Int>) in
      FunctionTable.all.filter { $0.argumentCounts == counts }.compactMap(\.bareName)
        .flatMap { [$0, $0.uppercased(), $0.capitalized] }
    }
    return [
      "a bare name with 0 arguments": bareNames(0...0),
      "a bare name with 1 argument": bareNames(1...1),
      "a bare name with 1 or more arguments": bareNames(1...FunctionTable.argumentsMax),
      "a bare name with 2 arguments": bareNames(2...2),
      "a selector with 2 arguments":
        FunctionTable.all.filter { $0.argumentCounts == 2...2 }.map(\.selector),
    ]
  }()

  private func predicate(_ text: String) -> (PredicateSyntax?, Diagnostics) {
    var diagnostics = Diagnostics()
    let syntax = PredicateParser.parse(SourceFile(path: "p", text: text), &diagnostics)
    return (syntax, diagnostics)
  }

  @Test func everySentenceParsesAndPrintsToItself() throws {
    var grammar = try Self.grammar.get()
    var refused = 0
    for number in 0..<20_000 {
      // The short form ends as soon as every production has had its turn.
      if number >= TestLength.choose(short: 5_000, long: 20_000), number.isMultiple(of: 500),
        grammar.unused == []
      {
        break
      }
      let text = grammar.sentence(of: "predicate", depth: 13 + number % 15)
      let (found, diagnostics) = predicate(text)
      guard let syntax = found else {
        // The one thing that the grammar cannot say: how large a number may be.
        let ids = diagnostics.all.filter { $0.severity == .error }.map(\.id)
        #expect(
          ids == ["predicate.number-too-large"],
          "seed \(Self.seed), sentence \(number): \(text)\n\(TextRenderer().render(diagnostics.all))"
        )
        refused += 1
        if ids != ["predicate.number-too-large"] { return }
        continue
      }
      let printed = PredicatePrinter.print(syntax)
      let again = predicate(printed).0
      expectEqual(
        again?.withoutRanges, syntax.withoutRanges,
        "seed \(Self.seed), sentence \(number): \(text)\nprinted as \(printed)")
      if again?.withoutRanges != syntax.withoutRanges { return }
    }
    #expect(refused < 1_000)
    #expect(grammar.productionCount > 250)
    #expect(grammar.unused == [])
  }

  @Test func everyExpressionParsesAndPrintsToItself() throws {
    var grammar = try Self.grammar.get().seeded(Self.seed + 1)
    for number in 0..<TestLength.choose(short: 1_000, long: 4_000) {
      let text = grammar.sentence(of: "expression", depth: 10 + number % 12)
      var diagnostics = Diagnostics()
      let source = SourceFile(path: "p", text: text)
      guard let syntax = PredicateParser.parseExpression(source, &diagnostics) else {
        #expect(diagnostics.all.contains { $0.id == "predicate.number-too-large" }, "\(text)")
        continue
      }
      let printed = SourceFile(path: "p", text: PredicatePrinter.print(syntax))
      let again = PredicateParser.parseExpression(printed, &diagnostics)
      expectEqual(
        again?.withoutRanges, syntax.withoutRanges, "\(text)\nprinted as \(printed.text)")
    }
  }

  @Test func damagedSentencesAreSurvived() throws {
    var grammar = try Self.grammar.get().seeded(Self.seed + 2)
    for number in 0..<TestLength.choose(short: 75, long: 300) {
      expectSurvival(of: grammar.sentence(of: "predicate", depth: 13 + number % 8))
    }
  }

  // MARK: - Tables

  private func rows(_ path: String) throws -> [[String]] {
    try RepositoryFiles.text(path).split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func keywordTableIsTheLexers() throws {
    let rows = try rows("Grammar/PredicateKeywords.tsv")
    #expect(rows.map { $0[0] }.sorted() == Keyword.allCases.map(\.rawValue).sorted())
    for row in rows {
      #expect(row.count == 4 && !row.contains(""), "\(row)")
      for spelling in [row[0], row[0].lowercased(), row[0].capitalized] {
        var diagnostics = Diagnostics()
        let tokens = PredicateLexer.tokens(
          of: SourceFile(path: "p", text: spelling), &diagnostics)
        let keyword = Keyword(rawValue: row[0])
        #expect(tokens.first?.kind == keyword.map { .keyword($0) }, "\(spelling)")
        #expect(keyword.map { "\($0)" } == row[2], "\(row)")
      }
    }
  }
}
