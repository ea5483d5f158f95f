import Foundation
import MomentumDiagnostics
import MomentumMigration
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// Real mapping models, where the corpus is there.
@Suite(.enabled(if: RepositoryFiles.corpus != nil)) struct MappingCorpusTests {
  private var folder: URL {
    (RepositoryFiles.corpus ?? RepositoryFiles.root).appendingPathComponent("migration/mappings")
  }

  private func model(_ name: String, in folder: URL) throws -> ObjectModel? {
    let url = folder.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    var diagnostics = Diagnostics()
    let source = SourceFile(path: name, utf8: [UInt8](try Data(contentsOf: url)))
    return ModelReader.read(contents: source, &diagnostics)
      .flatMap { ModelChecker.check($0, &diagnostics) }
  }

  @Test func everyFileIsReadAndEveryExpressionDecoded() throws {
    let names = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? [])
      .compactMap { $0 as? String }.filter { $0.hasSuffix("xcmapping.xml") }.sorted()
    #expect(names.count >= 37)
    var expressions = 0
    var written = 0
    for name in names {
      var diagnostics = Diagnostics()
      let file = try MappingModelReader.load(
        path: folder.appendingPathComponent(name).path, &diagnostics)
      #expect(diagnostics.isEmpty, "\(name)")
      guard case .editor(let syntax) = file else {
        Issue.record("\(name) is no mapping model")
        continue
      }
      written += syntax.file.text.components(separatedBy: "\"valueexpressiondata\"").count - 1
      #expect(!syntax.entityMappings.isEmpty && !syntax.source.entities.isEmpty, "\(name)")
      for entity in syntax.entityMappings {
        for property in entity.attributeMappings + entity.relationshipMappings {
          #expect(!property.name.isEmpty)
          if property.valueExpression != nil { expressions += 1 }
        }
      }
    }
    #expect(expressions == written && written > 30)
  }

  @Test func theCompiledPairComesOutEqual() throws {
    let pair = folder.appendingPathComponent("_compiled_cdm_pair")
    var diagnostics = Diagnostics()
    let editor = try MappingModelReader.load(path: pair.path, &diagnostics)
    let compiled = try MappingModelReader.load(
      path: pair.appendingPathComponent("V2toV3.cdm").path, &diagnostics)
    guard case .editor(let syntax) = editor, case .compiled(let expected, _) = compiled,
      let old = try model("source.contents", in: pair),
      let new = try model("destination.contents", in: pair)
    else {
      Issue.record("the pair cannot be read")
      return
    }
    #expect(diagnostics.isEmpty)
    let actual = MappingCompiler.compile(syntax, old: old, new: new)
    for (left, right) in zip(actual.entityMappings, expected.entityMappings) {
      #expect(left == right)
    }
    #expect(actual == expected)
    let properties = actual.entityMappings.flatMap {
      $0.attributeMappings + $0.relationshipMappings
    }
    #expect(properties.count == 26)
    #expect(
      syntax.destination.entities.map { "\($0.name): \($0.parent ?? "-")" } == [
        "Car: -", "LuxuryCar: SportCar", "Maker: -", "Person: -", "SportCar: Car",
      ])
  }

  /// Every mapping model of which both models are there: its versions are found, or it says why not.
  @Test func everyPairIsExamined() throws {
    var examined = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    where name.hasSuffix("xcmapping.xml") {
      let inner = folder.appendingPathComponent(name).deletingLastPathComponent()
      var diagnostics = Diagnostics()
      guard let old = try model("source.contents", in: inner),
        let new = try model("destination.contents", in: inner),
        case .editor(let syntax) = try MappingModelReader.load(path: inner.path, &diagnostics)
      else { continue }
      let compiled = MappingCompiler.compile(syntax, old: old, new: new)
      for entity in compiled.entityMappings {
        #expect(entity.sourceEntity == nil || entity.sourceHash.count == 32, "\(name)")
        #expect(entity.destinationEntity == nil || entity.destinationHash.count == 32, "\(name)")
      }
      func version(_ path: String?) -> String {
        (path?.split(separator: "/").last.map(String.init) ?? "").replacingOccurrences(
          of: ".xcdatamodel", with: "")
      }
      let examination = MappingDoctor.examine(
        syntax,
        versions: [
          .init(name: version(syntax.source.path), model: old),
          .init(name: version(syntax.destination.path), model: new),
        ])
      #expect(examination.mapping == compiled, "\(name)")
      examined += 1
    }
    #expect(examined >= 25)
  }
}
