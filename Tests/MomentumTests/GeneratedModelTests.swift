import Foundation
import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumTestSupport
import Testing

/// Portable code of many models: our own, and those of other people where the corpus is there.
/// `Tests/Tools/compile-corpus/run` does the same for all of a folder.
///
/// The long form takes 700 of the corpus in place of 24, or as many as `MOMENTUM_MODELS` says, and compiles one in
/// 60 of these.
@Suite(.serialized, .tags(.compiles, .corpus)) struct GeneratedModelTests {
  private static let models = ModelTexts.own + ModelTexts.sampleOfCorpus(24)

  /// Not those of `Models`: targets of the package have their code.
  private static let compiled: [ModelTexts.Entry] = {
    let stores = ModelTexts.own.filter { $0.name.hasPrefix("Stores/") }
    let cases = ModelTexts.own.filter { $0.name.contains(".case ") }
    return ModelTexts.spread(stores, 5) + ModelTexts.spread(cases, 2)
      + ModelTexts.sampleOfCorpus(3, divisor: 60)
  }()

  private static func code(of entry: ModelTexts.Entry) -> [GeneratedFile]? {
    var diagnostics = Diagnostics()
    return CompiledModel.compile(SourceFile(path: "contents", text: entry.text), &diagnostics)?
      .generatedCode(.swift, options: .init(modelName: "Sample"))
  }

  /// What is left out is left out of no entity, and a second run gives the same bytes.
  @Test func modelsGenerateWholeAndTheSameTwice() {
    var count = 0
    for entry in Self.models {
      guard let code = Self.code(of: entry) else { continue }
      count += 1
      let again = Self.code(of: entry) ?? []
      #expect(code.map(\.name) == again.map(\.name), "files of \(entry.name), made twice")
      for (file, second) in zip(code, again) {
        expectText(second.text, file.text, "\(entry.name), \(file.name), made twice")
        let isWhole = !file.text.contains("What a store needs")
        #expect(isWhole, "\(entry.name), \(file.name) lacks what a store needs")
      }
    }
    #expect(count >= ModelTexts.own.count * 9 / 10, "\(count) models were compiled")
  }

  @Test(.enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"), arguments: compiled)
  func modelsCompileAloneAndBesideTheRuntime(_ entry: ModelTexts.Entry) throws {
    let compiler = try #require(SwiftCompiler.found)
    guard let code = Self.code(of: entry) else { return }
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
      let alone = try compiler.typeCheck(names, module: "Sample", settings, in: folder)
      #expect(alone.isEmpty, "the code of \(entry.name), alone:\n\(alone.prefix(1_500))")
      guard let runtime = SwiftCompiler.runtimeArguments else { return }
      let beside = try compiler.typeCheck(
        names, module: "Sample", settings + runtime, in: folder)
      #expect(
        beside.isEmpty, "the code of \(entry.name), with the runtime:\n\(beside.prefix(1_500))")
    }
  }
}
