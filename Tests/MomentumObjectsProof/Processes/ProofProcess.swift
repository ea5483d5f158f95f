package import Foundation

/// Runs the tool of the proofs in a process of its own.
package struct ProofProcess {
  package struct Result: Sendable {
    /// The signal that has ended the process; 0 if it ended by itself.
    package var signal: Int32 = 0
    package var status: Int32 = 0
    package var lines: [String] = []
    package var microseconds = 0
  }

  let tool: URL

  package init(tool: URL) { self.tool = tool }

  /// Starts the tool without waiting for it.
  func start(_ arguments: [String]) throws -> Running {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    var environment = ProcessInfo.processInfo.environment
    // A process that traps must end, and not look for its own stack.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    // The order of dictionaries decides which number a new object of a memory store gets.
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    process.environment = environment
    let start = ContinuousClock.now
    try process.run()
    return Running(process: process, output: output, start: start)
  }

  /// - Parameter killAfter: The microseconds after which the process is killed; `nil` for never.
  func run(_ arguments: [String], killAfter: Int? = nil) throws -> Result {
    let running = try start(arguments)
    if let killAfter {
      usleep(UInt32(clamping: killAfter))
      running.kill()
    }
    return running.wait()
  }

  struct Running {
    let process: Process
    let output: Pipe
    let start: ContinuousClock.Instant

    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    func wait() -> Result {
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      var result = Result()
      let parts = (ContinuousClock.now - start).components
      result.microseconds =
        Int(parts.seconds) * 1_000_000 + Int(parts.attoseconds / 1_000_000_000_000)
      if process.terminationReason == .uncaughtSignal {
        result.signal = process.terminationStatus
      } else {
        result.status = process.terminationStatus
      }
      result.lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      return result
    }
  }
}
