import Foundation
import MomentumDiagnostics
import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import Testing

/// All that is said of many pairs, as one text each: a changed word or place is a changed line.
@Suite(.tags(.random)) struct DiffGoldenTests {
  /// Random models with one to eight edits: combinations of changes that nobody would write by hand.
  @Test func randomPairsAreDescribedAsBefore() throws {
    var text = ""
    for seed in 1000..<1070 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let old = RandomModels.model(&random)
      var new = old
      for _ in 0..<Int.random(in: 1...8, using: &random) { RandomModels.edit(&new, &random) }
      // An id that is looked up in the wrong model then finds another element.
      if seed.isMultiple(of: 2) { new = new.reversed }
      text += "== \(seed)\n"
      text += DiffLaws.text(ModelDiffer.diff(DiffedModel(old), DiffedModel(new))) + "\n"
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/DiffTexts/random.txt")
  }

  /// What is said does not depend on the order of declarations, but for the order of names within a sentence.
  @Test func theOrderOfDeclarationsChangesNothing() throws {
    var text = ""
    for file in CaseFile.all(in: "Diff") {
      let old = DiffedModel(try DiffSample.model(try #require(file["old"]), "old").model)
      let new = try DiffSample.model(try #require(file["new"]), "new").model
      let plain = DiffLaws.text(ModelDiffer.diff(old, DiffedModel(new)))
      let turned = DiffLaws.text(ModelDiffer.diff(old, DiffedModel(new.reversed)))
      if plain != turned {
        text += "== \(file.path.split(separator: "/").last ?? "")\n\(turned)\n"
      }
    }
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/DiffTexts/reversed.txt")
  }
}
