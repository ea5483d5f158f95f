import Foundation
import MomentumModel
import Testing

@testable import MomentumSQLite

/// Texts of import files as values of each type: the last one that fits, and the first one that does not.
@Suite struct ImportValueTests {
  /// The value, or `!` and what was expected.
  private func value(_ text: String, _ type: AttributeType) -> String {
    do throws(ImportText.Problem) {
      return "\(try ImportText.value(text, type))"
    } catch {
      return "!" + error.expected
    }
  }

  @Test func integersHaveTheBoundsOfTheirType() {
    let cases: [(AttributeType, String, String)] = [
      (.integer16, "-32768", "32767"), (.integer32, "-2147483648", "2147483647"),
      (.integer64, "-9223372036854775808", "9223372036854775807"),
    ]
    func next(_ text: String) -> String {
      let number = Decimal(string: text) ?? 0
      return "\(number < 0 ? number - 1 : number + 1)"
    }
    for (type, least, most) in cases {
      for text in [least, most, "0", "-1"] {
        #expect(value(text, type) == "integer(\(text))", "\(type)")
      }
      for text in [next(least), next(most)] {
        #expect(value(text, type) == "!from \(least) to \(most)", "\(type) \(text)")
      }
      #expect(value("1.5", type) == "!an integer")
      #expect(value("1e2", type) == "!an integer")
      #expect(value("x", type) == "!an integer")
      #expect(value("", type) == "!an integer")
    }
  }

  @Test(arguments: [
    (AttributeType.double, "1e308", "double(1e+308)"), (.double, "-0.5", "double(-0.5)"),
    (.double, "1e309", "!a number that a double can hold"), (.double, "Infinity", "double(inf)"),
    (.double, "-Infinity", "double(-inf)"), (.double, "infinity", "!a number"),
    (.double, "nan", "!a number"), (.float, "0.1", "double(0.10000000149011612)"),
    (.float, "3.4028234e38", "double(3.4028234663852886e+38)"),
    (.float, "3.5e38", "!a number that a float can hold"),
    (.float, "1e309", "!a number that a double can hold"), (.float, "-Infinity", "double(-inf)"),
    (.decimal, "1.10", "decimal(1.1)"), (.decimal, "-1e3", "decimal(-1000)"),
    (.decimal, "", "!a number or a string of one"),
    (.decimal, "1.2.3", "!a number or a string of one"),
    (.decimal, "1x", "!a number or a string of one"),
    (.decimal, "NaN", "!a number or a string of one"),
    (.boolean, "yes", "boolean(true)"), (.boolean, "True", "boolean(true)"),
    (.boolean, "1", "boolean(true)"), (.boolean, "NO", "boolean(false)"),
    (.boolean, "false", "boolean(false)"), (.boolean, "0", "boolean(false)"),
    (.boolean, "2", "!true or false"), (.boolean, "", "!true or false"),
    (.date, "5.5", "date(5.5)"), (.date, "2001-01-02", "date(86400.0)"),
    (.date, "Infinity", "date(inf)"), (.date, "-Infinity", "date(-inf)"),
    (.date, "x", "!seconds since 2001 or a string such as '2026-01-31T12:00:00Z'"),
    (.string, "", "string(\"\")"), (.string, "1", "string(\"1\")"),
    (.binary, "AQI=", "binary([1, 2])"), (.binary, "AQI", "!a string of base64"),
    (.transformable, "AQ==", "binary([1])"), (.uri, "a:b", "uri(\"a:b\")"),
    (.uri, "", "!a string that is a URI"),
    (.uuid, "6F99DCEB-E351-44B4-A9EE-E419C7F1A040", "uuid(6F99DCEB-E351-44B4-A9EE-E419C7F1A040)"),
    (.uuid, "6F99", "!a string such as '6F99DCEB-E351-44B4-A9EE-E419C7F1A040'"),
    (.undefined, "1", "!of another type than Undefined"),
    (.objectID, "1", "!of another type than ObjectID"),
  ])
  func aTextIsAValueOfItsType(_ type: AttributeType, _ text: String, _ expected: String) {
    #expect(value(text, type) == expected, "\(text)")
  }

  @Test(arguments: [
    ("1", true), ("-1", true), ("+1.5e-3", true), (".5", true), ("1.", true), ("", false),
    ("+", false), ("e", false), ("1e", false), ("0x1", false), ("nan", false), ("inf", false),
    ("１", false), ("1 ", false), ("1,5", false),
  ])
  func aNumberHasDigitsSignsAndAnExponent(_ text: String, _ isNumber: Bool) {
    #expect(ImportText.isNumber(text) == isNumber, "\(text)")
  }

  // MARK: - Bounds

