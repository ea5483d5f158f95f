package import MomentumText

extension SQLDialect {
  /// What a database can do in queries, and how it writes them.
  ///
  /// The defaults suit most databases. The closures are called while a statement is printed, so
  /// they should return values that exist already, and not compute them.
  package struct Queries: Sendable {
    /// Whether placeholders are numbered: `$1` in place of `?`.
    package var numbersPlaceholders: Bool
    /// The test whether two operands are equal or both NULL: `{0} IS NOT DISTINCT FROM {1}`.
    package var same: SQLTemplate
    /// The opposite test: `{0} IS DISTINCT FROM {1}`.
    package var different: SQLTemplate
    /// The word after IS in tests for truth: `IS TRUE`, `IS NOT TRUE`.
    package var trueWord: String
    /// Whether a condition is a number, so that it can be used in arithmetic and comparisons.
    package var truthValuesAreNumbers: Bool
    /// The way in which NULL is sorted before all values.
    package var nullOrder: SQLNullOrder
    /// The limit to write if a query has only an offset; `nil` if the database allows OFFSET
    /// without LIMIT.
    package var unlimited: String?
    /// Whether a SELECT in FROM needs a name.
    package var namesDerivedTables: Bool
    /// Whether SELECT may name a column that is neither grouped nor in an aggregate. The value then
    /// comes from some row of the group.
    package var groupsKnowColumns: Bool
    /// Whether HAVING may use the names of result columns.
    package var havingKnowsNames: Bool
    /// Whether the name of a result column may be a part of an expression in ORDER BY, such as
    /// `name COLLATE x`.
    package var ordersByComputedNames: Bool
    /// Whether SELECT DISTINCT may be ordered by an expression that is not a result column.
    package var ordersDistinctByOthers: Bool
    /// Whether arithmetic overflows at the width of a column, such as 16 bits for a `smallint`.
    package var computesAtColumnWidth: Bool
    /// The form of a list that has too many values for a placeholder each.
    package var longLists: SQLLongLists
    /// Whether the statements use functions that must be registered with the connection, as
    /// MomentumSQLite does.
    package var registersFunctions: Bool
    /// The bitwise NOT of an operand: `(~{0})`.
    package var bitwiseNot: SQLTemplate
    /// The template of an arithmetic operator; `nil` for the usual form `({0} + {1})`.
    package var arithmetic: @Sendable (SQLArithmeticOperator) -> SQLTemplate?
    package var aggregate: @Sendable (SQLAggregate) -> SQLAggregateForm
    /// The name after `COLLATE`, quoted if necessary; `nil` if the default order is the wanted one.
    package var collationName: @Sendable (SortComparison) -> String?
    package var function: @Sendable (SQLFunction) -> SQLFunctionForm

    package init(
      numbersPlaceholders: Bool = false, same: SQLTemplate = "{0} IS NOT DISTINCT FROM {1}",
      different: SQLTemplate = "{0} IS DISTINCT FROM {1}", trueWord: String = "TRUE",
      truthValuesAreNumbers: Bool = false, nullOrder: SQLNullOrder, unlimited: String? = nil,
      namesDerivedTables: Bool = true, groupsKnowColumns: Bool = false,
      havingKnowsNames: Bool = false, ordersByComputedNames: Bool = false,
      ordersDistinctByOthers: Bool = false, computesAtColumnWidth: Bool = true,
      longLists: SQLLongLists = .placeholders, registersFunctions: Bool = false,
      bitwiseNot: SQLTemplate = "(~{0})",
      arithmetic: @escaping @Sendable (SQLArithmeticOperator) -> SQLTemplate? = { _ in nil },
      aggregate: @escaping @Sendable (SQLAggregate) -> SQLAggregateForm,
      collationName: @escaping @Sendable (SortComparison) -> String?,
      function: @escaping @Sendable (SQLFunction) -> SQLFunctionForm
    ) {
      self.numbersPlaceholders = numbersPlaceholders
      self.same = same
      self.different = different
      self.trueWord = trueWord
      self.truthValuesAreNumbers = truthValuesAreNumbers
      self.nullOrder = nullOrder
      self.unlimited = unlimited
      self.namesDerivedTables = namesDerivedTables
      self.groupsKnowColumns = groupsKnowColumns
      self.havingKnowsNames = havingKnowsNames
      self.ordersByComputedNames = ordersByComputedNames
      self.ordersDistinctByOthers = ordersDistinctByOthers
      self.computesAtColumnWidth = computesAtColumnWidth
      self.longLists = longLists
      self.registersFunctions = registersFunctions
      self.bitwiseNot = bitwiseNot
      self.arithmetic = arithmetic
      self.aggregate = aggregate
      self.collationName = collationName
      self.function = function
    }
  }
}

/// How a dialect sorts NULL before all values in ascending order, and after them in descending
/// order.
package enum SQLNullOrder: Sendable, Hashable {
  /// NULL is the smallest value for the database, so ORDER BY needs no further words.
  case smallest
  /// ORDER BY has keywords for NULL: `x NULLS FIRST`, `x DESC NULLS LAST`.
  case keywords
  /// A condition is sorted before the value: `x IS NOT NULL, x`, `x IS NULL, x DESC`. False sorts
  /// before true.
  case conditions
}

/// The form of a list with more values than a statement may have placeholders.
package enum SQLLongLists: Sendable {
  /// Each value gets a placeholder nevertheless.
  case placeholders
  /// The list becomes a table, which the code that runs the statement has to make.
  case tables
  /// The list becomes one placeholder for a text that contains all values.
  case text(SQLListForm)
}

/// A list as one text that the database splits into its values.
package struct SQLListForm: Sendable {
  /// The condition that `{0}` is in the list `{1}`: `{0} = ANY({1}::bigint[])`.
  package var condition: @Sendable (SQLType) -> SQLTemplate
  /// The text of the list: `{"1","2"}`.
  package var text: @Sendable ([SQLValue]) -> String

  package init(
    condition: @escaping @Sendable (SQLType) -> SQLTemplate,
    text: @escaping @Sendable ([SQLValue]) -> String
  ) {
    self.condition = condition
    self.text = text
  }
}

/// How a dialect writes a function.
package enum SQLFunctionForm: Sendable {
  /// A call by the function's name, with the arguments and then constant numbers:
  /// ` NAME(<a>, <b>, 417, 1)`.
  case call(String, trailing: [String] = [])
  /// A template in which the arguments replace `{0}`, `{1}` and so on: `strpos({0}, {1}) > 0`.
  case template(SQLTemplate)
}

/// How a dialect writes an aggregate.
package enum SQLAggregateForm: Sendable {
  /// A call by the aggregate's name: `COUNT(<a>)`, `COUNT(DISTINCT <a>)`.
  case call(String)
  /// A template in which the argument replaces `{0}`: `coalesce(sum({0}), 0)`.
  case template(SQLTemplate)
}
