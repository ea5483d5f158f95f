import GoldenBubbleTea
import GoldenNewsroom
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumRuntime

/// Texts of statements: kept, cut into words, rewritten for a store's own names.
@Suite struct StatementTextTests {
  // MARK: - Kept statements

  @Test func theStatementThatWasUsedLeastRecentlyGoes() throws {
    let connection = try Connection.inMemory()
    var cache = StatementCache()
    let texts = (0..<StatementCache.countMax).map { "SELECT \($0)" }
    for text in texts { cache.keep(try connection.prepare(sql: text)) }
    for text in texts { #expect(cache.take(text) != nil) }
    // The first one is used again, so the second one is the oldest.
    #expect(cache.take(texts[0]) != nil)
    cache.keep(try connection.prepare("SELECT 'new'"))
    #expect(cache.take(texts[1]) == nil)
    #expect(cache.take(texts[0]) != nil && cache.take(texts[2]) != nil)
    #expect(cache.take("SELECT 'new'") != nil)
    // One that is there already takes no other's place.
    cache.keep(try connection.prepare("SELECT 'new'"))
    for text in texts.dropFirst(2) { #expect(cache.take(text) != nil, "\(text)") }
    #expect(StatementCache.countMax == 128)
  }

  @Test func aStatementWhoseRowsAreReadIsNotTaken() throws {
    let connection = try Connection.inMemory()
    let runner = StatementRunner(connection)
    let first = try runner.statement("SELECT 1 UNION SELECT 2")
    #expect(try first.step())
    let second = try runner.statement("SELECT 1 UNION SELECT 2")
    #expect(first !== second)
    first.reset()
    #expect(try runner.statement("SELECT 1 UNION SELECT 2") === first)
    #expect(try runner.rows(SQLText(text: "SELECT 1 UNION SELECT 2")).count == 2)
    for (limit, count) in [(0, 1), (1, 2), (2, 3), (5, 3)] {
      var left = limit
      let read = try runner.forEachRow(SQLText(text: "SELECT 1 UNION SELECT 2 UNION SELECT 3")) {
        _ in
        left -= 1
        return left >= 0
      }
      #expect(read == count, "until \(limit)")
    }
    #expect(!first.standsOnRow)
  }

  // MARK: - Words

  @Test(arguments: [
    ("", ""), ("a", "a"), ("SELECT t0.ZA", "SELECT| |t0|.|ZA"), ("a_1$=?", "a_1$|=|?"),
    ("\"a b\".c", "\"a b\"|.|c"), ("\"a\"\"b\" x", "\"a\"\"b\"| |x"), ("'it''s' x", "'it''s'| |x"),
    ("\"open", "\"open"), ("'", "'"), ("''", "''"), ("a''b", "a|''|b"), ("ä é", "ä| |é"),
    ("\"a\"\"", "\"a\"\""),
  ])
  func aTextIsCutAtItsWords(_ text: String, _ pieces: String) {
    let all = SQLPieces(text).all
    #expect(all.map(\.text).joined(separator: "|") == pieces)
    #expect(all.map(\.text).joined() == text)
  }

  @Test(arguments: [
    ("a", "a"), ("\"a b\"", "a b"), ("\"a\"\"b\"", "a\"b"), ("'a'", ""), (".", ""), ("1", "1"),
    ("\"\"", ""),
  ])
  func aNameIsThatWithoutItsQuotes(_ text: String, _ name: String) {
    #expect(SQLPieces(text).all.map(\.name) == [name])
  }

  @Test(arguments: [
    ("SELECT 1", ""), ("SELECT t0.A FROM ZA t0", "ZA: ZA; t0: ZA"),
    ("SELECT 1 FROM ZA AS t0 JOIN \"Z B\" t1 ON 1", "Z B: Z B; ZA: ZA; t0: ZA; t1: Z B"),
    ("SELECT 1 FROM (SELECT 1 FROM ZA) x", "ZA: ZA"), ("SELECT 1 FROM", ""),
    ("FROM ZA WHERE 1", "WHERE: ZA; ZA: ZA"), ("FROM ZA t JOIN ZB t", "ZA: ZA; ZB: ZB; t: ZA,ZB"),
  ])
  func tablesAreFoundByTheirAliases(_ text: String, _ tables: String) {
    let found = SQLPieces(text).aliases
    #expect(
      found.tables.sorted { $0.key < $1.key }
        .map { "\($0.key): \($0.value.sorted().joined(separator: ","))" }.joined(separator: "; ")
        == tables)
    #expect(
      Set(found.places.map { SQLPieces(text).all[$0].name })
        == Set(found.tables.values.joined()))
  }

