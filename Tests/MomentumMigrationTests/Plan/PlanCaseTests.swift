import MomentumDiff
import MomentumDiffSamples
import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// Whole plans: two models and the rows of a store, then every statement, check and condition, and the rows
/// afterwards.
///
/// `rows` is the section to read when a plan changes: it says what the app finds. `RECORD=1` writes the others anew.
struct PlanCaseTests {
  @Test(arguments: CaseFile.all(in: "Plans"))
  func aPlanIsAsWritten(file: CaseFile) throws {
    let old = try DiffSample.model(try #require(file["old"]), "old")
    let new = try DiffSample.model(try #require(file["new"]), "new")
    let history = file["history"] == "yes"
    let store = try PlanStore(
      old.model, framework: file["framework"].flatMap { Int($0) }, keepsHistory: history,
      rows: (file["store"] ?? "").split(separator: "\n").map(String.init))
    let target = PlanStore.planned(new.model, keepsHistory: history)
    let diff = ModelDiffer.diff(old, new)
    func plan(_ style: MigrationPlan.Style) throws -> MigrationPlan {
      try MigrationPlanner(
        old: store.planned, new: target, catalog: PlanCaseText.counted(store), style: style,
        diff: diff
      ).plan()
    }
    var views: [(name: String, text: String)] = []
    do {
      let fresh = try plan(.fresh)
      let inPlace = try plan(.asCoreData)
      views.append(("plan", PlanCaseText.steps(fresh)))
      views.append(("as-core-data", PlanCaseText.difference(inPlace, fresh)))
      views.append(("checks", try PlanCaseText.checks(fresh, store)))
      views.append(("invariants", try PlanCaseText.invariants(fresh, store)))
      if file["with-script"] != nil {
        let isInPlace = file["with-script"] == "in place"
        views.append(("script", try script(isInPlace ? inPlace : fresh, store, target)))
      }
      try store.run(fresh)
      for (index, invariant) in (fresh.invariants + fresh.mustBeZero).enumerated() {
        let expected = index < fresh.invariants.count ? nil : "0"
        let result = try store.text(invariant.resultSQL)
        #expect(expected == nil || result == expected, "\(file.path): \(invariant.name)")
      }
      views.append(("rows", try PlanCaseText.rows(store)))
    } catch let failure as PlanFailure {
      let lines = failure.reasons.map { "\($0.kind.rawValue) \($0.place): \($0.text)" }
      views = [("refused", lines.joined(separator: "\n"))]
    }
    try file.expect(views)
  }

  /// The whole script, without its last line end.
  private func script(
    _ plan: MigrationPlan, _ store: PlanStore, _ target: PlannedModel
  ) throws -> String {
    let text = plan.script(
      guard: ScriptGuard(
        hashes: ModelHashes(of: store.planned.model), metadata: [1, 2], source: try store.catalog(),
        target: target.schema, version: "'old'"),
      epilogue: ["UPDATE Z_METADATA SET Z_PLIST = x'00'"])
    return String(text.dropLast())
  }
}
