import Foundation
import MomentumMigrationTesting
import MomentumTestSupport
import Testing

/// What the first five objects of an entity hold: an ordinary value, NULL where it may be, the least, the greatest
/// and an odd value. A value that the model's rules refuse is replaced by the first of the others that they allow.
@Suite struct SeedValueTests {
  /// Bounds of an attribute, and the values of the five objects.
  private typealias Row = (low: String?, high: String?, expected: [String])

  private func values(
    _ attribute: String, rows: Int = 5, unique: Bool = false
  ) throws -> [String] {
    let constraint =
      unique
      ? "<uniquenessConstraints><uniquenessConstraint><constraint value=\"a\"/></uniquenessConstraint></uniquenessConstraints>"
      : ""
    let compiled = try TestingFixture.compiled(
      "<entity name=\"A\" syncable=\"YES\"><attribute name=\"a\" \(attribute)/>\(constraint)</entity>"
    )
    return StoreSeed(rowsPerEntity: rows).objects(of: compiled).values(of: "a")
  }

  private func expect(
    _ type: String, _ rules: String, _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    expectEqual(
      try values("attributeType=\"\(type)\" \(rules)"), expected, "\(type) \(rules)",
      sourceLocation: sourceLocation)
  }

  private func bounds(_ low: String?, _ high: String?) -> String {
    (low.map { "minValueString=\"\($0)\" " } ?? "")
      + (high.map { "maxValueString=\"\($0)\"" } ?? "")
  }

  @Test func integersReachTheLimitsOfTheirType() throws {
    try expect("Integer 16", "", ["1", "2", "-32768", "32767", "0"])
    try expect("Integer 16", "optional=\"YES\"", ["1", "null", "-32768", "32767", "0"])
    try expect("Integer 32", "", ["1", "2", "-2147483648", "2147483647", "0"])
    try expect(
      "Integer 64", "", ["1", "2", "-9223372036854775808", "9223372036854775807", "0"])
  }

  /// Values count up from the least one where 1, 2, 3 are not allowed.
  private static let integersKeepTheirBoundsRows: [Row] = [
    ("3", "9", ["3", "4", "3", "9", "7"]), ("0", nil, ["1", "2", "0", "32767", "0"]),
    ("1", nil, ["1", "2", "1", "32767", "5"]), ("-1", nil, ["1", "2", "-1", "32767", "0"]),
    (nil, "3", ["1", "2", "-32768", "3", "0"]), (nil, "2", ["1", "2", "-32768", "2", "0"]),
    (nil, "1", ["1", "-32767", "-32768", "1", "0"]),
    (nil, "0", ["-32768", "-32767", "-32768", "0", "0"]),
    (nil, "-5", ["-32768", "-32767", "-32768", "-5", "-32764"]),
    ("2", "3", ["2", "3", "2", "3", "2"]), ("7", "7", ["7", "7", "7", "7", "7"]),
    ("-2", "-1", ["-2", "-1", "-2", "-1", "-2"]),
    ("-40000", "40000", ["1", "2", "-32768", "32767", "0"]),
  ]

  @Test func integersKeepTheirBounds() throws {
    for (low, high, expected) in Self.integersKeepTheirBoundsRows {
      try expect("Integer 16", bounds(low, high), expected)
    }
  }

  /// Bounds are calculated with as doubles, which hold no integers of nineteen digits. Beyond 9e18 only the limits of
  /// the type are tried.
  @Test func integersBeyondDoublesHaveTheLimitOfTheirType() throws {
    let greatest = "9223372036854775807"
    try expect(
      "Integer 64", bounds("9000000000000000000", nil), Array(repeating: greatest, count: 5))
    try expect(
      "Integer 64", bounds(nil, "-9000000000000000000"),
      Array(repeating: "-9223372036854775808", count: 5))
    try expect(
      "Integer 64", bounds("4611686018427387904", "8999999999999998976"),
      [
        "4611686018427387904", "4611686018427387905", "4611686018427387904",
        "8999999999999998976", "4611686018427387908",
      ])
  }

  private static let doublesKeepTheirBoundsRows: [Row] = [
    (nil, nil, ["0.5", "1.5", "-1e+300", "1e+300", "1e-09"]),
    ("2", nil, ["2.5", "3.5", "2.0", "1e+300", "6.5"]),
    (nil, "2", ["0.5", "1.5", "-1e+300", "2.0", "1e-09"]),
    ("1", "1.25", ["1.0", "1.0", "1.0", "1.25", "1.0"]),
    (nil, "0.25", ["0.0", "0.0", "-1e+300", "0.25", "1e-09"]),
    (nil, "-1", ["-1.0", "-1.0", "-1e+300", "-1.0", "-1.0"]),
    ("-3", "-1", ["-2.5", "-1.5", "-3.0", "-1.0", "-3.0"]),
  ]

