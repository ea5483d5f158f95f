import MomentumSQLite

/// What a plan costs by its shape: the fewer the better, scans before sorts before wide searches.
struct PlanScore: Comparable {
  /// Tables that are read whole, and indexes that are made for one statement.
  var scans = 0
  /// Sorts in memory.
  var sorts = 0
  /// Searches within bounds alone, which find a good part of a table.
  var wideSearches = 0

  init(_ plan: QueryPlan) {
    for (_, node) in plan.lines {
      if node.step.readsAllRows { scans += 1 }
      if node.step.sorts { sorts += 1 }
      if node.step.searchesWidely { wideSearches += 1 }
    }
  }

  static func < (left: PlanScore, right: PlanScore) -> Bool {
    (left.scans, left.sorts, left.wideSearches) < (right.scans, right.sorts, right.wideSearches)
  }
}

extension QueryPlanStep {
  /// Whether a table's rows, or those of one entity in it, are read one after the other.
  var readsAllRows: Bool {
    switch self {
    case .scan(let access):
      // A scan of a sub-select's rows reads no table.
      return !access.name.hasPrefix("(")
    case .search(let access):
      // A SEARCH without USING walks through all rows, for a min or max without a condition.
      if access.method == .automaticIndex || access.method == .rows { return true }
      return isByEntityOnly
    case .constantRows, .temporaryTree, .subquery, .coroutine, .materialize, .compound,
      .multipleIndexes, .branch, .bloomFilter, .inOperator, .other:
      return false
    }
  }

  fileprivate var searchesWidely: Bool {
    guard case .search(let access) = self, case .index = access.method else { return false }
    return !access.constraints.contains { $0.comparison == .equal && $0.columns != ["Z_ENT"] }
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
