import Foundation
import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumModel
import MomentumTestSupport
import Testing

/// Core Data code of many models: our own, and those of other people where the corpus is there.
///
/// The long form takes 700 of the corpus, spread over their sizes, in place of 24, or as many as `MOMENTUM_MODELS` says.
@Suite(.serialized, .tags(.compiles, .corpus)) struct ManagedModelTests {
  /// Our own models and a part of the corpus, smallest first.
  private static func models() -> [(name: String, model: CompiledModel)] {
    (ModelTexts.own + ModelTexts.sampleOfCorpus(24)).compactMap { entry in
      var diagnostics = Diagnostics()
      let source = SourceFile(path: entry.name, text: withClasses(entry.text))
      return CompiledModel.compile(source, &diagnostics).map { (entry.name, $0) }
    }.sorted { (size($0.1), $0.0) < (size($1.1), $1.0) }
  }

  /// The cases of the decision table name no classes; without them there would be no code.
  private static func withClasses(_ text: String) -> String {
    guard !text.contains("representedClassName") else { return text }
    return text.replacing(/<entity name="([^"]*)"/) { match in
      "\(match.0) representedClassName=\"\(match.1)\""
    }
  }

  private static func options(_ isRich: Bool) -> CodegenOptions {
    var options = CodegenOptions(modelName: "Model")
    options.selection = .menu
    if isRich {
      options.optionals = .model
      options.isFinal = true
      options.hasTypedSets = true
      options.hasKeys = true
      options.hasObjectIDs = true
      options.hasFetchedProperties = true
    }
    return options
  }

  @Test(
    .enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"),
    arguments: [false, true])
  func codeOfEveryModelParses(_ isRich: Bool) throws {
    let compiler = try #require(SwiftCompiler.found)
    let models = Self.models()
    #expect(models.count >= ModelTexts.own.count * 9 / 10, "\(models.count) models were compiled")
    try RepositoryFiles.withTemporaryFolder { folder in
      var options = Self.options(isRich)
      options.files = .single
      var names: [String] = []
      for (index, entry) in models.enumerated() {
        for file in entry.model.generatedCode(.coreData, options: options) {
          names.append("m\(index)-\(file.name)")
          try file.text.write(
            to: folder.appendingPathComponent(names[names.count - 1]), atomically: false,
            encoding: .utf8)
        }
      }
      #expect(names.count >= models.count * 9 / 10, "\(names.count) files of code")
      try names.joined(separator: "\n").write(
        to: folder.appendingPathComponent("names.txt"), atomically: false, encoding: .utf8)
      let output = try compiler.run(
        ["-frontend", "-parse", "-filelist", "names.txt"], in: folder)
      let first = output.split(separator: "\n").prefix(12).joined(separator: "\n")
      let file = names.first { first.contains($0) } ?? ""
      let index = Int(file.dropFirst().prefix { $0.isNumber })
      let name = index.map { models[$0].name } ?? "a model"
      #expect(output.isEmpty, "the code of \(name) does not parse:\n\(first)")
    }
  }

  @Test(.enabled(if: CoreDataStub.isPossible, CoreDataStub.reason))
  func codeOfModelsSpreadOverSizesTypeChecks() throws {
    let compiler = try #require(SwiftCompiler.found)
    let models = Self.models().filter { !$0.model.model.entities.isEmpty }
    let count = max(12, models.count / 40)
    try RepositoryFiles.withTemporaryFolder { folder in
      let stub = try CoreDataStub(compiler, in: folder)
      var checked = 0
      for number in 0..<min(count, models.count) {
        let entry = models[number * models.count / count]
        let isRich = number.isMultiple(of: 2)
        let files = entry.model.generatedCode(.coreData, options: Self.options(isRich))
          .map { (name: $0.name, text: $0.text) }
        guard !files.isEmpty else { continue }
        checked += 1
        let app = ("App.swift", Self.appCode(of: entry.model.model))
        let mode: CoreDataStub.Mode = number % 3 == 0 ? .swift5 : .swift6
        let output = try stub.typeCheck(files + [app], mode)
        let first = output.split(separator: "\n").prefix(12).joined(separator: "\n")
        #expect(output.isEmpty, "the code of \(entry.name), \(mode.rawValue):\n\(first)")
      }
      #expect(checked >= 10, "the code of \(checked) models was checked")
    }
  }

  /// The classes that the app has itself, and the value classes of transformables.
  private static func appCode(of model: ObjectModel) -> String {
    var lines = [
      "public import CoreData", "public import Foundation",
      "public typealias AppUses = (NSManagedObject, NSSet)",
    ]
    var known: Set<String> = []
    func declare(_ name: String, _ text: String) {
      if known.insert(name).inserted { lines.append("public class \(text)") }
    }
    for entity in model.entities {
      if let name = className(of: entity), entity.codeGeneration != .category { known.insert(name) }
    }
    for entity in model.entities where entity.codeGeneration == .category {
      guard let name = className(of: entity) else { continue }
      let parent = entity.parent.flatMap { className(of: model[$0]) } ?? "NSManagedObject"
      declare(name, "\(name): \(parent) {}")
    }
    for name in model.entities.flatMap(\.attributes).compactMap(\.valueClass) {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber } }),
        !foundation.contains(name)
      else { continue }
      if parts.count == 1 {
        declare(name, "\(name): NSObject {}")
      } else if parts.count == 2 {
        if known.insert(name).inserted {
          lines.append("extension \(parts[0]) { public class \(parts[1]): NSObject {} }")
        }
        if known.insert(parts[0]).inserted { lines.append("public enum \(parts[0]) {}") }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func size(_ model: CompiledModel) -> Int {
    model.model.entities.reduce(0) { $0 + $1.attributes.count + 1 }
  }

  private static func className(of entity: Entity) -> String? {
    entity.className?.split(separator: ".").last.map(String.init)
      .flatMap { $0 == "NSManagedObject" ? nil : $0 }
  }

  private static let foundation: Set<String> = [
    "NSAttributedString", "NSDictionary", "NSArray", "NSURL", "NSError", "NSData", "NSObject",
  ]
}
