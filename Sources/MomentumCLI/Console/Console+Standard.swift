import Foundation

extension Console {
  /// The process's own streams.
  public static var standard: Console {
    let noColor = ProcessInfo.processInfo.environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    var console = Console(
      writeOutput: { StandardStream.write($0, to: STDOUT_FILENO) },
      writeError: { StandardStream.write($0, to: STDERR_FILENO) },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1 && !noColor,
      errorIsTerminal: isatty(STDERR_FILENO) == 1 && !noColor)
    console.readInput = { [UInt8](FileHandle.standardInput.availableData) }
    return console
  }
}

private enum StandardStream {
  /// Ends the process where the text cannot be had, as on a full disk: what was written is cut off, and
  /// nobody may take it for whole. A closed pipe, as behind `| head`, is no error of ours.
  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EPIPE {
        return
      } else if errno != EINTR, errno != EAGAIN {
        let reason = String(cString: strerror(errno))
        if descriptor != STDERR_FILENO {
          write("error: cannot write the output: \(reason)\n", to: STDERR_FILENO)
        }
        exit(ExitStatus.failure.rawValue)
      }
    }
  }
}
