package import Foundation
package import Testing

/// Type-checks Core Data code against our stand-in for Apple's module.
package struct CoreDataStub: Sendable {
  /// How the code is compiled; each has no warnings to show.
  package enum Mode: String, Sendable, CaseIterable {
    /// Language mode 5, nothing else.
    case swift5
    /// Language mode 6 with the upcoming features that change imports and existentials.
    case swift6
    /// As `swift6`, in a module whose default is the main actor.
    case mainActor

    var arguments: [String] {
      let features = ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"]
      let strict =
        ["-swift-version", "6"] + features.flatMap { ["-enable-upcoming-feature", $0] }
      return switch self {
      case .swift5: ["-swift-version", "5"]
      case .swift6: strict
      case .mainActor: strict + ["-default-isolation", "MainActor"]
      }
    }
  }

  /// Whether code can be checked against the stand-in.
  package static var isPossible: Bool {
    #if canImport(Darwin)
      // Apple's `NSObject` has methods that the stand-in declares, and Core Data itself is there.
      false
    #else
      SwiftCompiler.found != nil
    #endif
  }

  /// Why a test is skipped.
  package static let reason: Comment = "there is no Swift compiler, or there is Apple's Core Data"

  let compiler: SwiftCompiler
  let folder: URL

  /// Puts the stand-in's module into a folder.
  package init(_ compiler: SwiftCompiler, in folder: URL) throws {
    (self.compiler, self.folder) = (compiler, folder)
    try Self.module.get().write(to: folder.appendingPathComponent(Self.moduleName))
  }

  private static let moduleName = "CoreData.swiftmodule"

  /// Compiled once for all tests of a run.
  private static let module = Result<Data, any Error> {
    guard let compiler = SwiftCompiler.found else { throw StubFailure(output: "no compiler") }
    let sources = ["CoreData", "Programs"].map {
      RepositoryFiles.url("Tests/GoldenCode/CoreDataStub/\($0).swift").path
    }
    return try RepositoryFiles.withTemporaryFolder { folder in
      let output = try compiler.run(
        [
          "-emit-module", "-parse-as-library", "-swift-version", "6", "-module-name", "CoreData",
          "-wmo", "-o", moduleName,
        ] + sources, in: folder)
      guard output.isEmpty else { throw StubFailure(output: output) }
      return try Data(contentsOf: folder.appendingPathComponent(moduleName))
    }
  }

  /// What the compiler says about files, by name and text; empty if nothing.
  package func typeCheck(
    _ files: [(name: String, text: String)], _ mode: Mode = .swift6
  ) throws -> String {
    let code = folder.appendingPathComponent("code-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: code, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: code) }
    for file in files {
      try ObjectiveCAttributes.removed(from: file.text).write(
        to: code.appendingPathComponent(file.name), atomically: false, encoding: .utf8)
    }
    return try compiler.typeCheck(
      files.map(\.name), module: "App",
      ["-I", folder.path, "-package-name", "test", "-warnings-as-errors"] + mode.arguments,
      in: code)
  }
}

/// The stand-in itself does not compile.
package struct StubFailure: Error {
  package let output: String
}
