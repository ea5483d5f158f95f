/// The lock that a statement takes on a table until its transaction ends, the weakest first.
///
/// Documented: <https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-TABLES>, and
/// for each form of ALTER TABLE <https://www.postgresql.org/docs/current/sql-altertable.html>.
package enum TableLock: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Reads a table that another statement changes: the lock of SELECT.
  case accessShare
  /// Refers to rows of the table: the lock of SELECT FOR SHARE, and of VALIDATE CONSTRAINT on the
  /// table that a foreign key refers to.
  case rowShare
  /// Changes rows: UPDATE, DELETE, INSERT.
  case rowExclusive
  /// VALIDATE CONSTRAINT, CREATE and DROP INDEX CONCURRENTLY, ALTER INDEX … RENAME, COMMENT.
  case shareUpdateExclusive
  /// ADD FOREIGN KEY, on both tables, and CREATE TRIGGER.
  case shareRowExclusive
  /// All other forms of ALTER TABLE, DROP TABLE, DROP TRIGGER.
  case accessExclusive

  /// The name of the lock: `ACCESS EXCLUSIVE`.
  package var words: String {
    switch self {
    case .accessShare: "ACCESS SHARE"
    case .rowShare: "ROW SHARE"
    case .rowExclusive: "ROW EXCLUSIVE"
    case .shareUpdateExclusive: "SHARE UPDATE EXCLUSIVE"
    case .shareRowExclusive: "SHARE ROW EXCLUSIVE"
    case .accessExclusive: "ACCESS EXCLUSIVE"
    }
  }

  /// What other sessions cannot do with the table meanwhile.
  package var blocked: String {
    switch self {
    case .accessShare, .rowShare, .rowExclusive, .shareUpdateExclusive: "no reads, no writes"
    case .shareRowExclusive: "writes"
    case .accessExclusive: "reads and writes"
    }
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
