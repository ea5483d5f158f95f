import Foundation
import Momentum
import MomentumCodegen
import MomentumDiagnostics
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import Testing

/// The classes read back as the model, or the report says why not.
@Suite(.tags(.random, .corpus, .compiles)) struct SwiftDataProofTests {
  /// Every difference that the proof finds has a finding with that consequence, every finding of a
  /// hash changes one, and an entity without a difference has all its properties again.
  private func expectExplained(_ sample: SwiftDataSample, _ name: String) throws {
    let explained = sample.explained
    guard !sample.model.entities.isEmpty else { return }
    let readBack = try #require(sample.proof.readBack, "\(name)")
    let (facts, others) = (ModelFacts(sample.model).entities, ModelFacts(readBack).entities)
    var differing: Set<String> = []
    for entity in sample.proof.entities {
      switch entity.verdict {
      case .differs, .tables:
        differing.insert(entity.name)
        #expect(explained.contains(entity.name), "\(name): \(entity.name), \(entity.reasons)")
        #expect(!entity.reasons.isEmpty, "\(name): \(entity.name) has no reason")
      case .alike, .unobserved:
        let (own, read) = (facts[entity.name], others[entity.name])
        guard !explained.contains(entity.name), own != read else { continue }
        let names = Set(own?.keys.map { $0 } ?? []).union(read?.keys.map { $0 } ?? [])
        for property in names.sorted() {
          #expect(own?[property] == read?[property], "\(name): \(entity.name).\(property)")
        }
      }
    }
    for finding in sample.findings where finding.topic.consequence == .hash {
      let names = sample.model.entities(with: finding.place).map { sample.model[$0].name }
      #expect(
        names.isEmpty || names.contains(where: differing.contains),
        "\(name): \(finding.topic.id) of \(names) changes no hash")
    }
  }

  @Test(arguments: CaseFile.all(in: "SwiftData"))
  func casesReadBack(_ file: CaseFile) throws {
    let text = SwiftDataSample.text(try #require(file["model"]))
    for schema in [nil, "SchemaV2"] {
      try expectExplained(try #require(SwiftDataSample(text, schema: schema)), file.path)
    }
  }

  @Test func randomModelsReadBack() throws {
    var verdicts: Set<SwiftDataProof.Verdict> = []
    for seed in 0..<UInt64(TestLength.choose(short: 60, long: 3_000)) {
      var random = SeededGenerator(seed: seed)
      var model = RandomModels.model(&random)
      for _ in 0..<Int.random(in: 0...4, using: &random) { RandomModels.edit(&model, &random) }
      let sample = SwiftDataSample(model)
      verdicts.formUnion(sample.proof.entities.map(\.verdict))
      try expectExplained(sample, "seed \(seed)")
    }
    #expect(verdicts.isSuperset(of: [.alike, .unobserved, .differs]))
  }

  @Test func modelsOfTheCorpusReadBack() throws {
    let models = ModelTexts.all.thinned(to: 80)
    var count = 0
    for entry in models {
      guard let sample = SwiftDataSample(entry.text) else { continue }
      count += 1
      try expectExplained(sample, entry.name)
    }
    #expect(count > models.count / 2)
  }

  /// Some twelve models share a run of the compiler; the classes of each are members of a schema.
  @Test(.enabled(if: SwiftDataStub.isPossible, SwiftDataStub.reason))
  func modelsOfTheCorpusCompile() throws {
    let models = ModelTexts.ofCorpus.thinned(to: 6)
    for start in stride(from: 0, to: models.count, by: 12) {
      var files: [(name: String, text: String)] = []
      let group = models[start..<min(start + 12, models.count)]
      for (index, entry) in group.enumerated() {
        guard let sample = SwiftDataSample(entry.text, schema: "Model\(index)") else { continue }
        files += sample.files.map { ("Model\(index)_\($0.name)", $0.text) }
      }
      files.append(("App.swift", SwiftDataStub.appClasses(for: files.map(\.text))))
      let output = try SwiftDataStub.typeCheck(files)
      #expect(output == "", "\(group.map(\.name)): \(output)")
    }
  }

  /// A class that does not compare its tables would find a relationship that is its own inverse
  /// alike.
  @Test func verdictsAreTold() throws {
    func verdict(_ entities: String) throws -> (SwiftDataProof.Verdict, String) {
      let sample = try #require(SwiftDataSample(SwiftDataSample.text(entities)))
      return (sample.proof.worst, try #require(sample.report).verdict)
    }
    let alike = try verdict(
      "<entity name=\"A\"><attribute name=\"x\" attributeType=\"Date\"/></entity>")
    #expect(alike == (.alike, "1 of 1 entity hash alike; an app can open the same store"))
    let unobserved = try verdict(
      "<entity name=\"A\"><attribute name=\"x\" attributeType=\"URI\"/></entity>")
    #expect(unobserved.0 == .unobserved)
    #expect(unobserved.1.hasPrefix("1 of 1 entity hash alike, 1 of them by rules"))
    let tables = try verdict(
      """
      <entity name="A"><relationship name="near" optional="YES" toMany="YES" deletionRule="Nullify"
      destinationEntity="A" inverseName="near" inverseEntity="A"/></entity>
      """)
    #expect(tables.0 == .tables)
    #expect(tables.1.hasPrefix("1 of 1 entity hash alike, but the tables of 1 differ"))
    let differs = try verdict(
      """
      <entity name="A" isAbstract="YES"/><entity name="B" parentEntity="A"/><entity name="C"/>
      """)
    #expect(differs.0 == .differs)
    #expect(differs.1 == "1 of 3 entities hash alike; an app cannot open the same store")
  }
}
