public import MomentumDiff
public import MomentumSQL

/// The statements that turn a store of one model into a store of another, as a value.
///
/// All steps run in one transaction on one connection. They leave the tables as the target has them, and
/// `Z_PRIMARYKEY` too; `Z_METADATA` and `Z_MODELCACHE` are the concern of who applies the plan, and of a
/// script's ``epilogue``.
public struct MigrationPlan: Sendable, Hashable, Encodable {
  /// How the result is to look.
  public enum Style: String, Sendable, Hashable, CaseIterable, Encodable {
    /// As a fresh store of the target: columns in canonical order, no index but its own.
    case fresh
    /// As Core Data's in-place migration leaves it (observed in frameworks 977 to 1145): new columns at the end,
    /// old index names kept.
    case asCoreData = "as-core-data"
  }

  public struct Step: Sendable, Hashable, Encodable {
    /// What it does, in one line: the comment of its statements in a script.
    public var comment: String
    public var statements: [String]
    /// Those of its statements that make, change or remove a part of the schema.
    package private(set) var definitions: [SQLDefinition]
    /// What made it necessary.
    public var causes: [Cause]
    /// Whether the old rows could be had back from the new ones.
    public var isReversible: Bool
    /// The table it works on, as the target names it; `nil` for bookkeeping.
    public var table: String?
    /// How many rows it writes; `nil` where nobody has counted.
    public var rowCount: Int64?
    /// Bytes that it writes, for times and disk; `nil` where unknown.
    public var byteCount: Int64?
    /// Bytes of these that need pages the database did not have; `nil` where unknown.
    public var newByteCount: Int64?
    /// Bytes of pages that nothing uses afterwards; `nil` where unknown.
    public var freedByteCount: Int64?

    public init(
      comment: String, statements: [Statement], causes: [Cause] = [], isReversible: Bool = true,
      table: String? = nil, rowCount: Int64? = nil, byteCount: Int64? = nil,
      newByteCount: Int64? = nil, freedByteCount: Int64? = nil
    ) {
      self.comment = comment
      self.statements = statements.map(\.sql.text)
      definitions = statements.compactMap { statement in
        if case .definition(let definition) = statement { definition } else { nil }
      }
      self.causes = causes
      self.isReversible = isReversible
      self.table = table
      self.rowCount = rowCount
      self.byteCount = byteCount
      self.newByteCount = newByteCount
      self.freedByteCount = freedByteCount
    }

    /// All but the definitions, which the printed statements repeat.
    private enum CodingKeys: String, CodingKey {
      case comment, statements, causes, isReversible, table, rowCount, byteCount, newByteCount
      case freedByteCount
    }
  }

  /// Why a step is necessary.
  public enum Cause: Sendable, Hashable {
    /// `migration.attribute-removed Venue.rating`
    case change(MigrationRule, place: String)
    /// `mapping.entity-mapping CarToCar`
    case entityMapping(String)

    /// As a plan's text and JSON have it.
    public var text: String {
      switch self {
      case .change(let rule, let place): "\(rule.id) \(place)"
      case .entityMapping(let name): "mapping.entity-mapping \(name)"
      }
    }
  }

  /// Something that rows of the source must satisfy. Runs on the source, before any step.
  public struct Check: Sendable, Hashable, Encodable {
    public enum Consequence: String, Sendable, Hashable, Encodable {
      /// Any such row makes the migration fail.
      case fails
      /// The migration succeeds; the rows lose something or cannot be saved later.
      case warns
    }

    package var rule: CheckRule
    /// The id of the rule, which findings have too: `migration.attribute-added-required`.
    public var ruleID: String { rule.id }
    /// `Venue.rating`.
    public var place: String
    /// What is wrong with the rows, in one sentence that does not count them.
    public var problem: String
    public var consequence: Consequence
    /// One row, one column: how many rows fail.
    public var countSQL: String
    /// Rows of `Z_ENT`, `Z_PK` that fail, ascending, without a limit.
    public var rowsSQL: String
    public var coreDataError: CoreDataError?

    package init(
      rule: CheckRule, place: String, problem: String, consequence: Consequence,
      countSQL: SQLFragment, rowsSQL: SQLFragment, coreDataError: CoreDataError? = nil
    ) {
      self.rule = rule
      self.place = place
      self.problem = problem
      self.consequence = consequence
      self.countSQL = countSQL.text
      self.rowsSQL = rowsSQL.text
      self.coreDataError = coreDataError
    }
  }

  /// A value that must be the same before and after: a statement for the source and one for the result,
  /// each of one row and one column.
  ///
  /// The counts of a table's rows and of the values of each column that is kept, as one text since each
  /// statement reads the whole table; links of relationships with a check sum over the keys of both ends, which
  /// tells a link that leads to another object.
  public struct Invariant: Sendable, Hashable, Encodable {
    /// `rows and values of Venue`, `links of Venue.tags`.
    public var name: String
    public var sourceSQL: String
    public var resultSQL: String

    public init(name: String, sourceSQL: SQLFragment, resultSQL: SQLFragment) {
      self.name = name
      self.sourceSQL = sourceSQL.text
      self.resultSQL = resultSQL.text
    }
  }

  public var style: Style
  public var steps: [Step]
  public var checks: [Check]
  public var invariants: [Invariant]
  /// Statements that each give one number that must be 0 in the result: orphans in join tables, keys above
  /// `Z_MAX`, foreign keys without a row that the source did not have without one.
  public var mustBeZero: [Invariant]

  public init(
    style: Style, steps: [Step] = [], checks: [Check] = [], invariants: [Invariant] = [],
    mustBeZero: [Invariant] = []
  ) {
    self.style = style
    self.steps = steps
    self.checks = checks
    self.invariants = invariants
    self.mustBeZero = mustBeZero
  }
}

extension MigrationPlan.Cause: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
