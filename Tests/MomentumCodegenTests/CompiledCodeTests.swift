import Foundation
import MomentumCodegen
import MomentumTestSupport
import Testing

/// Generated code goes through the real compiler.
@Suite(
  .serialized, .tags(.compiles, .random),
  .enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"))
struct CompiledCodeTests {
  static let features = [
    "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature",
    "MemberImportVisibility", "-enable-upcoming-feature", "ExistentialAny",
  ]

  static let settings =
    features + [
      "-swift-version", "6", "-package-name", "test", "-warnings-as-errors",
    ]

  @Test(arguments: Sample.all) func portableCodeTypeChecks(_ sample: Sample) throws {
    try Self.expectTypeChecks(sample.portable(), Self.settings)
  }

  /// How a client may compile generated code.
  struct Client: Sendable, CustomTestStringConvertible {
    var access: AccessLevel
    var version: String
    var hasFeatures: Bool
    var sample: Sample

    var testDescription: String {
      "\(access) \(sample.name), Swift \(version)\(hasFeatures ? " with features" : "")"
    }

    var settings: [String] {
      ["-swift-version", version, "-package-name", "test", "-warnings-as-errors"]
        + (hasFeatures ? CompiledCodeTests.features : [])
    }

    /// All 24. In the short form 6, among which every two choices still meet: a compiler run for each of the
    /// others would find what depends on three choices at once.
    static let all: [Client] = AccessLevel.allCases.enumerated().flatMap { row, access in
      [false, true].flatMap { isSix in
        [false, true].flatMap { hasFeatures in
          [false, true].compactMap { isSecond in
            guard
              TestLength.isLong
                || (hasFeatures == (isSix != (row == 1)) && isSecond == (isSix != (row == 2)))
            else { return nil }
            return Client(
              access: access, version: isSix ? "6" : "5", hasFeatures: hasFeatures,
              sample: isSecond ? .valueTypes : .cafe)
          }
        }
      }
    }
  }

  @Test(arguments: Client.all) func portableCodeTypeChecksForClients(_ client: Client) throws {
    try Self.expectTypeChecks(
      client.sample.portable(client.access), client.settings, client.access)
  }

  @Test(
    .enabled(if: SwiftCompiler.runtimeArguments != nil, "there is no built runtime"),
    arguments: Sample.all)
  func portableCodeTypeChecksBesideTheRuntime(_ sample: Sample) throws {
    let runtime = try #require(SwiftCompiler.runtimeArguments)
    try Self.expectTypeChecks(sample.portable(), Self.settings + runtime)
  }

  @Test(
    .enabled(if: SwiftCompiler.runtimeArguments != nil, "there is no built runtime"),
    arguments: Client.all)
  func portableCodeTypeChecksBesideTheRuntimeForClients(_ client: Client) throws {
    let runtime = try #require(SwiftCompiler.runtimeArguments)
    try Self.expectTypeChecks(
      client.sample.portable(client.access), client.settings + runtime, client.access)
  }

  static func expectTypeChecks(
    _ files: [GeneratedFile], _ settings: [String], _ access: AccessLevel = .public
  ) throws {
    let compiler = try #require(SwiftCompiler.found)
    try RepositoryFiles.withTemporaryFolder { folder in
      var names = try files.write(to: folder)
      if files.contains(where: { $0.text.contains("Menu.Currency") }) {
        try Sample.handWritten(access).write(
          to: folder.appendingPathComponent("HandWritten.swift"), atomically: false,
          encoding: .utf8)
        names.append("HandWritten.swift")
      }
      let output = try compiler.typeCheck(names, module: "Portable", settings, in: folder)
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
