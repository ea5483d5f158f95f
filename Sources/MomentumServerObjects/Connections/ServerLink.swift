internal import MomentumPostgreSQL
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumServerStore

/// A connection, with what the store does before each statement.
struct ServerLink: Sendable {
  let connection: PostgreSQLConnection
  let willRun: (@Sendable (String) throws -> Void)?

  /// Runs a statement of fragments; its placeholders get the values in their order.
  @discardableResult
  func run(_ sql: SQLFragment, _ values: [PostgreSQLValue] = []) async throws -> PostgreSQLRows {
    try await run(PostgreSQLRequest(sql.text(in: .postgreSQL), values))
  }

  @discardableResult
  func run(_ request: PostgreSQLRequest) async throws -> PostgreSQLRows {
    try willRun?(request.sql)
    return try await connection.query(request.sql, request.values)
  }

  /// Runs a printed request.
  func run(_ sql: SQLText) async throws -> PostgreSQLRows {
    try await run(PostgreSQLRequest(sql.text, try ServerValue.parameters(of: sql)))
  }

  /// Runs statements one after another, a thousand in each round trip.
  func run(_ requests: [PostgreSQLRequest]) async throws -> [PostgreSQLRows] {
    var results: [PostgreSQLRows] = []
    for start in stride(from: 0, to: requests.count, by: Self.pipelineMax) {
      let part = Array(requests[start..<min(start + Self.pipelineMax, requests.count)])
      if let willRun { for request in part { try willRun(request.sql) } }
      results += try await connection.pipeline(part)
    }
    return results
  }

  /// The connection keeps the statements of a pipeline prepared, and each set of changed columns
  /// has a statement of its own.
  private static let pipelineMax = 1000
}

extension PostgreSQLValue {
  /// Keys as one value, for `= ANY ($1)`.
  static func keys(_ keys: some Sequence<Int64>) -> PostgreSQLValue {
    .array(keys.map { .integer($0) })
  }
}
