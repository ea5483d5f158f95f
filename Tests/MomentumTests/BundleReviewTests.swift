import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumPropertyList
import MomentumTestSupport
import Testing

/// What is said of all versions of a bundle, and of bundles, together.
@Suite struct BundleReviewTests {
  private func model(_ attributes: String, entity: String = "A") -> String {
    "<model><entity name=\"\(entity)\">\(attributes)</entity></model>"
  }

  private func attribute(_ name: String, type: String = "String") -> String {
    "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\"/>"
  }

  private func review(_ versions: [String: String], checked: String) throws -> String {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = folder.appendingPathComponent("M.xcdatamodeld")
      for (name, text) in versions {
        let version = bundle.appendingPathComponent("\(name).xcdatamodel")
        try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: version.appendingPathComponent("contents"))
      }
      var diagnostics = Diagnostics()
      try BundleReview.review(path: bundle.path, checked: checked, &diagnostics)
      return diagnostics.all.map { finding in
        let path = finding.location?.file.path.replacingOccurrences(of: folder.path + "/", with: "")
        return "\(path ?? "-"): \(finding.severity): \(finding.text) [\(finding.id)]"
      }.joined(separator: "\n")
    }
  }

  @Test func versionsThatAreEqualByHash() throws {
    let scalar = "<attribute name=\"a\" optional=\"YES\" attributeType=\"String\" indexed=\"YES\"/>"
    expectText(
      try review(
        ["M": model(attribute("a")), "M 2": model(scalar), "M 3": model(attribute("b"))],
        checked: "M 3"),
      """
      M.xcdatamodeld/M 2.xcdatamodel/contents: warning: version 'M 2' has the same hashes as 'M'; Core Data takes a store of one for a store of the other and does not migrate [bundle.same-hashes]
      """)
  }

  @Test func errorsOfOtherVersionsAreReported() throws {
    let broken = model(attribute("a", type: "Strin") + "<colour/>")
    #expect(try review(["M": broken, "M 2": model("")], checked: "M").isEmpty)
    let found = try review(["M": broken, "M 2": model("")], checked: "M 2")
    #expect(found.contains("[model.unknown-type]"))
    // Warnings of a version that is shipped help nobody.
    #expect(!found.contains("unknown-element"))
  }

  /// A compiled model of one entity without properties.
  private func archive(entity: String) -> [UInt8] {
    func object(_ className: Int, _ members: [String: PropertyList]) -> PropertyList {
      .dictionary(members.merging(["$class": .uid(UInt64(className))]) { $1 })
    }
    func named(_ name: String) -> PropertyList { .dictionary(["$classname": .string(name)]) }
    let objects: [PropertyList] = [
      .string("$null"), object(2, ["NSEntities": .uid(3)]), named("NSManagedObjectModel"),
      object(4, ["NS.keys": .array([.uid(5)]), "NS.objects": .array([.uid(6)])]),
      named("NSDictionary"), .string(entity), object(7, ["NSEntityName": .uid(5)]),
      named("NSEntityDescription"),
    ]
    return BinaryPropertyListWriter.write(
      .dictionary([
        "$archiver": .string("NSKeyedArchiver"), "$top": .dictionary(["root": .uid(1)]),
        "$objects": .array(objects),
      ]))
  }

  /// The hash is the one that Core Data gave an entity of this name without properties.
  @Test(arguments: [
    ("78c13046fdf5b8719b0332614d0e5967335e5bd0fa9eedb8bbaa30fe8b9b1c25", true), ("00", false),
  ])
  func versionInfoHasTheHashesOfTheModel(hash: String, isRight: Bool) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let momd = folder.appendingPathComponent("M.momd")
      try FileManager.default.createDirectory(at: momd, withIntermediateDirectories: true)
      try Data(archive(entity: "AutoClassGen")).write(to: momd.appendingPathComponent("M.mom"))
      let digits = Array(hash)
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
      let info = PropertyList.dictionary([
        "NSManagedObjectModel_CurrentVersionName": .string("M"),
        "NSManagedObjectModel_VersionHashes": .dictionary([
          "M": .dictionary(["AutoClassGen": .data(bytes)])
        ]),
      ])
      try Data(BinaryPropertyListWriter.write(info)).write(
        to: momd.appendingPathComponent("VersionInfo.plist"))
      var diagnostics = Diagnostics()
      try BundleReview.review(path: momd.path, checked: "M", &diagnostics)
      #expect(diagnostics.all.map(\.id) == (isRight ? [] : ["bundle.hashes-differ"]))
    }
  }

  @Test func entitiesOfOneNameInTwoBundles() throws {
    func checked(_ path: String, _ entity: String) throws -> CheckedModel {
      var diagnostics = Diagnostics()
      let file = SourceFile(path: path, text: model(attribute("a"), entity: entity))
      let syntax = try #require(ModelReader.read(contents: file, &diagnostics))
      return try #require(CheckedModel.check(syntax, &diagnostics))
    }
    var diagnostics = Diagnostics()
    BundleReview.reviewNames(
      of: [try checked("one", "A"), try checked("two", "A"), try checked("one", "A")], &diagnostics)
    #expect(diagnostics.all.map(\.id) == ["bundle.entity-in-two-bundles"])
    #expect(diagnostics.all.first?.location?.file.path == "two")
    #expect(diagnostics.all.first?.notes.first?.location?.file.path == "one")
  }
}

