import MomentumSQL
import MomentumTestSupport
import MomentumText
import Testing

/// The text of whole statements, and of names.
@Suite struct PrintedClauseTests {
  private let x = SQLExpression.name("x")
  private let y = SQLExpression.name("y")
  private let t = SQLSource.table("t", alias: nil)

  private func text(_ select: SQLSelect, _ dialect: SQLDialect = .coreData) -> String {
    SQLPrinter.print(select, dialect: dialect).text
  }

  @Test func clausesStandInTheOrderOfSQL() {
    let select = SQLSelect(
      isDistinct: true, columns: [x, y], source: .table("A", alias: "t0"),
      joins: [
        SQLJoin(.inner, .table("B", alias: "t1"), on: .comparison(x, .equal, y)),
        SQLJoin(.leftOuter, .table("C", alias: "t2"), on: .boolean(true)),
      ],
      condition: .isNull(x), groups: [x, y], groupCondition: .boolean(false),
      order: [SQLOrderTerm(x), SQLOrderTerm(y, isAscending: false)], limit: 3, offset: 4)
    let beginning =
      "SELECT DISTINCT x, y FROM A t0 JOIN B t1 ON x = y LEFT OUTER JOIN C t2 ON 1 = 1 WHERE x IS NULL GROUP BY x, y HAVING 0 = 1 ORDER BY "
    expectText(text(select), beginning + "x, y DESC LIMIT 3 OFFSET 4")
    expectText(text(select, .sqlite), beginning + "x, y DESC LIMIT 3 OFFSET 4")
    expectText(
      text(select, .postgreSQL), beginning + "x NULLS FIRST, y DESC NULLS LAST LIMIT 3 OFFSET 4")
  }

  /// Where neither the order of NULL nor a word for it is known, a condition comes first: false before true.
  @Test func nullComesFirstByAConditionWhereThereAreNoWords() {
    var queries = SQLDialect.sqlite.queries
    queries.nullOrder = .conditions
    let select = SQLSelect(
      columns: [x], source: t,
      order: [SQLOrderTerm(x, collation: .localized), SQLOrderTerm(y, isAscending: false)])
    expectText(
      text(select, SQLDialect.sqlite.with(queries: queries)),
      "SELECT x FROM t ORDER BY x IS NOT NULL, x COLLATE NSCollateLocaleSensitive , y IS NULL, y DESC"
    )
  }

  /// PostgreSQL reads no index in an order that says where NULL goes, so a key says nothing.
  @Test func aValueThatIsNeverMissingSaysNothingOfNull() {
    var queries = SQLDialect.sqlite.queries
    queries.nullOrder = .conditions
    let conditions = SQLDialect.sqlite.with(queries: queries)
    let terms = [
      SQLOrderTerm(x, isNullable: false), SQLOrderTerm(y, isAscending: false, isNullable: false),
    ]
    for dialect in [SQLDialect.coreData, .sqlite, .postgreSQL, conditions] {
      let select = SQLSelect(columns: [x], source: t, order: terms)
      expectText(text(select, dialect), "SELECT x FROM t ORDER BY x, y DESC")
    }
    let mixed = SQLSelect(columns: [x], source: t, order: [terms[0], SQLOrderTerm(y)])
    expectText(text(mixed, .postgreSQL), "SELECT x FROM t ORDER BY x, y NULLS FIRST")
    expectText(text(mixed, conditions), "SELECT x FROM t ORDER BY x, y IS NOT NULL, y")
  }

  /// Without an operator that takes NULL for a value, a dialect spells it out.
  @Test func samenessMayBeSpelledOut() {
    var queries = SQLDialect.sqlite.queries
    queries.same = "({0} = {1} OR ({0} IS NULL AND {1} IS NULL))"
    let select = SQLSelect(
      columns: [.isSame(x, y, isNegated: false)], source: t)
    expectText(
      text(select, SQLDialect.sqlite.with(queries: queries)),
      "SELECT (x = y OR (x IS NULL AND y IS NULL)) FROM t")
  }

