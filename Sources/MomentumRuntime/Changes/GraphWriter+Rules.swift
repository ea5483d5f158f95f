internal import MomentumModel
internal import MomentumSQL

// Checks when a transaction commits that relationships have as many objects as the model requires.

extension GraphWriter {
  func checkRelationships() throws {
    guard checksRules else { return }
    for check in log?.checks ?? [] {
      guard let plan = plan(for: check.relationship) else { continue }
      try self.check(plan, check.key)
    }
  }

  private func check(_ plan: RelationshipPlan, _ key: Int64) throws {
    // The object may have been deleted after the check was recorded.
    guard try entityNumber(plan.sourceTable, key) != nil else { return }
    if let broken = plan.brokenRule(by: try count(plan, key)) {
      throw StoreFailure(.validation, broken)
    }
  }

  private func count(_ plan: RelationshipPlan, _ key: Int64) throws -> Int64 {
    let sql: SQLFragment =
      switch plan.storage {
      case .sourceKey(let own):
        "SELECT COUNT(\(name: own.column)) FROM \(name: own.table) WHERE Z_PK = ?"
      case .destinationKey(let far):
        "SELECT COUNT(*) FROM \(name: far.table) WHERE \(name: far.column) = ?"
      case .join(let join):
        "SELECT COUNT(*) FROM \(name: join.table) WHERE \(name: join.source) = ?"
      }
    return try integers(sql, [.integer(key)]).first ?? 0
  }
}
