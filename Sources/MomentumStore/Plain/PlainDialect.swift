public import MomentumSQL

/// The abilities and the syntax of a database, as far as `PlainSchema`'s statements depend on them.
///
/// The printer asks for abilities, never for a name; another dialect is another value.
public struct PlainDialect: Sendable {
  public var reservedWords: ReservedWords
  /// The statements before the first table.
  public var preamble: [String]
  /// `INTEGER PRIMARY KEY`
  public var identity: String
  /// ` STRICT`, after a table's closing parenthesis.
  public var tableOptions: String
  /// The options of a table whose primary key consists of both keys.
  public var joinTableOptions: String
  /// Whether a table may refer to one that is created after it; otherwise `ALTER TABLE` adds the
  /// key.
  public var canReferToLaterTables: Bool
  /// Whether comments are statements that the database stores; otherwise they are lines of the
  /// script.
  public var hasCommentStatements: Bool
  /// `~`, where regular expressions are built in.
  public var regularExpressionOperator: String?
  /// Whether `lower` and `upper` convert all letters and not only ASCII.
  public var foldsAllLetters: Bool
  /// The SQL form of each type.
  public var form: @Sendable (PlainType) -> PlainTypeForm

  public init(
    reservedWords: ReservedWords, preamble: [String] = [], identity: String,
    tableOptions: String = "", joinTableOptions: String = "", canReferToLaterTables: Bool,
    hasCommentStatements: Bool, regularExpressionOperator: String? = nil, foldsAllLetters: Bool,
    form: @escaping @Sendable (PlainType) -> PlainTypeForm
  ) {
    self.reservedWords = reservedWords
    self.preamble = preamble
    self.identity = identity
    self.tableOptions = tableOptions
    self.joinTableOptions = joinTableOptions
    self.canReferToLaterTables = canReferToLaterTables
    self.hasCommentStatements = hasCommentStatements
    self.regularExpressionOperator = regularExpressionOperator
    self.foldsAllLetters = foldsAllLetters
    self.form = form
  }

  /// SQLite from 3.37, which has STRICT tables (documented:
  /// <https://sqlite.org/stricttables.html>).
  public static let sqlite = PlainDialect(
    reservedWords: .sqlite,
    preamble: ["PRAGMA foreign_keys = ON"],
    identity: "INTEGER PRIMARY KEY",
    tableOptions: " STRICT", joinTableOptions: " STRICT, WITHOUT ROWID",
    canReferToLaterTables: true, hasCommentStatements: false, foldsAllLetters: false
  ) { type in
    switch type {
    case .identity, .key: PlainTypeForm("INTEGER", .number)
    case .smallInteger, .integer, .bigInteger: PlainTypeForm("INTEGER", .number)
    case .decimal:
      // REAL would round; text is exact, and is compared as a number.
      PlainTypeForm(
        "TEXT", .quoted, comparand: { ("CAST(\($0) AS REAL)", .number) },
        shape: { "\($0) GLOB '*[0-9]*' AND \($0) NOT GLOB '*[^-.0-9]*'" })
    case .float, .double: PlainTypeForm("REAL", .number, infinity: "9e999")
    case .text: PlainTypeForm("TEXT", .quoted)
    case .boolean: PlainTypeForm("INTEGER", .bit, shape: { "\($0) IN (0, 1)" })
    case .date:
      // Only one form is allowed, so that texts compare like times. The modifier makes SQLite
      // compute the day: without it 3.40 does not change the 30th of February. 200,000 random times
      // of the years 1 to 9999 came back unchanged.
      PlainTypeForm(
        "TEXT", .quoted,
        shape: { "\($0) IS strftime('%Y-%m-%dT%H:%M:%fZ', \($0), '+0 days')" })
    case .uuid:
      PlainTypeForm(
        "TEXT", .quoted, shape: { "length(\($0)) = 36 AND \($0) = lower(\($0))" })
    case .binary: PlainTypeForm("BLOB", .hexadecimal(prefix: "x'"))
    }
  }

  /// PostgreSQL from 12, which has generated columns (documented:
  /// <https://www.postgresql.org/docs/12/ddl-generated-columns.html>).
  public static let postgreSQL = PlainDialect(
    reservedWords: .postgreSQL,
    identity: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    canReferToLaterTables: false, hasCommentStatements: true, regularExpressionOperator: "~",
    foldsAllLetters: true
  ) { type in
    switch type {
    case .identity, .key: PlainTypeForm("bigint", .number)
    case .smallInteger: PlainTypeForm("smallint", .number)
    case .integer: PlainTypeForm("integer", .number)
    case .bigInteger: PlainTypeForm("bigint", .number)
    case .decimal: PlainTypeForm("numeric", .number)
    case .float:
      // The literal 0.1 is a double and would not equal the column's 32-bit value.
      PlainTypeForm("real", .singlePrecision, infinity: "'Infinity'")
    case .double: PlainTypeForm("double precision", .number, infinity: "'Infinity'")
    case .text: PlainTypeForm("text", .quoted)
    case .boolean: PlainTypeForm("boolean", .truth)
    case .date: PlainTypeForm("timestamptz", .quoted)
    case .uuid: PlainTypeForm("uuid", .quoted)
    case .binary: PlainTypeForm("bytea", .hexadecimal(prefix: "'\\x"))
    }
  }
}

/// The form of one type in a dialect: its name, its literals, and a condition for its values.
public struct PlainTypeForm: Sendable {
  public enum Literal: Sendable, Hashable {
    /// `12.5`
    case number
    /// `'12.5'`, rounded to 32 bits
    case singlePrecision
    /// `'text'`
    case quoted
    /// `1`
    case bit
    /// `TRUE`
    case truth
    /// `x'00FF'` after its prefix
    case hexadecimal(prefix: String)
  }

  public var name: String
  public var literal: Literal
  /// The literal of infinity; minus infinity has a sign before its digits or letters.
  public var infinity: String
  /// The form in which a column is compared with a constant.
  public var comparand: @Sendable (String) -> (operand: String, literal: Literal)
  /// A condition that every value of the type meets; `nil` if the type's name enforces it.
  public var shape: (@Sendable (String) -> String)?

  public init(
    _ name: String, _ literal: Literal, infinity: String = "9e999",
    comparand: (@Sendable (String) -> (operand: String, literal: Literal))? = nil,
    shape: (@Sendable (String) -> String)? = nil
  ) {
    self.name = name
    self.literal = literal
    self.infinity = infinity
    self.comparand = comparand ?? { ($0, literal) }
    self.shape = shape
  }
}
