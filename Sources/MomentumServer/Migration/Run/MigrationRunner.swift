internal import MomentumPostgreSQL
internal import MomentumSQL

/// Where a migration is.
package struct ServerMigrationProgress: Sendable, Hashable {
  package enum Moment: Sendable, Hashable {
    /// The step begins.
    case begins
    /// The statements of the step, or of one batch, have run; nothing is committed yet where the step
    /// has a transaction.
    case runs
    case ended
  }

  package var moment: Moment
  /// From 1 on.
  package var step: Int
  package var stepCount: Int
  package var title: String
}

/// Carries out the steps that the history has, each at most once.
struct MigrationRunner {
  let database: ServerConnection
  let options: ServerMigrationOptions
  let progress: ServerMigration.Progress
  private var history: MigrationHistory { MigrationHistory(database: database) }

  init(
    _ database: ServerConnection, _ options: ServerMigrationOptions,
    progress: @escaping ServerMigration.Progress
  ) {
    self.database = database
    self.options = options
    self.progress = progress
  }

  func run(_ migration: MigrationHistory.Unfinished) async throws {
    for step in migration.steps {
      try await tell(.begins, step, migration)
      switch step.form {
      case .transaction, .scan: try await transaction(step, migration)
      case .createIndex(let name): try await createIndex(name, step, migration)
      case .dropIndex: try await dropIndex(step, migration)
      case .batches(let table, let key): try await batches(step, table, key, migration)
      }
      try await tell(.ended, step, migration)
    }
  }

  private func tell(
    _ moment: ServerMigrationProgress.Moment, _ step: MigrationHistory.Step,
    _ migration: MigrationHistory.Unfinished
  ) async throws {
    try await progress(
      ServerMigrationProgress(
        moment: moment, step: Int(step.number), stepCount: Int(migration.stepCount),
        title: step.title))
  }

  private func isLast(
    _ step: MigrationHistory.Step, _ migration: MigrationHistory.Unfinished
  ) -> Bool { step.number == migration.stepCount }

  // MARK: - Transactions

  /// Waits for locks for a moment only: requests of programs queue behind a statement that waits for
  /// its lock, so it lets go, and the step is tried again later.
  private func transaction(
    _ step: MigrationHistory.Step, _ migration: MigrationHistory.Unfinished
  ) async throws {
    try await patiently(step) {
      try await database.connection.transaction { connection in
        try await setLockTimeout(local: true)
        for statement in step.statements { try await connection.execute(script: statement) }
        try await history.finish(step, isLast: isLast(step, migration))
        try await tell(.runs, step, migration)
      }
    }
  }

  private func setLockTimeout(local: Bool, milliseconds: Int? = nil) async throws {
    try await database.rows(
      "SELECT set_config('lock_timeout', $1, $2)",
      [.text("\(milliseconds ?? options.lockTimeoutMilliseconds)ms"), .bool(local)])
  }

  private func patiently(
    _ step: MigrationHistory.Step, _ body: () async throws -> Void
  ) async throws {
    var attempt = 1
    while true {
      do { return try await body() } catch let error as PostgreSQLError
        where error.state == .lockNotAvailable || error.isRetryable
      {
        guard attempt < options.attemptsMax else {
          throw ServerMigrationError.locked(address: database.address.shown, step: step.title)
        }
        attempt += 1
        try await Task.sleep(for: .milliseconds(min(100 << min(attempt, 6), 5000)))
      }
    }
  }

  // MARK: - Indexes

  /// Makes an index beside the table's use. One that a former run left unfinished is not valid: no
  /// request uses it, and it is dropped first.
  private func createIndex(
    _ name: String, _ step: MigrationHistory.Step, _ migration: MigrationHistory.Unfinished
  ) async throws {
    // The statement waits for transactions that have begun before it, which takes as long as they do.
    try await setLockTimeout(local: false, milliseconds: 0)
    let found = try await database.rows(
      """
      SELECT x.indisvalid FROM pg_catalog.pg_index x
      JOIN pg_catalog.pg_class c ON c.oid = x.indexrelid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relname = $1 AND n.nspname = $2
      """, [.text(name), .text(database.schema)]
    ).first?.bool(at: 0)
    if found != true {
      if found == false {
        try await database.run("DROP INDEX CONCURRENTLY IF EXISTS \(name: name)")
      }
      for statement in step.statements {
        try await database.connection.execute(script: statement)
      }
    }
    try await tell(.runs, step, migration)
    try await history.finish(step, isLast: isLast(step, migration))
  }

  private func dropIndex(
    _ step: MigrationHistory.Step, _ migration: MigrationHistory.Unfinished
  ) async throws {
    try await setLockTimeout(local: false, milliseconds: 0)
    for statement in step.statements {
      try await database.connection.execute(script: statement)
    }
    try await tell(.runs, step, migration)
    try await history.finish(step, isLast: isLast(step, migration))
  }

  // MARK: - Batches

  /// Each batch notes its last key in its own transaction, so that none runs twice.
  private func batches(
    _ step: MigrationHistory.Step, _ table: String, _ key: String,
    _ migration: MigrationHistory.Unfinished
  ) async throws {
    var position: Int64? = step.position
    while let last = position {
      position = try await batch(step, table, key, after: last, migration)
    }
  }

  /// The last key of the batch; `nil` after the last one.
  private func batch(
    _ step: MigrationHistory.Step, _ table: String, _ key: String, after last: Int64,
    _ migration: MigrationHistory.Unfinished
  ) async throws -> Int64? {
    var position: Int64?
    try await patiently(step) {
      position = try await database.connection.transaction { connection in
        try await setLockTimeout(local: true)
        let end = try await database.rows(
          """
          SELECT max(batch_key) FROM (SELECT \(name: key) AS batch_key FROM \(name: table) \
          WHERE \(name: key) > $1 ORDER BY 1 LIMIT $2) AS batch
          """, [.integer(last), .integer(Int64(options.batchRows))]
        ).first?.integer(at: 0)
        if let end {
          for statement in step.statements {
            try await connection.query(statement, [.integer(last), .integer(end)])
          }
          try await history.note(position: end, of: step)
        } else {
          try await history.finish(step, isLast: isLast(step, migration))
        }
        try await tell(.runs, step, migration)
        return end
      }
    }
    return position
  }
}
