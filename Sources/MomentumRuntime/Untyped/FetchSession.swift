public import MomentumCompiler
public import MomentumDiagnostics
import MomentumModel
import MomentumQuery
public import MomentumSQL
public import MomentumSQLite
import MomentumStore

/// A store opened read-only with the model that made it.
public final class FetchSession {
  /// Its schema has the names of the store's own catalogue.
  public let model: CompiledModel
  public let metadata: StoreMetadata
  package let reader: StoreReader
  let runner: StatementRunner
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
    runner = StatementRunner(reader.connection)
  }

  /// A request that was compiled for any store of the model, with the names of this one.
  ///
  /// The methods below call it themselves. Its columns are those of the rows that they return.
  public func recompiled(_ fetch: CompiledFetch) -> CompiledFetch {
    stored.recompiled(fetch)
  }

  /// Runs a request and returns its rows: in batches, and with the objects of relationships, where the request
  /// asks for them.
  ///
  /// All statements see the store in one state. `observe` hears of each as Core Data logs it.
  public func run(
    _ fetch: CompiledFetch, observe: ((FetchEvent) -> Void)? = nil
  ) throws(StoreError) -> FetchResult {
    try explaining { () throws(StoreError) in
      try FetchRun(recompiled(fetch), session: self, observe: observe).run()
    }
  }

  /// Runs a request in one statement and passes each row on as it is read, without keeping it.
  ///
  /// For requests without batches and prefetching. `body` ends the reading by returning `false`.
  ///
  /// - Returns: The number of rows that were read.
  @discardableResult
  public func forEachRow(
    _ fetch: CompiledFetch, observe: ((FetchEvent) -> Void)? = nil,
    _ body: ([SQLValue]) throws -> Bool
  ) throws -> Int {
    do {
      return try FetchRun(recompiled(fetch), session: self, observe: observe).stream(body)
    } catch let error as StoreError {
      throw explained(error)
    } catch let error as SQLiteError {
      let failure = explained(.sqlite(error))
      if case .sqlite = failure { throw error }
      throw failure
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

  /// The error in the names of the model, where the store lacks a table or a column of it.
  package func explained(_ error: StoreError) -> StoreError {
    stored.explained(error, reader.connection.path)
  }

  private func explaining<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw explained(error)
    }
  }

  /// `Venue/p1` of a row, from its key and, where rows are of several entities, its number.
  public func objectName(_ row: [SQLValue], _ fetch: CompiledFetch) -> String {
    objectName(row, fetch.columns, fetch.request.entity)
  }

  /// `Venue/p1` of an object that was prefetched.
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
