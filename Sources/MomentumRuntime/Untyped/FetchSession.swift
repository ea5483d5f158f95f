package import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
import MomentumQuery
package import MomentumSQL
package import MomentumSQLite
import MomentumStore

/// A store opened read-only with the model that made it.
package final class FetchSession {
  /// The model; its schema has the names of the store's own catalogue.
  package let model: CompiledModel
  package let metadata: StoreMetadata
  package let reader: StoreReader
  let runner: StatementRunner
  private let stored: ModelInStore

  /// Opens a store. If it was made with another model, returns `nil` with a diagnostic that shows
  /// the version hashes of the store and of the model.
  package static func open(
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

  /// Compiles a request again if this store has other table or column names than those that the
  /// model alone would get; otherwise returns the request unchanged.
  ///
  /// The methods below call this themselves; callers need it for the columns of the returned rows.
  package func recompiled(_ fetch: CompiledFetch) -> CompiledFetch {
    stored.recompiled(fetch)
  }

  /// Runs a request and returns its rows, in batches and with prefetched objects if the request
  /// asks for them.
  ///
  /// All statements see the same state of the store. `observe` is called with each event as Core
  /// Data logs it.
  package func run(
    _ fetch: CompiledFetch, observe: ((FetchEvent) -> Void)? = nil
  ) throws(StoreError) -> FetchResult {
    try explaining { () throws(StoreError) in
      try FetchRun(recompiled(fetch), session: self, observe: observe).run()
    }
  }

  /// Runs a request as one statement and calls `body` with each row, without keeping the rows.
  ///
  /// For requests without batches and prefetching. `body` returns `false` to stop.
  ///
  /// - Returns: The number of rows that were read.
  @discardableResult
  package func forEachRow(
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

  /// The number that a count request returns.
  package func count(
    _ fetch: CompiledFetch, observe: ((FetchEvent) -> Void)? = nil
  ) throws(StoreError) -> Int64 {
    try explaining { () throws(StoreError) in
      try FetchRun(recompiled(fetch), session: self, observe: observe).count()
    }
  }

  /// Explains an error of a statement: if the store lacks a table or column, the error names it in
  /// the words of the model.
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

  /// The object of a row as text, for example `Venue/p1`, with the entity of the row itself.
  package func objectName(_ row: [SQLValue], _ fetch: CompiledFetch) -> String {
    model.objectName(row, fetch.columns, fetch.request.entity)
  }

  /// A prefetched object as text: entity name, slash, `p`, primary key, for example `Venue/p1`.
  package func objectName(_ row: [SQLValue], _ result: FetchResult) -> String {
    model.objectName(row, result.columns, result.entity)
  }

  /// The store as the log of its statements names it.
  package var logged: SQLDebugLog.Place {
    SQLDebugLog.Place(model: model, identity: metadata.uuid) { sql, log in
      do throws(SQLiteError) {
        return log.queryPlan(try self.reader.connection.queryPlan(of: sql))
      } catch {
        // The run of the statement will fail with the same error, so do not report it here too.
        return log.queryPlan(lines: ["none: \(error.message)"])
      }
    }
  }
}
