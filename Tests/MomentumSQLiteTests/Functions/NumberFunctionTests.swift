import Foundation
import MomentumSQL
import MomentumSQLite
import Testing

@Suite struct NumberFunctionTests {
  private func value(_ sql: String, _ values: [SQLValue] = []) throws -> SQLValue? {
    try Connection.inMemory().firstValue(sql: "SELECT \(sql)", values)
  }

  @Test(arguments: [
    ("MomentumSquareRoot(9)", 3.0), ("MomentumSquareRoot('2.25')", 1.5),
    ("MomentumExponential(0)", 1),
    ("MomentumNaturalLogarithm(1)", 0), ("MomentumLogarithm(1000)", 3),
    ("MomentumPower(2, 10)", 1024),
    ("MomentumPower(2, -1)", 0.5), ("MomentumPower(0, 0)", 1), ("MomentumCeiling(1.2)", 2),
    ("MomentumCeiling(-1.2)", -1), ("MomentumFloor(-1.2)", -2), ("MomentumFloor(1.8)", 1),
    ("MomentumTruncate(-1.8)", -1), ("MomentumFloor(5) / 2", 2.5),
    ("MomentumTruncate(1e300)", 1e300),
    ("MomentumAbsolute(-2.5)", 2.5), ("MomentumAbsolute(-9223372036854775808)", 0x1p63),
  ])
  func reals(_ call: String, _ expected: Double) throws {
    #expect(try value(call) == .real(expected))
  }

  @Test(arguments: [
    ("MomentumAbsolute(-7)", 7), ("MomentumModulus(7, 3)", 1),
    ("MomentumModulus(-7, 3)", -1), ("MomentumModulus(7, -3)", 1), ("MomentumModulus(7.9, 3.9)", 1),
    ("MomentumModulus(9223372036854775807, 10)", 7),
    ("MomentumModulus((-9223372036854775807 - 1), -1)", 0), ("MomentumModulus('7', '4')", 3),
  ])
  func integers(_ call: String, _ expected: Int64) throws {
    #expect(try value(call) == .integer(expected))
  }

  @Test(arguments: [
    "MomentumSquareRoot(-1)", "MomentumNaturalLogarithm(0)", "MomentumNaturalLogarithm(-1)",
    "MomentumLogarithm(0)",
    "MomentumExponential(1000)", "MomentumPower(-8, 0.5)", "MomentumPower(0, -1)",
    "MomentumPower(1e9, 1e9)",
    "MomentumCeiling(9e999)", "MomentumModulus(1, 0)", "MomentumModulus(1, 0.5)",
    "MomentumModulus(1e300, 2)", "MomentumModulus(1, 1e19)", "MomentumRandomBelow(0)",
    "MomentumRandomBelow(-1)", "MomentumRandomBelow(0.5)", "MomentumRandomBelow(1e300)",
    "MomentumRandomBelow('many')",
  ])
  func placesWithoutAResultGiveNull(_ call: String) throws {
    #expect(try value(call) == .null)
  }

  @Test(arguments: [
    "SquareRoot", "Exponential", "NaturalLogarithm", "Logarithm", "Ceiling", "Floor", "Truncate",
    "Absolute", "CastToNumber",
  ])
  func whatIsNoNumberGivesNull(_ name: String) throws {
    for argument: SQLValue in [
      .null, .text(""), .text("abc"), .text("1x"), .text("1\u{0}"), .blob([0x31]),
    ] {
      #expect(try value("Momentum\(name)(?)", [argument]) == .null, "\(argument)")
    }
  }

  @Test(arguments: [
    "MomentumPower(1)", "MomentumPower(1, 2, 3)", "MomentumSquareRoot()", "MomentumRandom(1)",
    "MomentumMedian()", "MomentumMode(1, 2)", "MomentumLength()",
  ])
  func anotherNumberOfArgumentsIsRefused(_ call: String) throws {
    let error = #expect(throws: SQLiteError.self) { try value(call) }
    #expect(error?.message.contains("wrong number of arguments") == true)
  }

