package import MomentumSQL

extension MigrationPlan {
  /// A statement of a step, before it is printed.
  ///
  ///     let statements: [MigrationPlan.Statement] = [
  ///       .definition(.drop(.index, "ZVENUE_ZNAME_INDEX", ifExists: true)),
  ///       "DELETE FROM \(name: table) WHERE Z_ENT = \(number: 3)",
  ///     ]
  package enum Statement: Sendable, Hashable {
    /// Makes, changes or removes a part of the schema. A step keeps the definition as a value,
    /// because later code asks which tables the step makes or removes.
    case definition(SQLDefinition)
    case other(SQLFragment)

    package var sql: SQLFragment {
      switch self {
      case .definition(let definition): definition.sql
      case .other(let sql): sql
      }
    }
  }
}

extension MigrationPlan.Statement: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self = .other(SQLFragment(stringLiteral: value)) }

  package init(stringInterpolation: SQLFragment.StringInterpolation) {
    self = .other(SQLFragment(stringInterpolation: stringInterpolation))
  }
}

// The queries of a plan as fragments. The plan stores them as text, but other statements and
// connections need fragments.

extension MigrationPlan.Precondition {
  /// ``countSQL`` as a fragment.
  package var count: SQLFragment { SQLFragment(printed: countSQL) }
  /// ``rowsSQL`` as a fragment.
  package var rows: SQLFragment { SQLFragment(printed: rowsSQL) }
}

extension MigrationPlan.Invariant {
  /// ``sourceSQL`` as a fragment.
  package var source: SQLFragment { SQLFragment(printed: sourceSQL) }
  /// ``resultSQL`` as a fragment.
  package var result: SQLFragment { SQLFragment(printed: resultSQL) }
}
