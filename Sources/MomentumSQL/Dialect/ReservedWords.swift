/// Words that cannot name a table or a column unless they are quoted, in lower case.
public struct ReservedWords: Sendable, Hashable {
  private let words: Set<String>

  /// - Parameter list: The words, with white space between them.
  public init(_ list: String) {
    words = Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Whether a bare name would be read as a word of the language. Case does not matter.
  public func contains(_ name: String) -> Bool { words.contains(name.lowercased()) }

  /// SQLite accepts most of its keywords as names (documented:
  /// <https://sqlite.org/lang_keywords.html>).
  ///
  /// Observed: these are the words with which creating, indexing or reading a table and a column of
  /// that name fails in 3.40. Added are the words of joins and truth values, which SQLite could
  /// read in two ways.
  public static let sqlite = ReservedWords(
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
  /// Observed: with all other words of `pg_get_keywords()`, the same statements run in 15.
  public static let postgreSQL = ReservedWords(
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
