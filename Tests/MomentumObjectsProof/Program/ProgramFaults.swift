import MomentumObjects

/// Makes single calls of a program fail.
package final class ProgramFaults {
  /// Which calls fail.
  package enum Kind {
    /// Statements of a SQLite store, before they run.
    case statements
    /// Calls of the operating system that concern the store's files, by closures of the program
    /// that has its own definitions of them.
    case calls(arm: (Int) -> Void, disarm: () -> Bool)
  }

  private let kind: Kind
  private let statements: StatementFaults
  /// Whether the last call to fail was reached.
  private(set) var wasReached = false

  init(_ kind: Kind, _ statements: StatementFaults) {
    self.kind = kind
    self.statements = statements
  }

  /// Whether a call may fail after the rows were written: a COMMIT whose last call fails.
  var mayCommit: Bool { if case .calls = kind { true } else { false } }

  /// Runs `body` while the n-th call fails.
  ///
  /// - Returns: The error of `body`; `nil` if it has succeeded. Throws ``ProgramFailure`` if the
  ///   error has a type that callers cannot know.
  func error(at number: Int, _ body: () throws -> Void) throws -> (any Error)? {
    arm(number)
    let result = Result { try body() }
    wasReached = disarm()
    guard case .failure(let error) = result else { return nil }
    if error is ProgramFailure { throw error }
    guard ProgramFaults.isTyped(error) else {
      throw ProgramFailure("an error without a type of its own: \(type(of: error)) \(error)")
    }
    return error
  }

  private func arm(_ number: Int) {
    switch kind {
    case .statements: statements.arm(number)
    case .calls(let arm, _): arm(number)
    }
  }

  private func disarm() -> Bool {
    switch kind {
    case .statements: statements.disarm()
    case .calls(_, let disarm): disarm()
    }
  }

  /// Whether an error is one of those that the stores and contexts document.
  package static func isTyped(_ error: any Error) -> Bool {
    error is StatementFaults.Injected || error is ObjectError || StoreErrorTypes.contains(error)
  }
}
