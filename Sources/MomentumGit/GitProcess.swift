// The only file of this module that runs a program.
import Foundation

/// Runs `git`, without a shell and with an environment of our own.
struct GitProcess: Sendable {
  struct Output {
    var status: Int32
    var bytes: [UInt8]
    var error: String

    /// The one line that most commands print, without its line end.
    var line: String {
      var bytes = bytes[...]
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private let executable: URL
  private let environment: [String: String]
  /// The absolute path of the folder in which git runs.
  var folder: String
  private let outputMax: Int

  /// - Parameters:
  ///   - environment: The user's environment, filtered by `GitEnvironment`.
  ///   - outputMax: The longest output in bytes; longer output is an error, since no app's
  ///     repository makes it.
  init(
    folder: String, environment: GitEnvironment, outputMax: Int = 1 << 30
  ) throws(GitError) {
    guard let executable = environment.executable else { throw .noGit }
    self.outputMax = outputMax
    self.executable = URL(fileURLWithPath: executable)
    self.environment = environment.variables
    self.folder = folder
  }

  /// Runs a command; a status other than 0 is not an error.
  ///
  /// Input and error messages go through unnamed files. With pipes, git could wait for this process
  /// while this process waits for git.
  func run(_ arguments: [String], input: [UInt8] = []) throws(GitError) -> Output {
    let command = arguments.first ?? ""
    guard !folder.utf8.contains(0), arguments.allSatisfy({ !$0.utf8.contains(0) }) else {
      throw .failed(command: command, message: "an argument holds a NUL byte")
    }
    guard let errors = tmpfile(), let source = tmpfile() else {
      throw .failed(command: command, message: "no temporary file can be made")
    }
    defer {
      fclose(errors)
      fclose(source)
    }
    do {
      // These handles do not close the files: `fclose` does.
      let sourceHandle = FileHandle(fileDescriptor: fileno(source))
      try sourceHandle.write(contentsOf: input)
      try sourceHandle.seek(toOffset: 0)
      let errorHandle = FileHandle(fileDescriptor: fileno(errors))
      let pipe = Pipe()
      let process = Process()
      process.executableURL = executable
      process.arguments = GitEnvironment.settings + ["-C", folder] + arguments
      process.environment = environment
      process.standardInput = sourceHandle
      process.standardOutput = pipe
      process.standardError = errorHandle
      try process.run()
      let bytes = try read(pipe.fileHandleForReading)
      // Use SIGKILL: git inherits the signals that this thread blocks, and SIGKILL cannot be
      // blocked.
      if bytes == nil { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
      guard let bytes else {
        throw GitError.failed(command: command, message: "too much output")
      }
      try errorHandle.seek(toOffset: 0)
      let message = try errorHandle.read(upToCount: 1 << 16) ?? Data()
      return Output(
        status: process.terminationReason == .exit ? process.terminationStatus : -1,
        bytes: bytes, error: String(decoding: message, as: UTF8.self))
    } catch let error as GitError {
      throw error
    } catch {
      throw .failed(command: command, message: "it cannot be run")
    }
  }

  /// Runs a command and throws if its status is not 0.
  func output(_ arguments: [String], input: [UInt8] = []) throws(GitError) -> Output {
    let output = try run(arguments, input: input)
    guard output.status == 0 else { throw failure(arguments, output) }
    return output
  }

  /// Finds the reason of a failure in git's messages.
  func failure(_ arguments: [String], _ output: Output) -> GitError {
    // LC_ALL is C, so git's messages are in English on every system.
    if output.error.contains("not a git repository") { return .notARepository(path: folder) }
    if output.error.contains("detected dubious ownership") { return .untrusted(path: folder) }
    let first = output.error.split(whereSeparator: \.isNewline).first.map(String.init)
    return .failed(
      command: arguments.first ?? "", message: first ?? "it ended with status \(output.status)")
  }

  private func read(_ handle: FileHandle) throws -> [UInt8]? {
    var result: [UInt8] = []
    while let data = try handle.read(upToCount: 1 << 20), !data.isEmpty {
      result += data
      guard result.count <= outputMax else { return nil }
    }
    return result
  }
}
