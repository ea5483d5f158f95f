internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL

/// An open transaction: its connection, and the rules that are checked when it commits.
final class ServerSession: Sendable {
  let database: ServerDatabase
  private let connection: PostgreSQLConnection

  private struct State {
    var isOpen = true
    var checks: [RelationshipID: Set<Int64>] = [:]
    /// The numbers of open cursors.
    var cursors: Set<Int> = []
  }

  private let state = Locked(State())

  init(_ connection: PostgreSQLConnection, _ database: ServerDatabase) {
    self.connection = connection
    self.database = database
  }

  var tables: ServerTables { database.tables }

  /// Throws if the transaction is over. A closure may have kept its store in a variable; a change
  /// through it would run outside of the transaction, on a connection that another task may have.
  private func checkIsOpen() throws(StoreFailure) {
    guard state.withLock({ $0.isOpen }) else {
      throw StoreFailure(.store, "the transaction of this store has ended")
    }
  }

  // MARK: - Statements

  func query(_ sql: String, _ values: [PostgreSQLValue]) async throws -> PostgreSQLRows {
    try checkIsOpen()
    return try await database.query(sql, values, on: connection)
  }

  /// Runs a statement of fragments; its placeholders get the values in their order.
  @discardableResult
  func run(_ sql: SQLFragment, _ values: [PostgreSQLValue]) async throws -> PostgreSQLRows {
    try await query(sql.text(in: .postgreSQL), values)
  }

  /// The integers in the first column of the rows that a statement returns.
  func keys(_ sql: SQLFragment, _ values: [PostgreSQLValue]) async throws -> [Int64] {
    var keys: [Int64] = []
    for row in try await run(sql, values) {
      if let key = try row.integer(at: 0) { keys.append(key) }
    }
    return keys
  }

  func copy(
    into table: String, columns: [String], _ rows: [[PostgreSQLValue]]
  ) async throws {
    try checkIsOpen()
    let source = AsyncStream { continuation in
      for row in rows { continuation.yield(row) }
      continuation.finish()
    }
    _ = try await connection.copy(into: [table], columns: columns, rows: source)
  }

  // MARK: - Cursors

  /// Opens a cursor for a statement; returns its number.
  func openCursor(_ statement: SQLFragment, _ values: [PostgreSQLValue]) async throws -> Int {
    let number = state.withLock { state in
      let number = (1...).first { !state.cursors.contains($0) } ?? 0
      state.cursors.insert(number)
      return number
    }
    do {
      try await run(
        "DECLARE \(name: name(of: number)) NO SCROLL CURSOR FOR \(sql: statement)", values)
    } catch {
      state.withLock { _ = $0.cursors.remove(number) }
      throw error
    }
    return number
  }

  /// The next rows of a cursor.
  func rows(of cursor: Int, _ count: Int) async throws -> PostgreSQLRows {
    try checkIsOpen()
    let sql: SQLFragment = "FETCH FORWARD \(number: count) FROM \(name: name(of: cursor))"
    return try await database.queryOnce(sql.text(in: .postgreSQL), on: connection)
  }

  func close(_ cursor: Int) async throws {
    state.withLock { _ = $0.cursors.remove(cursor) }
    try await run("CLOSE \(name: name(of: cursor))", [])
  }

  private func name(of cursor: Int) -> String { "momentum_\(cursor)" }

  // MARK: - Parts of the transaction

  /// Runs changes of which either all or none are kept.
  func savepoint<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (ServerSession) async throws -> Result
  ) async throws -> Result {
    try checkIsOpen()
    let checks = state.withLock { $0.checks }
    do {
      return try await connection.transaction { _ in try await body(self) }
    } catch {
      state.withLock { $0.checks = checks }
      throw error
    }
  }

  /// Makes the store of the transaction unusable.
  func end() { state.withLock { $0.isOpen = false } }

  // MARK: - Rules of relationships

  /// Lets the commit check that an object of a relationship has as many objects as the model
  /// requires.
  func check(_ plan: RelationshipPlan?, _ keys: some Sequence<Int64>) {
    guard let plan, plan.hasRules else { return }
    state.withLock { $0.checks[plan.id, default: []].formUnion(keys) }
  }

  /// Checks the rules before the transaction commits, with one statement for each relationship.
  func checkRelationships() async throws {
    let checks = state.withLock { $0.checks }
    for (id, keys) in checks.sorted(by: {
      ($0.key.entity, $0.key.index) < ($1.key.entity, $1.key.index)
    }) {
      guard let plan = tables.plan(for: id) else { continue }
      for row in try await run(counts(plan), [.keys(keys.sorted())]) {
        try check(plan, count: try row.integer(at: 0) ?? 0)
      }
    }
  }

  /// `SELECT (SELECT count(*) FROM tip r WHERE r.venue_id = s.id) FROM venue s WHERE s.id = ANY ($1)`
  private func counts(_ plan: RelationshipPlan) -> SQLFragment {
    let identity = tables.place(of: plan.sourceRoot).identity
    let count: SQLFragment =
      switch plan.storage {
      case .sourceKey(let key): "CASE WHEN s.\(name: key.column) IS NULL THEN 0 ELSE 1 END"
      case .destinationKey(let key):
        "(SELECT count(*) FROM \(name: key.table) r WHERE r.\(name: key.column) = s.\(name: identity))"
      case .join(let join):
        "(SELECT count(*) FROM \(sql: tables.pairs(join)) r WHERE r.source = s.\(name: identity))"
      }
    return "SELECT \(sql: count) FROM \(name: plan.sourceTable) s "
      + "WHERE s.\(name: identity) = ANY (\(bind: .null))"
  }

  private func check(_ plan: RelationshipPlan, count: Int64) throws(StoreFailure) {
    if let broken = plan.brokenRule(by: count) { throw StoreFailure(.validation, broken) }
  }
}

extension ServerTables {
  /// The pairs of a join table, seen from the relationship: `(SELECT a_id AS source, b_id AS
  /// destination, b_position AS place FROM a_bs)`. A table with one row for both directions of a pair
  /// gives each pair twice.
  func pairs(_ join: RelationshipPlan.Join) -> SQLFragment {
    func half(_ source: String, _ destination: String) -> SQLFragment {
      let place: SQLFragment = join.order.map { "\(name: $0)" } ?? "0"
      return "SELECT \(name: source) AS source, \(name: destination) AS destination, "
        + "\(sql: place) AS place FROM \(name: join.table)"
    }
    let straight = half(join.source, join.destination)
    guard hasPairsOnce(join) else { return "(\(sql: straight))" }
    // UNION, since an object that is related to itself has one row.
    return "(\(sql: straight) UNION \(sql: half(join.destination, join.source)))"
  }
}
