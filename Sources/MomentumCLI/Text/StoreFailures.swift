import MomentumDiagnostics
import MomentumRuntime
import MomentumSQLite

/// Runs a store operation; its errors become the command's errors.
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
  /// A file that is not a store, or a store of another model, is bad input; a file that cannot be
  /// read or written is a failure.
  init(_ error: StoreError) {
    self.init(error.description, status: error.isOfInput ? .badInput : .failure)
  }
}

extension CommandFailure {
  /// What breaks a rule of the model, or a request that cannot run, is bad input.
  init(_ failure: StoreFailure) {
    switch failure.reason {
    case .validation, .noObject, .request:
      self.init(failure.description, status: .badInput)
    case .model, .store, .otherModel, .row, .conflict, .unavailable, .unsettled, .cancelled:
      self.init(failure.description)
    }
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
