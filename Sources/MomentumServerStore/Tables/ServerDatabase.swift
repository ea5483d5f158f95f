internal import MomentumCompiler
internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumStore

/// A database of one model: its connections, tables, and the statements that requests become.
///
/// It works with keys and columns; the generic functions of ``ServerStore`` call it with generated
/// types.
final class ServerDatabase: Sendable {
  let pool: PostgreSQLPool
  let compiled: CompiledModel
  let lowering: ServerLowering
  private let observe: (@Sendable (StatementRun) -> Void)?
  private let plans = Locked<[ObjectIdentifier: ServerRowPlan]>([:])

  init(
    pool: PostgreSQLPool, compiled: CompiledModel,
    observe: (@Sendable (StatementRun) -> Void)?
  ) {
    self.pool = pool
    self.compiled = compiled
    self.observe = observe
    lowering = ServerLowering(compiled, entities: .zero)
  }

  var model: ObjectModel { compiled.model }
  var tables: ServerTables { lowering.tables }
  var layout: QueryLayout { lowering.layout }

  /// The plan that tells how values of a generated type become rows; made once for each type.
  func plan<Entity: StoredEntity>(for type: Entity.Type) throws(StoreFailure) -> ServerRowPlan {
    if let known = plans.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    let entity = try model.known(type.entityName)
    let plan = try ServerRowPlan(entity, properties: type.storedProperties, tables)
    plans.withLock { $0[ObjectIdentifier(type)] = plan }
    return plan
  }

  // MARK: - Statements

  /// Runs a statement on a connection and reports it to the program's observer.
  func query(
    _ sql: String, _ values: [PostgreSQLValue], on connection: PostgreSQLConnection
  ) async throws(PostgreSQLError) -> PostgreSQLRows {
    try await observed(sql, values.count) { () async throws(PostgreSQLError) in
      try await connection.query(sql, values)
    }
  }

  /// Runs a statement without values that is not kept prepared.
  func queryOnce(
    _ sql: String, on connection: PostgreSQLConnection
  ) async throws(PostgreSQLError) -> PostgreSQLRows {
    try await observed(sql, 0) { () async throws(PostgreSQLError) in
      try await connection.queryOnce(sql)
    }
  }

  private func observed(
    _ sql: String, _ bindingCount: Int,
    _ run: () async throws(PostgreSQLError) -> PostgreSQLRows
  ) async throws(PostgreSQLError) -> PostgreSQLRows {
    guard let observe else { return try await run() }
    let start = ContinuousClock.now
    let rows = try await run()
    let time = ContinuousClock.now - start
    observe(
      StatementRun(
        sql: sql, bindingCount: bindingCount, rowCount: rows.count,
        seconds: Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18))
    return rows
  }

  /// The rows of a printed request, which changes nothing: from a connection of the pool, or from that
  /// of the transaction.
  func read(
    _ sql: SQLText, in session: ServerSession?
  ) async throws(StoreFailure) -> PostgreSQLRows {
    let values = try ServerValue.parameters(of: sql)
    do {
      if let session { return try await session.query(sql.text, values) }
      // The observer is told how long the statement took, without the wait for a connection.
      guard observe != nil else { return try await pool.read(sql.text, values) }
      return try await pool.withConnection { connection in
        try await self.query(sql.text, values, on: connection)
      }
    } catch { throw failure(error) }
  }
}