  /// SQLite has no OFFSET without a LIMIT; Core Data leaves a blank where no order stands.
  @Test func aWindowHasALimitWhereOneIsNeeded() {
    let order = [SQLOrderTerm(x)]
    func window(_ limit: Int?, _ offset: Int?, _ order: [SQLOrderTerm], _ dialect: SQLDialect)
      -> String
    {
      String(
        text(
          SQLSelect(columns: [x], source: t, order: order, limit: limit, offset: offset), dialect
        ).dropFirst("SELECT x FROM t".count))
    }
    #expect(window(nil, nil, [], .coreData) == "")
    #expect(window(2, nil, [], .coreData) == "  LIMIT 2")
    #expect(window(2, nil, order, .coreData) == " ORDER BY x LIMIT 2")
    #expect(window(nil, 3, order, .coreData) == " ORDER BY x LIMIT -1 OFFSET 3")
    #expect(window(nil, 3, order, .sqlite) == " ORDER BY x LIMIT -1 OFFSET 3")
    #expect(window(nil, 3, [], .postgreSQL) == "  OFFSET 3")
  }

  @Test func blanksAroundACollationFollowTheLogs() {
    let up = SQLOrderTerm(x, collation: .localized)
    let name = "x COLLATE NSCollateLocaleSensitive"
    func order(_ terms: [SQLOrderTerm], limit: Int? = nil, offset: Int? = nil) -> String {
      String(
        text(SQLSelect(columns: [x], source: t, order: terms, limit: limit, offset: offset))
          .dropFirst("SELECT x FROM t ORDER BY ".count))
    }
    #expect(order([up]) == name)
    #expect(order([up], limit: 1) == name + "  LIMIT 1")
    #expect(order([up], offset: 1) == name + "  LIMIT -1 OFFSET 1")
    #expect(order([up, SQLOrderTerm(y)]) == name + " , y")
    #expect(order([SQLOrderTerm(y), up]) == "y, " + name)
    #expect(order([SQLOrderTerm(x, collation: .binary)]) == "x")
  }

