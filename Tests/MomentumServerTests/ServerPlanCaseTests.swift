import MomentumCompiler
import MomentumServer
import MomentumTestSupport
import Testing

/// Whole plans: two models, then all steps as a script, the way back, and the checks. `RECORD=1` writes the
/// views anew.
struct ServerPlanCaseTests {
  @Test(arguments: CaseFile.all(in: "ServerPlans"))
  func aPlanIsAsWritten(file: CaseFile) throws {
    let old = try MigrationCase.model(try #require(file["old"]))
    let new = try MigrationCase.model(try #require(file["new"]))
    var views: [(name: String, text: String)] = []
    do {
      let plan = try ServerMigrationPlanner(old: old, new: new).plan()
      views.append(("script", Self.trimmed(plan.script(title: "From 'old' to 'new'"))))
      let back = plan.wayBack(title: "From 'new' back to 'old'")
      views.append(("back", back.map(Self.trimmed) ?? "none"))
      views.append(("losses", plan.losses.joined(separator: "\n")))
      let checks = plan.checks.map { "\($0.place): \($0.problem)\n  \($0.countSQL)" }
      views.append(("checks", checks.joined(separator: "\n")))
    } catch {
      views = [("refused", error.description)]
    }
    try file.expect(views)
  }

  @Test func onlyPlansThatKeepComputedValuesNeedAServerAfter12() throws {
    for file in CaseFile.all(in: "ServerPlans") where file["refused"] == nil {
      let old = try MigrationCase.model(try #require(file["old"]))
      let new = try MigrationCase.model(try #require(file["new"]))
      let plan = try ServerMigrationPlanner(old: old, new: new).plan()
      let keepsValues = plan.steps.contains { $0.title.hasPrefix("keep computed values") }
      #expect(keepsValues == file.path.hasSuffix("derived.case"))
      #expect(plan.isKnown(toServer: 120_022) == !keepsValues, "\(file.path)")
      #expect(plan.isKnown(toServer: 130_000), "\(file.path)")
    }
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }

  /// Every lock is one that PostgreSQL documents, and none blocks reads while rows are read or written,
  /// except where the server has to write the table anew.
  @Test(arguments: CaseFile.all(in: "ServerPlans"))
  func noStepReadsRowsWhileItBlocksReads(file: CaseFile) throws {
    let old = try MigrationCase.model(try #require(file["old"]))
    let new = try MigrationCase.model(try #require(file["new"]))
    guard let plan = try? ServerMigrationPlanner(old: old, new: new).plan() else { return }
    for step in plan.steps where step.work == .scan || step.work == .rows {
      #expect(step.locks.values.allSatisfy { $0 < .shareRowExclusive }, "\(step.title)")
    }
    for step in plan.steps {
      switch step.form {
      case .createIndex, .dropIndex:
        #expect(step.statements.allSatisfy { $0.contains("CONCURRENTLY") })
      case .transaction, .scan, .batches:
        #expect(step.statements.allSatisfy { !$0.contains("CONCURRENTLY") }, "\(step.title)")
      }
    }
  }
}
