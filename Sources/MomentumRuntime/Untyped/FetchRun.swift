import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumSQLite

/// One run of a request: runs its statements in order, and reports each as Core Data logs it.
struct FetchRun {
  let session: FetchSession
  let fetch: CompiledFetch
  let observe: (FetchEvent) -> Void
  private let lowering: FetchRequestLowering

  init(
    _ fetch: CompiledFetch, session: FetchSession, observe: ((FetchEvent) -> Void)?
  ) {
    self.session = session
    self.fetch = fetch
    self.observe = observe ?? { _ in }
    lowering = FetchRequestLowering(
      layout: session.model.queryLayout(.coreData), options: fetch.options)
  }

  func run() throws(StoreError) -> FetchResult {
    let request = fetch.request
    let isOneStatement = request.batchSize == nil && request.prefetchedRelationships.isEmpty
    let start = ContinuousClock.now
    if isOneStatement {
      let result = try rows(fetch.sql, fetch.columns, request.entity)
      observe(.fetched(rowCount: result.rows.count, seconds: start.secondsAgo))
      return result
    }
    return try session.reader.withOneState {
      var result: FetchResult
      if let size = request.batchSize {
        result = try batches(of: request, size: size)
      } else {
        result = try rows(fetch.sql, fetch.columns, request.entity)
      }
      try prefetch(request.prefetchedRelationships, &result, below: [])
      observe(.fetched(rowCount: result.rows.count, seconds: start.secondsAgo))
      return result
    }
  }

  func stream(_ body: ([SQLValue]) throws -> Bool) throws -> Int {
    let start = ContinuousClock.now
    observe(.started(fetch.sql))
    let count = try session.runner.forEachRow(fetch.sql, body)
    let empty = FetchResult(entity: fetch.request.entity, columns: fetch.columns, rows: [])
    observe(.finished(fetch.sql, empty, rowCount: count, seconds: start.secondsAgo))
    observe(.fetched(rowCount: count, seconds: start.secondsAgo))
    return count
  }

  func count() throws(StoreError) -> Int64 {
    let start = ContinuousClock.now
    observe(.started(fetch.sql))
    let first = try session.runner.rows(fetch.sql).first?.first
    guard case .integer(let count)? = first else { return 0 }
    observe(.counted(count, seconds: start.secondsAgo))
    return count
  }

  private func rows(
    _ sql: SQLText, _ columns: [FetchColumn], _ entity: EntityID
  ) throws(StoreError) -> FetchResult {
    let start = ContinuousClock.now
    for array in sql.arrays { observe(.boundArray(array.name)) }
    observe(.started(sql))
    let rows = try session.runner.rows(sql)
    let result = FetchResult(entity: entity, columns: columns, rows: rows)
    observe(.finished(sql, result, rowCount: rows.count, seconds: start.secondsAgo))
    return result
  }

  private func rows(
    _ lowered: LoweredFetchRequest, _ entity: EntityID
  ) throws(StoreError) -> FetchResult {
    try rows(SQLPrinter.print(lowered.select), lowered.columns, entity)
  }

  // MARK: - Batches

  /// Reads all keys in the request's order, then the objects, `size` at a time.
  private func batches(
    of request: FetchRequest, size: Int
  ) throws(StoreError) -> FetchResult {
    let start = ContinuousClock.now
    let found = try rows(lowering.lowerKeys(of: request), request.entity)
    let keys = found.rows.compactMap { found.primaryKey(of: $0) }
    observe(.fetched(rowCount: keys.count, seconds: start.secondsAgo))
    let columns = lowering.lowerBatch(of: request, keys: []).columns
    var result = FetchResult(entity: request.entity, columns: columns, rows: [])
    result.rows.reserveCapacity(keys.count)
    var next = 0
    while next < keys.count {
      let batch = Array(keys[next..<min(keys.count, next + min(size, keys.count))])
      next += batch.count
      result.rows += try objects(batch, of: request)
    }
    return result
  }

