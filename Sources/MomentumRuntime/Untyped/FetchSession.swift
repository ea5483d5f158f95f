public import MomentumCompiler
public import MomentumDiagnostics
public import MomentumModel
public import MomentumQuery
import MomentumRuntime
public import MomentumSQL
public import MomentumSQLite
import MomentumStore

/// A store opened read-only with the model that made it.
public final class FetchSession {
  /// Its schema has the names of the store's own catalogue.
  public let model: CompiledModel
  public let metadata: StoreMetadata
  let reader: StoreReader
  private let stored: ModelInStore

  /// Opens a store; `nil` with a diagnostic that shows both sides' hashes when the model is another.
  public static func open(
    _ path: String, model: CompiledModel, _ diagnostics: inout Diagnostics
  ) throws(StoreError) -> FetchSession? {
    let reader: StoreReader
    do throws(SQLiteError) {
      reader = try StoreReader(path: path)
    } catch {
      throw .sqlite(error)
    }
    let metadata = try reader.metadata()
    guard model.mismatches(metadata).isEmpty else {
      diagnostics.report(StoreMessage.otherModel, notes: model.mismatchNotes(metadata))
      return nil
    }
    let stored = try model.inStore(reader.connection, metadata)
    return FetchSession(stored: stored, metadata: metadata, reader: reader)
  }

  private init(stored: ModelInStore, metadata: StoreMetadata, reader: StoreReader) {
    self.stored = stored
    model = stored.model
    self.metadata = metadata
    self.reader = reader
  }

  /// A request that was compiled for any store of the model, with the names of this one.
  ///
  /// The methods below do so themselves; the columns are those of their rows.
  public func recompiled(_ fetch: CompiledFetch) -> CompiledFetch {
    stored.recompiled(fetch)
  }

  /// Runs a request and gives its rows: in batches and with the objects of relationships where it asks
  /// for them.
  ///
  /// All statements see the store in one state. `observe` hears of each as Core Data logs it.
  public func run(
    _ fetch: CompiledFetch, observe: ((FetchEvent) -> Void)? = nil
  ) throws(StoreError) -> FetchResult {
    try explaining { () throws(StoreError) in
      try FetchRun(recompiled(fetch), session: self, observe: observe).run()
    }
  }

  /// Runs a request in one statement and gives each row as it is read, without keeping it.
  ///
  /// For requests without batches and prefetching. Gives the number of rows; `body` ends the reading by
  /// giving `false`.
  @discardableResult
  public func forEachRow(
    _ fetch: CompiledFetch, observe: ((FetchEvent) -> Void)? = nil,
    _ body: ([SQLValue]) throws -> Bool
  ) throws -> Int {
    do {
      return try FetchRun(recompiled(fetch), session: self, observe: observe).stream(body)
    } catch let error as StoreError {
      throw stored.explained(error, reader.connection.path)
    } catch let error as SQLiteError {
      let explained = stored.explained(.sqlite(error), reader.connection.path)
      if case .sqlite = explained { throw error }
      throw explained
    }
  }

  /// How SQLite runs the request on this store.
  public func queryPlan(_ fetch: CompiledFetch) throws(StoreError) -> QueryPlan {
    do throws(SQLiteError) {
      let statement = PlannedStatement(recompiled(fetch))
      return try reader.connection.queryPlan(
        of: statement.sql, values: statement.values, tables: statement.tables.all.map(\.alias))
    } catch {
      throw stored.explained(.sqlite(error), reader.connection.path)
    }
  }

  /// The number that a count request gives.
  public func count(
    _ fetch: CompiledFetch, observe: ((FetchEvent) -> Void)? = nil
  ) throws(StoreError) -> Int64 {
    try explaining { () throws(StoreError) in
      try FetchRun(recompiled(fetch), session: self, observe: observe).count()
    }
  }

