internal import Foundation
internal import MomentumCompiler
internal import MomentumEvaluation
internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite

extension SQLiteObjectStore {
  /// Reads objects with all their values. `propertiesToFetch` is ignored: a row with some
  /// properties only could not be compared with later rows.
  package func rows(_ fetch: StoreFetch) throws -> [RowSnapshot] {
    if let ids = fetch.identities { return try batch(ids, fetch) }
    var request = fetch.request
    request.resultType = .managedObjects
    let compiled = compile(&request, fetch)
    let readAt = now()
    return try read { connection in
      try self.fetch(compiled, fetch, connection) { statement in
        var decoder = RowDecoder(compiled.columns, request.entity, self.source, readAt: readAt)
        let rows = try decoder.rows(statement, fetch.watch?.check)
        return (rows, { [rows] in rows.map(\.id) })
      }
    }
  }

  package func identities(_ fetch: StoreFetch) throws -> [ObjectID] {
    var request = fetch.request
    request.resultType = .managedObjectIDs
    let compiled = compile(&request, fetch)
    return try read { connection in
      try self.fetch(compiled, fetch, connection) { statement in
        var decoder = RowDecoder(compiled.columns, request.entity, self.source)
        var ids: [ObjectID] = []
        while try statement.step() { ids.append(try decoder.id(statement)) }
        return (ids, { [ids] in ids })
      }
    }
  }

  package func count(_ fetch: StoreFetch) throws -> Int {
    var request = fetch.request
    request.resultType = .count
    let compiled = compile(&request, fetch)
    return try read { connection in
      let start = ContinuousClock.now
      let count = try connection.query(compiled.sql, parameters: fetch.parameters) { statement in
        try statement.step() ? statement.integer(at: 0) ?? 0 : 0
      }
      let entity = self.compiled.model[request.entity].name
      self.hooks.observe?(
        .counted(Int(count), entity: entity, format: fetch.format, seconds: start.secondsSince))
      return Int(count)
    }
  }

  package func dictionaries(_ fetch: StoreFetch) throws -> [[String: StoredValue]] {
    var request = fetch.request
    request.resultType = .dictionaries
    request.batchSize = nil
    request.prefetchedRelationships = []
    let compiled = CompiledFetch(
      request, predicateFormat: fetch.format, layout: self.compiled.queryLayout(.coreData))
    return try read { connection in
      try self.fetch(compiled, fetch, connection) { statement in
        let decoder = DictionaryDecoder(compiled.columns, request, self.source)
        var rows: [[String: StoredValue]] = []
        while try statement.step() { rows.append(try decoder.row(statement)) }
        return (rows, { [] })
      }
    }
  }

  // MARK: - Running

  func read<Result>(_ body: (StoreConnection) throws -> Result) throws -> Result {
    try explaining { try pool.read(body) }
  }

  /// Compiles a request for whole objects. The caller handles batches and prefetching.
  private func compile(_ request: inout FetchRequest, _ fetch: StoreFetch) -> CompiledFetch {
    request.propertiesToFetch = []
    request.isDistinct = false
    request.propertiesToGroupBy = []
    request.expressionsToGroupBy = []
    request.havingPredicate = nil
    request.batchSize = nil
    request.prefetchedRelationships = []
    return CompiledFetch(
      request, predicateFormat: fetch.format, layout: compiled.queryLayout(.coreData))
  }

  /// - Parameter body: Returns the results, and a closure that returns their identities for logs.
  private func fetch<Element>(
    _ compiled: CompiledFetch, _ fetch: StoreFetch, _ connection: StoreConnection,
    _ body: (Statement) throws -> ([Element], () -> [ObjectID])
  ) throws -> [Element] {
    let start = ContinuousClock.now
    let (result, ids) = try connection.watched(by: fetch.watch) {
      try connection.query(compiled.sql, parameters: fetch.parameters, body)
    }
    if let observe = hooks.observe {
      let seconds = start.secondsSince
      observe(
        .finished(
          sql: compiled.sql.text, entity: self.compiled.model[fetch.request.entity].name,
          objects: ids(), rowCount: result.count, seconds: seconds))
      observe(.fetched(rowCount: result.count, seconds: seconds))
    }
    return result
  }
}

extension StoreFetch {
  /// The variables whose value fits into one placeholder. Variables with a list or an object were
  /// already replaced in the request.
  var parameters: [String: SQLValue] { variables.compactMapValues(\.sqlValue) }
}

extension PredicateValue {
  fileprivate var sqlValue: SQLValue? {
    switch self {
    case .null: .null
    case .boolean(let flag): .integer(flag ? 1 : 0)
    case .integer(let number): .integer(number)
    case .double(let number), .date(let number): .real(number)
    case .decimal(let number): .real(Double("\(number)") ?? .nan)
    case .string(let text), .url(let text): .text(text)
    case .data(let bytes): .blob(bytes)
    case .uuid(let uuid): .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
    case .object, .array, .set, .orderedSet, .dictionary, .className: nil
    }
  }
}
