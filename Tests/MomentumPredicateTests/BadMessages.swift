import MomentumDiagnostics
import Testing

/// Messages that could be better, kept here until they are.
private let badMessages: [(predicate: String, id: String, lacks: String)] = [
  (
    "ANY tags.name == author.books.title", "predicate.two-collections",
    "the SUBQUERY is described, not written"
  ),
  (
    "SUBQUERY(tags.books, $b, $b.price > 1).@count > 0", "predicate.multiple-to-many",
    "the predicate is left out of the rewrite"
  ),
  ("tags[FIRST].name == 'x'", "predicate.unsupported", "the rewrite is described, not written"),
  (
    "SUBQUERY(tags, $t, $t.name == 'x') == nil", "predicate.to-many",
    "the number of the objects was meant, not ANY"
  ),
]

@Suite struct BadMessageTests {
  /// One that became better leaves the list and gets a row among the others.
  @Test(arguments: badMessages.map { ($0.predicate, $0.id) })
  func theFindingIsMadeAllTheSame(predicate: String, id: String) {
    #expect(checked(predicate).findings.all.map(\.id) == [id])
    #expect(
      checked(predicate).findings.all.allSatisfy { $0.fixIts.isEmpty || id == "predicate.to-many" })
  }
}
