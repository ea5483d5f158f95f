import MomentumSQL
import MomentumSQLite
import Testing

@Suite struct CoreDataFunctionTests {
  private func value(_ sql: String, _ values: [SQLValue] = []) throws -> SQLValue? {
    try Connection.inMemory(options: VenueStore.options).firstValue(sql: sql, values)
  }

  @Test(arguments: [
    ("Maui Beach", "Beach", 0, 1), ("Maui Beach", "beach", 0, 0), ("Maui Beach", "beach", 1, 1),
    ("Maui", "Maui", 8, 1), ("Maui Beach", "Beach", 8, 0), ("Maui Beach", "maui", 9, 1),
    ("Maui Beach", "Beach", 12, 1), ("Maui Beach", "Maui", 12, 0), ("Maui Beach", "BEACH", 13, 1),
    ("Café", "cafe", 1, 0), ("Café", "cafe", 128, 0), ("Café", "CAFE", 129, 1),
    ("Café olé", "OLE", 417, 1), ("Cafe\u{301}", "café", 417, 1), ("Cafe\u{301}", "Café", 0, 0),
    ("Cafe\u{301}", "Café", 16, 1), ("ｶﾅ", "カナ", 256, 1), ("ｶﾅ", "カナ", 0, 0),
    ("", "", 0, 0), ("abc", "", 417, 0), ("", "a", 0, 0), ("a", "abc", 12, 0),
    ("a\u{0}b", "b", 0, 1), ("Straße", "STRASSE", 1, 1), ("aab", "ab", 0, 1), ("12", "2", 12, 1),
  ])
  func search(_ text: String, _ pattern: String, _ flags: Int64, _ expected: Int64) throws {
    #expect(
      try value(
        "SELECT NSCoreDataStringSearch(?, ?, ?, 1)",
        [.text(text), .text(pattern), .integer(flags)]) == .integer(expected))
  }

  @Test(arguments: [
    ("a", "a", 0, 0), ("a", "A", 0, 1), ("a", "A", 1, 0), ("é", "E", 129, 0), ("é", "e", 0, 1),
    ("e", "é", 0, -1), ("item 10", "item 9", 64, 1), ("item 10", "item 9", 0, -1),
    ("ab", "a", 1, 1),
    ("", "", 1, 0), ("Z", "a", 0, -1), ("Z", "a", 1, 1), ("Z", "a", 32, 1), ("a", "a", 12, 0),
  ])
  func compare(_ left: String, _ right: String, _ flags: Int64, _ expected: Int64) throws {
    #expect(
      try value(
        "SELECT NSCoreDataStringCompare(?, ?, ?)",
        [.text(left), .text(right), .integer(flags)]) == .integer(expected))
  }

  @Test(arguments: [
    ("Tea House", "Tea*", 0, 1), ("Tea House", "tea*", 0, 0), ("Tea House", "tea*", 1, 1),
    ("Tea House", "*House", 0, 1), ("Tea House", "*a*o*", 0, 1), ("Tea", "T?a", 0, 1),
    ("Tea", "T?", 0, 0), ("T*a", "T\\*a", 0, 1), ("Txa", "T\\*a", 0, 0), ("T?", "T\\?", 0, 1),
    ("a\\b", "a\\\\b", 0, 1), ("a\\", "a\\", 0, 1), ("", "", 0, 0), ("a", "", 0, 0),
    ("", "*", 0, 1),
    ("", "?", 0, 0), ("a\nb", "a*b", 0, 1), ("Café", "cafe", 129, 1), ("e\u{301}", "?", 16, 1),
    ("e\u{301}", "??", 0, 1), ("a.c", "a.c", 0, 1), ("abc", "a.c", 0, 0), ("a[b", "a[b", 0, 1),
    ("e\u{301}x", "*\u{301}x", 0, 1), ("ab", "**b", 0, 1), ("abcab", "*ab", 0, 1),
    ("a\r\nb", "a?b", 1, 1), ("ABC", "aB*", 1, 1), ("ABC", "ä*", 1, 0), ("Äbc", "ä*", 1, 1),
  ])
  func like(_ text: String, _ pattern: String, _ flags: Int64, _ expected: Int64) throws {
    #expect(
      try value(
        "SELECT NSCoreDataLike(?, ?, ?)", [.text(text), .text(pattern), .integer(flags)])
        == .integer(expected))
  }

  /// The limit is counted in bytes.
  @Test(arguments: [
    (50_000, "a", true), (50_001, "a", false), (25_000, "é", true), (25_001, "é", false),
  ])
  func aPatternOfLikeHasALimit(count: Int, character: String, isAllowed: Bool) throws {
    let text = String(repeating: character, count: count)
    let values: [SQLValue] = [.text(text), .text(text)]
    if isAllowed {
      #expect(try value("SELECT NSCoreDataLike(?, ?, 0)", values) == .integer(1))
    } else {
      let error = #expect(throws: SQLiteError.self) {
        try value("SELECT NSCoreDataLike(?, ?, 0)", values)
      }
      #expect(error?.message == "a pattern of LIKE has at most 50000 bytes")
    }
  }

  @Test(arguments: [
    ("abc", "a.c", 0, 1), ("xabc", "a.c", 0, 0), ("abcx", "a.c", 0, 0), ("ab", "a|ab", 0, 1),
    ("ABC", "abc", 0, 0), ("ABC", "abc", 1, 1), ("ABC", "(?i)abc", 0, 1), ("a\nb", "a.b", 0, 0),
    ("a\nb", "(?s)a.b", 0, 1), ("ab", "(?x)a b # both", 0, 1), ("a.b", "\\Qa.b", 0, 1),
    ("", "", 0, 0), ("", "a*", 0, 1), ("a\n", "a", 0, 0), ("42", "\\d+", 0, 1),
  ])
  func matches(_ text: String, _ pattern: String, _ flags: Int64, _ expected: Int64) throws {
    #expect(
      try value(
        "SELECT NSCoreDataMatches(?, ?, ?)", [.text(text), .text(pattern), .integer(flags)])
        == .integer(expected))
  }

  @Test(arguments: ["[", "a{3, 4}", "a)(b", "(", "\\"])
  func aPatternThatIsNoneIsAnErrorOfSQL(_ pattern: String) throws {
    let error = #expect(throws: SQLiteError.self) {
      try value("SELECT NSCoreDataMatches('a', ?, 0)", [.text(pattern)])
    }
    #expect(error?.message == "the pattern of MATCHES is not a regular expression")
  }

  @Test func anExpressionWithoutEndIsGivenUp() throws {
    let error = #expect(throws: SQLiteError.self) {
      try value(
        "SELECT NSCoreDataMatches(?, '(a+)+b', 0)", [.text(String(repeating: "a", count: 60))])
    }
    #expect(error?.message == "the regular expression of MATCHES takes too many steps")
  }

  @Test func manyStarsTakeNoExponentialTime() throws {
    let pattern = String(repeating: "*a", count: 200) + "*b"
    let text = String(repeating: "a", count: 5000)
    #expect(
      try value("SELECT NSCoreDataLike(?, ?, 1)", [.text(text), .text(pattern)]) == .integer(0))
    #expect(throws: SQLiteError.self) {
      try value(
        "SELECT NSCoreDataLike('a', ?, 0)", [.text(String(repeating: "*a", count: 30_000))])
    }
  }

  @Test(arguments: [
    "NSCoreDataStringSearch(NULL, 'a', 0, 1)", "NSCoreDataStringSearch('a', NULL, 0, 1)",
    "NSCoreDataStringCompare(NULL, 'a', 0)", "NSCoreDataLike('a', NULL, 0)",
    "NSCoreDataMatches(NULL, '[', 0)",
    "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue(1, 2, 3, 4, 5)",
    "NSCoreDataDATriggerUpdatedAffectedObjectValue(1, 2, 3, 4, 5)",
  ])
  func nullGivesNull(_ call: String) throws {
    #expect(try value("SELECT \(call)") == .null)
  }

  @Test func numbersAreTakenByTheirText() throws {
    #expect(try value("SELECT NSCoreDataStringSearch(2026, 26, 12, 1)") == .integer(1))
    #expect(try value("SELECT NSCoreDataLike(1.5, '1?5', 0)") == .integer(1))
    #expect(try value("SELECT NSCoreDataStringSearch(x'61', x'61', 0, 1)") == .integer(1))
    #expect(try value("SELECT NSCoreDataStringSearch('é', x'ff', 417, 1)") == .integer(0))
  }

  @Test func patternsAndFlagsMayChangeFromRowToRow() throws {
    let connection = try Connection.inMemory()
    #expect(
      try VenueStore.rows(
        "SELECT NSCoreDataLike('Ab', 'a*', column1), NSCoreDataMatches('Ab', 'a.', column1), NSCoreDataMatches('Ab', column2, 0) FROM (VALUES (0, 'A.'), (1, 'b'), (0, '..'))",
        connection) == "0|0|1\n1|1|0\n0|0|1")
  }

  @Test func nowIsTheClockThatWasGiven() throws {
    #expect(try value("SELECT NSCoreDataNow()") == .real(800_000_000.5))
  }

  @Test func collationsSortAsPeopleDo() throws {
    let connection = try Connection.inMemory()
    func sorted(_ collation: String, _ words: [String]) throws -> String {
      let rows = words.map { "('\($0)')" }.joined(separator: ", ")
      return try VenueStore.rows(
        "SELECT column1 FROM (VALUES \(rows)) ORDER BY column1 COLLATE \(collation)", connection
      ).split(separator: "\n").joined(separator: " ")
    }
    let words = ["b", "B", "é", "a10", "e", "a9", "A9", "f"]
    #expect(try sorted("BINARY", words) == "A9 B a10 a9 b e f é")
    #expect(try sorted("NSCollateLocaleSensitive", words) == "a10 a9 A9 b B e é f")
    #expect(try sorted("NSCollateFinderlike", words) == "a9 A9 a10 b B e é f")
  }

  @Test func aStatementThatIsDroppedGivesItsCacheBack() throws {
    let connection = try Connection.inMemory()
    for _ in 0..<50 {
      _ = try connection.firstValue("SELECT NSCoreDataLike('abc', 'a*', 1)")
      _ = try connection.firstValue("SELECT NSCoreDataMatches('abc', 'a.*', 1)")
    }
  }
}
