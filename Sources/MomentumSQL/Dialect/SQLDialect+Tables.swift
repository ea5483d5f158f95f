extension SQLDialect {
  /// What a database can do in statements that create tables, and how it writes them.
  package struct Tables: Sendable {
    /// The statements before the first table, such as `PRAGMA foreign_keys = ON`.
    package var preamble: [SQLFragment]
    /// The definition of a key that the database generates, after its name: `INTEGER PRIMARY KEY`.
    package var identity: SQLFragment
    /// The text after a table's closing parenthesis, such as ` STRICT`.
    package var options: SQLFragment
    /// The text after the parenthesis of a join table, whose primary key consists of both foreign
    /// keys.
    package var joinOptions: SQLFragment
    /// Whether a table may refer to a table that is created later. Otherwise `ALTER TABLE` adds the
    /// foreign key afterwards.
    package var canReferToLaterTables: Bool
    /// The words for a foreign key that is checked at the end of the transaction. `nil` if the
    /// database checks every key at once; two rows that require each other can then not be
    /// inserted.
    package var deferral: SQLFragment?
    /// Whether a CHECK may name a column that a foreign key sets to NULL. If not, the condition is
    /// written as a comment.
    package var checksKeysSetToNull: Bool
    /// Whether comments are statements, so that the database stores them. Otherwise they are lines
    /// of the script.
    package var hasCommentStatements: Bool
    /// Whether an index may have a condition. If not, the index covers all rows; a unique index
    /// with a condition is left out, because it would refuse valid rows.
    package var hasPartialIndexes: Bool
    /// The number of characters in a text: `length({0})`.
    package var textLength: SQLTemplate
    /// The test whether the text `{0}` has a match of the regular expression `{1}`; `nil` if the
    /// database has no regular expressions.
    package var matches: SQLTemplate?
    /// Whether `lower` and `upper` convert all letters and not only ASCII.
    package var foldsAllLetters: Bool

    package init(
      preamble: [SQLFragment] = [], identity: SQLFragment, options: SQLFragment = "",
      joinOptions: SQLFragment = "", canReferToLaterTables: Bool = false,
      deferral: SQLFragment? = "DEFERRABLE INITIALLY DEFERRED", checksKeysSetToNull: Bool = true,
      hasCommentStatements: Bool = false,
      hasPartialIndexes: Bool = true, textLength: SQLTemplate = "length({0})",
      matches: SQLTemplate? = nil, foldsAllLetters: Bool
    ) {
      self.preamble = preamble
      self.identity = identity
      self.options = options
      self.joinOptions = joinOptions
      self.canReferToLaterTables = canReferToLaterTables
      self.deferral = deferral
      self.checksKeysSetToNull = checksKeysSetToNull
      self.hasCommentStatements = hasCommentStatements
      self.hasPartialIndexes = hasPartialIndexes
      self.textLength = textLength
      self.matches = matches
      self.foldsAllLetters = foldsAllLetters
    }
  }
}