@Suite struct CheckConfigurationTests {
  private func read(_ text: String) -> String {
    var diagnostics = Diagnostics()
    let source = MarkedText(text)
    let file = SourceFile(path: ".momentum.json", text: source.text)
    let configuration = CheckConfiguration.read(
      file, knowledge: DiagnosticCatalogue.model.knowledge(of:), &diagnostics)
    let marks = Dictionary(source.offsets.map { ($0.value, $0.key) }) { first, _ in first }
    let findings = diagnostics.all.map { finding in
      let mark = finding.location.flatMap { marks[$0.range.start] }.map { "\($0)" } ?? "-"
      return "\(mark) \(finding.text) [\(finding.id)]\n"
    }.joined()
    return findings + (configuration.map { "\($0)" } ?? "nothing")
  }

  @Test func levelsAndThresholdAreRead() {
    var diagnostics = Diagnostics()
    let file = SourceFile(
      path: "c",
      text: """
        { "diagnostics": { "model.missing-inverse": "error", "model.optional-scalar": "allow" },
          "cloudKit": true, "failOn": "warning" }
        """)
    let configuration = CheckConfiguration.read(
      file, knowledge: DiagnosticCatalogue.model.knowledge(of:), &diagnostics)
    #expect(
      configuration
        == CheckConfiguration(
          levels: ["model.missing-inverse": .error, "model.optional-scalar": .allow],
          cloudKit: true, failOn: .warning))
    #expect(diagnostics.isEmpty)
  }

  @Test func mistakesHaveAPlace() {
    expectText(
      read(
        """
        { "diagnostics": { 1️⃣"model.mising-inverse": "error", "model.optional-scalar": 2️⃣"off" },
          3️⃣"failon": "warning", "cloudKit": 4️⃣1 }
        """),
      """
      1 no diagnostic has the id 'model.mising-inverse'; did you mean 'model.missing-inverse'? [config.unknown-id]
      2 'model.optional-scalar' has to be one of "allow", "info", "note", "warning", "error" [config.bad-value]
      3 no setting 'failon'; valid are '$schema', 'diagnostics', 'overrides', 'cloudKit', 'failOn', 'released', 'stagedMigration', 'acknowledged', 'strictCoreData'; did you mean 'failOn'? [config.unknown-key]
      4 'cloudKit' has to be true or false [config.bad-value]
      nothing
      """)
    #expect(read("[]").hasPrefix("- the configuration has to be an object"))
    #expect(read("{").contains("[json.syntax]"))
  }

  @Test func levelsAreApplied() {
    var diagnostics = Diagnostics()
    _ = ModelReader.read(
      contents: SourceFile(path: "c", text: "<model colour=\"x\"><thing/></model>"), &diagnostics)
    let configuration = CheckConfiguration(
      levels: ["model.unknown-attribute": .error, "model.unknown-element": .allow])
    let applied = configuration.apply(to: diagnostics)
    #expect(applied.all.map(\.id) == ["model.unknown-attribute"])
    #expect(applied.hasErrors)
  }
}
