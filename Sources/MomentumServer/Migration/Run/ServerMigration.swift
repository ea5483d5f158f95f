package import MomentumCompiler
internal import MomentumPostgreSQL
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumStore
internal import MomentumVersionHash

/// How a migration on a server runs.
package struct ServerMigrationOptions: Sendable, Hashable {
  /// How long a statement waits for a lock before it lets others go first.
  package var lockTimeoutMilliseconds = 2000
  /// How often a step is tried whose lock others hold.
  package var attemptsMax = 60
  /// The rows of one transaction where all rows of a table are written.
  package var batchRows = 5000

  package init() {}
}

/// Migrates the database of an address to another version of its model.
///
///     let migration = ServerMigration(at: address, to: target, among: versions)
///     let outcome = try await migration.run { print($0.title) }
package struct ServerMigration: Sendable {
  /// A version of the model by its name.
  package struct Version: Sendable {
    package var name: String
    package var model: CompiledModel

    package init(_ name: String, _ model: CompiledModel) {
      self.name = name
      self.model = model
    }
  }

  package typealias Progress = @Sendable (ServerMigrationProgress) async throws -> Void

  let address: ServerAddress
  let target: Version
  let candidates: [Version]
  let options: ServerMigrationOptions

  /// - Parameter candidates: Versions among which the database's own is searched by its hashes.
  package init(
    at address: ServerAddress, to target: Version, among candidates: [Version],
    options: ServerMigrationOptions = ServerMigrationOptions()
  ) {
    self.address = address
    self.target = target
    self.candidates = candidates
    self.options = options
  }

  /// What a migration would do, or has done.
  package struct Outcome: Sendable {
    /// The version that the database has; `nil` for a migration that goes on.
    package var source: String?
    package var plan: ServerMigrationPlan
    /// The database is as the target says; nothing has to be done.
    package var isCurrent = false
    /// An earlier run had begun; these are the steps that it had still to do.
    package var resumedSteps: Int?
    package var failures: [FailedServerCheck] = []
  }

  // MARK: - Looking

  /// The steps; nothing runs.
  package func plan() async throws -> Outcome {
    try await ServerConnection.with(address) { database in
      try await refuseOther(database)
      return try await outcome(database)
    }
  }

  /// The rows that would fail; nothing changes.
  package func preflight() async throws -> Outcome {
    try await ServerConnection.with(address) { database in
      try await refuseOther(database)
      var outcome = try await outcome(database)
      outcome.failures = try await failures(outcome.plan, database)
      return outcome
    }
  }

  private func refuseOther(_ database: ServerConnection) async throws {
    let unfinished = try await MigrationHistory(database: database).unfinished()
    guard let unfinished, unfinished.targetDigest != digest else { return }
    throw ServerMigrationError.otherMigration(
      address: address.shown, target: unfinished.target)
  }

  private func outcome(_ database: ServerConnection) async throws -> Outcome {
    if let unfinished = try await MigrationHistory(database: database).unfinished() {
      return Outcome(
        plan: ServerMigrationPlan(steps: unfinished.steps.map(\.planned)),
        resumedSteps: unfinished.steps.count)
    }
    let source = try await MigrationSourceFinder(migration: self, database: database).find()
    if source.isTarget {
      return Outcome(source: source.version.name, plan: ServerMigrationPlan(), isCurrent: true)
    }
    var plan: ServerMigrationPlan
    do throws(ServerRefusal) {
      plan = try ServerMigrationPlanner(
        old: source.version.model, new: target.model, names: source.names
      ).plan()
    } catch { throw ServerMigrationError.refused(error) }
    guard plan.isKnown(toServer: database.connection.serverVersion) else {
      throw ServerMigrationError.oldServer(address: address.shown)
    }
    plan.steps.append(
      .mark(
        from: source.version.model, to: target.model, named: source.recordedName,
        target: target.name))
    return Outcome(source: source.version.name, plan: plan)
  }

  private func failures(
    _ plan: ServerMigrationPlan, _ database: ServerConnection
  ) async throws -> [FailedServerCheck] {
    var failures: [FailedServerCheck] = []
    for check in plan.checks {
      let count = try await database.rows(check.count).first?.integer(at: 0) ?? 0
      guard count > 0 else { continue }
      let rows = try await database.rows(check.rows + " LIMIT 5")
      failures.append(
        FailedServerCheck(
          check: check, count: count, firstKeys: try rows.compactMap { try $0.integer(at: 0) }))
    }
    return failures
  }

  // MARK: - Running

  /// Runs the steps, or goes on with those that an earlier run has left. Throws
  /// ``ServerMigrationError/rowsFail(_:)`` before the first step if rows do not fit.
  package func run(_ progress: @escaping Progress = { _ in }) async throws -> Outcome {
    try await ServerConnection.with(address) { database in
      try await database.connection.withAdvisoryLock(ServerConnection.lockName) { _ in
        try await refuseOther(database)
        let history = MigrationHistory(database: database)
        var outcome = try await outcome(database)
        guard !outcome.isCurrent else { return outcome }
        let steps: MigrationHistory.Unfinished
        if let unfinished = try await history.unfinished() {
          steps = unfinished
        } else {
          outcome.failures = try await failures(outcome.plan, database)
          guard outcome.failures.isEmpty else {
            throw ServerMigrationError.rowsFail(outcome.failures)
          }
          steps = try await history.begin(
            outcome.plan.steps, target: target.name, digest: digest)
        }
        try await MigrationRunner(database, options, progress: progress).run(steps)
        return outcome
      }
    }
  }

  /// Says which model and tables the migration leads to: hashes alone would not, since a default or
  /// an index is in no hash.
  var digest: String {
    let script = target.model.plainSchema.creationScript(.postgreSQL)
    return target.model.hashes.digest + " " + SQLDigest.digest(script)
  }
}

/// A short digest of a text, equal in every run.
enum SQLDigest {
  /// FNV-1a of 64 bits, as 16 digits.
  static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension ServerMigrationStep {
  /// The last step: the database notes which model its tables are of.
  static func mark(
    from old: CompiledModel, to new: CompiledModel, named name: String, target: String
  ) -> ServerMigrationStep {
    let statements = PlainModelRecord(new, named: name).literalWriting
    var step = ServerMigrationStep("note that the tables are those of \(target)", [])
    step.up = MigrationPart(.transaction, statements)
    step.down = [
      MigrationPart(.transaction, PlainModelRecord(old, named: name).literalWriting)
    ]
    return step
  }
}

extension PlainModelRecord {
  init(_ compiled: CompiledModel, named name: String) {
    let hashes = compiled.hashes.entities.map { ($0.name, $0.hexadecimal) }
    self.init(model: name, hashes: Dictionary(hashes) { first, _ in first })
  }

  /// The statements of `writing` with their values as literals, as a script has them.
  var literalWriting: [SQLFragment] {
    writing.map { statement in
      SQLFragment(
        statement.segments.map { segment in
          guard case .binding(.text(let text)) = segment else { return segment }
          return .text(text)
        })
    }
  }
}

extension MigrationHistory.Step {
  /// The step for people; its locks are not noted.
  var planned: ServerMigrationStep {
    var step = ServerMigrationStep(title, [])
    step.up = MigrationPart(form, statements.map { SQLFragment([.sql($0)]) })
    step.down = nil
    return step
  }
}
