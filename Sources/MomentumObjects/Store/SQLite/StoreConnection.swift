internal import MomentumModel
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite

/// A connection with the statements that it has prepared.
///
/// It is not `Sendable`: ``ConnectionPool`` lends it to one thread at a time.
final class StoreConnection {
  let connection: Connection
  let hooks: SQLiteStoreHooks
  /// The statements that insert objects, by entity.
  var inserts: [EntityID: RowStatement] = [:]
  /// The statements that update objects, by changed columns.
  var updates: [UpdateShape: RowStatement] = [:]
  private let runner: StatementRunner

  init(_ connection: Connection, _ hooks: SQLiteStoreHooks) {
    self.connection = connection
    self.hooks = hooks
    isObserved = hooks.observe != nil || hooks.willRun != nil
    runner = StatementRunner(connection)
  }

  /// Whether hooks are set, so that ``announce(_:_:)`` has an effect.
  let isObserved: Bool

  /// Calls the hooks before a statement runs. Throws if the hook lets the statement fail.
  func announce(_ sql: String, _ bindings: @autoclosure () -> [SQLValue] = []) throws {
    try hooks.willRun?(sql)
    guard let observe = hooks.observe else { return }
    observe(.statement(sql: sql, bindings: bindings(), plan: []))
  }

  /// A statement that is prepared once. It still has the bindings of its last run.
  func statement(_ sql: String) throws(SQLiteError) -> Statement { try runner.statement(sql) }

  // MARK: - Statements of saves

  /// Runs a statement to its end.
  ///
  /// - Returns: The number of changed rows, without those of triggers.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
    try announce(sql, values)
    let statement = try statement(sql)
    try statement.bind(values)
    while try statement.step() {}
    return statement.isReadOnly ? 0 : connection.changedRowCount
  }

  /// All rows of a short statement.
  func rows(_ sql: String, _ values: [SQLValue] = []) throws -> [[SQLValue]] {
    try announce(sql, values)
    let statement = try statement(sql)
    try statement.bind(values)
    defer { statement.reset() }
    var rows: [[SQLValue]] = []
    while let row = try statement.nextRow() { rows.append(row) }
    return rows
  }

  /// The rows of a pragma. Unlike other statements, pragmas are logged with their time.
  @discardableResult
  func pragma(_ sql: String) throws -> [[SQLValue]] {
    let start = ContinuousClock.now
    let rows = try rows(sql)
    hooks.observe?(.executed(seconds: start.secondsSince))
    return rows
  }

  /// Rolls back. An error of ROLLBACK is ignored: the journal then remains, and the next opening
  /// rolls back. The caller reports the error that made it roll back.
  func rollBack() {
    guard connection.isInTransaction else { return }
    hooks.observe?(.statement(sql: "ROLLBACK", bindings: [], plan: []))
    do { try connection.execute("ROLLBACK") } catch {}
  }

  // MARK: - Statements of fetches

  /// Runs a SELECT and calls `body` with its statement, which it steps.
  ///
  /// The statement is reset afterwards, even if `body` throws: a statement that has not ended keeps
  /// a lock on the store.
  func query<Result>(
    _ sql: SQLText, parameters: [String: SQLValue] = [:], _ body: (Statement) throws -> Result
  ) throws -> Result {
    try hooks.willRun?(sql.text)
    if let observe = hooks.observe { try report(sql, parameters, observe) }
    let statement =
      parameters.isEmpty
      ? try runner.statement(sql) : try connection.prepare(sql, parameters: parameters)
    defer { statement.reset() }
    return try body(statement)
  }

  private func report(
    _ sql: SQLText, _ parameters: [String: SQLValue], _ observe: (SQLiteStoreEvent) -> Void
  ) throws {
    for array in sql.arrays { observe(.boundArray(array.name)) }
    let bindings = sql.bindings.map { binding -> SQLValue in
      switch binding {
      case .value(let value): value
      case .parameter(let name): parameters[name] ?? .null
      }
    }
    var plan: [String] = []
    if hooks.explains {
      plan = SQLDebugLog(level: 4).queryPlan(
        try connection.queryPlan(of: sql, values: parameters))
    }
    observe(.statement(sql: sql.text, bindings: bindings, plan: plan))
  }
}

extension ContinuousClock.Instant {
  /// The number of seconds since this instant.
  var secondsSince: Double {
    let parts = duration(to: .now).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}
