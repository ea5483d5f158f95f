import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumTestSupport
import Testing

/// What the parser lets through at its deepest, each by another road of the checker.
private let deep: [(name: String, head: String, core: String, tail: String)] = [
  ("not", "NOT (", "title == 'x'", ")"),
  ("and", "(price > 1 AND ", "title == 'x'", ")"),
  ("arithmetic", "", "price > 1", " + 1"),
  ("arithmetic on keys", "", "price > price", " + price"),
  ("nested arithmetic", "(price + ", "price", ")"),
  ("functions", "abs:(", "price", ")"),
  ("conditions", "TERNARY(price > 1, ", "price", ", 1)"),
  ("conditions in conditions", "TERNARY(1 < ", "price", ", 1, 2)"),
  ("collections", "SUBQUERY(tags, $x, 0 < ", "price", ").@count"),
  ("lists", "1 IN {", "price", "}"),
]

@Suite(.tags(.stack)) struct DeepPredicateTests {
  @Test(.serialized, arguments: deep.map(\.name))
  func theDeepestTreeOfTheParserFitsASmallStack(name: String) throws {
    let row = try #require(deep.first { $0.name == name })
    let used = StackUse.measure {
      for levels in [10, 50, 95, 120, 190, 198, 400] {
        let body =
          String(repeating: row.head, count: levels) + row.core
          + String(repeating: row.tail, count: levels)
        let format = row.core.contains(" ") ? body : body + " > 0"
        let source = SourceFile(path: "p", text: format)
        var diagnostics = Diagnostics()
        guard let syntax = PredicateParser.parse(source, &diagnostics) else { continue }
        let typed = PredicateChecker.check(
          syntax, source: source, entity: Sample.book, model: Sample.model, &diagnostics)
        if let typed {
          _ = typed.variables
          _ = typed.substituting([], model: Sample.model, &diagnostics)
          _ = typed.json(in: Sample.model).compact
          _ = typed == typed
        }
      }
    }
    #expect(used < StackUse.bytesMax, "\(used >> 10) KB")
  }
}