  @Test func doublesKeepTheirBounds() throws {
    for (low, high, expected) in Self.doublesKeepTheirBoundsRows {
      try expect("Double", bounds(low, high), expected)
    }
  }

  /// As the column holds them, in single precision.
  @Test func floatsAreRounded() throws {
    try expect(
      "Float", "",
      ["0.5", "1.5", "-3.0000000054977558e+38", "3.0000000054977558e+38", "9.999999717180685e-10"])
  }

  private static let decimalsKeepTheirBoundsRows: [Row] = [
    (nil, nil, ["0.5", "1.5", "-99999999999.25", "99999999999.25", "0"]),
    ("2", nil, ["2.5", "3.5", "2", "99999999999.25", "6.5"]),
    (nil, "2", ["0.5", "1.5", "-99999999999.25", "2", "0"]),
    ("1", "1.25", ["1", "1", "1", "1.25", "1"]),
    // Too long for doubles: rounded, both bounds are outside, and the middle is taken.
    ("0.30000000000000006", "0.70000000000000003", ["0.5", "0.5", "0.5", "0.5", "0.5"]),
  ]

  @Test func decimalsKeepTheirBounds() throws {
    for (low, high, expected) in Self.decimalsKeepTheirBoundsRows {
      try expect("Decimal", bounds(low, high), expected.map { "\"\($0)\"" })
    }
  }

  private static let datesKeepTheirBoundsRows: [Row] = [
    (nil, nil, ["700000000.0", "700086400.125", "-978307200.0", "3124224000.0", "0.0"]),
    ("100", nil, ["100.0", "86500.125", "100.0", "3124224000.0", "345700.5"]),
    (nil, "50", ["0.0", "0.0", "-978307200.0", "50.0", "0.0"]),
    (nil, "-50", ["-50.0", "-50.0", "-978307200.0", "-50.0", "-50.0"]),
  ]

  @Test func datesKeepTheirBounds() throws {
    for (low, high, expected) in Self.datesKeepTheirBoundsRows {
      try expect(
        "Date",
        (low.map { "minDateTimeInterval=\"\($0)\" " } ?? "")
          + (high.map { "maxDateTimeInterval=\"\($0)\"" } ?? ""), expected)
    }
  }

  @Test func textsKeepTheirLengths() throws {
    let odd = "it's 50% _*? “Ä e\u{301} 日本 😀”\n"
    func text(_ letter: String, _ count: Int) -> String { String(repeating: letter, count: count) }
    let rows: [Row] = [
      (nil, nil, ["a 1", "a 2", "", text("z", 300), odd]),
      ("2", nil, ["a 1", "a 2", "aa", text("z", 300), odd]),
      (nil, "400", ["a 1", "a 2", "", text("z", 300), odd]),
      ("2", "4", ["a 1", "a 2", "aa", "zzzz", "a 5"]),
      ("3", "3", ["a 1", "a 2", "aaa", "zzz", "a 5"]),
      ("1", "2", ["1", "2", "a", "zz", "5"]), ("0", "0", ["", "", "", "", ""]),
      ("-3", "2", ["1", "2", "", "zz", "5"]),
      // The last six characters of the odd text are seven UTF-16 units.
      ("5", "6", ["a 1xx", "a 2xx", "aaaaa", "zzzzzz", "a 5xx"]),
      (
        "300", nil,
        ["a 1" + text("x", 297), "a 2" + text("x", 297), text("a", 300), text("z", 300)]
          + [odd + text("x", 274)]
      ),
    ]
    for (low, high, expected) in rows {
      try expect(
        "String", bounds(low, high),
        expected.map { "\"\($0.replacing("\n", with: "\\n"))\"" })
    }
  }

