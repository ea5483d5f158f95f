internal import Foundation
internal import MomentumModel
package import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumServerStore

extension PostgreSQLObjectStore {
  /// Reads objects with all their values. `propertiesToFetch` is ignored: a row with some
  /// properties only could not be compared with later rows.
  package func rows(_ fetch: StoreFetch) throws -> [RowSnapshot] {
    if let ids = fetch.identities { return try rows(of: ids, fetch.request.entity) }
    let lowered = lower(wholeObjects(fetch, .managedObjects))
    return try rows(lowered, fetch.request.entity, fetch.watch)
  }

  package func identities(_ fetch: StoreFetch) throws -> [ObjectID] {
    let lowered = lower(wholeObjects(fetch, .managedObjectIDs))
    let reader = ObjectRowReader(lowered.columns, source.model[fetch.request.entity], source)
    let sql = source.lowering.print(lowered)
    return try reading { try self.found(sql).map { try reader.id($0) } }
  }

  package func count(_ fetch: StoreFetch) throws -> Int {
    var request = wholeObjects(fetch, .count)
    request.sortKeys = []
    let sql = source.lowering.print(source.lowering.lower(request))
    return try call(.read) { link in
      Int(try await link.run(sql).first?.integer(at: 0) ?? 0)
    }
  }

  package func dictionaries(_ fetch: StoreFetch) throws -> [[String: StoredValue]] {
    var request = fetch.request
    request.resultType = .dictionaries
    request.batchSize = nil
    request.prefetchedRelationships = []
    let lowered = source.lowering.lower(request)
    let reader = DictionaryReader(lowered.columns, request, source)
    let sql = source.lowering.print(lowered)
    return try reading { try self.found(sql).map { try reader.values($0) } }
  }

  // MARK: - Running

  /// A request for whole objects. The caller handles batches and prefetching.
  func wholeObjects(
    _ fetch: StoreFetch, _ type: FetchRequest.ResultType
  ) -> FetchRequest {
    var request = fetch.request
    request.resultType = type
    request.propertiesToFetch = []
    request.isDistinct = false
    request.propertiesToGroupBy = []
    request.expressionsToGroupBy = []
    request.havingPredicate = nil
    request.batchSize = nil
    request.prefetchedRelationships = []
    return request
  }

  /// The statement of a request. Objects that are equal in all sort keys come in the order of their
  /// keys, as SQLite returns them; the server would return them in any order.
  private func lower(_ request: FetchRequest) -> LoweredFetchRequest {
    var lowered = source.lowering.lower(request)
    lowered.select.order.append(source.lowering.keyOrder(of: request.entity))
    return lowered
  }

  /// The rows of a printed request.
  func found(_ sql: SQLText) throws -> PostgreSQLRows {
    try call(.read) { link in try await link.run(sql) }
  }

  /// Runs a call that also reads the values of rows, which may be malformed.
  func reading<Value>(_ body: () throws -> Value) throws -> Value {
    try ServerFailure.mapping(.read, path ?? "", source.lowering, body)
  }

  func rows(
    _ lowered: LoweredFetchRequest, _ entity: EntityID, _ watch: FetchWatch? = nil
  ) throws -> [RowSnapshot] {
    let sql = source.lowering.print(lowered)
    let readAt = Date.timeIntervalSinceReferenceDate
    var reader = ObjectRowReader(
      lowered.columns, source.model[entity], source, readAt: readAt)
    return try reading {
      var snapshots: [RowSnapshot] = []
      for row in try found(sql) {
        snapshots.append(try reader.snapshot(row))
        try watch?.check(snapshots.count)
      }
      return snapshots
    }
  }

  /// The most keys in one statement.
  private static let keysMax = 20_000

  /// The rows of some objects, in no particular order.
  private func rows(of ids: [ObjectID], _ entity: EntityID) throws -> [RowSnapshot] {
    let keys = ids.filter { source.owns($0) }.map(\.number)
    var rows: [RowSnapshot] = []
    for first in stride(from: 0, to: keys.count, by: Self.keysMax) {
      let part = keys[first..<min(first + Self.keysMax, keys.count)]
      rows += try self.rows(source.rows(withKeys: part, of: entity), entity)
    }
    return rows
  }
}

extension ObjectSource {
  /// The request for the objects with some keys: `SELECT … FROM venue t0 WHERE t0.id = ANY ($1)`.
  func rows(withKeys keys: some Sequence<Int64>, of entity: EntityID) -> LoweredFetchRequest {
    var lowered = lowering.lower(FetchRequest(entity: entity))
    lowered.select.condition = .isInText(
      lowering.identity(of: entity), keys.map { .integer($0) }, .integer)
    return lowered
  }
}
