/// Where a command reads and writes: findings and results to standard output, progress and notes to
/// standard error.
package struct Console: Sendable {
  package var writeOutput: @Sendable (String) -> Void
  package var writeError: @Sendable (String) -> Void
  /// Returns the next bytes of standard input when they arrive; an empty list at the end.
  package var readInput: @Sendable () -> [UInt8] = { [] }
  /// Whether a person can answer on standard input.
  package var inputIsTerminal = false
  /// Whether standard output, or standard error, is a terminal that shows colour.
  package var outputIsTerminal: Bool
  package var errorIsTerminal: Bool
  /// The width of the terminal in columns; `nil` for a file or a pipe, which takes any width.
  package var outputWidth: Int?

  package init(
    writeOutput: @escaping @Sendable (String) -> Void,
    writeError: @escaping @Sendable (String) -> Void, outputIsTerminal: Bool = false,
    errorIsTerminal: Bool = false, outputWidth: Int? = nil
  ) {
    self.writeOutput = writeOutput
    self.writeError = writeError
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.outputWidth = outputWidth
  }

  /// A line on standard output.
  func print(_ line: String) { writeOutput(line + "\n") }
  /// A line on standard error.
  func note(_ line: String) { writeError(line + "\n") }
}

/// The exit status of a command (documented in the help of `momentum`).
package enum ExitStatus: Int32, Sendable {
  case success = 0
  /// Findings at or above `--fail-on`.
  case findings = 1
  case usage = 64
  /// Input that cannot be used; diagnostics say why.
  case badInput = 65
  /// A file or a database could not be read or written.
  case failure = 74
}
