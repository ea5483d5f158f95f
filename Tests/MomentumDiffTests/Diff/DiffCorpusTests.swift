import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import Testing

/// Versions of our own models, both sides of every case of the decision table, and versions of real models
/// where the corpus is there. `Tests/Tools/step-shares` measures how grave real steps are.
@Suite(.tags(.corpus)) struct DiffCorpusTests {
  /// Neighbours, and each version against the first and the last.
  private func pairs(_ bundle: DiffBundle) -> [(DiffBundle.Version, DiffBundle.Version)] {
    let versions = bundle.versions
    guard let first = versions.first, let last = versions.last else { return [] }
    let far = versions.enumerated().filter { $0.offset % 5 == 2 }.map(\.element)
    return Array(zip(versions, versions.dropFirst())) + far.map { (first, $0) }
      + far.map { ($0, last) }
  }

  @Test func everyPairObeysTheLaws() throws {
    var count = 0
    for bundle in try DiffBundle.all() {
      for version in bundle.versions {
        let diff = ModelDiffer.diff(version.model, DiffedModel(version.model.model))
        let name = "\(bundle.name) \(version.name), with itself"
        #expect(diff.changes.isEmpty, "\(name): \(diff.changes.count) changes")
        #expect(diff.inference == .notNeeded, "\(name): \(diff.inference)")
      }
      for (old, new) in pairs(bundle) {
        DiffLaws.expect(old.model, new.model, "\(bundle.name): \(old.name) → \(new.name)")
        count += 1
      }
    }
    let isWhole = TestLength.isLong && RepositoryFiles.corpus != nil
    #expect(count > (isWhole ? 500 : 100), "\(count) pairs")
  }
}
