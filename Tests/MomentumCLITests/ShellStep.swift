import Foundation
import Testing

/// A script that a build server or Git would run, run in a folder with the built `momentum` in its path.
struct ShellStep {
  var status: Int32
  /// Standard output and standard error.
  var output: String

  /// The folder of the built tools. On Linux they are beside the tests; elsewhere the program that runs the tests is
  /// Xcode's.
  static func tools() throws -> String {
    try #require(Bundle.main.executableURL).deletingLastPathComponent().path
  }

  /// - Parameters:
  ///   - variables: Variables besides the process's own; a PATH comes before the process's.
  ///   - hasTool: Whether the built `momentum` is in the path.
  init(
    _ program: String, _ arguments: [String], in folder: URL, _ variables: [String: String] = [:],
    hasTool: Bool = true
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("GIT_") && !$0.key.hasPrefix("GITHUB_")
    }
    let paths =
      (hasTool ? [try Self.tools()] : [])
      + [variables["PATH"], environment["PATH"]].compactMap(\.self)
    environment.merge(variables) { $1 }
    environment["PATH"] = paths.joined(separator: ":")
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// Lines of shell, as GitHub runs a step: the first command that fails ends it.
  init(lines: String, in folder: URL, _ variables: [String: String] = [:]) throws {
    try self.init("/bin/sh", ["-e", "-c", lines], in: folder, variables)
  }
}
