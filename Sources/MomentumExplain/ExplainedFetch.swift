public import MomentumCompiler
public import MomentumSQLite

/// How a request is run, in the words of its model.
public struct ExplainedFetch: Sendable, Hashable {
  /// A line of the plan.
  public struct Step: Sendable, Hashable {
    /// 0 for the statement's own lines, more for those of sub-selects.
    public var depth: Int
    /// In the words of the model.
    public var text: String
    /// As SQLite wrote it.
    public var detail: String
    /// The table that is read, and the entity whose objects are looked for in it.
    public var table: String?
    public var entity: String?
    /// The name that the index has in the store.
    public var index: String?
    /// Rows of the store's table where all are read.
    public var rows: Int?
  }

  public var fetch: CompiledFetch
  /// The name of the fetched entity.
  public var entity: String
  public var plan: QueryPlan
  public var steps: [Step]
  public var findings: [PlanFinding]
  /// About how many rows and index entries are read, with a store.
  public var rowsRead: Int?
  /// `nil` where no index makes the plan better.
  public var advice: IndexAdvice?

  /// Whether a finding of this kind, or of a worse one, is there.
  public func has(_ kind: PlanFinding.Kind) -> Bool {
    findings.contains { $0.kind >= kind }
  }
}

/// Something that a plan does, or cannot do.
public struct PlanFinding: Sendable, Hashable {
  /// Rising by what it costs.
  public enum Kind: String, Sendable, Hashable, Comparable, CaseIterable {
    /// An index is used.
    case index
    /// A comparison by a function, which no index serves.
    case function
    /// Rows are sorted in memory.
    case sort
    /// Rows are read that the request does not want; an index is missing or made for one request.
    case scan

    public static func < (left: Kind, right: Kind) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .index: 0
      case .function: 1
      case .sort: 2
      case .scan: 3
      }
    }
  }

  public var kind: Kind
  public var text: String
}

/// The fetch indexes with which SQLite, asked again, has a better plan.
public struct IndexAdvice: Sendable, Hashable {
  public struct Index: Sendable, Hashable {
    public var suggestion: SuggestedIndex
    /// The name of the entity that the index is put into.
    public var entity: String
  }

  /// All of them are used by `plan`.
  public var indexes: [Index]
  public var plan: QueryPlan
  public var steps: [ExplainedFetch.Step]
}
