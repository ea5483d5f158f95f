import MomentumDiff
import MomentumDiffSamples
import MomentumMigration
import MomentumModel
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// Every case of the decision table, every step of our own bundles, and of the corpus' where it is there, planned
/// and run on an empty store.
@Suite(.tags(.corpus)) struct PlanCorpusTests {
  /// Every fourth in the style of Core Data: both styles for every step would take twice as long.
  @Test func everyInferredStepLeadsToAFreshStore() throws {
    var count = 0
    for bundle in try DiffBundle.all() {
      for (old, new) in zip(bundle.versions, bundle.versions.dropFirst()) {
        let style: MigrationPlan.Style = count.isMultiple(of: 4) ? .asCoreData : .fresh
        let diff = ModelDiffer.diff(old.model, new.model)
        let store = try PlanStore(old.model.model)
        do {
          try store.migrate(to: new.model.model, style: style)
          if case .impossible = diff.inference {
            Issue.record("\(bundle.name) \(new.name): planned, but not inferred")
          }
          count += 1
        } catch let failure as PlanFailure {
          if case .impossible = diff.inference { continue }
          Issue.record("\(bundle.name) \(new.name): \(failure.reasons)")
        }
      }
    }
    #expect(count > 60)
  }
}
