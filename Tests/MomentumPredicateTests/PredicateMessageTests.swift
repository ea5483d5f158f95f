import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

/// What a FETCH may name.
let storedFetches = ["cheap": TypedFetch(entity: Sample.book)]

/// A predicate about a book, checked.
func checked(
  _ format: String, _ arguments: [PredicateArgument] = []
) -> (predicate: TypedPredicate?, findings: Diagnostics) {
  var diagnostics = Diagnostics()
  let source = SourceFile(path: "p", text: format)
  guard let syntax = PredicateParser.parse(source, isChecked: true, &diagnostics) else {
    return (nil, diagnostics)
  }
  let typed = PredicateChecker.check(
    syntax, source: source, entity: Sample.book, model: Sample.model, arguments: arguments,
    storedRequests: storedFetches, isRegularExpression: { $0 != "(" }, &diagnostics)
  return (typed, diagnostics)
}

/// Checks the predicate of a row: its finding has the id, text, severity, place and repair of the row.
func expectFinding(of row: MessageRow) throws {
  let source = MarkedText(row.marked)
  let (predicate, findings) = checked(source.text, row.arguments.map { .text($0) })
  let finding = try #require(findings.all.first { $0.id == row.id }, "\(findings.all)")
  expectText(finding.text, row.text)
  #expect(finding.severity == row.severity)
  let range = try #require(finding.location?.range)
  #expect(range.start == source.offsets[1], "\(source.marking(range.start))")
  #expect(range.end == source.offsets[2], "\(source.marking(range.end))")
  #expect((predicate == nil) == findings.hasErrors)
  var repair = Diagnostics()
  repair.report(finding)
  let fixed = repair.applyingFixIts().first.map { String(decoding: $0.fixed, as: UTF8.self) }
  #expect(fixed == row.fixed)
}

@Suite struct PredicateMessageTests {
  @Test(arguments: messageRows + ruleRows)
  func findingsSayWhatWhereAndWhatInstead(row: MessageRow) throws {
    try expectFinding(of: row)
  }

  /// A repair that does not compile would be no repair.
  @Test(arguments: (messageRows + ruleRows).filter { $0.fixed != nil })
  func fixedPredicatesHaveNoSuchFinding(row: MessageRow) throws {
    let fixed = try #require(row.fixed)
    let (_, findings) = checked(fixed, row.arguments.map { .text($0) })
    #expect(!findings.all.contains { $0.id == row.id }, "\(findings.all.map(\.text))")
  }

  @Test func aVariableOfTwoTypesIsShownAtItsFirstUse() throws {
    let finding = try #require(checked("title == $a AND price == $a").findings.all.first)
    #expect(finding.notes.map(\.text) == ["first used here"])
    #expect(finding.notes.first?.location?.range == SourceRange(9, 11))
  }

  @Test func anArgumentInAModelBecomesAVariable() throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: "title == %@")
    let syntax = try #require(PredicateParser.parse(source, &diagnostics))
    #expect(
      PredicateChecker.checkStored(
        syntax, source: source, entity: Sample.book, model: Sample.model,
        isRegularExpression: nil, &diagnostics) == nil)
    expectText(
      diagnostics.all.map(\.text).joined(separator: "\n"),
      "a predicate of the model has no arguments, so '%@' has no value; write '$TITLE' and substitute it when the request is made"
    )
    #expect(diagnostics.all.first?.fixIts.map(\.replacement) == ["$TITLE"])
  }

  /// Every prefix, every token left out, every token doubled: a predicate or an error, and ranges inside
  /// the text.
  @Test func damagedPredicatesAreSurvived() {
    for row in messageRows {
      let bytes = Array(MarkedText(row.marked).text.utf8)
      var ignored = Diagnostics()
      let tokens = PredicateLexer.tokens(of: SourceFile(path: "p", utf8: bytes), &ignored)
        .map { $0.range.start..<$0.range.end }
      for damaged in Mutations.prefixes(of: bytes) + Mutations.tokenEdits(of: bytes, tokens: tokens)
      {
        let (predicate, findings) = checked(
          String(decoding: damaged, as: UTF8.self), row.arguments.map { .text($0) })
        #expect((predicate == nil) == findings.hasErrors)
        for finding in findings.all {
          let ranges =
            [finding.location?.range].compactMap { $0 }
            + finding.fixIts.map { $0.location.range }
          #expect(ranges.allSatisfy { $0.start >= 0 && $0.end <= damaged.count })
        }
      }
    }
  }
}