  private func broken(_ attribute: Attribute, _ values: [AttributeValue]) -> [String] {
    let bounds = AttributeBounds(attribute)
    #expect(!bounds.isEmpty)
    return values.map { bounds.brokenRule(by: $0) ?? "." }
  }

  @Test func aNumberMayBeEachOfItsBounds() {
    var attribute = Attribute(name: "a", type: .integer16)
    attribute.minimum = .integer(-2)
    attribute.maximum = .integer(3)
    #expect(
      broken(attribute, [-3, -2, 0, 3, 4].map { .integer($0) })
        == ["at least -2", ".", ".", ".", "at most 3"])
    #expect(
      broken(attribute, [Decimal(-2), Decimal(string: "3.1") ?? 0].map { .decimal($0) })
        == [".", "at most 3"])
    attribute.minimum = nil
    #expect(broken(attribute, [.integer(.min), .integer(4)]) == [".", "at most 3"])
    attribute = Attribute(name: "d", type: .double, minimum: .double(0.1), maximum: .double(0.3))
    #expect(
      broken(attribute, [0.1, 0.3, 0.1.nextDown, 0.3.nextUp].map { .double($0) })
        == [".", ".", "at least 0.1", "at most 0.3"])
    attribute = Attribute(name: "t", type: .date, minimum: .date(5), maximum: .date(9))
    #expect(
      broken(attribute, [4.5, 5, 9, 9.5].map { .date($0) })
        == ["at least 5.0", ".", ".", "at most 9.0"])
    #expect(broken(attribute, [.boolean(true), .binary([1]), .uri("a")]) == [".", ".", "."])
  }

  @Test func theBoundsOfADecimalAreAllowed() {
    let attribute = Attribute(
      name: "d", type: .decimal, minimum: .decimal(5), maximum: .decimal(9))
    #expect(
      broken(attribute, [4, 5, 7, 9, 10].map { .decimal($0) })
        == ["at least 5", ".", ".", ".", "at most 9"])
  }

  @Test func aTextHasItsLengthInUnitsOfUTF16() {
    var attribute = Attribute(name: "s", type: .string, minimum: .integer(2), maximum: .integer(4))
    #expect(
      broken(attribute, ["", "a", "ab", "😀", "😀😀", "abcde", "😀😀a"].map { .string($0) }) == [
        "at least 2 characters long", "at least 2 characters long", ".", ".", ".",
        "at most 4 characters long", "at most 4 characters long",
      ])
    let bounds = AttributeBounds(attribute)
    #expect(
      ["abcd", "abcde", "😀😀", "😀😀a"].map { bounds.isTooLong($0) } == [false, true, false, true])
    attribute.maximum = nil
    #expect(!AttributeBounds(attribute).isTooLong(String(repeating: "a", count: 99)))
  }

  @Test func aTextHasItsForm() {
    var attribute = Attribute(name: "s", type: .string, regularExpression: "[a-c]+")
    #expect(
      broken(attribute, ["abc", "abd", ""].map { .string($0) })
        == [".", "a text that matches '[a-c]+'", "a text that matches '[a-c]+'"])
    attribute.maximum = .integer(2)
    #expect(
      broken(attribute, [.string("xyz")]) == ["at most 2 characters long"], "the length first")
    attribute = Attribute(name: "s", type: .string, regularExpression: "")
    #expect(AttributeBounds(attribute).isEmpty)
    #expect(AttributeBounds(Attribute(name: "s", type: .string)).isEmpty)
  }

  // MARK: - Dates as a pattern has them

  @Test(
    arguments: [
      ("yyyy-MM-dd", "2001-01-02", 86_400), ("dd.MM.yyyy", "02.01.2001", 86_400),
      ("yyyyMM", "200102", 31 * 86_400), ("yyyy/MM/dd HH:mm:ss", "2001/01/01 01:02:03", 3_723),
      ("yyyy-MM-dd HH", "2001-01-01 05", 18_000), ("yyyy-MM-dd", "2001-01-02 ", nil),
      ("yyyy-MM-dd", "2001-01-0", nil), ("yyyy-MM-dd", "2001-01-0x", nil),
      ("yyyy-MM-dd", "2001_01-02", nil), ("yyyy-MM-dd", "2001-13-02", nil),
      ("yyyy-MM-dd", "２００１-01-02", nil), ("yyyy", "2001", nil), ("yy-MM", "01-01", nil),
      ("MM-dd", "01-02", nil), ("yyyy-MM'", "2001-01'", 0),
    ] as [(String, String, Double?)])
  func aPatternReadsItsDates(_ pattern: String, _ text: String, _ seconds: Double?) {
    #expect(DatePattern(pattern).seconds(text) == seconds, "\(text)")
  }
}
