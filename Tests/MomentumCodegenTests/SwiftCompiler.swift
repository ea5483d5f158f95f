import Foundation
import MomentumCodegen

/// The Swift compiler found by PATH, for tests that generated code is Swift.
struct SwiftCompiler: Sendable {
  let path: String

  /// `nil` where no compiler runs.
  static let found: SwiftCompiler? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.map { "\($0)/swiftc" }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { SwiftCompiler(path: $0) }
  }()

  /// Runs the compiler in a folder; empty output means that it had nothing to say.
  func run(_ arguments: [String], in folder: URL) throws -> String {
    let (status, text) = try SwiftCompiler.launch(path, arguments, in: folder)
    return status == 0 ? text : text + "\nexit status \(status)"
  }

  /// Runs a program and collects both its outputs in a file, which cannot fill up as a pipe does.
  static func launch(
    _ path: String, _ arguments: [String], in folder: URL
  ) throws -> (status: Int32, text: String) {
    let output = folder.appendingPathComponent("output.txt")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    try handle.close()
    return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
  }
}

extension [GeneratedFile] {
  /// All files as one text.
  var joinedText: String {
    String(map { "=== \($0.name)\n\($0.text)" }.joined(separator: "\n").dropLast())
  }

  /// Writes the files and answers their names.
  func write(to folder: URL, prefix: String = "") throws -> [String] {
    try map { file in
      let name = prefix + file.name
      try file.text.write(
        to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
      return name
    }
  }
}
