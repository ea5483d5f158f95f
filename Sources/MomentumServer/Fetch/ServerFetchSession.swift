package import MomentumCompiler
internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumPredicate
internal import MomentumQuery
internal import MomentumRuntime
package import MomentumSQL
internal import MomentumServerStore
internal import MomentumStore

/// A connection to a database with the tables of a model, for fetch requests; nothing is changed.
///
///     let session = try await ServerFetchSession.open(address, model: compiled)
///     let cursor = try await session.cursor(session.recompiled(fetch))
///     while case let rows = try await cursor.next(), !rows.isEmpty { print(rows.count) }
///     await session.close()
package struct ServerFetchSession: Sendable {
  /// The number of rows that the server sends at once.
  package static let chunkRows = 2_000

  package let model: CompiledModel
  let database: ServerConnection
  let lowering: ServerLowering

  /// Connects, and compares what the database says of its model with `model`.
  ///
  /// - Throws: ``ServerError/otherModel(recorded:entities:address:)`` if the tables were made for
  ///   another version of the model, `tablesMissing` if there are none.
  package static func open(
    _ address: ServerAddress, model: CompiledModel
  ) async throws -> ServerFetchSession {
    var address = address
    // A cursor is planned to return its first rows soon; here all rows are read.
    address.options.settings["cursor_tuple_fraction"] = "1"
    let database = try await ServerConnection.open(address)
    do {
      try await database.requireTables(of: model)
      // All statements see the same state.
      try await database.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    } catch {
      await database.connection.close()
      throw database.named(error)
    }
    return ServerFetchSession(
      model: model, database: database, lowering: ServerLowering(model, entities: .names))
  }

  /// A name of the database for the URIs of objects: that of the store which was copied to it, or
  /// its schema's.
  package var identity: String { database.schema }

  /// Closes the connection, which ends the transaction, too.
  package func close() async { await database.connection.close() }

  /// The request for the tables of the server.
  ///
  /// Objects that are equal in all sort keys come in the order of their keys, groups in the order of
  /// the values that they have in common: the server would return them in any order.
  package func recompiled(_ fetch: CompiledFetch) -> CompiledFetch {
    var request = fetch.request
    // Each group has one value of these, so no other order of groups is needed.
    if !request.isDistinct { request.sortKeys += request.propertiesToGroupBy.map { SortKey($0) } }
    var lowered = lowering.lower(request, options: fetch.options)
    if request.returnsRowForEachObject {
      lowered.select.order.append(lowering.keyOrder(of: request.entity))
    }
    var result = fetch
    result.sql = lowering.print(lowered)
    result.columns = lowered.columns
    return result
  }

  /// The number that a count request returns.
  package func count(_ fetch: CompiledFetch) async throws -> Int64 {
    let values = try ServerValue.parameters(of: fetch.sql)
    return try await database.naming {
      try await database.connection.query(fetch.sql.text, values).first?.integer(at: 0) ?? 0
    }
  }

  /// Starts a request, whose rows are then read piece by piece; one at a time.
  package func cursor(_ fetch: CompiledFetch) async throws -> ServerCursor {
    let values = try ServerValue.parameters(of: fetch.sql)
    let select = SQLFragment(printed: fetch.sql.text)
    _ = try await database.naming {
      try await database.rows("DECLARE momentum NO SCROLL CURSOR FOR \(sql: select)", values)
    }
    return ServerCursor(database: database, reader: FetchedRowReader(fetch.columns, model))
  }

  /// The server's plan of a statement, a node a line.
  package func plan(of sql: SQLText) async throws -> [String] {
    let values = try ServerValue.parameters(of: sql)
    let select = SQLFragment(printed: sql.text)
    return try await database.naming {
      try await database.rows("EXPLAIN (COSTS OFF) \(sql: select)", values)
        .compactMap { try $0.text(at: 0) }
    }
  }
}

/// The rows of a request, as they are read.
package struct ServerCursor: Sendable {
  let database: ServerConnection
  let reader: FetchedRowReader

  /// The next rows in the form of a store; none at the end.
  package func next() async throws -> [[SQLValue]] {
    try await database.naming {
      try await database.rows("FETCH FORWARD \(number: ServerFetchSession.chunkRows) FROM momentum")
        .map { try reader.row($0) }
    }
  }
}

extension FetchRequest {
  /// Whether each row is an object or has the values of one, so that rows can be sorted by key.
  var returnsRowForEachObject: Bool {
    switch resultType {
    case .managedObjects, .managedObjectIDs: true
    case .count: false
    case .dictionaries:
      !isDistinct && !hasGroups
        && propertiesToFetch.allSatisfy {
          if case .expression(let expression, _) = $0.value {
            !expression.hasRowAggregate
          } else {
            true
          }
        }
    }
  }
}
