package import Foundation

/// The Swift compiler found by PATH, for tests that generated code is Swift.
package struct SwiftCompiler: Sendable {
  package let path: String

  /// `nil` where no compiler runs.
  package static let found: SwiftCompiler? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.map { "\($0)/swiftc" }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { SwiftCompiler(path: $0) }
  }()

  /// Runs the compiler in a folder; empty output means that it had nothing to say.
  package func run(_ arguments: [String], in folder: URL) throws -> String {
    let (status, text) = try SwiftCompiler.launch(path, arguments, in: folder)
    return status == 0 ? text : text + "\nexit status \(status)"
  }

  /// Type-checks files in a folder as one module; empty output means that the compiler had nothing to say.
  ///
  /// One process reads all the files. Without `-wmo` the driver starts one for each file, which reads all the
  /// others too.
  package func typeCheck(
    _ files: [String], module: String, _ arguments: [String], in folder: URL
  ) throws -> String {
    try run(["-typecheck", "-wmo", "-module-name", module] + arguments + files, in: folder)
  }

  /// Runs a program and collects both its outputs in a file, which cannot fill up as a pipe does.
  package static func launch(
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

/// Makes generated Core Data code plain Swift.
///
/// `@objc` needs the Objective-C runtime. On Linux the interop flag of the front end lets `@objc` parse, but then
/// `String?` and `Date?` are refused as not representable. So the attributes go, and what `@NSManaged`
/// promises gets a body. Of code for both systems the half for Apple's is compiled: the stand-in's module stands
/// in for Objective-C's.
package enum ObjectiveCAttributes {
  package static func removed(from text: String) -> String {
    text.replacingOccurrences(of: "canImport(ObjectiveC)", with: "canImport(CoreData)")
      .split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
        let content = line.drop { $0 == " " }
        if content.hasPrefix("@objc(") { return nil }
        var text = line.replacingOccurrences(of: "@nonobjc ", with: "")
        guard content.hasPrefix("@NSManaged ") else { return text }
        text = text.replacingOccurrences(of: "@NSManaged ", with: "")
        return text.contains("func ") ? text + " {}" : text + " { get { fatalError() } set {} }"
      }.joined(separator: "\n")
  }
}

extension SwiftCompiler {
  /// What `swift-format lint --strict` says of the files below a folder; empty when they are clean.
  ///
  /// `nil` where the toolchain has no formatter.
  package func lint(_ folder: URL, outputIn other: URL) throws -> String? {
    #if canImport(Darwin)
      // The compiler of PATH is Apple's door to the tools of Xcode, and the formatter has none there.
      let (formatter, first) = ("/usr/bin/xcrun", ["swift-format"])
    #else
      let formatter = URL(fileURLWithPath: path).deletingLastPathComponent()
        .appendingPathComponent("swift-format").path
      let first: [String] = []
    #endif
    guard FileManager.default.isExecutableFile(atPath: formatter) else { return nil }
    let options = ["lint", "--strict", "--recursive", "--parallel", folder.path]
    let (status, text) = try SwiftCompiler.launch(formatter, first + options, in: other)
    return status == 0 ? text : text + "\nexit status \(status)"
  }

  /// Where the headers of libxml2 and libpq are, as SwiftPM asks.
  private static let libraryFlags: [String] = {
    let answer = try? RepositoryFiles.withTemporaryFolder { folder in
      try launch("/usr/bin/env", ["pkg-config", "--cflags", "libxml-2.0", "libpq"], in: folder)
    }
    guard let answer, answer.status == 0 else { return [] }
    return answer.text.split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
  }()

  /// What generated code is compiled with beside the runtime: the folder of modules that this test was built
  /// with, and the maps of the C libraries that they import.
  ///
  /// `nil` where the tests were not built by SwiftPM.
  package static let runtimeArguments: [String]? = {
    let modules = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("Modules")
    let runtime = modules.appendingPathComponent("MomentumRuntime.swiftmodule")
    guard FileManager.default.fileExists(atPath: runtime.path) else { return nil }
    let libraries = ["CSQLite", "CSwiftRuntime", "CZlib", "CLibMD", "CLibXML2", "CLibPQ"]
    let maps = libraries.flatMap { name in
      [
        "-Xcc",
        "-fmodule-map-file="
          + RepositoryFiles.url("Sources/\(name)/module.modulemap").path,
      ]
    }
    return ["-I", modules.path] + maps + libraryFlags
  }()
}
