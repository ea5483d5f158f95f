import MomentumSQL
import MomentumSQLite
import Testing

@Suite struct TextFunctionTests {
  private func value(_ sql: String, _ values: [SQLValue] = []) throws -> SQLValue? {
    try Connection.inMemory().firstValue(sql: "SELECT \(sql)", values)
  }

  @Test(arguments: [
    ("Uppercase", "straße é", "STRASSE É"), ("Lowercase", "ÀÉ İ", "àé i\u{307}"),
    ("Uppercase", "a\u{0}b", "A\u{0}B"), ("Lowercase", "", ""),
    ("Canonical", "Crème BRÛLÉE", "creme brulee"),
    ("Canonical", "e\u{301}A", "ea"), ("CastToString", "2.0", "2.0"),
  ])
  func texts(_ name: String, _ text: String, _ expected: String) throws {
    #expect(try value("Momentum\(name)(?)", [.text(text)]) == .text(expected))
  }

  @Test(
    arguments: [
      (.text("abc"), 3), (.text("é"), 1), (.text("e\u{301}"), 2), (.text("👍"), 2),
      (.text("a\u{0}b"), 3), (.text(""), 0), (.integer(-12), 3), (.blob([0x41, 0xFF]), 2),
    ] as [(SQLValue, Int64)])
  func lengthsAreInUTF16(_ text: SQLValue, _ expected: Int64) throws {
    #expect(try value("MomentumLength(?)", [text]) == .integer(expected))
  }

  @Test(arguments: ["Uppercase", "Lowercase", "Canonical", "Length", "CastToString"])
  func nullGivesNull(_ name: String) throws {
    #expect(try value("Momentum\(name)(NULL)") == .null)
  }

  @Test(
    arguments: [
      (.integer(.min), "-9223372036854775808"), (.real(2), "2"), (.real(0.1), "0.1"),
      (.real(-2.5), "-2.5"), (.real(1e20), "1e+20"), (.real(1.0 / 3), "0.3333333333333333"),
      (.text("é"), "é"), (.blob([0x41]), "A"),
    ] as [(SQLValue, String)])
  func castsToText(_ argument: SQLValue, _ expected: String) throws {
    #expect(try value("MomentumCastToString(?)", [argument]) == .text(expected))
  }

  @Test(
    arguments: [
      (.text(" 12 "), .integer(12)), (.text("1.5e2"), .real(150)),
      (.text("9223372036854775807"), .integer(.max)), (.real(2), .real(2)), (.text("0x10"), .null),
      (.text("1 2"), .null), (.blob([0x31]), .null),
    ] as [(SQLValue, SQLValue)])
  func castsToNumbers(_ argument: SQLValue, _ expected: SQLValue) throws {
    #expect(try value("MomentumCastToNumber(?)", [argument]) == expected)
  }

  /// As the plain layout's date columns hold times.
  @Test(
    arguments: [
      (.integer(0), .text("2001-01-01T00:00:00.000Z")),
      (.real(-0.5), .text("2000-12-31T23:59:59.500Z")),
      (.real(1e300), .text("9999-12-31T23:59:59.999Z~")), (.null, .null), (.text("now"), .null),
    ] as [(SQLValue, SQLValue)])
  func times(_ seconds: SQLValue, _ expected: SQLValue) throws {
    #expect(try value("MomentumTime(?)", [seconds]) == expected)
  }

  @Test func collationsWithoutCase() throws {
    let connection = try Connection.inMemory()
    func sorted(_ collation: String, _ words: [String]) throws -> [SQLValue?] {
      let text = SQLText(
        text: "SELECT value FROM list ORDER BY value COLLATE \(collation)",
        arrays: [SQLValueArray(name: "list", values: words.map { .text($0) })])
      return try connection.prepare(text).remainingRows().map(\.first)
    }
    // Equal texts keep the order they came in.
    #expect(
      try sorted("MomentumCaseInsensitive", ["b", "A", "Z", "B", "a"])
        == ["A", "a", "b", "B", "Z"].map { .text($0) })
    #expect(
      try sorted("MomentumLocaleCaseInsensitive", ["z", "É", "f", "e", "E"])
        == ["e", "E", "É", "f", "z"].map { .text($0) })
    #expect(
      try value("'STRASSE' = 'strasse' COLLATE MomentumCaseInsensitive") == .integer(1))
    #expect(try value("'e' = 'É' COLLATE MomentumLocaleCaseInsensitive") == .integer(0))
  }
}
