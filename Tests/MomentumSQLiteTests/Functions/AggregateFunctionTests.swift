import MomentumSQL
import MomentumSQLite
import Testing

/// The aggregates that SQLite lacks, over a list of SQL literals.
@Suite struct AggregateFunctionTests {
  private func value(_ function: String, _ list: String) throws -> SQLValue? {
    let rows = list.isEmpty ? "SELECT 1 AS x WHERE 0" : "SELECT column1 AS x FROM (VALUES \(list))"
    return try Connection.inMemory().firstValue(sql: "SELECT \(function)(x) FROM (\(rows))")
  }

  /// The most frequent one; of several the smallest, and a number before a text.
  @Test(
    arguments: [
      ("", .null), ("(NULL), (x'01')", .null), ("(3)", .integer(3)), ("(3), (1)", .integer(1)),
      ("(1), (2), (2), (3), (3), (3)", .integer(3)), ("(1), (1), (2)", .integer(1)),
      ("(7), (7), (8), (8), (8), (9), (9), (9), (9)", .integer(9)),
      ("(4), (4), (4), ('a'), ('b'), ('b')", .integer(4)),
      ("(3), (4), (4), ('a'), ('b'), ('b'), ('b')", .text("b")),
      ("(3), (1), (3)", .integer(3)), ("(1), (2), (2), (3), (3)", .integer(2)),
      ("(5), (5), (5), (2), (2), (2), (9)", .integer(2)), ("(9), (7), (9), (8), (9)", .integer(9)),
      ("(1), (1.0), (2)", .real(1)), ("(2.5), (2.5), (1)", .real(2.5)), ("('a')", .text("a")),
      ("('b'), ('a')", .text("a")), ("('b'), ('a'), ('b')", .text("b")),
      ("('a'), (1)", .integer(1)), ("('a'), ('a'), (1)", .text("a")),
      ("('a'), ('a'), (1), (1)", .integer(1)), ("('a'), ('a'), (1), (1), (1)", .integer(1)),
      ("('1'), ('1'), (2)", .text("1")), ("('a'), (NULL), (NULL), (NULL)", .text("a")),
      ("('é'), ('z')", .text("z")), ("(9007199254740993), (9007199254740992)", .integer(1 << 53)),
    ] as [(String, SQLValue)])
  func mode(list: String, expected: SQLValue) throws {
    #expect(try value("MomentumMode", list) == expected)
  }

  /// The middle one, or the mean of the two in the middle; a text counts as the number that it spells.
  @Test(
    arguments: [
      ("", .null), ("('a'), (NULL), (x'31')", .null), ("(3)", .integer(3)), ("(3), (1)", .real(2)),
      ("(9), (1), (4)", .integer(4)), ("(9), (1), (4), (5)", .real(4.5)), ("('7')", .integer(7)),
      ("('7'), (1), (8)", .integer(7)), ("(1), (2.5), (3)", .real(2.5)),
      ("(1), (2), (9.5)", .real(2)),
      ("(1e308), (1e308)", .real(1e308)), ("(1), (NULL), (5), ('x'), (2)", .integer(2)),
      (
        "(9007199254740993), (9007199254740992), (9007199254740994)",
        .integer(9_007_199_254_740_993)
      ),
    ] as [(String, SQLValue)])
  func median(list: String, expected: SQLValue) throws {
    #expect(try value("MomentumMedian", list) == expected)
  }

  /// That of the whole population: the root of the mean square of the distances from the mean.
  @Test(
    arguments: [
      ("", .null), ("('a')", .null), ("(3)", .real(0)), ("(1), (3)", .real(1)),
      ("(2), (4), (4), (4), (5), (5), (7), (9)", .real(2)), ("('1'), (3), ('x')", .real(1)),
      ("(1e308), (-1e308)", .null), ("(1000000001), (1000000003)", .real(1)),
    ] as [(String, SQLValue)])
  func standardDeviation(list: String, expected: SQLValue) throws {
    #expect(try value("MomentumStandardDeviation", list) == expected)
  }
}
