// Statements that write or steer, beside `SQLSelect`. They know nothing of models.

/// A statement as a value.
public enum SQLStatement: Sendable, Hashable {
  case select(SQLSelect)
  case insert(SQLInsert)
  case update(SQLUpdate)
  case delete(SQLDelete)
  /// `BEGIN EXCLUSIVE`
  case begin
  /// `COMMIT`
  case commit
  /// `ROLLBACK`
  case rollback
  /// `pragma journal_mode=wal`, or `pragma page_count` to ask
  case pragma(String, SQLExpression? = nil)
}

/// `INSERT INTO ZVENUE(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, ?, ?, ?)`
public struct SQLInsert: Sendable, Hashable {
  public var table: String
  public var columns: [SQLAssignment]
  /// What happens to a row that breaks a unique index; `nil` for an error.
  public var conflict: SQLInsertConflict?

  public init(
    into table: String, _ columns: [SQLAssignment], conflict: SQLInsertConflict? = nil
  ) {
    self.table = table
    self.columns = columns
    self.conflict = conflict
  }
}

/// What becomes of an inserted row when a unique index has its like.
public enum SQLInsertConflict: Sendable, Hashable {
  /// `INSERT OR IGNORE INTO …`: nothing is inserted.
  case ignore
  /// `… ON CONFLICT(ZCODE) DO UPDATE SET Z_OPT = Z_OPT+1 , ZPLACE = excluded.ZPLACE`, one for each list of
  /// columns that has to be unique.
  case update(unique: [[String]], [SQLUpsertAssignment])
}

/// An assignment to the row that was there.
public enum SQLUpsertAssignment: Sendable, Hashable {
  /// `Z_OPT = Z_OPT+1`
  case increment(String)
  /// `ZPLACE = excluded.ZPLACE`
  case excluded(String)
}

/// A column and its new value: `ZNAME = ?`
public struct SQLAssignment: Sendable, Hashable {
  public var column: String
  public var value: SQLExpression

  public init(_ column: String, _ value: SQLExpression) {
    self.column = column
    self.value = value
  }
}

/// `UPDATE ZVENUE SET ZNAME = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?`
public struct SQLUpdate: Sendable, Hashable {
  public var table: String
  /// `UPDATE OR FAIL`
  public var fails: Bool
  public var assignments: [SQLAssignment]
  /// All of which have to hold; empty for every row.
  public var conditions: [SQLExpression]
  /// Whether a blank stands behind the assignments, as Core Data's log has it for objects but not for its
  /// own tables (observed).
  public var leavesBlank: Bool

  public init(
    _ table: String, fails: Bool = false, set assignments: [SQLAssignment],
    where conditions: [SQLExpression], leavesBlank: Bool = false
  ) {
    self.table = table
    self.fails = fails
    self.assignments = assignments
    self.conditions = conditions
    self.leavesBlank = leavesBlank
  }
}

/// `DELETE FROM ZVENUE WHERE Z_PK = ? AND Z_OPT = ?`
public struct SQLDelete: Sendable, Hashable {
  public var table: String
  /// All of which have to hold; empty for every row.
  public var conditions: [SQLExpression]

  public init(from table: String, where conditions: [SQLExpression]) {
    self.table = table
    self.conditions = conditions
  }
}
