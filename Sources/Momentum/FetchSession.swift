public import MomentumDiagnostics
import MomentumModel
public import MomentumQuery
public import MomentumSQL
public import MomentumSQLite
import MomentumStore

/// A store opened read-only with the model that made it.
public final class FetchSession {
  public let model: CompiledModel
  public let metadata: StoreMetadata
  private let reader: StoreReader

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
    return FetchSession(model: model, metadata: metadata, reader: reader)
  }

  private init(model: CompiledModel, metadata: StoreMetadata, reader: StoreReader) {
    self.model = model
    self.metadata = metadata
    self.reader = reader
  }

  /// Runs a request and gives its rows.
  public func run(_ fetch: CompiledFetch) throws(StoreError) -> FetchResult {
    FetchResult(columns: fetch.columns, rows: try reader.rows(fetch.sql))
  }

  /// How SQLite runs the request on this store.
  public func queryPlan(_ fetch: CompiledFetch) throws(StoreError) -> QueryPlan {
    do throws(SQLiteError) {
      let statement = PlannedStatement(fetch)
      return try reader.connection.queryPlan(
        of: statement.sql, values: statement.values, tables: statement.tables.all.map(\.alias))
    } catch {
      throw .sqlite(error)
    }
  }

  /// The number that a count request gives.
  public func count(_ fetch: CompiledFetch) throws(StoreError) -> Int64 {
    guard case .integer(let count)? = try reader.rows(fetch.sql).first?.first else { return 0 }
    return count
  }

  /// `Venue/p1` of a row, from its key and, where rows are of several entities, its number.
  public func objectName(_ row: [SQLValue], _ fetch: CompiledFetch) -> String {
    var entity = model.model[fetch.request.entity].name
    var key: Int64 = 0
    for (column, value) in zip(fetch.columns, row) {
      guard case .integer(let number) = value else { continue }
      switch column {
      case .primaryKey: key = number
      case .entityNumber: entity = entityName(number) ?? entity
      case .constant, .optimisticLock, .attribute, .compositeElement, .toOne, .toOneEntity, .value,
        .count:
        break
      }
    }
    return "\(entity)/p\(key)"
  }

  private func entityName(_ number: Int64) -> String? {
    model.schema.entities.first { Int64($0.number) == number }?.name
  }
}

/// The rows of a fetch as the store holds them, with the meaning of their columns.
public struct FetchResult: Sendable, Hashable {
  public var columns: [FetchColumn]
  public var rows: [[SQLValue]]

  public init(columns: [FetchColumn], rows: [[SQLValue]]) {
    self.columns = columns
    self.rows = rows
  }
}
