internal import MomentumPostgreSQL
internal import MomentumSQL

/// The table `momentum_migration`: the steps of each migration, and which of them are done.
///
/// The statements are kept, too: a migration that was ended goes on with the steps that it began
/// with, although the tables are then neither those of the old model nor those of the new one.
struct MigrationHistory {
  static let table = "momentum_migration"

  /// A step as the table has it.
  struct Step {
    var migration: Int64
    var number: Int64
    var title: String
    var form: MigrationPart.Form
    var statements: [String]
    /// The last key of the batches that are done.
    var position: Int64
  }

  /// A migration that has not ended.
  struct Unfinished {
    var migration: Int64
    /// The name of the new version, and the digest of its hashes and tables.
    var target: String
    var targetDigest: String
    var steps: [Step]
    var stepCount: Int64
  }

  let database: ServerConnection

  func create() async throws {
    try await database.run(
      """
      CREATE TABLE IF NOT EXISTS \(name: Self.table) (migration bigint NOT NULL, \
      step bigint NOT NULL, title text NOT NULL, form text NOT NULL, object text NOT NULL, \
      key text NOT NULL, statements text[] NOT NULL, position bigint NOT NULL DEFAULT \
      -9223372036854775808, done timestamptz, PRIMARY KEY (migration, step))
      """)
  }

  func exists() async throws -> Bool { try await !database.existing([Self.table]).isEmpty }

  // MARK: - Reading

  func unfinished() async throws -> Unfinished? {
    guard try await exists() else { return nil }
    let rows = try await database.rows(
      """
      SELECT migration, step, title, form, object, key, statements, position, done IS NOT NULL \
      FROM \(name: Self.table) WHERE migration = (SELECT min(migration) FROM \(name: Self.table) \
      WHERE done IS NULL) ORDER BY step
      """)
    guard let first = rows.first else { return nil }
    let words = try first.texts(at: 6)
    let steps = try rows.dropFirst().filter { try $0.bool(at: 8) == false }.map(step)
    return Unfinished(
      migration: try first.integer(at: 0) ?? 0, target: try first.text(at: 2) ?? "",
      targetDigest: words.first ?? "", steps: steps, stepCount: Int64(rows.count) - 1)
  }

  private func step(_ row: PostgreSQLRow) throws -> Step {
    let (object, key) = (try row.text(at: 4) ?? "", try row.text(at: 5) ?? "")
    let form: MigrationPart.Form =
      switch try row.text(at: 3) {
      case "create-index": .createIndex(object)
      case "drop-index": .dropIndex(object)
      case "batches": .batches(table: object, key: key)
      case "scan": .scan
      case _: .transaction
      }
    return Step(
      migration: try row.integer(at: 0) ?? 0, number: try row.integer(at: 1) ?? 0,
      title: try row.text(at: 2) ?? "", form: form, statements: try row.texts(at: 6),
      position: try row.integer(at: 7) ?? .min)
  }

  // MARK: - Writing

  /// Notes all steps in one transaction; from then on the migration has begun.
  func begin(
    _ steps: [ServerMigrationStep], target: String, digest: String
  ) async throws -> Unfinished {
    try await database.connection.transaction { _ in
      try await create()
      let last = try await database.rows(
        "SELECT coalesce(max(migration), 0) + 1 FROM \(name: Self.table)"
      ).first?.integer(at: 0)
      let migration = last ?? 1
      var result = Unfinished(
        migration: migration, target: target, targetDigest: digest, steps: [],
        stepCount: Int64(steps.count))
      // The row 0 is done together with the last step.
      try await insert(
        Step(
          migration: migration, number: 0, title: target, form: .transaction,
          statements: [digest], position: .min))
      for (place, step) in steps.enumerated() {
        let row = Step(
          migration: migration, number: Int64(place) + 1, title: step.title, form: step.form,
          statements: step.statements, position: .min)
        try await insert(row)
        result.steps.append(row)
      }
      return result
    }
  }

  private func insert(_ step: Step) async throws {
    let (word, object, key): (String, String, String) =
      switch step.form {
      case .transaction: ("transaction", "", "")
      case .scan: ("scan", "", "")
      case .createIndex(let name): ("create-index", name, "")
      case .dropIndex(let name): ("drop-index", name, "")
      case .batches(let table, let key): ("batches", table, key)
      }
    try await database.rows(
      """
      INSERT INTO \(name: Self.table) (migration, step, title, form, object, key, statements) \
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      [
        .integer(step.migration), .integer(step.number), .text(step.title), .text(word),
        .text(object), .text(key), .array(step.statements.map { .text($0) }),
      ])
  }

  /// Notes that a step is done; run it in the step's transaction where it has one.
  func finish(_ step: Step, isLast: Bool) async throws {
    try await database.rows(
      """
      UPDATE \(name: Self.table) SET done = now() \
      WHERE migration = $1 AND (step = $2 OR $3 AND step = 0)
      """,
      [.integer(step.migration), .integer(step.number), .bool(isLast)])
  }

  func note(position: Int64, of step: Step) async throws {
    try await database.rows(
      "UPDATE \(name: Self.table) SET position = $1 WHERE migration = $2 AND step = $3",
      [.integer(position), .integer(step.migration), .integer(step.number)])
  }
}

extension PostgreSQLRow {
  /// The texts of an array; empty for NULL.
  fileprivate func texts(at column: Int) throws -> [String] {
    guard case .array(let values) = try value(at: column) else { return [] }
    return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}
