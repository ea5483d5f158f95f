/// Words that cannot name a table or a column unless they are quoted, in lower case.
package struct ReservedWords: Sendable, Hashable {
  private let words: Set<String>
  /// The letters with which the words begin: bit 0 stands for `a`, bit 1 for `b`, and so on. Names
  /// of Core Data begin with a Z, which no word does, so no text has to be made to look such a name
  /// up.
  private let firstLetters: UInt32

  /// - Parameter list: The words, with white space between them.
  package init(_ list: String) {
    words = Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
    firstLetters = words.compactMap(\.utf8.first).reduce(0) { $0 | ReservedWords.bit(of: $1) }
  }

  /// The bit of a letter in `firstLetters`; 0 for a byte that is no ASCII letter.
  private static func bit(of first: UInt8) -> UInt32 {
    let lowercase = first | 0x20
    return (0x61...0x7A).contains(lowercase) ? 1 << UInt32(lowercase - 0x61) : 0
  }

  /// Whether SQL would read an unquoted name as a reserved word. Case does not matter.
  package func contains(_ name: String) -> Bool {
    guard let first = name.utf8.first, hasWord(beginningWith: first) else { return false }
    return words.contains(name.lowercased())
  }

  /// Whether a word begins with a letter, in upper or lower case.
  func hasWord(beginningWith letter: UInt8) -> Bool {
    firstLetters & ReservedWords.bit(of: letter) != 0
  }

  /// SQLite's reserved words. SQLite accepts most of its keywords as names (documented:
  /// <https://sqlite.org/lang_keywords.html>).
  ///
  /// Observed: these are the words with which creating, indexing or reading a table and a column of
  /// that name fails in 3.40. Added are the words of joins and truth values, which SQLite could
  /// read in two ways.
  package static let sqlite = ReservedWords(
    """
    add all alter and as autoincrement between case cast check collate commit constraint
    create cross current_date current_time current_timestamp default deferrable delete
    distinct drop else escape except exists false foreign from full group having if in index
    inner insert intersect into is isnull join left limit natural not nothing notnull null on
    or order outer primary raise references returning right select set table then to
    transaction true union unique update using values when where with
    """)

  /// The words that PostgreSQL lists as reserved, including those that may name a function or type
  /// (documented: <https://www.postgresql.org/docs/current/sql-keywords-appendix.html>).
  ///
  /// Observed in PostgreSQL 14 to 18: every other word of `pg_get_keywords()` can name a table and a
  /// column that are created, indexed and read.
  package static let postgreSQL = ReservedWords(
    """
    all analyse analyze and any array as asc asymmetric authorization binary both case cast
    check collate collation column concurrently constraint create cross current_catalog
    current_date current_role current_schema current_time current_timestamp current_user
    default deferrable desc distinct do else end except false fetch for foreign freeze from
    full grant group having ilike in initially inner intersect into is isnull join lateral
    leading left like limit localtime localtimestamp natural not notnull null offset on only
    or order outer overlaps placing primary references returning right select session_user
    similar some symmetric system_user table tablesample then to trailing true union unique
    user using variadic verbose when where window with
    """)
}
