import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The line of the one attribute of a model.
private func column(_ attribute: Attribute, _ dialect: SQLDialect) -> String {
  let schema = PlainLayout { _ in nil }.layOut(
    ObjectModel(entities: [Entity(name: "A", attributes: [attribute])]))
  let statement = schema.creationStatements(dialect).first { $0.hasPrefix("CREATE TABLE") } ?? ""
  let lines = statement.split(separator: "\n")
  return lines.count == 4 ? String(lines[2].dropFirst(2)) : statement
}

@Suite struct PlainValueTests {
  @Test(arguments: [
    (0, "2001-01-01T00:00:00.000Z"), (-978_307_200, "1970-01-01T00:00:00.000Z"),
    (-0.25, "2000-12-31T23:59:59.750Z"), (0.0004, "2001-01-01T00:00:00.000Z"),
    (-63_113_904_000, "0001-01-01T00:00:00.000Z"), (64_092_211_200, "4032-01-02T00:00:00.000Z"),
    (252_423_993_599.999, "9999-12-31T23:59:59.999Z"), (604_670_399, "2020-02-29T11:59:59.000Z"),
    (-31_622_400, "2000-01-01T00:00:00.000Z"), (-3_181_852_800, "1900-03-05T00:00:00.000Z"),
  ])
  func datesAreISOText(seconds: Double, text: String) {
    let attribute = Attribute(name: "day", type: .date, defaultValue: .date(seconds))
    #expect(
      column(attribute, .postgreSQL) == "day timestamptz NOT NULL DEFAULT '\(text)'")
  }

  @Test(arguments: [-63_113_904_001, 252_423_993_600, 1e300, -1e300, .infinity, .nan])
  func datesOutsideOfFourDigitYearsAreNoDefault(seconds: Double) {
    let attribute = Attribute(
      name: "day", type: .date, defaultValue: .date(seconds), minimum: .date(seconds))
    #expect(column(attribute, .postgreSQL) == "day timestamptz NOT NULL")
  }

  @Test(arguments: [
    (AttributeType.double, AttributeValue.double(.infinity), "9e999", "'Infinity'"),
    (.double, .double(-1e-5), "-1e-05", "-1e-05"), (.float, .double(1e300), "1e+300", "'Infinity'"),
    (.float, .double(-1e300), "-1e+300", "'-Infinity'"),
    (.float, .double(1e-300), "1e-300", "'0.0'"),
    (.boolean, .boolean(false), "0", "FALSE"), (.string, .string(""), "''", "''"),
    (.string, .string(#"\x"#), #"'\x'"#, #"'\x'"#), (.binary, .binary([]), "x''", #"'\x'"#),
  ])
  func defaultsAreConstants(
    type: AttributeType, value: AttributeValue, sqlite: String, postgreSQL: String
  ) {
    let attribute = Attribute(name: "v", type: type, defaultValue: value)
    #expect(column(attribute, .sqlite).contains(" DEFAULT \(sqlite)"))
    #expect(column(attribute, .postgreSQL).hasSuffix(" DEFAULT \(postgreSQL)"))
  }

  /// A model made by hand may hold anything.
  @Test(arguments: [
    (AttributeType.double, AttributeValue.double(.nan)), (.decimal, .decimal(.nan)),
    (.integer16, .string("x")), (.date, .boolean(true)), (.uuid, .integer(1)),
  ])
  func valuesOfAnotherTypeAreNoDefault(type: AttributeType, value: AttributeValue) {
    let attribute = Attribute(
      name: "v", type: type, defaultValue: value, minimum: value, maximum: value)
    for dialect in [SQLDialect.sqlite, .postgreSQL] {
      #expect(!column(attribute, dialect).contains("DEFAULT"))
    }
  }
}

@Suite struct CommonPatternTests {
  private func check(_ pattern: String) -> String? {
    let line = column(
      Attribute(name: "v", type: .string, isOptional: true, regularExpression: pattern), .postgreSQL
    )
    return line == "v text" ? nil : line
  }

  @Test(arguments: [
    "[A-Z]{2,5}-?\\d+", "(a|b|)c+?", "^[abc]*$", "[\\w.-]+@[\\w-]+", "a{1,255}", "\\\\+\\.",
    "[a\\-z]",
    "[-a]", "[a-]", "[^\\d]+$", "(?:a)(b)", "", "'", "é|名", "[0-9 +-]*", "a.b", "a{3}b{2,}",
  ])
  func whatBothReadAlikeIsKept(pattern: String) {
    let quoted = pattern.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "''")
    #expect(check(pattern) == "v text CHECK (v ~ '^(?:\(quoted))$')")
  }

  @Test(arguments: [
    "(?i)abc", "\\p{L}+", "a{1,300}", "a{5,2}", "(?=a)b", "(?<n>a)", "[a-z&&[^b]]", "\\bfoo\\b",
    "[]a]",
    "x*+", "x**", "\\u0041", "(a", "a)", "[a", "[]", "a{", "a{x}", "*a", "\\1", "\\", "[z-a]",
    "[a-\\d]",
    "[[:alpha:]]", "(?>a)", "(?#c)", "\\Qa\\E", "[\\d-x]", "a\nb",
    String(repeating: "(", count: 100_000),
  ])
  func everythingElseIsLeftToAComment(pattern: String) {
    #expect(check(pattern) == nil)
  }

  @Test func anchorsAreTranslated() {
    #expect(check("\\Aa\\z") == "v text CHECK (v ~ '^(?:\\Aa\\Z)$')")
  }

  @Test func everyCutIsRead() {
    let pattern = "^(?:[^a-z\\]\\-]{2,5}|\\A\\d+?(x|[.-])*)\\z"
    for prefix in Mutations.prefixes(of: Array(pattern.utf8)) {
      _ = check(String(decoding: prefix, as: UTF8.self))
    }
  }
}
