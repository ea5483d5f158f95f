import Foundation
import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumTestSupport
import Testing

/// Portable code of real models. `Tests/Tools/compile-corpus/run` does the same for all of them.
@Suite(
  .serialized, .enabled(if: RepositoryFiles.corpus != nil, "no corpus beside this clone"))
struct GeneratedCorpusTests {
  private static let files: [URL] = {
    guard let folder = RepositoryFiles.corpus?.appendingPathComponent("models") else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasSuffix(".xml") }.sorted()
      .map { folder.appendingPathComponent($0) }
  }()

  private static func code(of file: URL) throws -> [GeneratedFile]? {
    var diagnostics = Diagnostics()
    let source = SourceFile(
      path: "contents", text: try String(contentsOf: file, encoding: .utf8))
    return CompiledModel.compile(source, &diagnostics)?
      .generatedCode(.swift, options: .init(modelName: "Corpus"))
  }

  /// Every sixth model: what is left out is left out of no entity, and a second run gives the same bytes.
  @Test func modelsGenerateWholeAndTheSameTwice() throws {
    var count = 0
    for index in stride(from: 0, to: Self.files.count, by: 6) {
      guard let code = try Self.code(of: Self.files[index]) else { continue }
      count += 1
      #expect(try Self.code(of: Self.files[index]) == code)
      for file in code {
        #expect(!file.text.contains("What a store needs"), "\(Self.files[index].lastPathComponent)")
      }
    }
    #expect(count > 100)
  }

  @Test(.enabled(if: SwiftCompiler.found != nil), arguments: 0..<12)
  func modelsCompileAloneAndBesideTheRuntime(_ number: Int) throws {
    let compiler = try #require(SwiftCompiler.found)
    let file = Self.files[(2 * number + 1) * Self.files.count / 24]
    guard let code = try Self.code(of: file) else { return }
    let settings = [
      "-swift-version", "6", "-warnings-as-errors",
      "-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature",
      "MemberImportVisibility",
    ]
    try RepositoryFiles.withTemporaryFolder { folder in
      for file in code {
        try file.text.write(
          to: folder.appendingPathComponent(file.name), atomically: false, encoding: .utf8)
      }
      let names = code.map(\.name)
      let alone = try compiler.typeCheck(names, module: "Corpus", settings, in: folder)
      #expect(alone == "", "\(file.lastPathComponent)\n\(alone)")
      guard let runtime = SwiftCompiler.runtimeArguments else { return }
      let beside = try compiler.typeCheck(names, module: "Corpus", settings + runtime, in: folder)
      #expect(beside == "", "\(file.lastPathComponent)\n\(beside)")
    }
  }
}