  @Test func sourcesHaveTheNamesThatADatabaseAsksFor() {
    let inner = SQLSelect(columns: [y], source: .table("u v", alias: nil))
    func from(_ source: SQLSource, _ dialect: SQLDialect) -> String {
      String(
        text(SQLSelect(columns: [x], source: source), dialect).dropFirst("SELECT x FROM ".count))
    }
    #expect(from(.table("order", alias: "t0"), .coreData) == "order t0")
    #expect(from(.table("order", alias: "t0"), .sqlite) == "\"order\" t0")
    let nested = SQLSource.select(inner, alias: "n")
    #expect(from(nested, .sqlite) == "(SELECT y FROM \"u v\")")
    #expect(from(nested, .postgreSQL) == "(SELECT y FROM \"u v\") n")
    #expect(from(.select(inner, alias: nil), .postgreSQL) == "(SELECT y FROM \"u v\")")
    #expect(
      from(.union(inner, inner, alias: "n"), .sqlite)
        == "(SELECT y FROM \"u v\" UNION SELECT y FROM \"u v\") n")
  }

  // MARK: - Statements that write

  @Test func rowsAreInsertedChangedAndDeleted() {
    func text(_ statement: SQLStatement) -> String { SQLPrinter.print(statement).text }
    let columns = [SQLAssignment("a", .integer(1)), SQLAssignment("b c", y)]
    func insert(_ conflict: SQLInsertConflict?) -> String {
      text(.insert(SQLInsert(into: "t", columns, conflict: conflict)))
    }
    let values = "INTO t(a, \"b c\") VALUES(1, y)"
    #expect(insert(nil) == "INSERT \(values)")
    #expect(insert(.ignore) == "INSERT OR IGNORE \(values)")
    let set = "DO UPDATE SET n = n+1 , \"b c\" = excluded.\"b c\""
    #expect(
      insert(.update(unique: [["a"], ["b c", "d"]], [.increment("n"), .excluded("b c")]))
        == "INSERT \(values) ON CONFLICT(a) \(set) ON CONFLICT(\"b c\", d) \(set)")
    let conditions: [SQLExpression] = [.comparison(x, .equal, y), .isNull(x)]
    let place = " WHERE x = y AND x IS NULL"
    func update(fails: Bool, leavesBlank: Bool, _ conditions: [SQLExpression]) -> String {
      text(
        .update(
          SQLUpdate(
            "t", fails: fails, set: columns, where: conditions, leavesBlank: leavesBlank)))
    }
    #expect(
      update(fails: false, leavesBlank: false, conditions)
        == "UPDATE t SET a = 1, \"b c\" = y\(place)")
    #expect(
      update(fails: true, leavesBlank: true, []) == "UPDATE OR FAIL t SET a = 1, \"b c\" = y ")
    #expect(text(.delete(SQLDelete(from: "t", where: conditions))) == "DELETE FROM t\(place)")
    #expect(text(.delete(SQLDelete(from: "t", where: []))) == "DELETE FROM t")
    #expect(text(.begin) == "BEGIN EXCLUSIVE")
    #expect(text(.commit) == "COMMIT")
    #expect(text(.rollback) == "ROLLBACK")
  }

  // MARK: - Names and texts

  /// Letters, digits and `_`, no digit first; the bytes beside each range are quoted.
  @Test(arguments: ["a", "z", "A", "Z", "_", "_9", "a0", "a9", "Zz_09"])
  func aPlainWordStandsWithoutQuotes(name: String) {
    #expect(SQLPrinter.identifier(name) == name)
  }

  @Test(arguments: ["", "0", "9a", "a/", "a:", "a@", "a[", "a^", "a`", "a{", "a b", "é", "a\""])
  func anotherNameStandsInQuotes(name: String) {
    let doubled = name.replacing("\"", with: "\"\"")
    #expect(SQLPrinter.identifier(name) == "\"\(doubled)\"")
  }

  @Test func reservedWordsAreThoseOfTheDatabase() {
    func name(_ name: String, _ dialect: SQLDialect) -> String {
      let select = SQLSelect(columns: [.name(name)], source: t)
      return String(text(select, dialect).dropFirst(7).dropLast(7))
    }
    #expect(name("Order", .coreData) == "Order")
    for word in ["order", "ORDER", "select", "from"] {
      #expect(name(word, .sqlite) == "\"\(word)\"")
      #expect(name(word, .postgreSQL) == "\"\(word)\"")
    }
    #expect(name("autoincrement", .sqlite) == "\"autoincrement\"")
    #expect(name("autoincrement", .postgreSQL) == "autoincrement")
    #expect(name("window", .postgreSQL) == "\"window\"")
    #expect(name("window", .sqlite) == "window")
  }

  /// A statement that was cut off would be another statement.
  @Test(arguments: [0, 1])
  func aTextBeyondTheLimitIsNoStatement(more: Int) {
    let beginning = "SELECT x FROM t "
    let alias = String(repeating: "a", count: SQLPrinter.bytesMax - beginning.utf8.count + more)
    let select = SQLSelect(columns: [x], source: .table("t", alias: alias))
    for printed in [SQLPrinter.print(select), SQLPrinter.print(.select(select))] {
      #expect(printed.isTooLong == (more > 0))
      #expect(printed.text.utf8.count == (more > 0 ? 0 : SQLPrinter.bytesMax))
    }
  }

  @Test func valuesAreShownAsInTheLogs() {
    let shown: [(SQLValue, String)] = [
      (.null, "NULL"), (.integer(-3), "-3"), (.real(2.5), "2.5"), (.text("Maui"), "\"Maui\""),
      (.blob([1, 2]), "<2 bytes>"),
    ]
    for (value, text) in shown {
      #expect(value.debugText == text)
      #expect(SQLBinding.value(value).debugText == text)
    }
    #expect(SQLBinding.parameter("NAME").debugText == "$NAME")
  }
}
