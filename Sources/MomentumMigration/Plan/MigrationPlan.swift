package import MomentumDiff
package import MomentumSQL

/// The statements that turn a store of one model into a store of another.
///
/// All steps run in one transaction on one connection. They write the tables and `Z_PRIMARYKEY` as
/// the target has them. They do not write `Z_METADATA` and `Z_MODELCACHE`: the code that applies
/// the plan does, or the `epilogue` of a script.
///
/// An app chooses the form of the migrated store:
///
/// ```swift
/// let options = MigrationOptions(style: .asCoreData)
/// let migrator = StoreMigrator(options: options)
/// ```
public struct MigrationPlan: Sendable, Hashable, Encodable {
  /// The form of the migrated store.
  public enum Style: String, Sendable, Hashable, CaseIterable, Encodable {
    /// The form of a fresh store of the target: columns in canonical order, no indexes but the
    /// target's.
    case fresh
    /// The form that Core Data's in-place migration leaves (observed in frameworks 977 to 1145):
    /// new columns are at the end, and old indexes keep their names.
    case asCoreData = "as-core-data"
  }

  package struct Step: Sendable, Hashable, Encodable {
    /// The work of the step, in one line; in a script, the comment above its statements.
    package var comment: String
    package var statements: [String]
    /// The definitions among the statements: those that make, change or remove a part of the
    /// schema.
    package private(set) var definitions: [SQLDefinition]
    /// The changes that made the step necessary.
    package var causes: [Cause]
    /// Whether the old rows can be computed from the new ones.
    package var isReversible: Bool
    /// The table that the step works on, under its new name; `nil` for a step that works on no
    /// table of an entity or relationship.
    package var table: String?
    /// How many rows the step writes; `nil` if they were not counted.
    package var rowCount: Int64?
    /// How many bytes the step writes, for predicted times and disk space; `nil` if unknown.
    package var byteCount: Int64?
    /// How many of these bytes need pages that the database did not have; `nil` if unknown.
    package var newByteCount: Int64?
    /// How many bytes of pages the step frees; `nil` if unknown.
    package var freedByteCount: Int64?

    package init(
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

    /// Definitions are not encoded, because `statements` has them as text.
    private enum CodingKeys: String, CodingKey {
      case comment, statements, causes, isReversible, table, rowCount, byteCount, newByteCount
      case freedByteCount
    }
  }

  /// The reason for a step.
  package enum Cause: Sendable, Hashable {
    /// A change of the model: `migration.attribute-removed Venue.rating`.
    case change(MigrationRule, place: String)
    /// The step was planned for the entity mapping with this name in a mapping model; printed as
    /// `mapping.entity-mapping CarToCar`.
    case entityMapping(String)

    /// The text of the cause in a plan's text and JSON.
    package var text: String {
      switch self {
      case .change(let rule, let place): "\(rule.id) \(place)"
      case .entityMapping(let name): "mapping.entity-mapping \(name)"
      }
    }
  }

  /// A query for rows of the source that do not fit the target. It runs on the source, before any
  /// step.
  package struct Precondition: Sendable, Hashable, Encodable {
    package enum Consequence: String, Sendable, Hashable, Encodable {
      /// Any such row makes the migration fail.
      case fails
      /// The migration succeeds, but the rows lose something or cannot be saved later.
      case warns
    }

    package var rule: CheckRule
    /// The id of the rule, which findings use too, for example
    /// `migration.attribute-added-required`.
    package var ruleID: String { rule.id }
    /// The element of the model at fault, for example `Venue.rating`.
    package var place: String
    /// What is wrong with the rows, in one sentence without their number.
    package var problem: String
    package var consequence: Consequence
    /// Counts the rows that fail: one row, one column.
    package var countSQL: String
    /// Selects `Z_ENT` and `Z_PK` of the rows that fail, ascending, without a limit.
    package var rowsSQL: String
    package var coreDataError: CoreDataError?

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

  /// A value that must be the same before and after the migration.
  ///
  /// It has one statement for the source and one for the result; each returns one row with one
  /// column. One invariant compares the number of rows of a table and the number of values of each
  /// kept column, because each statement reads the whole table. For links, the invariant also has a
  /// check sum over the keys of both ends: a count alone would miss a link that now leads to
  /// another object.
  package struct Invariant: Sendable, Hashable, Encodable {
    /// The compared table or relationship: `rows and values of Venue`, `links of Venue.tags`.
    package var name: String
    package var sourceSQL: String
    package var resultSQL: String

    package init(name: String, sourceSQL: SQLFragment, resultSQL: SQLFragment) {
      self.name = name
      self.sourceSQL = sourceSQL.text
      self.resultSQL = resultSQL.text
    }
  }

  package var style: Style
  package var steps: [Step]
  package var checks: [Precondition]
  package var invariants: [Invariant]
  /// Statements that each return one number, which must be 0 in the migrated store. They count rows
  /// of join tables without objects, keys above `Z_MAX`, and foreign keys that lead to no row
  /// although they did in the old store.
  package var mustBeZero: [Invariant]

  package init(
    style: Style, steps: [Step] = [], checks: [Precondition] = [], invariants: [Invariant] = [],
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
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
