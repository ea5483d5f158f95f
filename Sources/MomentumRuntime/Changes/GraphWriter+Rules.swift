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
    let count = try self.count(plan, key)
    let relationship = plan.relationship
    if count == 0 {
      guard relationship.leastObjects > 0 else { return }
      throw StoreFailure(
        .validation,
        "\(plan.title) is not optional and needs "
          + (relationship.isToMany ? "at least one object" : "an object"))
    }
    guard relationship.isToMany else { return }
    if count < relationship.minimumCount {
      throw StoreFailure(
        .validation, "\(plan.title) needs at least \(relationship.minimumCount) objects")
    }
    if relationship.maximumCount > 0, count > relationship.maximumCount {
      throw StoreFailure(
        .validation, "\(plan.title) can have at most \(relationship.maximumCount) objects")
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
