import MomentumDiff
import MomentumMigration
import MomentumStore

/// What a case file shows of a plan.
enum PlanCaseText {
  /// A catalogue as one that was read with counts: 1,000 bytes for each row, of which an index has 100.
  static func counted(_ store: PlanStore) throws -> StoreCatalog {
    var catalog = try store.catalog()
    for index in catalog.tables.indices {
      let name = catalog.tables[index].name
      let count = Int64(try store.text("SELECT count(*) FROM \"\(name)\"")) ?? 0
      catalog.tables[index].rowCount = count
      catalog.tables[index].byteCount = count * 1000
    }
    for index in catalog.objects.indices where catalog.objects[index].kind == .index {
      let table = catalog.tables.first { $0.name == catalog.objects[index].table }
      catalog.objects[index].byteCount = (table?.rowCount ?? 0) * 100
    }
    for index in catalog.entityNumbers.indices {
      let row = catalog.entityNumbers[index]
      var count: Int64 = 0
      for table in catalog.tables
      where table.columns.contains(where: { $0.name == "Z_ENT" }) && table.name != "Z_PRIMARYKEY" {
        count +=
          Int64(
            try store.text("SELECT count(*) FROM \"\(table.name)\" WHERE Z_ENT = \(row.number)"))
          ?? 0
      }
      catalog.entityNumbers[index].rowCount = count
    }
    return catalog
  }

  static func steps(_ plan: MigrationPlan) -> String {
    var lines: [String] = []
    for (index, step) in plan.steps.enumerated() {
      let facts = [
        step.table.map { "table \($0)" }, step.rowCount.map { "\($0) rows" },
        step.byteCount.map { "\($0) bytes" }, step.newByteCount.map { "\($0) new" },
        step.freedByteCount.map { "\($0) freed" }, step.isReversible ? nil : "cannot be undone",
      ].compactMap { $0 }
      lines.append("\(index + 1). \(step.comment)")
      if !facts.isEmpty { lines.append("   (\(facts.joined(separator: ", ")))") }
      lines += step.causes.map { "   because of \($0.text)" }
      lines += step.statements.map { "   \($0)" }
    }
    let cost = plan.cost()
    lines.append("growth \(cost.growthBytes), log \(cost.logBytes), journal \(cost.journalBytes)")
    return lines.joined(separator: "\n")
  }

  /// The steps that the fresh style does not have, and the comments of those that it alone has.
  static func difference(_ plan: MigrationPlan, _ fresh: MigrationPlan) -> String {
    let own = plan.steps.filter { !fresh.steps.contains($0) }.flatMap { step in
      ["+ \(step.comment)"] + step.statements.map { "  \($0)" }
    }
    let missing = fresh.steps.filter { !plan.steps.contains($0) }.map { "- \($0.comment)" }
    return (own + missing).joined(separator: "\n")
  }

  static func checks(_ plan: MigrationPlan, _ store: PlanStore) throws -> String {
    try plan.checks.flatMap { check in
      let error = check.coreDataError.map { ", error \($0.code)" } ?? ""
      let rows = try store.text(check.rowsSQL).replacing("\n", with: " ")
      return [
        "\(check.consequence.rawValue) \(check.place): \(check.problem) [\(check.ruleID)\(error)]",
        "  \(try store.text(check.countSQL)) rows: \(rows)", "  \(check.countSQL)",
        "  \(check.rowsSQL)",
      ]
    }.joined(separator: "\n")
  }

  static func invariants(_ plan: MigrationPlan, _ store: PlanStore) throws -> String {
    let kept = try plan.invariants.flatMap { item in
      [
        "\(item.name): \(try store.text(item.sourceSQL))", "  \(item.sourceSQL)",
        "  \(item.resultSQL)",
      ]
    }
    let zero = plan.mustBeZero.flatMap { ["0 \($0.name)", "  \($0.resultSQL)"] }
    return (kept + zero).joined(separator: "\n")
  }

  static func rows(_ store: PlanStore) throws -> String {
    let names = try store.text(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN "
        + "('Z_METADATA', 'Z_MODELCACHE', 'sqlite_sequence') ORDER BY 1"
    ).split(separator: "\n").map(String.init).filter { name in
      // SQLite's own parts of a spatial index.
      !["_node", "_parent", "_rowid"].contains { name.hasSuffix($0) }
    }
    return try names.flatMap { name -> [String] in
      let columns = try store.text(
        "SELECT group_concat(name, '|') FROM (SELECT name FROM pragma_table_info('"
          + name.replacing("'", with: "''") + "') ORDER BY cid)")
      let rows = try store.text(
        "SELECT * FROM \"\(name.replacing("\"", with: "\"\""))\" ORDER BY 1, 2")
      return ["\(name): \(columns)"] + rows.split(separator: "\n").map { "  \($0)" }
    }.joined(separator: "\n")
  }
}
