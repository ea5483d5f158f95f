import MomentumSQLite

/// What a plan costs by its shape: the fewer the better, scans before sorts.
struct PlanScore: Comparable {
  /// Tables that are read whole, and indexes that are made for one statement.
  var scans = 0
  /// Sorts in memory.
  var sorts = 0

  init(_ plan: QueryPlan) {
    for (_, node) in plan.lines {
      if node.step.readsAllRows { scans += 1 }
      if node.step.sorts { sorts += 1 }
    }
  }

  static func < (left: PlanScore, right: PlanScore) -> Bool {
    (left.scans, left.sorts) < (right.scans, right.sorts)
  }
}

extension QueryPlanStep {
  /// Whether a table's rows, or those of one entity in it, are read one after the other.
  var readsAllRows: Bool {
    switch self {
    case .scan(let access):
      // The rows of a sub-select are no table's.
      return !access.name.hasPrefix("(")
    case .search(let access):
      if access.method == .automaticIndex { return true }
      return isByEntityOnly
    case .constantRows, .temporaryTree, .subquery, .coroutine, .materialize, .compound,
      .multipleIndexes, .branch, .bloomFilter, .inOperator, .other:
      return false
    }
  }

  /// Whether nothing but the entity is looked for in a table of several.
  var isByEntityOnly: Bool {
    guard case .search(let access) = self, case .index = access.method else { return false }
    return !access.constraints.isEmpty && access.constraints.allSatisfy { $0.columns == ["Z_ENT"] }
  }

  /// Whether rows are put into order in memory.
  var sorts: Bool {
    switch self {
    case .temporaryTree(.order), .temporaryTree(.lastKeysOfOrder): true
    case .temporaryTree(.distinct), .temporaryTree(.group), .temporaryTree(.aggregate), .scan,
      .search, .constantRows, .subquery, .coroutine, .materialize, .compound, .multipleIndexes,
      .branch, .bloomFilter, .inOperator, .other:
      false
    }
  }
}
