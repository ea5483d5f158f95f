import MomentumSQLite

/// A measure by which two plans are compared: the plan with fewer scans is better, then the one
/// with fewer sorts, then the one with fewer wide searches.
struct PlanScore: Comparable {
  /// The number of tables that are read as a whole, and of indexes that SQLite makes for one run.
  var scans = 0
  /// The number of sorts in memory.
  var sorts = 0
  /// The number of searches by a range only, which find a large part of a table.
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
      // A scan with a name in parentheses reads the rows of a sub-select, and no table.
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

  /// Whether the search uses only the entity number, so that it finds all rows of one entity in a
  /// table of several.
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