  private func explaining<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw stored.explained(error, reader.connection.path)
    }
  }

  /// `Venue/p1` of a row, from its key and, where rows are of several entities, its number.
  public func objectName(_ row: [SQLValue], _ fetch: CompiledFetch) -> String {
    objectName(row, fetch.columns, fetch.request.entity)
  }

  /// The same of an object that was fetched along.
  public func objectName(_ row: [SQLValue], _ result: FetchResult) -> String {
    objectName(row, result.columns, result.entity)
  }

  func objectName(
    _ row: [SQLValue], _ columns: [FetchColumn], _ entity: EntityID
  ) -> String {
    var name = model.model[entity].name
    var key: Int64 = 0
    for (column, value) in zip(columns, row) {
      guard case .integer(let number) = value else { continue }
      switch column {
      case .primaryKey: key = number
      case .entityNumber:
        name = model.schema.entities.first { Int64($0.number) == number }?.name ?? name
      case .constant, .optimisticLock, .attribute, .compositeElement, .toOne, .toOneEntity, .value,
        .count:
        break
      }
    }
    return "\(name)/p\(key)"
  }
}

/// The rows of a fetch as the store holds them, with the meaning of their columns.
public struct FetchResult: Sendable, Hashable {
  /// The entity that was asked for; a row may be of a sub-entity.
  public var entity: EntityID
  public var columns: [FetchColumn]
  public var rows: [[SQLValue]]
  /// What was fetched along, by relationship, in the order it was asked for.
  public var prefetched: [PrefetchedObjects]

  public init(
    entity: EntityID, columns: [FetchColumn], rows: [[SQLValue]],
    prefetched: [PrefetchedObjects] = []
  ) {
    self.entity = entity
    self.columns = columns
    self.rows = rows
    self.prefetched = prefetched
  }

  /// The number of objects with all that is nested below each of them, as JSON shows them, or `limit` when
  /// there are more: an object is counted wherever it is reached.
  public func nestedCount(limit: Int) -> Int {
    nestedCounts(limit: limit).reduce(0) { min(limit, $0 + $1) }
  }

  /// By row.
  private func nestedCounts(limit: Int) -> [Int] {
    var counts = rows.map { _ in 1 }
    for reached in prefetched {
      let inner = reached.objects.nestedCounts(limit: limit)
      for (index, row) in rows.enumerated() {
        let indexes = primaryKey(of: row).flatMap { reached.indexes[$0] } ?? []
        counts[index] = indexes.reduce(counts[index]) { min(limit, $0 + inner[$1]) }
      }
    }
    return counts
  }

  /// The key of a row's object, `nil` for a row of a dictionary that has none.
  public func primaryKey(of row: [SQLValue]) -> Int64? {
    guard let index = columns.firstIndex(of: .primaryKey), index < row.count,
      case .integer(let key) = row[index]
    else { return nil }
    return key
  }
}

/// The objects that a relationship reaches from the objects of a fetch.
public struct PrefetchedObjects: Sendable, Hashable {
  public var relationship: RelationshipID
  /// Each object once, with what was fetched along from it.
  public var objects: FetchResult
  /// By the key of the object they were fetched for: indexes into the rows of `objects`, in the
  /// relationship's order. An object that reaches none has no entry.
  public var indexes: [Int64: [Int]]

  public init(
    relationship: RelationshipID, objects: FetchResult, indexes: [Int64: [Int]]
  ) {
    self.relationship = relationship
    self.objects = objects
    self.indexes = indexes
  }
}

/// What happens in a fetch, in the order in which Core Data's log tells it.
public enum FetchEvent: Sendable, Hashable {
  /// A statement is about to run.
  case started(SQLText)
  /// Keys were put in a table of this name, for the statement that follows.
  case boundArray(String)
  /// A statement has given its rows. Of a fetch that keeps no rows there are none here.
  case finished(SQLText, FetchResult, rowCount: Int, seconds: Double)
  /// A fetch is complete, with all that followed from its first statement.
  case fetched(rowCount: Int, seconds: Double)
  case prefetched(keyPath: String, rowCount: Int)
  case counted(Int64, seconds: Double)
}
