import MomentumDiagnostics
import MomentumDistribution
import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport

/// What holds for every model: there is a plan, or every open question has a reason and a way out;
/// and the tables of a plan follow the rules of the engines.
enum Invariants {
  /// The sentences that do not hold.
  static func failures(_ model: ObjectModel, _ plain: PlainSchema) -> (
    failures: [String], plan: DistributionPlan?
  ) {
    let analysis = DistributionAnalysis(model, plain)
    let candidates = analysis.candidates(DistributionDecisions())
    guard let best = candidates.first else {
      return (analysis.refusal().isEmpty ? ["neither a candidate nor a refusal"] : [], nil)
    }
    var failures: [String] = []
    for judged in best.entities where judged.reason.isEmpty { failures.append("no reason") }
    for judged in best.undecided where judged.waysOut.isEmpty { failures.append("no way out") }
    for crossing in best.crossings where crossing.waysOut.isEmpty {
      failures.append("no way out of a crossing")
    }
    failures += roundTrip(best, analysis)
    guard let plan = best.plan else { return (failures, nil) }
    let schema = DistributedLayout.layOut(model, plain, plan)
    failures += self.failures(of: schema)
    return (failures, plan)
  }

  /// A written plan file is read with the same plan, or with findings if something is open.
  private static func roundTrip(
    _ candidate: RootCandidate, _ analysis: DistributionAnalysis
  ) -> [String] {
    let text = PlanFile.text(candidate, analysis)
    var issues = Diagnostics()
    let plan = PlanFileReading.plan(
      SourceFile(path: "distribution.json", text: text), analysis, &issues)
    if let own = candidate.plan {
      return plan == own ? [] : ["the plan is read differently: \(issues.all.map(\.text))\n\(text)"]
    }
    return plan == nil && issues.hasErrors ? [] : ["an incomplete plan is read without findings"]
  }

  static func failures(of schema: DistributedSchema) -> [String] {
    var failures: [String] = []
    for table in schema.tables {
      let names = table.table.columns.map(\.name)
      if Set(names).count != names.count { failures.append("\(table.name): equal column names") }
      if let root = table.rootColumn {
        if table.table.primaryKey.first != root { failures.append("\(table.name): primary key") }
        let column = table.table.columns.first { $0.name == root }
        if column?.isNullable != false || column?.type != .uuid {
          failures.append("\(table.name): the root's key may be missing")
        }
        for unique in table.table.uniqueConstraints where !unique.columns.contains(root) {
          failures.append("\(table.name): \(unique.columns) is unique over all roots")
        }
        for index in table.table.indexes
        where index.isUnique && !index.terms.map(\.column).contains(root) {
          failures.append("\(table.name): \(index.name) is unique over all roots")
        }
      }
      for key in table.foreignKeys { failures += self.failures(of: key, table, schema) }
    }
    let script = schema.citusScript
    for word in ["DEFERRABLE", "GENERATED", "TRIGGER", "bigint GENERATED"]
    where script.contains(" \(word)") {
      failures.append("the script has \(word)")
    }
    return failures
  }

  private static func failures(
    of key: DistributedForeignKey, _ table: DistributedTable, _ schema: DistributedSchema
  ) -> [String] {
    guard let target = schema.table(named: key.table) else { return ["\(key.name): no table"] }
    var failures: [String] = []
    if key.referencedColumns != target.table.primaryKey {
      failures.append("\(key.name) refers to no primary key")
    }
    if target.rootColumn != nil {
      if table.rootColumn == nil { failures.append("\(key.name): from a reference table") }
      if key.columns.first != table.rootColumn { failures.append("\(key.name): without the root") }
      if key.onDelete == .setNull { failures.append("\(key.name): sets the root's key to NULL") }
    }
    return failures
  }
}
