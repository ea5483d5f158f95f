// Statements other than `SQLSelect`: those that write, and those for transactions and settings.
// They are independent of any model.

/// A statement as a value.
package enum SQLStatement: Sendable, Hashable {
  case select(SQLSelect)
  case insert(SQLInsert)
  case update(SQLUpdate)
  case delete(SQLDelete)
  /// Begins a transaction: `BEGIN EXCLUSIVE`.
  case begin
  /// Ends a transaction and keeps its changes: `COMMIT`.
  case commit
  /// Ends a transaction and takes its changes back: `ROLLBACK`.
  case rollback
  /// Sets or, without a value, reads a setting: `pragma journal_mode=wal`, `pragma page_count`.
  case pragma(String, SQLExpression? = nil)
}

/// A statement that inserts one row:
/// `INSERT INTO ZVENUE(Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES(?, ?, ?, ?)`.
package struct SQLInsert: Sendable, Hashable {
  package var table: String
  package var columns: [SQLAssignment]
  /// The treatment of a row that violates a unique index; `nil` for an error.
  package var conflict: SQLInsertConflict?

  package init(
    into table: String, _ columns: [SQLAssignment], conflict: SQLInsertConflict? = nil
  ) {
    self.table = table
    self.columns = columns
    self.conflict = conflict
  }
}

/// The treatment of an inserted row if a row with the same values of a unique index exists.
package enum SQLInsertConflict: Sendable, Hashable {
  /// `INSERT OR IGNORE INTO …`: the row is not inserted.
  case ignore
  /// `… ON CONFLICT(ZCODE) DO UPDATE SET Z_OPT = Z_OPT+1 , ZPLACE = excluded.ZPLACE`, one clause
  /// for each list of columns that must be unique.
  case update(unique: [[String]], [SQLUpsertAssignment])
}

/// A change of the row that already has the unique values.
package enum SQLUpsertAssignment: Sendable, Hashable {
  /// Adds 1 to a column of the existing row: `Z_OPT = Z_OPT+1`.
  case increment(String)
  /// Sets a column of the existing row to the value that was to be inserted:
  /// `ZPLACE = excluded.ZPLACE`.
  case excluded(String)
}

/// A column and its new value: `ZNAME = ?`
package struct SQLAssignment: Sendable, Hashable {
  package var column: String
  package var value: SQLExpression

  package init(_ column: String, _ value: SQLExpression) {
    self.column = column
    self.value = value
  }
}

/// A statement that changes rows:
/// `UPDATE ZVENUE SET ZNAME = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?`.
package struct SQLUpdate: Sendable, Hashable {
  package var table: String
  /// Whether the statement is `UPDATE OR FAIL`, which stops at a violated constraint and keeps the
  /// earlier changes.
  package var fails: Bool
  package var assignments: [SQLAssignment]
  /// The conditions, joined by AND. If the list is empty, the statement changes every row.
  package var conditions: [SQLExpression]
  /// Whether a second blank follows the assignments. The SQL that Core Data logs has it in
  /// statements about objects, but not in those about Core Data's own tables (observed).
  package var leavesBlank: Bool

  package init(
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

/// A statement that deletes rows: `DELETE FROM ZVENUE WHERE Z_PK = ? AND Z_OPT = ?`.
package struct SQLDelete: Sendable, Hashable {
  package var table: String
  /// The conditions, joined by AND. If the list is empty, the statement deletes every row.
  package var conditions: [SQLExpression]

  package init(from table: String, where conditions: [SQLExpression]) {
    self.table = table
    self.conditions = conditions
  }
}
