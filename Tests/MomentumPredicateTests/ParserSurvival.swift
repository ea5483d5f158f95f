import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Parses a text cut at each byte, with each token left out and with each doubled: nothing traps, an error
/// is reported exactly where there is no syntax, places lie inside the text, and what parses prints to itself.
func expectSurvival(
  of format: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let bytes = Array(format.utf8)
  var ignored = Diagnostics()
  let tokens = PredicateLexer.tokens(of: SourceFile(path: "p", utf8: bytes), &ignored)
    .map { $0.range.start..<$0.range.end }
  for damaged in Mutations.prefixes(of: bytes) + Mutations.tokenEdits(of: bytes, tokens: tokens) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", utf8: damaged)
    let syntax = PredicateParser.parse(source, &diagnostics)
    let errors = diagnostics.all.filter { $0.severity == .error }
    #expect(
      (syntax == nil) == (errors.count == 1), "\(source.text)", sourceLocation: sourceLocation)
    let places = diagnostics.all.compactMap { $0.location?.range }
    for range in places + (syntax.map { [$0.range] } ?? []) {
      #expect(
        range.start >= 0 && range.end <= damaged.count && range.start <= range.end,
        "\(source.text)", sourceLocation: sourceLocation)
    }
    guard let syntax else { continue }
    let printed = SourceFile(path: "p", text: PredicatePrinter.print(syntax))
    let again = PredicateParser.parse(printed, &diagnostics)
    #expect(
      again?.withoutRanges == syntax.withoutRanges, "\(source.text)\nprinted as \(printed.text)",
      sourceLocation: sourceLocation)
  }
}
