import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import Testing

/// The laws of diffs on random models and random edits, from a seed.
@Suite(.tags(.random)) struct DiffPropertyTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func randomEditsObeyTheLaws(block: UInt64) {
    for seed in block * 50..<(block + 1) * 50 {
      var random = SeededGenerator(seed: seed)
      let old = RandomModels.model(&random)
      var new = old
      for _ in 0..<Int.random(in: 1...6, using: &random) { RandomModels.edit(&new, &random) }
      DiffLaws.expect(DiffedModel(old), DiffedModel(new), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func unrelatedModelsObeyTheLaws(block: UInt64) {
    for seed in block * 20..<(block + 1) * 20 {
      var random = SeededGenerator(seed: seed)
      let old = RandomModels.model(&random)
      let new = RandomModels.model(&random)
      DiffLaws.expect(DiffedModel(old), DiffedModel(new), "seed \(seed)")
      #expect(ModelDiffer.diff(DiffedModel(old), DiffedModel(old)).changes.isEmpty)
    }
  }
}
