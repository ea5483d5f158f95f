public import MomentumDiagnostics
public import MomentumStore

/// Why a store cannot be made, read or written; errors in the content to store are diagnostics
/// instead.
///
/// ```swift
/// do throws(MigrationError) {
///   _ = try migrator.migrate(store: "app.sqlite", among: versions, to: current)
/// } catch {
///   if case .store(.notAStore(let path, _)) = error { print(path, "is no store of Core Data") }
/// }
/// ```
public enum StoreError: Error, Sendable, Hashable {
  /// SQLite or the file system refused an operation.
  case sqlite(SQLiteError)
  /// A database without Core Data's tables.
  case notAStore(path: String, missing: String)
  /// `Z_METADATA` has no row, or its property list cannot be read.
  case metadata(path: String, message: String)
  /// The compressed model in `Z_MODELCACHE` cannot be unpacked.
  case modelCache(path: String, message: String)
  /// A `-wal`, `-shm` or `-journal` file exists where a new store is to be made; SQLite would read
  /// it as part of the new store.
  case sideFileExists(path: String)
  /// The store's `Z_PRIMARYKEY` has another number for the entity than the schema.
  case schemaMismatch(path: String, entity: String)
  /// The store has the version hashes of the model, but lacks a table or a column that is needed.
  case lacksParts(path: String, parts: [MissingPart])
  /// The number of values differs from the number of placeholders, or a parameter has no value.
  case unboundParameter(String)
  /// The text of a request's statement would be longer than `bytesMax` bytes.
  case statementTooLong(bytesMax: Int)
  /// An object of an import has the same values as another object under a uniqueness constraint.
  ///
  /// `rule` names the entity and the attributes of the constraint; it is `nil` if SQLite's message
  /// does not name a constraint of the model.
  case notUnique(object: String, location: SourceLocation, rule: String?, cause: SQLiteError)
}

extension StoreError: CustomStringConvertible {
  /// The error in one line, without stored values.
  public var description: String {
    switch self {
    case .sqlite(let error): "\(error)"
    case .notAStore(let path, let missing):
      "'\(path)' is not a Core Data store: it has no table \(missing)"
    case .metadata(let path, let message): "the metadata of '\(path)' cannot be read: \(message)"
    case .modelCache(let path, let message):
      "the model that '\(path)' keeps cannot be read: \(message)"
    case .sideFileExists(let path):
      "'\(path)' was left by another database; a new store beside it would be damaged by it"
    case .schemaMismatch(let path, let entity):
      "'\(path)' was made with another model: entity '\(entity)' has another number or is missing"
    case .lacksParts(let path, let parts):
      "'\(path)' has the version hashes of the model, but its tables do not fit it: "
        + parts.prefix(StoreError.partsMax).map(\.sentence).joined(separator: "; ")
        + (parts.count > StoreError.partsMax
          ? "; and \(parts.count - StoreError.partsMax) more" : "")
    case .unboundParameter(let name): "no value is given for the parameter '\(name)'"
    case .statementTooLong(let bytesMax):
      "the SQL of the request would be longer than \(bytesMax) bytes; nest less in its computations"
    case .notUnique(let object, _, let rule, let cause):
      rule.map { "object '\(object)' cannot be inserted: \($0)" }
        ?? "object '\(object)' repeats values that have to be unique (\(cause.message))"
    }
  }
}

extension StoreError {
  /// The number of missing parts that a message lists at most.
  private static let partsMax = 5
}

extension MissingPart {
  /// The missing part in one phrase: `table ZNOTE has no column ZBODY (Note.body)`.
  fileprivate var sentence: String { place.hasPrefix("table ") ? text : "\(text) (\(place))" }
}

/// Runs `body` and converts its errors to `StoreError`, the error type of the module's interface.
package func asStoreError<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
  do {
    return try body()
  } catch let error as StoreError {
    throw error
  } catch let error as SQLiteError {
    throw .sqlite(error)
  } catch {
    preconditionFailure("only StoreError and SQLiteError are thrown here: \(error)")
  }
}
