import MomentumObjects
import MomentumObjectsProof
import MomentumServerObjects
import MomentumTestSupport
import Testing

/// Random batch requests over SQLite and over PostgreSQL: results, objects, and the objects that get
/// a new version are the same.
@Suite(
  .tags(.random), .serialized, .enabled(if: ServerObjectsCase.isEnabled, ServerObjectsCase.reason))
struct RandomBatchTests {
  @Test(arguments: 0..<TestLength.choose(short: 1, long: 6))
  func bothStoresDoTheSame(seed: Int) throws {
    try ServerObjectsCase.with(ShopModel.entities) { test in
      let local = BatchSide(
        store: try SQLiteObjectStore(path: nil, model: test.model), model: test.model)
      let remote = BatchSide(store: try test.store(), model: test.model)
      defer { remote.store.close() }
      var program = BatchProgram(seed: UInt64(seed))
      var states = (BatchSide.State(), BatchSide.State())
      let kinds: Set = ["inserted", "updated", "deleted"]
      var met: Set<String> = []
      for number in 0..<50 {
        let step = program.next(states.0.labels)
        let results = (try local.run(step, states.0), try remote.run(step, states.1))
        let after = (try local.state(), try remote.state())
        let comment: Comment = "seed \(seed), step \(number): \(String(describing: step))"
        guard results.0 == results.1, after.0.lines == after.1.lines else {
          #expect(results.1 == results.0, comment)
          expectText(
            after.1.lines.joined(separator: "\n"), after.0.lines.joined(separator: "\n"), comment)
          return
        }
        let raised = (raised(states.0, after.0), raised(states.1, after.1))
        guard raised.0 == raised.1 else {
          #expect(raised.1 == raised.0, comment)
          return
        }
        states = after
        met.formUnion(kinds.filter { results.0.contains("\($0) [\"") })
      }
      #expect(met == kinds)
    }
  }

  /// The labels of the objects that have a new version.
  private func raised(_ before: BatchSide.State, _ after: BatchSide.State) -> [String] {
    after.versions.filter { label, version in
      before.versions[label].map { $0 < version } ?? false
    }.keys.sorted()
  }
}
