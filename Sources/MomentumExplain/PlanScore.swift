import MomentumSQLite

/// A measure by which two plans are compared: the plan with fewer scans is better, then the one
/// with fewer sorts, then the one with fewer wide searches.
struct PlanScore: Comparable {
  /// Tables that are read whole, and indexes that SQLite makes for one run of a statement.
  var scans = 0
  /// Sorts in memory.
  var sorts = 0
  /// Searches by a range only, which find a large part of a table.
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
  /// Whether the step reads all rows of a table, or all rows of one entity in it.
  var readsAllRows: Bool {
    switch self {
    case .scan(let access):
      // This scan reads the rows of a sub-select, so it reads no table.
      return !access.name.hasPrefix("(")
    case .search(let access):
      // For a min or max without a condition, SQLite writes SEARCH without USING and walks through
      // all rows.
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

  /// Whether the search uses the entity only. In a table of several entities it finds all rows of
  /// one.
  var isByEntityOnly: Bool {
    guard case .search(let access) = self, case .index = access.method else { return false }
    return !access.constraints.isEmpty && access.constraints.allSatisfy { $0.columns == ["Z_ENT"] }
  }

  /// Whether the step sorts rows in memory.
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
