import Foundation
import MomentumTestSupport
import Testing

/// Mapping models of two versions that are compared with a commit.
extension AgainstTests {
  /// A mapping model as Xcode's editor keeps it, of the one entity `Cheese`.
  private func writeMapping(
    _ repository: TemporaryRepository, from old: String, to new: String, _ attributes: [String],
    policy: String? = nil
  ) throws {
    try repository.write(
      SampleContents.mapping(
        of: "Cheese", attributes, in: Self.bundle, from: old, to: new, policy: policy),
      to: "App/\(old) to \(new).xcmappingmodel/xcmapping.xml")
  }

  private func writeNumber(_ repository: TemporaryRepository, _ version: String) throws {
    try write(
      repository, version, ["name"],
      more:
        "<attribute name=\"rating\" optional=\"YES\" attributeType=\"Integer 64\" usesScalarValueType=\"NO\"/>"
    )
  }

  @Test func aMappingModelForTheTwoVersionsJudgesTheChange() throws {
    try with { repository in
      try writeNumber(repository, "Shop 2")
      try setCurrent(repository, "Shop 2")
    } _: { repository, model in
      let file = "App/Shop to Shop 2.xcmappingmodel"
      let inferred = Run("check", model, "--against", "main")
      #expect(inferred.status == 1)
      #expect(inferred.output.contains("the migration fails for every store"))
      // A policy class computes the number.
      try writeMapping(repository, from: "Shop", to: "Shop 2", ["name", "rating"], policy: "App.P")
      let check = Run("check", model, "--against", "main")
      #expect(check.status == 0, "\(check.output)")
      #expect(check.output.contains("\(file)', which Core Data takes"), "\(check.output)")
      #expect(check.output.contains("for the policy class 'App.P' to say"))
      let diff = Run("diff", model + "@Shop", model)
      #expect(diff.status == 0, "\(diff.output)\(diff.error)")
      #expect(diff.output.contains("A mapping model of the app migrates this"))
      // The text is wrapped, wherever the folder's name has the lines break.
      let words = diff.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("Shop to Shop 2.xcmappingmodel"))
      let json = Run("diff", model, "--against", "main", "--format", "json").output
      #expect(json.contains("\"mappingModel\": "))
      #expect(json.contains("\"class\": \"lossless\""))
      for format in ["markdown", "html"] {
        let text = Run("diff", model, "--against", "main", "--format", format).output
        #expect(text.contains("Judged by the mapping model"), "\(format)")
      }
      #expect(Run("diff", model, "--matrix", "--fail-on", "not-inferrable").status == 0)
      // The same in a commit.
      try repository.commit()
      let atCommit = Run(
        "check", model, "--against", "main", "--at", "HEAD", "--format", "json")
      #expect(atCommit.status == 0)
      #expect(atCommit.output.contains("versions.judged-by-mapping"))
      try repository.remove("App/Shop to Shop 2.xcmappingmodel")
      #expect(Run("check", model, "--against", "main").status == 1)
      #expect(Run("check", model, "--against", "main", "--at", "HEAD").status == 0)
    }
  }

  @Test func whatAMappingModelLeavesOutIsDropped() throws {
    try with { repository in
      try writeNumber(repository, "Shop 2")
      try setCurrent(repository, "Shop 2")
    } _: { repository, model in
      // The attribute has no mapping: nothing fails, and its values are gone.
      try writeMapping(repository, from: "Shop", to: "Shop 2", ["name"])
      let run = Run("check", model, "--against", "main")
      #expect(run.status == 1)
      #expect(
        run.output.contains("by the mapping model, no entity mapping sets 'Cheese.rating'"),
        "\(run.output)")
      #expect(Run("check", model, "--against", "main", "--fail-on", "unproven").status == 0)
      // What did not change is dropped by it, too.
      try writeMapping(repository, from: "Shop", to: "Shop 2", [], policy: nil)
      let nothing = Run("check", model, "--against", "main")
      #expect(nothing.output.contains("has no mapping for 'Cheese.name'"), "\(nothing.output)")
      // One of other versions says nothing.
      try repository.remove("App/Shop to Shop 2.xcmappingmodel")
      try writeMapping(repository, from: "Shop 0", to: "Shop 1", ["name"], policy: "App.P")
      #expect(
        !Run("check", model, "--against", "main").output.contains("versions.judged-by-mapping"))
    }
  }

  @Test func olderStoresNeedAMappingModelOfTheirOwn() throws {
    try with { repository in
      try write(repository, "Shop 2", ["name", "rating", "smell"])
      try setCurrent(repository, "Shop 2")
      try repository.commit(tag: "v2.0")
      try repository.git("branch", "second")
      try writeNumber(repository, "Shop 3")
      try setCurrent(repository, "Shop 3")
      try writeMapping(
        repository, from: "Shop 2", to: "Shop 3", ["name", "rating"], policy: "App.P")
    } _: { repository, model in
      let run = Run("check", model, "--against", "second")
      #expect(run.status == 0, "\(run.output)")
      #expect(
        run.output.contains(
          "warning: no mapping model leads from 'Shop' to 'Shop 3', and Core Data infers none"),
        "\(run.output)")
      try repository.write("{ \"stagedMigration\": true }", to: "App/.momentum.json")
      let staged = Run("check", model, "--against", "second")
      #expect(!staged.output.contains("versions.no-mapping-for-older"))
    }
  }
}
