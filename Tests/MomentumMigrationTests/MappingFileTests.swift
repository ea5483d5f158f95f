import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// Mapping models with their two models: our own, and those of public projects where the corpus is there.
@Suite(.tags(.corpus)) struct MappingFileTests {
  /// A mapping model of the editor.
  private struct File {
    var name: String
    var mapping: String
    var old: URL
    var new: URL
    /// The compiled form, where there is one.
    var compiled: String?
  }

  private static let own: [File] = {
    let folder = RepositoryFiles.url("Tests/Cases/Mapping")
    let bundle = folder.appendingPathComponent("Garage.xcdatamodeld")
    return [
      File(
        name: "Garage", mapping: folder.appendingPathComponent("Garage.xcmappingmodel").path,
        old: bundle.appendingPathComponent("Garage.xcdatamodel/contents"),
        new: bundle.appendingPathComponent("Garage 2.xcdatamodel/contents"),
        compiled: folder.appendingPathComponent("Garage.cdm").path)
    ]
  }()

  /// Empty where there is no corpus.
  private static let ofCorpus: [File] = {
    guard let folder = RepositoryFiles.corpus?.appendingPathComponent("migration/mappings") else {
      return []
    }
    let names = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? [])
      .compactMap { $0 as? String }.filter { $0.hasSuffix("xcmapping.xml") }.sorted()
    return names.map { name in
      let file = folder.appendingPathComponent(name)
      let inner = file.deletingLastPathComponent()
      let compiled = inner.appendingPathComponent("V2toV3.cdm").path
      return File(
        name: name, mapping: file.path, old: inner.appendingPathComponent("source.contents"),
        new: inner.appendingPathComponent("destination.contents"),
        compiled: FileManager.default.fileExists(atPath: compiled) ? compiled : nil)
    }
  }()

  private func syntax(_ file: File) throws -> MappingModelSyntax {
    var diagnostics = Diagnostics()
    let read = try MappingModelReader.load(path: file.mapping, &diagnostics)
    #expect(diagnostics.isEmpty, "\(file.name): \(TextRenderer().render(diagnostics.all))")
    guard case .editor(let syntax) = read else {
      throw Unexpected(description: "\(file.name) is no mapping model of the editor")
    }
    return syntax
  }

  private struct Unexpected: Error, CustomStringConvertible {
    var description: String
  }

  /// `nil` where the file is not there.
  private func model(_ url: URL) throws -> ObjectModel? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    var diagnostics = Diagnostics()
    let source = SourceFile(path: url.path, utf8: [UInt8](try Data(contentsOf: url)))
    let checked = ModelReader.read(contents: source, &diagnostics)
      .flatMap { ModelChecker.check($0, &diagnostics) }
    let model: ObjectModel = try #require(checked, "\(TextRenderer().render(diagnostics.all))")
    return model
  }

  @Test func everyFileIsReadAndEveryExpressionDecoded() throws {
    #expect(Self.own.count == 1 && (RepositoryFiles.corpus == nil || Self.ofCorpus.count >= 37))
    for file in Self.own + Self.ofCorpus {
      let syntax = try syntax(file)
      #expect(!syntax.entityMappings.isEmpty, "\(file.name) maps no entity")
      let properties = syntax.entityMappings.flatMap {
        $0.attributeMappings + $0.relationshipMappings
      }
      #expect(properties.allSatisfy { !$0.name.isEmpty }, "\(file.name): a property without a name")
      let written =
        syntax.file.text.components(separatedBy: "\"valueexpressiondata\"").count - 1
      let decoded = properties.compactMap(\.valueExpression).filter { !$0.hasPrefix("<") }
      #expect(decoded.count == written, "\(file.name): expressions that were decoded")
    }
  }

  /// What we make of the editor's file is what its compiler makes of it.
  @Test func theCompiledFormComesOutEqual() throws {
    var pairs: [String: Int] = [:]
    for file in Self.own + Self.ofCorpus {
      guard let path = file.compiled else { continue }
      var diagnostics = Diagnostics()
      guard
        case .compiled(let expected, _) = try MappingModelReader.load(path: path, &diagnostics),
        let old = try model(file.old), let new = try model(file.new)
      else { throw Unexpected(description: "\(file.name): the pair cannot be read") }
      #expect(diagnostics.isEmpty, "\(file.name): \(TextRenderer().render(diagnostics.all))")
      let actual = MappingCompiler.compile(try syntax(file), old: old, new: new)
      expectText(Self.text(actual), Self.text(expected), "\(file.name), compiled")
      let isEqual = actual == expected
      #expect(isEqual, "\(file.name): the same text, another mapping model")
      pairs[file.name] = actual.entityMappings.reduce(0) {
        $0 + $1.attributeMappings.count + $1.relationshipMappings.count
      }
    }
    #expect(pairs["Garage"] == 34, "properties of 'Garage'")
    let counts = pairs.filter { $0.key != "Garage" }.map(\.value)
    #expect(counts == (RepositoryFiles.corpus == nil ? [] : [26]), "properties of the public pair")
  }

  /// The kind says what the framework does with the objects: a policy class is asked first.
  @Test(
    arguments: [
      (nil, true, true, .copy), (nil, false, true, .add), (nil, true, false, .remove),
      ("Policy", true, true, .custom), ("Policy", false, true, .custom),
      ("Policy", true, false, .custom),
    ] as [(String?, Bool, Bool, EntityMapping.Kind)])
  func theKindFollowsFromThePolicyAndTheEntities(
    policy: String?, hasSource: Bool, hasDestination: Bool, kind: EntityMapping.Kind
  ) throws {
    let file = try #require(Self.own.first)
    guard let old = try model(file.old), let new = try model(file.new) else {
      throw Unexpected(description: "the models cannot be read")
    }
    var syntax = try syntax(file)
    syntax.entityMappings[0].policyClassName = policy
    if !hasSource { syntax.entityMappings[0].sourceEntity = nil }
    if !hasDestination { syntax.entityMappings[0].destinationEntity = nil }
    let mapping = MappingCompiler.compile(syntax, old: old, new: new).entityMappings.first
    #expect(mapping?.kind == kind && mapping?.policyClassName == policy)
  }

  /// A line for each fact, so that a difference is one line.
  private static func text(_ mapping: MappingModel) -> String {
    func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
    return mapping.entityMappings.flatMap { entity -> [String] in
      [
        "\(entity.name), \(entity.kind), policy \(entity.policyClassName ?? "none")",
        "  from \(entity.sourceEntity ?? "nothing") \(hex(entity.sourceHash))",
        "  to \(entity.destinationEntity ?? "nothing") \(hex(entity.destinationHash))",
        "  each \(entity.sourceExpression ?? "none") where \(entity.sourceFilter ?? "true")",
      ]
        + (entity.attributeMappings + entity.relationshipMappings).map {
          "  \($0.name) = \($0.valueExpression ?? "not set")"
        }
    }.joined(separator: "\n")
  }

  /// The editor keeps copies of both models in its file, which say the parents of entities.
  @Test func theKeptCopyOfAModelIsRead() throws {
    for file in Self.own + Self.ofCorpus where file.compiled != nil {
      let isOwn = file.name == "Garage"
      let entities = try syntax(file).destination.entities
      expectText(
        entities.map { "\($0.name): \($0.parent ?? "-")" }.joined(separator: ", "),
        isOwn
          ? "Attachment: -, Car: -, Maker: -, Note: -, Person: -, Photo: -, SportCar: Car, Tag: -"
          : "Car: -, LuxuryCar: SportCar, Maker: -, Person: -, SportCar: Car", "\(file.name)")
    }
    let car = try syntax(Self.own[0]).source.entities.first { $0.name == "Car" }
    #expect(car?.attributes == ["label", "price"], "attributes of the source's 'Car'")
    let links = car?.relationships ?? []
    #expect(links == ["owner", "photo", "tags"], "relationships of the source's 'Car'")
  }

  /// Every mapping model of which both models are there: its versions are found, or it says why not.
  @Test func everyPairIsExamined() throws {
    var examined = 0
    for file in Self.own + Self.ofCorpus {
      guard let old = try model(file.old), let new = try model(file.new) else { continue }
      let syntax = try syntax(file)
      let compiled = MappingCompiler.compile(syntax, old: old, new: new)
      for entity in compiled.entityMappings {
        #expect(
          entity.sourceEntity == nil || entity.sourceHash.count == 32,
          "\(file.name): the source of '\(entity.name)' has no hash")
        #expect(
          entity.destinationEntity == nil || entity.destinationHash.count == 32,
          "\(file.name): the destination of '\(entity.name)' has no hash")
      }
      func version(_ path: String?) -> String {
        (path?.split(separator: "/").last.map(String.init) ?? "").replacingOccurrences(
          of: ".xcdatamodel", with: "")
      }
      let examination = MappingDiagnosis.examine(
        syntax,
        versions: [
          .init(name: version(syntax.source.path), model: old),
          .init(name: version(syntax.destination.path), model: new),
        ])
      let found = try #require(examination.mapping, "\(file.name) was not compiled")
      expectText(Self.text(found), Self.text(compiled), "\(file.name), examined")
      examined += 1
    }
    #expect(examined >= (RepositoryFiles.corpus == nil ? 1 : 26), "\(examined) were examined")
  }
}