  @Test(arguments: [
    ("t0.Z_ENT = ?", true), ("t0.Z_ENT IN (1)", true), ("Z_ENT>=1", true), ("Z_ENT < 1", true),
    ("Z_ENT != 1", true), ("Z_ENT IS 1", true), ("Z_ENT BETWEEN 1 AND 2", true),
    ("Z_ENT NOT IN (1)", true), ("SELECT Z_ENT, Z_PK", false), ("Z_PK = 1", false),
    ("? = Z_ENT", false), ("'Z_ENT' = 1", false), ("\"Z_ENT\" = 1", true),
  ])
  func aComparisonOfAnEntitysNumberIsSeen(_ text: String, _ compares: Bool) {
    #expect(SQLPieces(text).comparesColumn(in: ["Z_ENT"]) == compares)
  }

  // MARK: - Conditions

  private func depth(_ condition: Condition) -> Int { condition.depth }

  @Test func aChainOfOneKindIsOneLevel() {
    let leaf = Condition.constant(true)
    #expect(depth(leaf) == 1)
    #expect(depth(!leaf) == 2)
    #expect(depth(leaf && leaf) == 2)
    #expect(depth((leaf && leaf) && (leaf && leaf)) == 2)
    #expect(depth((leaf || leaf) || leaf) == 2)
    #expect(depth((leaf && leaf) || leaf) == 3)
    #expect(depth(leaf || (leaf && leaf)) == 3)
    #expect(depth((leaf && !leaf) && leaf) == 3)
    #expect(depth(leaf && (leaf || !(leaf && leaf))) == 5)
  }

  @Test func aHundredLevelsAreTakenAndOneMoreIsNot() {
    var condition = Condition.constant(true)
    for level in 2...100 {
      condition = level.isMultiple(of: 2) ? !condition : condition && .constant(true)
      #expect(condition.depth == level)
    }
    #expect(ConditionSyntax(condition).predicate != nil)
    #expect(ConditionSyntax(!condition).predicate == nil)
    #expect((!condition).depth == 101)
    #expect((!(!condition)).depth == 101)
    #expect(ConditionSyntax(condition || condition).predicate == nil)
  }

  /// Objects that are asked about within one another have names of their own.
  @Test func objectsOfConditionsWithinConditionsAreToldApart() throws {
    let condition = Category.where { one in
      one.children.any { two in
        two.name == "a"
          && two.children.any { three in
            three.name == "b"
              && three.children.any { four in
                four.name == "c"
                  && four.children.any { five in
                    five.name == "d" && five.children.any { $0.name == "e" && $0.name == "f" }
                  }
              }
          }
      }
    }
    guard case .condition(let inner)? = condition.parts.conditions.first else {
      Issue.record("no condition")
      return
    }
    expectText(
      ConditionSyntax(inner).format,
      "SUBQUERY(children, $x, $x.name == %@ AND SUBQUERY($x.children, $y, $y.name == %@ AND SUBQUERY($y.children, $z, $z.name == %@ AND SUBQUERY($z.children, $x3, $x3.name == %@ AND SUBQUERY($x3.children, $x4, $x4.name == %@ AND $x4.name == %@).@count > %@).@count > %@).@count > %@).@count > %@).@count > %@"
    )
  }
}
