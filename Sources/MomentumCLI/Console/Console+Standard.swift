import Foundation

extension Console {
  /// The process's own streams.
  package static var standard: Console {
    let noColor = !showsColor(ProcessInfo.processInfo.environment)
    var console = Console(
      writeOutput: { StandardStream.write($0, to: STDOUT_FILENO) },
      writeError: { StandardStream.write($0, to: STDERR_FILENO) },
      outputIsTerminal: isatty(STDOUT_FILENO) == 1 && !noColor,
      errorIsTerminal: isatty(STDERR_FILENO) == 1 && !noColor,
      outputWidth: StandardStream.outputWidth)
    console.inputIsTerminal = isatty(STDIN_FILENO) == 1
    console.readInput = { [UInt8](FileHandle.standardInput.availableData) }
    return console
  }

  /// Whether a terminal may get colour: not if `NO_COLOR` is set (documented: no-color.org), and
  /// not if the terminal says that it is dumb, such as the one in an editor.
  package static func showsColor(_ environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }
}

private enum StandardStream {
  /// The width of the terminal in columns; `nil` if there is no terminal or it does not tell its
  /// width.
  static var outputWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of the text. If writing fails, as on a full disk, ends the process with an error:
  /// with exit status 0 a reader would take the cut-off output for complete. A closed pipe, as with
  /// `| head`, is ignored.
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
