import MomentumSQL
import Testing

/// Fragments keep names, literals and values apart from words until they are printed.
@Suite struct FragmentTests {
  private static let odd = "Z ODD"

  @Test func eachPartIsASegmentOfItsKind() {
    let fragment: SQLFragment =
      "SELECT \(name: "ZA") FROM \(name: Self.odd) WHERE x = \(bind: .text("it's")) AND y = \(text: "it's") LIMIT \(number: -12)"
    #expect(
      fragment.segments == [
        .sql("SELECT "), .name("ZA"), .sql(" FROM "), .name("Z ODD"), .sql(" WHERE x = "),
        .binding(.text("it's")), .sql(" AND y = "), .text("it's"), .sql(" LIMIT -12"),
      ])
    #expect(
      fragment.text
        == "SELECT ZA FROM \"Z ODD\" WHERE x = ? AND y = 'it''s' LIMIT -12")
    #expect(fragment.description == fragment.text)
    #expect(fragment.names == ["ZA", "Z ODD"])
    #expect(fragment.bindings == [.text("it's")])
    #expect(!fragment.isEmpty)
  }

  @Test func wordsThatFollowEachOtherAreOneSegment() {
    let both: SQLFragment = "a\(sql: "b")\(number: 1)\(sql: "")\(numbers: [2, 3])c"
    #expect(both.segments == [.sql("ab12, 3c")])
    #expect(both == "ab12, 3c")
    #expect(
      SQLFragment([.sql("a"), .sql(""), .sql("b"), .name("c"), .sql("d"), .sql("e")]).segments
        == [.sql("ab"), .name("c"), .sql("de")])
    #expect(SQLFragment([.sql("")]).isEmpty)
    #expect(SQLFragment([.name("")]).segments == [.name("")])
  }

  @Test func nothingIsEmpty() {
    #expect(SQLFragment().isEmpty && SQLFragment("").isEmpty && SQLFragment(printed: "").isEmpty)
    #expect(SQLFragment().text == "" && SQLFragment().bindings == [] && SQLFragment().names == [])
    #expect(!SQLFragment(printed: " ").isEmpty && !SQLFragment.name("").isEmpty)
    #expect(("" + "a" as SQLFragment) == "a" && ("a" + "" as SQLFragment) == "a")
    #expect([SQLFragment]().joined(separator: ", ").isEmpty)
  }

  @Test func fragmentsOfOnePart() {
    #expect(SQLFragment.name("a b").segments == [.name("a b")])
    #expect(SQLFragment.text("a'b").segments == [.text("a'b")])
    #expect(SQLFragment.number(-12).segments == [.sql("-12")])
    #expect(SQLFragment.number(UInt64.max).text == "18446744073709551615")
    #expect(SQLFragment(printed: "a 'b' \"c\"").segments == [.sql("a 'b' \"c\"")])
    #expect(
      SQLFragment.name("t", schema: "temp").segments == [.name("temp"), .sql("."), .name("t")])
    #expect(SQLFragment.name("t", schema: nil).segments == [.name("t")])
    #expect(SQLFragment.name("a b", schema: "c d").text == "\"c d\".\"a b\"")
  }

  @Test(arguments: [
    ([String](), ""), (["a"], "a"), (["a", "b c"], "a, \"b c\""), (["x", "y", "z"], "x, y, z"),
  ])
  func namesAreAList(names: [String], text: String) {
    #expect(("\(names: names)" as SQLFragment).text == text)
    #expect(("\(names: names)" as SQLFragment).names == names)
    #expect(("\(list: names.map { SQLFragment.name($0) })" as SQLFragment).text == text)
    #expect(names.map { SQLFragment.name($0) }.joined(separator: ", ").text == text)
  }

  @Test(arguments: [([Int](), ""), ([5], "5"), ([1, -2], "1, -2"), ([1, 2, 3], "1, 2, 3")])
  func numbersAreAList(numbers: [Int], text: String) {
    #expect(("\(numbers: numbers)" as SQLFragment).text == text)
    #expect(("(\(numbers: numbers))" as SQLFragment).segments == [.sql("(\(text))")])
  }

  @Test func listsHaveTheirSeparator() {
    let terms: [SQLFragment] = ["a = \(bind: .integer(1))", "\(name: "b c") = 2", "d"]
    #expect(("\(list: terms)" as SQLFragment).text == "a = ?, \"b c\" = 2, d")
    #expect(
      ("(\(list: terms, separator: " AND "))" as SQLFragment).text
        == "(a = ? AND \"b c\" = 2 AND d)")
    #expect(terms.joined().text == "a = ?\"b c\" = 2d")
    #expect(terms.joined(separator: " \(name: "x") ").text == "a = ? x \"b c\" = 2 x d")
    #expect(terms.joined(separator: "; ").bindings == [.integer(1)])
  }

  @Test func sumsKeepTheOrder() {
    let left: SQLFragment = "a = \(bind: .integer(1))"
    let right: SQLFragment = " AND \(name: "b") = \(bind: .integer(2))"
    #expect((left + right).text == "a = ? AND b = ?")
    #expect((left + right).bindings == [.integer(1), .integer(2)])
    #expect((right + left).bindings == [.integer(2), .integer(1)])
    #expect(
      (left + right).segments == [
        .sql("a = "), .binding(.integer(1)), .sql(" AND "), .name("b"), .sql(" = "),
        .binding(.integer(2)),
      ])
    let words = "x " + left
    #expect(words.segments == [.sql("x a = "), .binding(.integer(1))])
    var sum = left
    sum += " OR c"
    sum += right
    #expect(sum.text == "a = ? OR c AND b = ?")
    #expect(left.text == "a = ?", "the operand stays as it was")
  }

  /// Only whole names are renamed; words, texts and values with the same letters stay.
  @Test func namesAreRenamed() {
    let fragment: SQLFragment =
      "ZA \(name: "ZA") \(name: "ZB") \(text: "ZA") \(bind: .text("ZA")) \(name: "ZAB")"
    #expect(
      fragment.renaming(["ZA": "Z NEW", "ZC": "no"]).segments == [
        .sql("ZA "), .name("Z NEW"), .sql(" "), .name("ZB"), .sql(" "), .text("ZA"), .sql(" "),
        .binding(.text("ZA")), .sql(" "), .name("ZAB"),
      ])
    // Two names change places.
    let swapped = fragment.renaming(["ZA": "ZB", "ZB": "ZA"])
    #expect(swapped.names == ["ZB", "ZA", "ZAB"])
    #expect(swapped.renaming(["ZA": "ZB", "ZB": "ZA"]) == fragment)
    #expect(fragment.renaming([:]) == fragment)
    #expect(fragment.names == ["ZA", "ZB", "ZAB"])
  }

  @Test func eachDialectQuotesAsItRequires() {
    let fragment: SQLFragment =
      "\(name: "user") \(name: "order") \(name: "autoincrement") \(name: "1a") \(name: "a1") \(name: "Straße") \(name: "a\"b")"
    #expect(
      fragment.text(in: .coreData)
        == "user order autoincrement \"1a\" a1 \"Straße\" \"a\"\"b\"")
    #expect(
      fragment.text(in: .sqlite)
        == "user \"order\" \"autoincrement\" \"1a\" a1 \"Straße\" \"a\"\"b\"")
    #expect(
      fragment.text(in: .postgreSQL)
        == "\"user\" \"order\" autoincrement \"1a\" a1 \"Straße\" \"a\"\"b\"")
    #expect(fragment.text == fragment.text(in: .sqlite))
    #expect(
      SQLFragment.name("order").text(in: .sqlite) == "\"order\"", "a name alone is quoted too")
    #expect(SQLFragment.text("a'b").text(in: .postgreSQL) == "'a''b'")
    #expect(SQLFragment(printed: "order").text(in: .sqlite) == "order")
  }

  @Test func placeholdersAreNumberedInTheirOrder() {
    let fragment: SQLFragment =
      "\(bind: .integer(1)), \(text: "?"), \(bind: .null), \(bind: .real(0.5))"
    #expect(fragment.text(in: .sqlite) == "?, '?', ?, ?")
    #expect(fragment.text(in: .coreData) == "?, '?', ?, ?")
    #expect(fragment.text(in: .postgreSQL) == "$1, '?', $2, $3")
    #expect(fragment.bindings == [.integer(1), .null, .real(0.5)])
  }

  // MARK: - Templates

  @Test(arguments: [
    ("{0} IS {1}", "x IS y"), ("{1} = {0} OR {1}", "y = x OR y"), ("{0}", "x"), ("none", "none"),
    ("{2}{0}", "x"), ("a {b} {0", "a {b} {0"), ("{{0}}", "{x}"), ("{x} {1}", "{x} y"), ("", ""),
    ("{0}{1}", "xy"), ("{", "{"), ("{}", "{}"), ("{10}", "{10}"), ("({0}) END", "(x) END"),
  ])
  func aTemplateIsFilled(template: String, text: String) {
    #expect(SQLTemplate(template).sql("x", "y").text == text)
  }

  @Test func aTemplateKeepsNamesAndValues() {
    let template: SQLTemplate = "{0} = {1} OR {0} IS NULL"
    let filled = template.sql(.name("a b"), "\(bind: .integer(1))")
    #expect(filled.text == "\"a b\" = ? OR \"a b\" IS NULL")
    #expect(filled.names == ["a b", "a b"])
    #expect(filled.bindings == [.integer(1)])
  }
}
