import Foundation
import MomentumCodegen
import MomentumTestSupport
import Testing

/// Generated code goes through the real compiler.
@Suite(.serialized, .enabled(if: SwiftCompiler.found != nil)) struct CompiledCodeTests {
  static let settings = [
    "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature",
    "MemberImportVisibility", "-enable-upcoming-feature", "ExistentialAny",
    "-swift-version", "6", "-package-name", "test", "-warnings-as-errors",
  ]

  @Test(arguments: Sample.all) func portableCodeTypeChecks(_ sample: Sample) throws {
    try expectTypeChecks(sample.portable())
  }

  @Test(arguments: [AccessLevel.package, .internal])
  func portableCodeTypeChecksWithAccess(_ access: AccessLevel) throws {
    try expectTypeChecks(Sample.cafe.portable(access))
  }

  private func expectTypeChecks(_ files: [GeneratedFile]) throws {
    let compiler = try #require(SwiftCompiler.found)
    try RepositoryFiles.withTemporaryFolder { folder in
      let names = try files.write(to: folder)
      let output = try compiler.run(
        ["-typecheck", "-module-name", "Portable"] + Self.settings + names, in: folder)
      #expect(output == "", "\(output)")
    }
  }

  /// A string literal says the same to the compiler as the text it was made from.
  @Test func literalsMeanTheirText() throws {
    let compiler = try #require(SwiftCompiler.found)
    var generator = SeededGenerator(seed: 7)
    let texts = NastyNames.known + (0..<400).map { _ in NastyNames.random(using: &generator) }
    let rows = texts.map { text in
      "  (\(SwiftText.literal(text)), [\(text.utf8.map { "\($0)" }.joined(separator: ","))]),"
    }
    let program = """
      let rows: [(String, [UInt8])] = [
      \(rows.joined(separator: "\n"))
      ]
      for (index, row) in rows.enumerated() where Array(row.0.utf8) != row.1 { print(index) }
      print("read", rows.count)
      """
    try RepositoryFiles.withTemporaryFolder { folder in
      try program.write(
        to: folder.appendingPathComponent("main.swift"), atomically: false, encoding: .utf8)
      let output = try compiler.run(["-Onone", "main.swift", "-o", "literals"], in: folder)
      #expect(output == "", "\(output)")
      let result = try SwiftCompiler.launch(
        folder.appendingPathComponent("literals").path, [], in: folder)
      expectText(result.text, "read \(texts.count)\n")
    }
  }
}
