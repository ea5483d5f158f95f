package import MomentumSQL

// The parts of a table as a statement that changes the table writes them, one by one.

extension PlainConstraint {
  /// The condition without parentheses; `nil` if the dialect cannot express it.
  package func condition(_ dialect: SQLDialect) -> SQLFragment? {
    PlainPrinter(dialect: dialect).condition(self)
  }

  /// The columns of the condition, each once, in the order in which it names them.
  package var columns: [String] {
    switch self {
    case .range(let column, _, _, _), .length(let column, _, _), .matches(let column, _),
      .entity(let column, _):
      [column]
    case .required(let column, let entityColumn, _), .reserved(let column, let entityColumn, _):
      [entityColumn, column]
    case .ordered(let first, let second): [first, second]
    }
  }

  /// The condition of a table in which columns have other names.
  package func renaming(_ names: [String: String]) -> PlainConstraint {
    func name(_ column: String) -> String { names[column] ?? column }
    return switch self {
    case .range(let column, let type, let minimum, let maximum):
      .range(column: name(column), type, minimum: minimum, maximum: maximum)
    case .length(let column, let minimum, let maximum):
      .length(column: name(column), minimum: minimum, maximum: maximum)
    case .matches(let column, let pattern): .matches(column: name(column), pattern: pattern)
    case .entity(let column, let entities): .entity(column: name(column), entities)
    case .required(let column, let entityColumn, let entities):
      .required(column: name(column), entityColumn: name(entityColumn), entities: entities)
    case .reserved(let column, let entityColumn, let entities):
      .reserved(column: name(column), entityColumn: name(entityColumn), entities: entities)
    case .ordered(let first, let second): .ordered(name(first), name(second))
    }
  }
}

extension PlainIndexCondition {
  /// The columns of the condition.
  package var columns: [String] {
    switch self {
    case .and(let operands), .or(let operands): operands.flatMap(\.columns)
    case .isNull(let column), .isNotNull(let column), .comparison(let column, _, _, _),
      .entity(let column, _):
      [column]
    }
  }

  /// The condition of a table in which columns have other names.
  package func renaming(_ names: [String: String]) -> PlainIndexCondition {
    func name(_ column: String) -> String { names[column] ?? column }
    return switch self {
    case .and(let operands): .and(operands.map { $0.renaming(names) })
    case .or(let operands): .or(operands.map { $0.renaming(names) })
    case .isNull(let column): .isNull(name(column))
    case .isNotNull(let column): .isNotNull(name(column))
    case .comparison(let column, let type, let sign, let value):
      .comparison(name(column), type, sign, value)
    case .entity(let column, let entities): .entity(column: name(column), entities)
    }
  }
}

extension PlainColumn {
  /// The default as a constant; `nil` if the column has none, or none that the dialect can write.
  package func defaultConstant(_ dialect: SQLDialect) -> SQLFragment? {
    defaultValue.flatMap { dialect.types.constant($0, type) }
  }

  /// The expression of a column that the database computes: `lower(name)`.
  package func generationExpression(_ dialect: SQLDialect) -> SQLFragment? {
    generation.flatMap(PlainPrinter(dialect: dialect).expression)
  }

  /// The name of the type: `bigint`.
  package func typeName(_ dialect: SQLDialect) -> SQLFragment {
    SQLFragment(printed: dialect.types[type].name)
  }
}

extension PlainForeignKey {
  /// The constraint with its name: `CONSTRAINT a_b_id_fkey FOREIGN KEY (b_id) REFERENCES b (id) …`.
  package func constraint(_ dialect: SQLDialect) -> SQLTableConstraint {
    .foreignKey(name, columns: [column], PlainPrinter(dialect: dialect).reference(self))
  }
}

extension PlainIndex {
  /// The index as a statement writes it; `nil` if the dialect cannot write its condition.
  package func definition(on table: PlainTable, _ dialect: SQLDialect) -> SQLIndex? {
    guard case .createIndex(let index) = PlainPrinter(dialect: dialect).index(self, on: table)
    else { return nil }
    return index
  }
}

extension PlainTable {
  /// The comments that the database stores: of the table, under the empty name, and of its columns.
  package func storedComments(_ dialect: SQLDialect) -> [String: String] {
    guard dialect.tables.hasCommentStatements else { return [:] }
    return PlainPrinter(dialect: dialect).commentTexts(on: self)
  }
}
