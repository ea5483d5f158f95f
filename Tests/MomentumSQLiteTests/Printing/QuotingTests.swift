import Testing

@testable import MomentumSQL

/// Quotes around names and texts, in the form of each dialect and of one with other rules.
@Suite struct QuotingTests {
  /// A database as MariaDB is: backquotes around names, and backslashes that begin an escape.
  private let escaping = SQLDialect(
    name: "escaping", summary: "backslashes",
    quoting: SQLDialect.Quoting(
      nameQuote: "`", reservedWords: ReservedWords("key zone"), escapesBackslashes: true),
    types: SQLDialect.sqlite.types, queries: SQLDialect.sqlite.queries,
    tables: SQLDialect.sqlite.tables)

  @Test(arguments: [
    ("", "''", "''"), ("it's", "'it''s'", "'it''s'"), ("C:\\", "'C:\\'", "'C:\\\\'"),
    ("\\'", "'\\'''", "'\\\\'''"), ("a\\\\b", "'a\\\\b'", "'a\\\\\\\\b'"),
    ("\"`", "'\"`'", "'\"`'"), ("/", "'/'", "'/'"), ("'\u{301}", "'''\u{301}'", "'''\u{301}'"),
  ])
  func aBackslashIsDoubledWhereItBeginsAnEscape(text: String, plain: String, escaped: String) {
    for dialect in [SQLDialect.coreData, .sqlite, .postgreSQL] {
      #expect(SQLPrinter.literal(text, in: dialect) == plain)
      #expect(SQLFragment.text(text).text(in: dialect) == plain)
    }
    #expect(SQLPrinter.literal(text, in: escaping) == escaped)
    #expect(SQLFragment.text(text).text(in: escaping) == escaped)
    #expect(SQLPrinter.literal(text) == plain)
    let select = SQLSelect(columns: [.text(text)], source: .table("t", alias: nil))
    #expect(SQLPrinter.print(select, dialect: escaping).text == "SELECT \(escaped) FROM t")
  }

  @Test(arguments: [
    ("a", "a"), ("a b", "`a b`"), ("a`b", "`a``b`"), ("a\"b", "`a\"b`"), ("a\\ b", "`a\\ b`"),
    ("key", "`key`"), ("Zone", "`Zone`"), ("keys", "keys"), ("order", "order"), ("zo", "zo"),
  ])
  func aNameHasTheQuotesOfItsDatabase(name: String, text: String) {
    #expect(SQLPrinter.name(name, in: escaping) == text)
    #expect(SQLFragment.name(name).text(in: escaping) == text)
  }

  /// A word is looked up by its first letter, and each of the 26 letters stands for itself alone.
  @Test func wordsAreReservedByEveryFirstLetter() {
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { $0 }
    for letter in letters {
      let name = String(decoding: [letter], as: UTF8.self) + "x"
      let words = ReservedWords(name)
      #expect(words.contains(name) && words.contains(name.uppercased()))
      #expect(!words.contains(name + "x") && !words.contains("_" + name) && !words.contains(""))
      for other in letters {
        #expect(words.hasWord(beginningWith: other) == (letter == other))
        #expect(words.hasWord(beginningWith: other - 0x20) == (letter == other))
      }
      for sign in "@[`{_09".utf8 { #expect(!words.hasWord(beginningWith: sign)) }
    }
    let many = ReservedWords("alpha\n  omega\tzeta")
    for (name, isReserved) in [
      ("alpha", true), ("OMEGA", true), ("Zeta", true), ("alphaomega", false), ("eta", false),
    ] { #expect(many.contains(name) == isReserved) }
    #expect(!ReservedWords("").contains("a") && !ReservedWords("").hasWord(beginningWith: 0x61))
  }

  // MARK: - Functions

  /// SQLite is told the number when a function is registered; it refuses calls with another one.
  @Test func eachFunctionHasItsNumberOfArguments() {
    for function in SQLScalarFunction.allCases {
      let count =
        switch function {
        case .random, .now: 0
        case .power: 2
        case _: 1
        }
      #expect(function.row.argumentCount == count, "\(function)")
      let isRegistered =
        switch function {
        case .now, .timeToSeconds, .truthToNumber: false
        case _: true
        }
      #expect((function.row.registeredName != nil) == isRegistered, "\(function)")
    }
  }

  @Test(arguments: [
    ("", 0), ("none", 0), ("{0}", 1), ("{1}", 2), ("{0} {0}", 1), ("{2} {0}", 3), ("{9}", 10),
    ("{", 0), ("{x}", 0), ("{10}", 0),
  ])
  func aTemplateHasAsManyOperandsAsItsHighestNumberSays(template: String, count: Int) {
    #expect(SQLTemplate(template).operandCount == count)
  }
}
