internal import MomentumModel
internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumServerStore

/// One attempt to save, in a transaction: writes the changes, and collects the conflicts with other
/// saves.
final class ServerSave {
  /// A row that could not be written because of a constraint. It is tried again after the other
  /// rows: the row that has the same values may get other values in the same save.
  struct Postponed {
    var statement: SaveStatement
    var error: PostgreSQLError
  }

  /// Ends the transaction of a save with conflicts.
  enum Stop: Error {
    case conflicts([ObjectID])
    case violations([Violation])
  }

  let source: ObjectSource
  let link: ServerLink
  let changes: StoreChanges
  private let plan: SavePlan
  private var conflicts: [ObjectID] = []
  private var postponed: [Postponed] = []

  init(_ source: ObjectSource, _ link: ServerLink, _ changes: StoreChanges, _ plan: SavePlan) {
    self.source = source
    self.link = link
    self.changes = changes
    self.plan = plan
  }

  /// Tells the triggers that this transaction writes versions itself, until it ends.
  private static let setting = PostgreSQLRequest(
    SQLFragment("SELECT set_config(\(text: ObjectTables.setting), 'on', true)").text(
      in: .postgreSQL))

  // MARK: - All at once

  /// Runs all statements without waiting for each. The first violated constraint ends the
  /// transaction, and ``runCarefully()`` has to be tried.
  func run() async throws {
    let statements = plan.all
    let results = try await link.run([Self.setting] + statements.map(\.request))
    // The results of the setting come first.
    for (statement, rows) in zip(statements, results.dropFirst()) {
      try await note(statement, rows)
    }
    try await checkVersions()
    guard conflicts.isEmpty else { throw Stop.conflicts(conflicts) }
  }

  // MARK: - One after another

  /// Runs each statement for a row in a savepoint, so that those that violate a constraint can be
  /// tried again after the others.
  func runCarefully() async throws {
    try await link.run(Self.setting)
    for statement in plan.clearing { try await link.run(statement.request) }
    for statement in plan.rows { try await attempt(statement) }
    while !postponed.isEmpty {
      let waiting = postponed
      postponed = []
      for item in waiting { try await attempt(item.statement) }
      if postponed.count == waiting.count { break }
    }
    try await checkVersions()
    guard conflicts.isEmpty else { throw Stop.conflicts(conflicts) }
    if !postponed.isEmpty { throw try await violations() }
    for statement in plan.links { try await link.run(statement.request) }
  }

  private func attempt(_ statement: SaveStatement) async throws {
    do {
      let rows = try await link.connection.transaction { _ in try await link.run(statement.request)
      }
      try await note(statement, rows)
    } catch let error as PostgreSQLError where error.isOfConstraint {
      if case .insert(let row) = statement.kind, source.isKey(error, of: row.id.entity) {
        // A row with this key exists, because another program has set the sequence back.
        return conflicts.append(row.id)
      }
      postponed.append(Postponed(statement: statement, error: error))
    }
  }

  // MARK: - Versions

  /// Notes the rows that a statement has not found in the version that the context has read.
  private func note(_ statement: SaveStatement, _ rows: PostgreSQLRows) async throws {
    switch statement.kind {
    case .insert, .other: return
    case .update(let update): if rows.affectedCount == 0 { conflicts.append(update.new.id) }
    case .delete(let old):
      guard rows.count < old.count else { return }
      var deleted: Set<Int64> = []
      for row in rows { if let key = try row.integer(at: 0) { deleted.insert(key) } }
      let missing = old.filter { !deleted.contains($0.id.number) }
      // A row that no longer exists was deleted by another save, and that is no conflict.
      let present = try await versions(of: missing)
      conflicts += missing.map(\.id).filter { present[$0.number] != nil }
    }
  }

  /// Compares rows that the save does not change, and locks them until it is committed.
  private func checkVersions() async throws {
    let families = Dictionary(grouping: changes.checked) { $0.id.entity.root }
    for (_, rows) in families.sorted(by: { $0.key < $1.key }) {
      let present = try await versions(of: rows)
      conflicts += rows.filter { present[$0.id.number] != $0.version }.map(\.id)
    }
  }

  /// The versions of rows of one table by key; a key without a row is absent.
  private func versions(of rows: [RowSnapshot]) async throws -> [Int64: Int64] {
    guard let first = rows.first else { return [:] }
    let place = source.tables.place(of: first.id.entity.root)
    let found = try await link.run(
      "SELECT \(name: place.identity), \(name: ObjectTables.versionColumn) "
        + "FROM \(name: place.table) WHERE \(name: place.identity) = ANY (\(bind: .null)) "
        + "ORDER BY \(name: place.identity) FOR SHARE", [.keys(rows.map(\.id.number))])
    var versions: [Int64: Int64] = [:]
    for row in found { versions[try row.integer(at: 0) ?? 0] = try row.integer(at: 1) ?? 0 }
    return versions
  }

  // MARK: - Uniqueness

  /// The violated uniqueness constraints, read before the transaction is rolled back; the error of
  /// another constraint.
  private func violations() async throws -> any Error {
    var found: [Violation] = []
    for item in postponed {
      let row: RowSnapshot
      switch item.statement.kind {
      case .insert(let new): row = new
      case .update(let update): row = update.new
      case .delete, .other: return item.error
      }
      guard let names = source.constraint(item.error, row.id.entity) else {
        // If a row was postponed because another one is missing, the other one says why.
        if item.error.state?.isForeignKeyViolation == true, postponed.contains(where: \.isUnique) {
          continue
        }
        return item.error
      }
      found.append(try await Violation(names, row, changes, source, link))
    }
    return Stop.violations(found)
  }
}

extension ServerSave.Postponed {
  fileprivate var isUnique: Bool { error.state == .uniqueViolation }
}

extension PostgreSQLError {
  /// Whether a row violates a constraint that other rows of the save may satisfy.
  var isOfConstraint: Bool {
    reason == .server && (state == .uniqueViolation || state?.isForeignKeyViolation == true)
  }
}
