package import MomentumCompiler
package import MomentumSQLite

/// The way in which SQLite runs a request, described with the names of the model.
package struct ExplainedFetch: Sendable, Hashable {
  /// A line of the plan.
  package struct Step: Sendable, Hashable {
    /// 0 for lines of the statement itself; more for lines of its sub-selects.
    package var depth: Int
    /// The line with the model's names in place of tables and columns.
    package var text: String
    /// The line of the query plan as SQLite wrote it.
    package var detail: String
    /// The table that the step reads, and the entity whose objects it finds there; `nil` if it
    /// reads none.
    package var table: String?
    package var entity: String?
    /// The name that the index has in the store.
    package var index: String?
    /// The number of rows in the table; `nil` unless the step reads them all and a store was
    /// opened.
    package var rows: Int?

    package init(
      depth: Int, text: String, detail: String, table: String? = nil, entity: String? = nil,
      index: String? = nil, rows: Int? = nil
    ) {
      self.depth = depth
      self.text = text
      self.detail = detail
      self.table = table
      self.entity = entity
      self.index = index
      self.rows = rows
    }
  }

  package var fetch: CompiledFetch
  /// The name of the fetched entity.
  package var entity: String
  package var plan: QueryPlan
  package var steps: [Step]
  package var findings: [PlanFinding]
  /// An estimate of the number of rows and index entries that are read; `nil` if no store was
  /// opened.
  package var rowsRead: Int?
  /// The proposed indexes; `nil` if no index makes the plan better.
  package var advice: IndexAdvice?
}

extension [PlanFinding] {
  /// Whether there is a finding of this kind, or of a worse one: kinds are ordered by how slow they
  /// make a request, and `--fail-on` names the least that fails.
  package func has(_ kind: PlanFinding.Kind) -> Bool { contains { $0.kind >= kind } }
}

/// A remark about a plan: an index that it uses, or something that makes it slow.
package struct PlanFinding: Sendable, Hashable {
  /// The kinds, ordered by rising cost.
  package enum Kind: String, Sendable, Hashable, Comparable, CaseIterable {
    /// An index is used.
    case index
    /// A comparison by a function, for which no index can be used.
    case function
    /// Rows are sorted in memory.
    case sort
    /// More rows are read than the request needs: an index is missing, or SQLite makes one for each
    /// run.
    case scan

    package static func < (left: Kind, right: Kind) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .index: 0
      case .function: 1
      case .sort: 2
      case .scan: 3
      }
    }
  }

  package var kind: Kind
  package var text: String

  package init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }
}

/// The proposed fetch indexes. They were tried: SQLite makes a better plan with them.
package struct IndexAdvice: Sendable, Hashable {
  package struct Index: Sendable, Hashable {
    package var suggestion: SuggestedIndex
    /// The name of the entity that the index belongs to.
    package var entity: String
  }

  /// The indexes, all of which `plan` uses.
  package var indexes: [Index]
  package var plan: QueryPlan
  package var steps: [ExplainedFetch.Step]
}
