import MomentumMigration
import MomentumModel
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

/// Every step of the corpus' bundles, planned and run on an empty store.
@Suite(.enabled(if: RepositoryFiles.corpus != nil, "no corpus beside this clone"))
struct PlanCorpusTests {
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
          guard case .impossible = diff.inference else {
            Issue.record("\(bundle.name) \(new.name): \(failure.reasons)")
            continue
          }
        }
      }
    }
    #expect(count > 100)
  }
}
