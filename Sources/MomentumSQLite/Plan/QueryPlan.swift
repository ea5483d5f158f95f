/// The way in which SQLite runs a statement: the tree of `EXPLAIN QUERY PLAN`.
///
/// Documented: <https://sqlite.org/eqp.html>. SQLite does not promise the wording of the lines, so
/// a line that is not recognised is kept as text.
package struct QueryPlan: Sendable, Hashable {
  /// A line of the plan with the lines below it.
  package struct Node: Sendable, Hashable {
    /// The line as SQLite wrote it.
    package var detail: String
    package var step: QueryPlanStep
    package var children: [Node]

    package init(detail: String, step: QueryPlanStep, children: [Node] = []) {
      self.detail = detail
      self.step = step
      self.children = children
    }
  }

  /// The top lines of the plan. If several lines of one level read tables, each table is read in a
  /// loop inside the loop of the table before.
  package var nodes: [Node]

  package init(nodes: [Node] = []) {
    self.nodes = nodes
  }

  /// Every line with its depth, from 0. A line comes before the lines below it.
  package var lines: [(depth: Int, node: Node)] {
    var result: [(depth: Int, node: Node)] = []
    var stack = nodes.reversed().map { (depth: 0, node: $0) }
    while let (depth, node) = stack.popLast() {
      result.append((depth, node))
      stack += node.children.reversed().map { (depth + 1, $0) }
    }
    return result
  }

  /// The indexes that the plan names, each once, in order of first use.
  package var indexNames: [String] {
    var result: [String] = []
    for (_, node) in lines {
      guard let name = node.step.indexName, !result.contains(name) else { continue }
      result.append(name)
    }
    return result
  }
}

/// The step of a plan that one line describes.
package enum QueryPlanStep: Sendable, Hashable {
  /// `SCAN t0`, `SCAN t0 USING COVERING INDEX i`
  case scan(TableAccess)
  /// `SEARCH t0 USING INDEX i (ZNAME=?)`
  case search(TableAccess)
  /// `SCAN CONSTANT ROW`, `SCAN 3 CONSTANT ROWS`
  case constantRows(Int)
  /// `USE TEMP B-TREE FOR ORDER BY`
  case temporaryTree(Purpose)
  /// `CORRELATED SCALAR SUBQUERY 1`
  case subquery(Subquery)
  /// `CO-ROUTINE (subquery-1)`
  case coroutine(String)
  /// `MATERIALIZE (subquery-1)`
  case materialize(String)
  /// `COMPOUND QUERY`, `LEFT-MOST SUBQUERY`, `UNION ALL`, `EXCEPT USING TEMP B-TREE`,
  /// `MERGE (UNION)`, `LEFT`, `RIGHT`
  case compound(String)
  /// `MULTI-INDEX OR`
  case multipleIndexes
  /// `INDEX 1`, a branch of `MULTI-INDEX OR`
  case branch(Int)
  /// `BLOOM FILTER ON t1 (Z_PK=?)`
  case bloomFilter(String)
  /// `USING INDEX i FOR IN-OPERATOR`, and `nil` for `USING ROWID SEARCH ON TABLE t FOR IN-OPERATOR`
  case inOperator(index: String?)
  /// A line of another kind, as SQLite wrote it.
  case other(String)

  /// What SQLite uses a temporary B-tree for.
  package enum Purpose: Sendable, Hashable {
    /// `ORDER BY`
    case order
    /// `RIGHT PART OF ORDER BY`, `LAST TERM OF ORDER BY`, `LAST 2 TERMS OF ORDER BY`: an index
    /// gives the order of the first keys.
    case lastKeysOfOrder
    case distinct
    case group
    /// `count(DISTINCT)`: the tree holds the rows that the aggregate has seen; the value is the
    /// function's name.
    case aggregate(String)
  }

  package struct Subquery: Sendable, Hashable {
    /// Whether the subquery returns a list for IN.
    package var isList: Bool
    /// Whether the subquery runs again for each row of the outer query.
    package var isCorrelated: Bool
    /// Whether the rows of an earlier run are used again.
    package var isReused: Bool
    package var number: Int

    package init(isList: Bool, isCorrelated: Bool, isReused: Bool = false, number: Int) {
      self.isList = isList
      self.isCorrelated = isCorrelated
      self.isReused = isReused
      self.number = number
    }
  }

  /// The index that the line names.
  package var indexName: String? {
    switch self {
    case .scan(let access), .search(let access):
      if case .index(let name, _) = access.method { return name }
      return nil
    case .inOperator(let name): return name
    case .constantRows, .temporaryTree, .subquery, .coroutine, .materialize, .compound,
      .multipleIndexes, .branch, .bloomFilter, .other:
      return nil
    }
  }
}

/// The way in which one table is read.
package struct TableAccess: Sendable, Hashable {
  package enum Method: Sendable, Hashable {
    /// All rows are read, one after the other.
    case rows
    /// The line has `INTEGER PRIMARY KEY`: a row is found by its row id.
    case rowKey
    /// The line has `PRIMARY KEY`: a row of a `WITHOUT ROWID` table is found by its key.
    case primaryKey
    case index(String, isCovering: Bool)
    /// An index that SQLite makes for this statement and throws away.
    case automaticIndex
    /// `VIRTUAL TABLE INDEX 2:D0`
    case virtualTable(String)
  }

  /// A condition that SQLite tests in an index or a table, for example `ZNAME=?`, `ZVIEWS>?` or
  /// `ANY(Z_ENT)`.
  package struct Constraint: Sendable, Hashable {
    package enum Comparison: String, Sendable, Hashable {
      case equal = "="
      case greater = ">"
      case less = "<"
      /// SQLite tries every value of the column in turn (skip-scan).
      case any = "ANY"
    }

    /// Several columns if rows are compared: `(ZA,ZB)>(?,?)`.
    package var columns: [String]
    package var comparison: Comparison

    package init(_ columns: [String], _ comparison: Comparison) {
      self.columns = columns
      self.comparison = comparison
    }
  }

  /// The table's alias, or its name if it has no alias.
  package var name: String
  package var method: Method
  package var constraints: [Constraint]
  /// Whether the outer row is kept when no row of this table matches.
  package var isLeftJoin: Bool

  package init(
    name: String, method: Method, constraints: [Constraint] = [], isLeftJoin: Bool = false
  ) {
    self.name = name
    self.method = method
    self.constraints = constraints
    self.isLeftJoin = isLeftJoin
  }
}
