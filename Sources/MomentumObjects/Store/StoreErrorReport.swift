import Foundation
import MomentumMigrator
import MomentumRuntime
import MomentumSQLite

// Converts errors of stores to those of Core Data, with codes of `NSCocoaErrorDomain` and its user
// info. The codes are documented. Which of two codes an error of SQLite has is observed for some
// errors (see Evidence.md).

/// The operation of a store that failed.
enum StoreOperation {
  case open
  case read
  case save
}

extension ObjectError {
  /// The error of a store with Core Data's code. Errors of other kinds are returned unchanged.
  static func reported(
    _ error: any Error, _ operation: StoreOperation, path: String? = nil
  ) -> any Error {
    switch error {
    case let error as SQLiteStoreError: report(error, path)
    case let error as StoreError: report(error, operation, path)
    case let error as SQLiteError: report(error, operation, path)
    case let error as MemoryStoreError: report(error)
    case let error as MigrationError: report(error, operation, path)
    default: error
    }
  }

  private init(
    _ code: Int, _ reason: String, path: String?, _ userInfo: [String: MetadataValue] = [:],
    details: [ObjectError] = [], text: String? = nil
  ) {
    var info = userInfo
    info["reason"] = .string(reason)
    if let path { info["NSFilePath"] = .string(path) }
    self.init(
      Code(rawValue: code), text ?? reason, userInfo: info, details: details)
  }

  // MARK: - Kinds

  private static func report(_ error: SQLiteStoreError, _ path: String?) -> any Error {
    switch error {
    case .incompatible(let path, _, let metadata):
      return incompatible(path: path, metadata, "\(error)")
    case .readOnly(let path):
      return ObjectError(
        513, "attempt to write a readonly database", path: path,
        ["NSSQLiteErrorDomain": .integer(8)])
    case .otherStore: return ObjectError(.externalRelationship, "\(error)")
    case .timeout: return ObjectError(134_090, "\(error)", path: path)
    case .closed: return ObjectError(134_070, "\(error)", path: path)
    case .noMoreNumbers: return ObjectError(134_030, "\(error)", path: path)
    case .unknownConfiguration, .malformed, .externalFile, .unknownEntity, .notANumber, .pragma:
      return ObjectError(
        Code(rawValue: 134_060), "\(error)", userInfo: ["reason": .string("\(error)")],
        underlying: error)
    }
  }

  private static func incompatible(
    path: String?, _ metadata: StoreInformation, _ description: String? = nil
  ) -> ObjectError {
    let reason =
      "The model used to open the store is incompatible with the one used to create the store"
    return ObjectError(
      134_100, reason, path: path, ["metadata": .dictionary(metadata.metadata)],
      text: description.map { "\(reason). \($0)" })
  }

  private static func report(
    _ error: StoreError, _ operation: StoreOperation, _ path: String?
  ) -> any Error {
    switch error {
    case .sqlite(let cause): return report(cause, operation, path)
    case .notAStore(let path, _), .metadata(let path, _), .modelCache(let path, _),
      .sideFileExists(let path):
      return ObjectError(134_080, "\(error)", path: path)
    case .schemaMismatch(let path, _), .lacksParts(let path, _):
      return ObjectError(134_020, "\(error)", path: path)
    case .notUnique: return ObjectError(.constraintConflict, "\(error)")
    case .unboundParameter, .statementTooLong: return error
    }
  }

  private static func report(
    _ error: SQLiteError, _ operation: StoreOperation, _ path: String?
  ) -> ObjectError {
    let code =
      switch error.code {
      case .notADatabase: 259
      case .full: 640
      case .readOnly, .permission: 513
      case .busy, .locked: operation == .open ? 256 : 134_090
      case .interrupted: 3072
      case .constraint: 134_030
      case .cannotOpen where error.reason == .noSuchFile && operation == .open: 512
      case .cannotOpen, .corrupt, .inputOutput: 256
      default: operation == .save ? 134_030 : 256
      }
    let reason =
      code == 512 ? "Failed to create file; code = 2" : error.message
    return ObjectError(
      code, reason, path: error.path ?? path,
      ["NSSQLiteErrorDomain": .integer(Int64(error.code.rawValue))], text: "\(error)")
  }

  private static func report(_ error: MemoryStoreError) -> any Error {
    guard let code = error.code else {
      return ObjectMisuse("NSInvalidArgumentException", "\(error)")
    }
    return ObjectError(code, "\(error)", path: error.path)
  }

  private static func report(
    _ error: MigrationError, _ operation: StoreOperation, _ path: String?
  ) -> any Error {
    let report = error.report
    if let cause = report.storeError { return reported(cause, operation, path: path) }
    var info: [String: MetadataValue] = [:]
    if let place = report.place {
      let names = place.split(separator: ".", maxSplits: 1).map(String.init)
      info["entity"] = .string(names[0])
      if names.count > 1 { info["property"] = .string(names[1]) }
    }
    let causes = report.underlying.map { ObjectError(134_190, $0, path: nil) }
    let text =
      report.code == 134_140
      ? "Persistent store migration failed, missing mapping model." : nil
    return ObjectError(
      report.code, report.reason, path: path, info, details: causes,
      text: text.map { "\($0) \(error)" } ?? "\(error)")
  }

  // MARK: - Errors of the coordinator

  static func sameStore(_ path: String?) -> ObjectError {
    ObjectError(134_081, "Can't add the same store twice", path: path)
  }

  static func unknownType(_ type: String) -> ObjectError {
    ObjectError(
      134_000, "no store is registered for the type '\(type)'", path: nil)
  }

  static func noMappingModel(_ path: String, _ metadata: StoreInformation) -> ObjectError {
    ObjectError(
      134_140, "Can't find mapping model for migration", path: path,
      ["metadata": .dictionary(metadata.metadata)],
      text: "Persistent store migration failed, missing mapping model.")
  }

  static func noSource(
    _ path: String, _ metadata: StoreInformation, _ description: String
  ) -> ObjectError {
    ObjectError(
      134_130, "Can't find model for source store", path: path,
      ["metadata": .dictionary(metadata.metadata)], text: description)
  }

  static func stage(_ code: Int, _ reason: String, _ path: String) -> ObjectError {
    ObjectError(code, reason, path: path)
  }

  /// - Parameter cause: Why the last store could not be opened, as a short phrase; `nil` if no
  ///   store failed.
  static func noStoreForSave(_ cause: String?) -> ObjectError {
    ObjectError(
      134_060,
      "This NSPersistentStoreCoordinator has no persistent stores (\(cause ?? "unknown")).  "
        + "It cannot perform a save operation.", path: nil)
  }

  static func removedStore(_ identifier: String) -> ObjectError {
    ObjectError(
      134_060, "The store '\(identifier)' of changed objects is not open. Add it again.", path: nil)
  }

  static func missingStore(_ path: String) -> ObjectError {
    ObjectError(256, "There is no store at '\(path)'.", path: path)
  }

  /// The short phrase that ``noStoreForSave(_:)`` puts in parentheses.
  var shortCause: String {
    switch code.rawValue {
    case 134_020, 134_100: "schema mismatch"
    case 640: "disk full"
    case 134_110, 134_130, 134_140: "migration failed"
    default: "unknown"
    }
  }
}
