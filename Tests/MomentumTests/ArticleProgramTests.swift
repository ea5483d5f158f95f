import Foundation
import MomentumTestSupport
import Testing

/// The programs in the articles compile outside of the package, where only what is `public` can be used.
@Suite(.tags(.compiles)) struct ArticleProgramTests {
  /// The Swift blocks of the articles that begin with an import of a product. Those that import generated code or a
  /// library for tests need more than Momentum's modules.
  private static func programs() throws -> [(article: String, lines: [Substring])] {
    let folder = "Sources/Momentum/Documentation.docc"
    let names = try FileManager.default.contentsOfDirectory(
      atPath: RepositoryFiles.url(folder).path)
    return try names.filter { $0.hasSuffix(".md") }.sorted().flatMap { name in
      try RepositoryFiles.text("\(folder)/\(name)").split(separator: "\n```").compactMap { block in
        guard block.hasPrefix("swift\nimport Momentum") else { return nil }
        let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let needsMore = lines.contains {
          $0.hasPrefix("import Testing") || $0.hasPrefix("import XCTest")
            || $0.hasPrefix("import MomentumRuntime")
        }
        return needsMore ? nil : (name, Array(lines))
      }
    }
  }

  @Test(
    .enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"),
    .enabled(if: SwiftCompiler.runtimeArguments != nil, "there is no built library"))
  func programsOfTheArticlesCompile() throws {
    let compiler = try #require(SwiftCompiler.found)
    let programs = try Self.programs()
    #expect(
      Set(programs.map(\.article)) == [
        "Fetching.md", "ManagedObjects.md", "MappingModels.md", "Migrations.md", "Momentum.md",
        "OnAServer.md", "Predicates.md", "SchemaDiff.md", "TestingMigrations.md",
        "YourOwnGenerator.md",
      ])
    let imports = Set(programs.flatMap { $0.lines.filter { $0.hasPrefix("import ") } }).sorted()
    let functions = programs.enumerated().map { number, program in
      let body = program.lines.filter { !$0.hasPrefix("import ") }
      return "// \(program.article)\nfunc program\(number)() throws {\n"
        + body.joined(separator: "\n") + "\n}\n"
    }
    let text = (imports.map(String.init) + functions).joined(separator: "\n")
    let arguments = ["-swift-version", "6"] + (SwiftCompiler.runtimeArguments ?? [])
    try RepositoryFiles.withTemporaryFolder { folder in
      try text.write(
        to: folder.appendingPathComponent("Programs.swift"), atomically: false, encoding: .utf8)
      let output = try compiler.typeCheck(
        ["Programs.swift"], module: "Programs", arguments, in: folder)
      #expect(output.isEmpty, "\(output)")
    }
  }
}
