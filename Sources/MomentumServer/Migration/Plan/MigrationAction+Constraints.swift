internal import MomentumSQL
internal import MomentumStore

// Changes of constraints and indexes. Documented:
// https://www.postgresql.org/docs/current/sql-altertable.html and
// https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY.

/// A check or a foreign key as statements name and write it.
struct NamedConstraint: Hashable {
  var name: String
  /// `CHECK (rank > 0)`, `FOREIGN KEY (venue_id) REFERENCES venue (id) …`
  var definition: SQLFragment
  var table: String
  /// The table that a foreign key refers to.
  var referenced: String?

  /// `ALTER TABLE venue ADD CONSTRAINT venue_rank_check CHECK (rank > 0) NOT VALID`
  var addition: SQLFragment {
    "ALTER TABLE \(name: table) ADD CONSTRAINT \(name: name) \(sql: definition) NOT VALID"
  }

  var validation: SQLFragment { "ALTER TABLE \(name: table) VALIDATE CONSTRAINT \(name: name)" }
  var removal: SQLFragment { "ALTER TABLE \(name: table) DROP CONSTRAINT \(name: name)" }

  var locks: [String: TableLock] {
    var locks = [table: referenced == nil ? TableLock.accessExclusive : .shareRowExclusive]
    if let referenced, referenced != table { locks[referenced] = .shareRowExclusive }
    return locks
  }

  var validationLocks: [String: TableLock] {
    var locks = [table: TableLock.shareUpdateExclusive]
    if let referenced, referenced != table { locks[referenced] = .rowShare }
    return locks
  }

  var removalLocks: [String: TableLock] {
    var locks = [table: TableLock.accessExclusive]
    if let referenced { locks[referenced] = .accessExclusive }
    return locks
  }
}

extension MigrationAction {
  /// Adds a constraint that new rows obey; those that are there are read by ``validate(_:)``.
  static func add(_ constraint: NamedConstraint) -> MigrationAction {
    MigrationAction(
      up: constraint.addition, down: [MigrationPart(.transaction, [constraint.removal])],
      locks: constraint.locks)
  }

  static func validate(_ constraint: NamedConstraint) -> MigrationAction {
    MigrationAction(
      up: constraint.validation, down: [], locks: constraint.validationLocks, work: .scan)
  }

  static func drop(_ constraint: NamedConstraint) -> MigrationAction {
    MigrationAction(
      up: constraint.removal,
      down: [
        MigrationPart(.transaction, [constraint.addition]),
        MigrationPart(.scan, [constraint.validation]),
      ], locks: constraint.removalLocks)
  }

  /// `ALTER TABLE venue ADD CONSTRAINT venue_name_key UNIQUE USING INDEX venue_name_key`
  static func attach(_ constraint: PlainUniqueConstraint, table: String) -> MigrationAction {
    let name = constraint.name
    return MigrationAction(
      up: """
        ALTER TABLE \(name: table) ADD CONSTRAINT \(name: name) UNIQUE USING INDEX \(name: name)
        """,
      // The index goes with its constraint, so the step that made it has nothing left to drop.
      down: [
        MigrationPart(
          .transaction, ["ALTER TABLE \(name: table) DROP CONSTRAINT \(name: name)"])
      ], locks: [table: .accessExclusive])
  }

  static func drop(_ constraint: PlainUniqueConstraint, table: String) -> MigrationAction {
    let name = constraint.name
    let index = SQLIndex(
      name: name, table: table, isUnique: true, terms: constraint.columns.map { .name($0) })
    return MigrationAction(
      up: "ALTER TABLE \(name: table) DROP CONSTRAINT \(name: name)",
      down: [
        MigrationPart(.createIndex(name), [index.concurrently]),
        MigrationPart(.transaction, [attach(constraint, table: table).up]),
      ], locks: [table: .accessExclusive])
  }
}

extension SQLIndex {
  /// `CREATE INDEX CONCURRENTLY venue_rank_idx ON venue (rank)`
  var concurrently: SQLFragment {
    let words: SQLFragment =
      isUnique ? "CREATE UNIQUE INDEX CONCURRENTLY" : "CREATE INDEX CONCURRENTLY"
    let whole: SQLFragment =
      "\(sql: words) \(name: name) ON \(name: table) (\(list: terms))"
    return whole + (condition.map { " WHERE \(sql: $0)" } ?? "")
  }

  /// `DROP INDEX CONCURRENTLY IF EXISTS venue_rank_idx`
  var concurrentRemoval: SQLFragment { "DROP INDEX CONCURRENTLY IF EXISTS \(name: name)" }
}

extension ServerMigrationStep {
  static func create(_ index: SQLIndex) -> ServerMigrationStep {
    var step = ServerMigrationStep("create the index \(index.name)", [])
    step.up = MigrationPart(.createIndex(index.name), [index.concurrently])
    step.down = [MigrationPart(.dropIndex(index.name), [index.concurrentRemoval])]
    step.locks = [index.table: .shareUpdateExclusive]
    step.work = .scan
    return step
  }

  static func drop(_ index: SQLIndex) -> ServerMigrationStep {
    var step = ServerMigrationStep("drop the index \(index.name)", [])
    step.up = MigrationPart(.dropIndex(index.name), [index.concurrentRemoval])
    step.down = [MigrationPart(.createIndex(index.name), [index.concurrently])]
    step.locks = [index.table: .shareUpdateExclusive]
    return step
  }
}
