import MomentumDiagnostics
import MomentumSQLite

/// Runs a store operation and turns its error into the tool's failure.
func storeFailures<Result>(_ body: () throws(StoreError) -> Result) throws -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    if case .notUnique(_, let location, _, _) = error {
      var diagnostics = Diagnostics()
      diagnostics.report(ImportMessage.notUnique(error.description), at: location)
      throw InputRejected(diagnostics: diagnostics)
    }
    throw CommandFailure(error)
  }
}

extension CommandFailure {
  /// A file that is no store, or one of another model, is bad input; one that cannot be read or written is a
  /// failure.
  init(_ error: StoreError) {
    self.init(error.description, status: error.isOfInput ? .badInput : .failure)
  }
}

extension StoreError {
  fileprivate var isOfInput: Bool {
    switch self {
    case .sqlite(let cause):
      switch cause.reason {
      case .emptyFile, .notADatabase: true
      case _: false
      }
    case .notAStore, .metadata, .modelCache, .schemaMismatch, .lacksParts: true
    case .sideFileExists, .unboundParameter, .statementTooLong, .notUnique: false
    }
  }
}
