public import MomentumSQL

extension MigrationPlan {
  /// A statement of a step, before it is printed.
  ///
  ///     let statements: [MigrationPlan.Statement] = [
  ///       .definition(.drop(.index, "ZVENUE_ZNAME_INDEX", ifExists: true)),
  ///       "DELETE FROM \(name: table) WHERE Z_ENT = \(number: 3)",
  ///     ]
  public enum Statement: Sendable, Hashable {
    /// Makes, changes or removes a part of the schema. A step keeps it as a value, for what has to know
    /// what the step makes or removes.
    case definition(SQLDefinition)
    case other(SQLFragment)

    public var sql: SQLFragment {
      switch self {
      case .definition(let definition): definition.sql
      case .other(let sql): sql
      }
    }
  }
}

extension MigrationPlan.Statement: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .other(SQLFragment(stringLiteral: value)) }

  public init(stringInterpolation: SQLFragment.StringInterpolation) {
    self = .other(SQLFragment(stringInterpolation: stringInterpolation))
  }
}

// The printed statements of a plan's values, for statements that they are a part of and for a connection.

extension MigrationPlan.Check {
  /// ``countSQL``
  package var count: SQLFragment { SQLFragment(printed: countSQL) }
  /// ``rowsSQL``
  package var rows: SQLFragment { SQLFragment(printed: rowsSQL) }
}

extension MigrationPlan.Invariant {
  /// ``sourceSQL``
  package var source: SQLFragment { SQLFragment(printed: sourceSQL) }
  /// ``resultSQL``
  package var result: SQLFragment { SQLFragment(printed: resultSQL) }
}
