import Testing

@testable import MomentumMigration

/// Statements of `sqlite_master` are compared by their tokens.
@Suite struct StatementTokenTests {
  private func line(_ token: StatementTokens.Token) -> String {
    switch token {
    case .word(let text): text
    case .quotedName(let text): "«\(text)»"
    case .literal(let text): "'\(text)'"
    case .symbol(let byte): String(UnicodeScalar(byte))
    }
  }

  private func list(_ sql: String) -> String {
    StatementTokens(sql).tokens.map(line).joined(separator: "|")
  }

  @Test(arguments: [
    ("", ""), (" \t\n\r\u{0C}", ""), ("a", "a"), ("SELECT a1", "select|a1"),
    ("0x9Z a_$0", "0x9z|a_$0"), ("aZ@[`{/:", "az|@|«`{/:»"), ("az{AZ|09", "az|{|az|||09"),
    ("a-b", "a|-|b"), ("\"A b\"", "«a b»"), ("`A`", "«a»"), ("[A]", "«a»"), ("'A b'", "'A b'"),
    ("\"a\"\"b\"", "«a\"b»"), ("'it''s'", "'it's'"), ("[a]]b]", "«a]b»"), ("`a``b`", "«a`b»"),
    ("''", "''"), ("\"\"x", "«»|x"), ("\"open", "«open»"), ("'", "''"), ("[", "«»"),
    ("'a''", "'a''"),
    ("Ä b", "Ä|b"), ("a\u{0B}b", "a|\u{0B}|b"), ("(a,b)", "(|a|,|b|)"),
    ("a/*c*/b", "a|/|*|c|*|/|b"),
  ])
  func aTextIsCutIntoItsTokens(_ sql: String, _ tokens: String) {
    #expect(list(sql) == tokens)
  }

  @Test(arguments: [
    ("CREATE TABLE A", "create  table \"a\"", true), ("a b", "ab", false), ("'a'", "a", false),
    ("'a'", "'A'", false), ("\"a\"", "[A]", true), ("(", ")", false), ("(", "a", false),
    ("'('", "(", false), ("a", "a a", false), ("", " ", true), ("`x`", "x", true),
  ])
  func statementsAreEqualByTheirTokens(_ one: String, _ other: String, _ areEqual: Bool) {
    let (left, right) = (StatementTokens(one), StatementTokens(other))
    #expect((left == right) == areEqual)
    #expect((right == left) == areEqual)
  }

  @Test func namesAreExchangedAndNothingElse() {
    let tokens = StatementTokens("CREATE INDEX Zi ON \"ZA\" (ZB, 'za', za1)")
    #expect(
      tokens.renaming(["za": "zc", "zb": "za", "zi": "zj", "(": "x"]).tokens.map(line)
        .joined(separator: "|") == "create|index|«zj»|on|«zc»|(|«za»|,|'za'|,|za1|)")
    #expect(tokens.renaming([:]) == tokens)
    #expect(StatementTokens.Token.word("a").name == "a")
    #expect(StatementTokens.Token.quotedName("b").name == "b")
    #expect(StatementTokens.Token.literal("a").name == nil)
    #expect(StatementTokens.Token.symbol(0x28).name == nil)
  }
}