  /// A fixture holds no text of more than 300 characters, so nothing is made up for such an attribute.
  @Test func aRequiredTextOf301CharactersIsMissing() throws {
    for (low, isFilled) in [(300, true), (301, false)] {
      let compiled = try TestingFixture.compiled(
        "<entity name=\"A\" syncable=\"YES\"><attribute name=\"a\" attributeType=\"String\" minValueString=\"\(low)\"/></entity>"
      )
      let objects = StoreSeed(rowsPerEntity: 3).objects(of: compiled)
      #expect(objects.counts == ["A": isFilled ? 3 : 0])
      #expect(objects.unfilled == (isFilled ? [:] : ["A": "attribute 'a' needs a value"]))
    }
    #expect(
      try values("optional=\"YES\" attributeType=\"String\" minValueString=\"301\"", rows: 2)
        == ["null", "null"])
  }

  /// The number stands last in a text, so that its end alone tells rows apart.
  @Test func aLongNameIsCutAtItsBeginning() throws {
    let compiled = try TestingFixture.compiled(
      "<entity name=\"A\" syncable=\"YES\"><attribute name=\"longname\" attributeType=\"String\" minValueString=\"2\" maxValueString=\"4\"/></entity>"
    )
    #expect(
      StoreSeed(rowsPerEntity: 2).objects(of: compiled).values(of: "longname")
        == ["\"me 1\"", "\"me 2\""])
  }

  @Test func textsMatchTheirPattern() throws {
    func expect(_ pattern: String, _ expected: [String]) throws {
      #expect(
        try values("attributeType=\"String\" regularExpressionString=\"\(pattern)\"")
          == expected.map { "\"\($0)\"" })
    }
    try expect("[0-9]+", ["1", "2", "3", "4", "5"])
    try expect("[0-9]{5}(-[0-9]{4})?", ["00000", "11111", "22222", "33333", "44444"])
    try expect("[a-c]{2}", ["aa", "bb", "cc", "aa", "bb"])
    try expect("a.*", ["a 1", "a 2", "a 3", "a 4", "a 5"])
    #expect(
      try values("attributeType=\"String\" regularExpressionString=\"\"")
        == values("attributeType=\"String\""))
  }

  @Test func otherTypes() throws {
    try expect("Boolean", "", ["false", "true", "false", "true", "false"])
    try expect(
      "URI", "optional=\"YES\"",
      [0, nil, 2, 3, 4].map {
        $0.map { "\"https://example.org/a/\($0)?q=%20\"" } ?? "null"
      })
    let bytes = [
      Data("bytes 0".utf8), Data("bytes 1".utf8), Data(),
      Data((0..<16).flatMap { _ in UInt8.min...UInt8.max }), Data([0]),
    ]
    try expect("Binary", "", bytes.map { "\"\($0.base64EncodedString())\"" })
  }

  /// Unique values count up in every object, whatever it is for.
  @Test func uniqueValuesCountUp() throws {
    func expect(_ type: String, _ expected: [String]) throws {
      #expect(try values("attributeType=\"\(type)\"", unique: true) == expected, "\(type)")
    }
    try expect("Integer 16", ["1", "2", "3", "4", "5"])
    try expect("Double", ["0.5", "1.5", "2.5", "3.5", "4.5"])
    try expect("Decimal", ["\"0.5\"", "\"1.5\"", "\"2.5\"", "\"3.5\"", "\"4.5\""])
    try expect("String", ["\"a 1\"", "\"a 2\"", "\"a 3\"", "\"a 4\"", "\"a 5\""])
    try expect(
      "Date",
      ["700000000.0", "700086400.125", "700172800.25", "700259200.375", "700345600.5"])
    try expect("URI", (0..<5).map { "\"https://example.org/a/\($0)?q=%20\"" })
    try expect(
      "Binary", (0..<5).map { "\"\(Data("bytes \($0)".utf8).base64EncodedString())\"" })
    try expect("Boolean", ["false", "true"])
  }

  /// Entities of a family share a table and its unique index.
  @Test func uniqueValuesOfAFamilyDiffer() throws {
    let compiled = try TestingFixture.compiled(
      """
      <entity name="Root" syncable="YES">
        <attribute name="a" attributeType="Integer 16"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="a"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Sub" parentEntity="Root" syncable="YES"/>
      """)
    #expect(
      StoreSeed(rowsPerEntity: 3).objects(of: compiled).values(of: "a")
        == ["1", "2", "3", "4", "5", "6"])
  }

  @Test func rowsPerEntityHaveLimits() {
    #expect(
      [-1, 0, 1, 100_000, 100_001].map { StoreSeed(rowsPerEntity: $0).rowsPerEntity }
        == [0, 0, 1, 100_000, 100_000])
    #expect(StoreSeed() == StoreSeed(rowsPerEntity: 8, number: 1))
  }

  @Test func noRowsAreNoMissingOnes() throws {
    let compiled = try TestingFixture.compiled(
      "<entity name=\"A\" syncable=\"YES\"><attribute name=\"a\" attributeType=\"String\"/></entity>"
    )
    let objects = StoreSeed(rowsPerEntity: 0).objects(of: compiled)
    expectText(objects.text, "{\"objects\": [\n\n]}\n")
    #expect(objects.counts == ["A": 0] && objects.unfilled.isEmpty)
  }
}
