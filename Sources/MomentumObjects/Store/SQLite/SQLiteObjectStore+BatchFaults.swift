internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite

extension SQLiteObjectStore {
  /// The most keys in one statement. Core Data's own statements have up to 20,000 (observed).
  private static let batchMax = 20_000

  /// Reads the rows of the given objects, in no particular order:
  ///
  ///     SELECT … WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0)   LIMIT 20
  func batch(_ ids: [ObjectID], _ fetch: StoreFetch) throws -> [RowSnapshot] {
    let keys = ids.filter { $0.place.store == identifier }.map(\.number)
    let lowering = FetchRequestLowering(model: compiled.model, schema: compiled.schema)
    let readAt = now()
    var rows: [RowSnapshot] = []
    for first in stride(from: 0, to: keys.count, by: Self.batchMax) {
      let part = Array(keys[first..<min(first + Self.batchMax, keys.count)])
      let lowered = lowering.lowerBatch(of: fetch.request, keys: part)
      let sql = SQLPrinter.print(lowered.select)
      rows += try read { connection in
        let start = ContinuousClock.now
        let found = try connection.query(sql) { statement in
          var decoder = RowDecoder(
            lowered.columns, fetch.request.entity, self.source, readAt: readAt)
          return try decoder.rows(statement)
        }
        let entity = self.source.model[fetch.request.entity]
        self.report(sql, entity, found.map(\.id), found.count, start)
        return found
      }
    }
    if let keyPath = fetch.prefetchedKeyPath {
      hooks.observe?(.prefetched(keyPath: keyPath, rowCount: rows.count))
    }
    return rows
  }
}

extension StoreConnection {
  /// After how many instructions SQLite asks again whether a fetch was cancelled; they take at most
  /// some tenths of a millisecond.
  private static let instructionsBetweenChecks: Int32 = 10_000

  /// Runs a statement that stops when its fetch is cancelled, even before it has returned a row.
  func watched<Result>(by watch: FetchWatch?, _ body: () throws -> Result) throws -> Result {
    guard let watch else { return try body() }
    connection.onProgress(everyInstructions: Self.instructionsBetweenChecks) {
      watch.isCancelled()
    }
    defer { connection.onProgress(everyInstructions: 0, nil) }
    do {
      return try body()
    } catch let error as SQLiteError where error.reason == .interrupted && watch.isCancelled() {
      throw ObjectError(.userCancelled)
    }
  }
}
