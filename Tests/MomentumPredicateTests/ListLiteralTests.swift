import MomentumDiagnostics
import Testing

@testable import MomentumPredicate

@Suite struct ListLiteralTests {
  @Test(arguments: [
    ("", []), ("  ", []), ("[]", []), ("{ }", []), ("a", ["a"]), (" a , b ", ["a", "b"]),
    ("a,,b,", ["a", "", "b", ""]), ("Südhang, \"Alt, Neu\"", ["Südhang", "Alt, Neu"]),
    ("'a', \"b'c\" ,d", ["a", "b'c", "d"]), ("[\"a, b\", \"c\"]", ["a, b", "c"]),
    ("{1, 2}", ["1", "2"]), ("[\"\\\"\\n\\u00e9\\ud83d\\ude00\"]", ["\"\n\u{e9}\u{1F600}"]),
    // Not quoted as a whole, or not to the end.
    ("Rock 'n' Roll, b", ["Rock 'n' Roll", "b"]), ("\"Alt\" AG, b", ["\"Alt\" AG", "b"]),
    ("\"a, b", ["\"a", "b"]), ("'\\", ["'\\"]), ("'\\u12'", ["'\\u12'"]), ("[a", ["[a"]),
    ("a]", ["a]"]), ("' a '", [" a "]), ("''", [""]),
  ])
  func elementsAreDividedAtCommasOutsideOfQuotes(text: String, elements: [String]) {
    #expect(ListLiteral.elements(of: text) == elements)
  }

  @Test func aListArgumentHasElementsWithCommas() throws {
    let predicate = try #require(
      checked("title IN %@", [.text("[\"a, b\", \"c\"]")]).predicate)
    #expect(predicate == checked("title IN {'a, b', 'c'}").predicate)
  }

  @Test func nullIsSpelledOut() {
    #expect(checked("title == %@", [.text("@null")]).predicate == checked("title == nil").predicate)
    #expect(checked("title == %@", [.text("nil")]).predicate == checked("title == 'nil'").predicate)
    #expect(
      checked("price IN %@", [.text("1, @null")]).findings.all.map(\.id) == [
        "predicate.nil-in-list"
      ])
  }

  @Test func aVariableHasOneValue() throws {
    let predicate = try #require(checked("price > $SUM").predicate)
    var findings = Diagnostics()
    #expect(
      predicate.substituting(
        [("SUM", .text("100")), ("SUM", .text("200")), ("SUM", .text("300"))],
        model: Sample.model, &findings) == nil)
    #expect(findings.all.map(\.text) == ["'$SUM' is given a value twice"])
  }
}
