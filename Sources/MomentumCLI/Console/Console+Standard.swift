import Foundation

extension Console {
  /// The process's own streams.
  public static var standard: Console {
    let noColor = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return Console(
      writeOutput: { FileHandle.standardOutput.writeIfOpen($0) },
      writeError: { FileHandle.standardError.writeIfOpen($0) },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1 && !noColor,
      errorIsTerminal: isatty(STDERR_FILENO) == 1 && !noColor)
  }
}

extension FileHandle {
  /// A closed pipe, as behind `| head`, is no error of ours.
  fileprivate func writeIfOpen(_ text: String) {
    try? write(contentsOf: Data(text.utf8))
  }
}
