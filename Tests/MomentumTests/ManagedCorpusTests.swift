import Foundation
import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumGeneration
import MomentumModel
import MomentumTestSupport
import Testing

/// Core Data code of other people's models.
///
/// `MOMENTUM_MODELS=100 swift test --filter ManagedCorpusTests` type-checks that many in place of 12.
@Suite(.serialized, .enabled(if: RepositoryFiles.corpus != nil, "no corpus beside this clone"))
struct ManagedCorpusTests {
  private static func models() throws -> [(name: String, model: CompiledModel)] {
    let folder = try #require(RepositoryFiles.corpus).appendingPathComponent("models")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".xml") }.sorted()
    return try names.compactMap { name in
      var diagnostics = Diagnostics()
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      let source = SourceFile(path: name, utf8: Array(data))
      return CompiledModel.compile(source, &diagnostics).map { (name, $0) }
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

  @Test(.enabled(if: SwiftCompiler.found != nil), arguments: [false, true])
  func codeOfEveryModelParses(_ isRich: Bool) throws {
    let compiler = try #require(SwiftCompiler.found)
    let models = try Self.models()
    #expect(models.count > 600)
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
      try names.joined(separator: "\n").write(
        to: folder.appendingPathComponent("names.txt"), atomically: false, encoding: .utf8)
      let output = try compiler.run(
        ["-frontend", "-parse", "-filelist", "names.txt"], in: folder)
      #expect(output == "", "\(output.prefix(4_000))")
    }
  }

  @Test(.enabled(if: SwiftCompiler.found != nil))
  func codeOfModelsSpreadOverSizesTypeChecks() throws {
    let compiler = try #require(SwiftCompiler.found)
    let environment = ProcessInfo.processInfo.environment
    let count = environment["MOMENTUM_MODELS"].flatMap { Int($0) } ?? 12
    let models = try Self.models().filter { !$0.model.model.entities.isEmpty }
      .sorted { (Self.size($0.model), $0.name) < (Self.size($1.model), $1.name) }
    try RepositoryFiles.withTemporaryFolder { folder in
      let stub = try CoreDataStub(compiler, in: folder)
      for number in 0..<min(count, models.count) {
        let entry = models[number * models.count / count]
        let isRich = number.isMultiple(of: 2)
        let files = entry.model.generatedCode(.coreData, options: Self.options(isRich))
          .map { (name: $0.name, text: $0.text) }
        guard !files.isEmpty else { continue }
        let app = ("App.swift", Self.appCode(of: entry.model.model))
        let mode: CoreDataStub.Mode = number % 3 == 0 ? .swift5 : .swift6
        let output = try stub.typeCheck(files + [app], mode)
        #expect(output == "", "\(entry.name), \(mode.rawValue)\n\(output.prefix(3_000))")
      }
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
