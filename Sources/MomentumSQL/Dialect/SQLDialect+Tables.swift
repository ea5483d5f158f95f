extension SQLDialect {
  /// What a database can do in statements that create tables.
  public struct Tables: Sendable {
    /// The statements before the first table: `PRAGMA foreign_keys = ON`.
    public var preamble: [SQLFragment]
    /// The definition of a key that the database numbers, after its name: `INTEGER PRIMARY KEY`.
    public var identity: SQLFragment
    /// After a table's closing parenthesis: ` STRICT`.
    public var options: SQLFragment
    /// The same for a table whose primary key consists of both keys.
    public var joinOptions: SQLFragment
    /// Whether a table may refer to one that is created after it; otherwise `ALTER TABLE` adds the
    /// key.
    public var canReferToLaterTables: Bool
    /// The words for a foreign key that is checked when the transaction ends; `nil` where every key is
    /// checked at once, so that of two rows that need each other none can be inserted.
    public var deferral: SQLFragment?
    /// Whether a CHECK may name a column that a foreign key sets to NULL. Without, a comment says what the
    /// condition would.
    public var checksKeysSetToNull: Bool
    /// Whether comments are statements that the database stores; otherwise they are lines of the
    /// script.
    public var hasCommentStatements: Bool
    /// Whether an index may have a condition. Without, an index has all rows, and a unique one is left out.
    public var hasPartialIndexes: Bool
    /// The number of characters in a text: `length({0})`.
    public var textLength: SQLTemplate
    /// Whether the text `{0}` has a match of the regular expression `{1}`; `nil` where regular expressions are not
    /// built in.
    public var matches: SQLTemplate?
    /// Whether `lower` and `upper` convert all letters and not only ASCII.
    public var foldsAllLetters: Bool

    public init(
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
