import MomentumDiagnostics
import MomentumDiff
import MomentumDiffSamples
import MomentumMigration
import MomentumModel
import MomentumStore
import MomentumTestSupport
import Testing

/// Mapping models as texts: what a compiler makes of them, what is said of them, how a diff is judged by them, and every
/// statement, check and condition of the plan with the rows afterwards.
///
/// `rows` is the section to read when a plan changes: it says what the app finds. `RECORD=1` writes the others anew.
struct MappingCaseTests {
  @Test(arguments: CaseFile.all(in: "MappingPlans"))
  func aMappingModelIsCarriedOutAsWritten(file: CaseFile) throws {
    let old = try DiffSample.model(try #require(file["old"]), "old")
    let new = try DiffSample.model(try #require(file["new"]), "new")
    let written = WrittenMapping(try #require(file["mapping"]), new: new.model)
    let versions = [
      NamedModel(name: "old", model: old.model), NamedModel(name: "new", model: new.model),
    ]
    let examined = MappingDiagnosis.examine(written.syntax, versions: versions)
    let mapping = try #require(examined.mapping)
    let known = KnownMapping(path: "M.xcmappingmodel", form: .editor(written.syntax))
    let diff = ModelDiffer.diff(old, new).judged(by: [known], among: versions)
    var views = [
      (name: "editor", text: MappingCaseText.trimmed(written.syntax.listing)),
      (name: "compiled", text: MappingCaseText.trimmed(mapping.listing)),
      (name: "findings", text: MappingCaseText.findings(examined.findings.all)),
      (name: "judged", text: MappingCaseText.judged(diff)),
    ]
    if file["json"] != nil {
      views += [
        (name: "json", text: MappingCaseText.trimmed(mapping.json.pretty)),
        (name: "json-of-editor", text: MappingCaseText.trimmed(written.syntax.json.pretty)),
      ]
    }
    try file.expect(views + planned(file, mapping, written.syntax, old.model, new.model))
  }

  // MARK: - The plan

  /// A line for each policy class: `App.P shorten: join::`, with `creates` where it makes the objects itself.
  private func policies(_ text: String) -> [String: PolicyAbilities] {
    var result: [String: PolicyAbilities] = [:]
    for line in text.split(separator: "\n") {
      var words = line.split(separator: " ").map(String.init)
      let name = words.removeFirst()
      result[name] = PolicyAbilities(
        selectors: Set(words.filter { $0 != "creates" }),
        createsInstances: words.contains("creates"))
    }
    return result
  }

  private func planned(
    _ file: CaseFile, _ mapping: MappingModel, _ syntax: MappingModelSyntax, _ old: ObjectModel,
    _ new: ObjectModel
  ) throws -> [(name: String, text: String)] {
    let store = try PlanStore(
      old, rows: (file["store"] ?? "").split(separator: "\n").map(String.init))
    do {
      let made = try MappingPlanner(
        mapping: mapping, syntax: syntax, old: store.planned, new: PlanStore.planned(new),
        catalog: PlanCaseText.counted(store), policies: policies(file["policies"] ?? ""),
        filter: { WrittenMapping.filter($0, $1, $2) }
      ).plan()
      var views = [
        (name: "plan", text: PlanCaseText.steps(made.plan)),
        (name: "checks", text: try PlanCaseText.checks(made.plan, store)),
        (name: "invariants", text: try PlanCaseText.invariants(made.plan, store)),
        (name: "programs", text: MappingCaseText.programs(made)),
      ]
      let isRefused = try made.plan.checks.contains {
        try $0.rule.id == "mapping.constraint" && store.text($0.countSQL) != "0"
      }
      if !made.needsPolicies, !isRefused {
        try store.run(made.plan)
        for zero in made.plan.mustBeZero {
          _ = try store.text(zero.resultSQL)
        }
        views.append((name: "rows", text: try PlanCaseText.rows(store)))
      }
      return views
    } catch let failure as MappingPlanFailure {
      return [(name: "refused", text: MappingCaseText.findings(failure.findings))]
    }
  }
}
