import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDifferential
import MomentumMariaDB
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumTestSupport
import Testing

/// Requests in a dialect that Momentum does not ship (Tests/MomentumMariaDB).
///
/// It has neither double quotes around names nor `NULLS LAST`, other names for every type and a function or
/// an operator for little of what SQLite and PostgreSQL have in common.
@Suite struct MariaDBTests {
  @Test(arguments: RowCaseTests.cases)
  func requestsWithRowsHaveNothingOfAnotherDialect(file: CaseFile) throws {
    let rows = try RowCase(file)
    for semantics in NullSemantics.allCases {
      expectMariaDB(rows.sql(.plain(.mariaDB), semantics))
    }
  }

  @Test(arguments: CaseFile.all(in: "SQL"))
  func requestsOfLogsHaveNothingOfAnotherDialect(file: CaseFile) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: file.path, text: file["model"] ?? "")
    let model = try #require(
      CompiledModel.compile(source, &diagnostics), "\(TextRenderer().render(diagnostics.all))")
    for semantics in NullSemantics.allCases {
      let fetch = try #require(
        model.compile(
          file.rowRequest, target: .plain(.mariaDB),
          options: QueryOptions(nullSemantics: semantics), &diagnostics),
        "\(TextRenderer().render(diagnostics.all))")
      expectMariaDB(fetch.sql)
    }
  }

  private func expectMariaDB(
    _ sql: SQLText, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(ForeignSyntax.found(in: sql.text) == [], "\(sql.text)", sourceLocation: sourceLocation)
    let signs = sql.placeholders.map { Array(sql.text.utf8)[$0] }
    #expect(
      signs == Array(repeating: UInt8(ascii: "?"), count: sql.bindings.count),
      sourceLocation: sourceLocation)
  }

  /// The net itself: what it has to find, and what it has to let pass.
  @Test(arguments: [
    ("SELECT \"group\" FROM t", "\""), ("SELECT x::text FROM t", "::"),
    ("SELECT x FROM t WHERE y = $1", "$1"), ("SELECT x FROM t ORDER BY x NULLS LAST", "NULLS"),
    ("SELECT x || y FROM t", "||"), ("SELECT x FROM t WHERE y IS ?", "IS"),
    ("SELECT x FROM t WHERE (y) IS 1", "IS"), ("CREATE TABLE t (\n  x text\n)", "\n  x text"),
    ("CREATE TABLE t (\n  x INT\n) STRICT", "STRICT"), ("SELECT total(x) FROM t", "total("),
  ])
  func syntaxOfAnotherDialectIsFound(sql: String, sign: String) {
    #expect(ForeignSyntax.found(in: sql) == [sign])
    #expect(ForeignSyntax.found(in: "SELECT `NULLS`, 'a''::' FROM `\"` WHERE x IS NOT NULL") == [])
  }

  /// Observed: MariaDB 10.11 prepares each of them, and those without a stored function find the rows of
  /// the case.
  @Test func requestsPrintTheRecordedSQL() throws {
    let golden = try Self.recorded.map { name in
      let file = try #require(RowCaseTests.cases.first { $0.path.hasSuffix("/\(name).case") })
      let rows = try RowCase(file)
      let texts = NullSemantics.allCases.map { rows.sql(.plain(.mariaDB), $0).text }
      let statements = texts.enumerated().filter { texts.firstIndex(of: $1) == $0 }
      return "-- \(name)\n" + statements.map { "\($1);\n" }.joined()
    }
    try RepositoryFiles.expectGolden(
      golden.joined(separator: "\n"), at: "Tests/GoldenCode/SQL/Rows.requests.mariadb.sql")
  }

  /// A case for each ability.
  private static let recorded = [
    "absolute", "any-count", "average", "begins-with-c", "begins-with", "between-dates",
    "between-decimals", "bitwise", "boolean", "cast-column", "cast-number-to-string",
    "cast-string-to-number", "contains-wildcards", "date-difference", "date-plus", "decimal-order",
    "derived-group", "distinct-to-one", "distinct-window", "ends-with-c", "equal-cd", "fetch-in",
    "floor", "friends-of", "group-by-expression", "group-sum", "having-sum", "in-list",
    "integer-division", "length", "like-c", "lowercase", "matches-c", "modulus", "not-any",
    "not-in-list", "now", "shift", "sort-localized-standard", "sort-nil-last", "sort-to-one",
    "string-not-equal", "sub-entities-group", "subquery-sum", "ternary", "to-many-median",
    "to-one-nil", "two-to-many-sums", "uuid", "window-count", "window",
  ]
}