  @Test func randomNumbersDifferAndStayInTheirBounds() throws {
    let connection = try Connection.inMemory()
    let rows = try connection.prepare(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT MomentumRandom(), MomentumRandomBelow(5) FROM n"
    ).remainingRows()
    var reals = Set<Double>()
    var integers = Set<Int64>()
    for row in rows {
      if case .real(let value) = row[0] { reals.insert(value) }
      if case .integer(let value) = row[1] { integers.insert(value) }
    }
    #expect(reals.count > 1990)
    #expect(reals.allSatisfy { (0..<1).contains($0) })
    #expect(integers == [0, 1, 2, 3, 4])
  }

  private func aggregate(_ call: String, of values: [SQLValue]) throws -> SQLValue? {
    let text = SQLText(
      text: "SELECT \(call)(value) FROM list",
      arrays: [SQLValueArray(name: "list", values: values)])
    return try Connection.inMemory().prepare(text).nextRow()?.first
  }

  @Test func medians() throws {
    func median(_ values: [SQLValue]) throws -> SQLValue? {
      try aggregate("MomentumMedian", of: values)
    }
    #expect(try median([]) == .null)
    #expect(try median([.null, .text("a"), .blob([1])]) == .null)
    #expect(try median([.integer(.max)]) == .integer(.max))
    #expect(try median([.integer(9), .integer(1), .integer(3)]) == .integer(3))
    #expect(try median([.integer(4), .null, .integer(1)]) == .real(2.5))
    #expect(try median([.real(1e308), .real(1.5e308)]) == .real(1.25e308))
    #expect(try median([.integer(.max), .integer(.max - 1), .integer(0)]) == .integer(.max - 1))
    #expect(try median([.text("7"), .real(0.5), .integer(1)]) == .real(1))
    #expect(try median([.real(.nan), .integer(2)]) == .integer(2))
  }

  @Test func modes() throws {
    func mode(_ values: [SQLValue]) throws -> SQLValue? {
      try aggregate("MomentumMode", of: values)
    }
    #expect(try mode([]) == .null)
    #expect(try mode([.integer(3), .integer(1), .integer(3), .integer(2)]) == .integer(3))
    #expect(try mode([.integer(3), .integer(1), .integer(3), .integer(1)]) == .integer(1))
    #expect(try mode([.integer(5), .integer(2)]) == .integer(2))
    #expect(try mode([.integer(1), .real(1), .real(2)]) == .real(1))
    #expect(try mode([.integer(.max), .integer(.max - 1), .integer(.max)]) == .integer(.max))
    #expect(try mode([.text("b"), .text("a"), .text("b")]) == .text("b"))
    #expect(try mode([.text("b"), .text("a"), .text("Z")]) == .text("Z"))
    #expect(try mode([.text("é"), .text("e\u{301}"), .text("é")]) == .text("é"))
    #expect(try mode([.text("7"), .integer(7), .text("7")]) == .text("7"))
    #expect(try mode([.text("7"), .integer(8)]) == .integer(8))
    #expect(try mode([.null, .blob([1])]) == .null)
  }

  @Test func standardDeviations() throws {
    func deviation(_ values: [SQLValue]) throws -> SQLValue? {
      try aggregate("MomentumStandardDeviation", of: values)
    }
    #expect(try deviation([]) == .null)
    #expect(try deviation([.integer(7)]) == .real(0))
    let values: [SQLValue] = [2, 4, 4, 4, 5, 5, 7, 9].map { .integer($0) }
    #expect(try deviation(values) == .real(2))
    #expect(
      try deviation(
        values.map { if case .integer(let n) = $0 { .real(Double(n) + 1e9) } else { $0 } })
        == .real(2))
    #expect(try deviation([.real(1e308), .real(-1e308)]) == .null)
  }

  @Test func aggregatesKeepGroupsApartAndEndEarly() throws {
    let connection = try Connection.inMemory()
    let rows = try connection.prepare(
      "SELECT column1, MomentumMedian(column2), MomentumMode(column2) FROM (VALUES (1, 5), (2, 8), (1, 7), (1, 5), (3, NULL)) GROUP BY column1"
    ).remainingRows().map { Array($0) }
    #expect(
      rows == [
        [.integer(1), .integer(5), .integer(5)], [.integer(2), .integer(8), .integer(8)],
        [.integer(3), .null, .null],
      ])
    let failing = try connection.prepare(
      "SELECT MomentumMedian(json_extract(column1, '$')) FROM (VALUES ('1'), ('2'), ('{'))")
    for _ in 0..<3 { #expect(throws: SQLiteError.self) { try failing.step() } }
  }
}
