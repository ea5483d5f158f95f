package import MomentumCompiler
package import MomentumSQLite

/// How a request is run, in the words of its model.
package struct ExplainedFetch: Sendable, Hashable {
  /// A line of the plan.
  package struct Step: Sendable, Hashable {
    /// 0 for the statement's own lines, more for those of sub-selects.
    package var depth: Int
    /// In the words of the model.
    package var text: String
    /// As SQLite wrote it.
    package var detail: String
    /// The table that is read, and the entity whose objects are looked for in it.
    package var table: String?
    package var entity: String?
    /// The name that the index has in the store.
    package var index: String?
    /// Rows of the store's table where all are read.
    package var rows: Int?
  }

  package var fetch: CompiledFetch
  /// The name of the fetched entity.
  package var entity: String
  package var plan: QueryPlan
  package var steps: [Step]
  package var findings: [PlanFinding]
  /// About how many rows and index entries are read, with a store.
  package var rowsRead: Int?
  /// `nil` where no index makes the plan better.
  package var advice: IndexAdvice?

  /// Whether a finding of this kind, or of a worse one, is there.
  package func has(_ kind: PlanFinding.Kind) -> Bool {
    findings.contains { $0.kind >= kind }
  }
}

/// Something that a plan does, or cannot do.
package struct PlanFinding: Sendable, Hashable {
  /// Rising by what it costs.
  package enum Kind: String, Sendable, Hashable, Comparable, CaseIterable {
    /// An index is used.
    case index
    /// A comparison by a function, which no index serves.
    case function
    /// Rows are sorted in memory.
    case sort
    /// Rows are read that the request does not want; an index is missing or made for one request.
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
}

/// The fetch indexes with which SQLite, asked again, has a better plan.
package struct IndexAdvice: Sendable, Hashable {
  package struct Index: Sendable, Hashable {
    package var suggestion: SuggestedIndex
    /// The name of the entity that the index is put into.
    package var entity: String
  }

  /// All of them are used by `plan`.
  package var indexes: [Index]
  package var plan: QueryPlan
  package var steps: [ExplainedFetch.Step]
}