  /// Reads the objects with these keys and returns their rows in the order of the keys; SQLite may
  /// return them in any order.
  private func objects(
    _ keys: [Int64], of request: FetchRequest
  ) throws(StoreError) -> [[SQLValue]] {
    let start = ContinuousClock.now
    let found = try rows(lowering.lowerBatch(of: request, keys: keys), request.entity)
    observe(.fetched(rowCount: found.rows.count, seconds: start.secondsAgo))
    var rowsByKey: [Int64: [SQLValue]] = [:]
    for row in found.rows {
      if let key = found.primaryKey(of: row) { rowsByKey[key] = row }
    }
    return keys.compactMap { rowsByKey[$0] }
  }

  // MARK: - Prefetching

  /// Prefetches the first relationship of each path, then continues with the rest of each path from
  /// the objects that were found.
  private func prefetch(
    _ paths: [[RelationshipID]], _ owners: inout FetchResult, below walked: [RelationshipID]
  ) throws(StoreError) {
    for step in PrefetchStep.first(of: paths) {
      guard var found = try objects(of: step.relationship, owners, below: walked) else { continue }
      try prefetch(step.rest, &found.objects, below: walked + [step.relationship])
      owners.prefetched.append(found)
    }
  }

  private func objects(
    of relationship: RelationshipID, _ owners: FetchResult, below walked: [RelationshipID]
  ) throws(StoreError) -> PrefetchedObjects? {
    let start = ContinuousClock.now
    let model = session.model.model
    let links = links(of: owners, relationship)
    guard
      let fetch = RelationshipFetch(relationship, keys: links.map(\.key), in: model, lowering)
    else { return nil }
    let found = try rows(fetch.statement, model[relationship].destination)
    observe(.fetched(rowCount: found.rows.count, seconds: start.secondsAgo))
    let path = (walked + [relationship]).map { model[$0].name }
    observe(
      .prefetched(keyPath: path.joined(separator: "."), rowCount: found.rows.count))
    return assemble(fetch, found, links)
  }

  /// An owner, and the key by which its objects are found: the owner's own key for a to-many
  /// relationship, the foreign key in its row for a to-one one.
  private struct Link {
    var owner: Int64
    var key: Int64
  }

  private func links(
    of owners: FetchResult, _ relationship: RelationshipID
  ) -> [Link] {
    let isToMany = session.model.model[relationship].isToMany
    let column = owners.columns.firstIndex(of: .toOne(relationship))
    return owners.rows.compactMap { row in
      guard let owner = owners.primaryKey(of: row) else { return nil }
      guard !isToMany else { return Link(owner: owner, key: owner) }
      guard let column, column < row.count, case .integer(let key) = row[column] else {
        return nil
      }
      return Link(owner: owner, key: key)
    }
  }

  /// Collects the objects of each owner. In a many-to-many relationship an object has a row for
  /// each owner, but is kept only once.
  private func assemble(
    _ fetch: RelationshipFetch, _ found: FetchResult, _ links: [Link]
  ) -> PrefetchedObjects {
    var objects = found
    objects.rows = []
    var indexOfObject: [Int64: Int] = [:]
    var indexesByLink: [Int64: [Int]] = [:]
    var keys: [Int64] = []
    for row in found.rows {
      guard let key = found.primaryKey(of: row), fetch.linkColumn < row.count,
        case .integer(let link) = row[fetch.linkColumn]
      else { continue }
      let index = indexOfObject[key] ?? objects.rows.count
      if index == objects.rows.count {
        indexOfObject[key] = index
        keys.append(key)
        objects.rows.append(Array(row.prefix(found.columns.count)))
      }
      indexesByLink[link, default: []].append(index)
    }
    fetch.order(&indexesByLink) { keys[$0] }
    var indexes: [Int64: [Int]] = [:]
    for link in links { indexes[link.owner] = indexesByLink[link.key] }
    return PrefetchedObjects(
      relationship: fetch.relationship, objects: objects, indexes: indexes)
  }
}

extension ContinuousClock.Instant {
  /// The seconds since this instant.
  package var secondsAgo: Double {
    let parts = duration(to: .now).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}
