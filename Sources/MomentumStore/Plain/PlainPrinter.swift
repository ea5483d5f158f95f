import MomentumSQL
import MomentumText

/// Makes the statements of a plain schema, with the forms that a dialect has for their parts.
struct PlainPrinter {
  let dialect: SQLDialect

  // MARK: - Tables

  /// The statement for a table: `CREATE TABLE venue (id INTEGER PRIMARY KEY, name TEXT NOT NULL)
  /// STRICT`.
  ///
  /// - Parameter partition: The clause that makes it a partitioned table, with a blank before it.
  func table(
    _ table: PlainTable, foreignKeys: [PlainForeignKey], partition: SQLFragment = ""
  ) -> SQLDefinition {
    let isJoin = if case .join = table.kind { true } else { false }
    // The definition of an identity column has the primary key.
    let needsKey =
      !table.primaryKey.isEmpty && !table.columns.contains { $0.type == .identity }
    let checks = table.checks.compactMap(condition).map(SQLTableConstraint.check)
    return .createTable(
      SQLTable(
        name: table.name,
        columns: table.columns.map { column in
          definition(column, foreignKeys.first { $0.column == column.name })
        },
        constraints: (needsKey ? [.primaryKey(table.primaryKey)] : [])
          + table.uniqueConstraints.map { .unique($0.name, $0.columns) } + checks,
        spacing: .lines,
        options: (isJoin ? dialect.tables.joinOptions : dialect.tables.options) + partition,
        notes: dialect.tables.hasCommentStatements
          ? [] : table.notes.map(SingleLine.forStoredComment)))
  }

  /// The definition of a column: `name TEXT NOT NULL DEFAULT 'x' CHECK (length(name) <= 20)`.
  private func definition(
    _ column: PlainColumn, _ key: PlainForeignKey?
  ) -> SQLColumnDefinition {
    let comment = lineComment(column)
    guard column.type != .identity else {
      return SQLColumnDefinition(column.name, dialect.tables.identity, comment: comment)
    }
    let form = dialect.types[column.type]
    var parts: [SQLFragment] = []
    if let generation = column.generation.flatMap(expression) {
      parts.append("GENERATED ALWAYS AS (\(sql: generation)) STORED")
    }
    if !column.isNullable { parts.append("NOT NULL") }
    if let value = column.defaultValue.flatMap({ dialect.types.constant($0, column.type) }) {
      parts.append("DEFAULT \(sql: value)")
    }
    let shape = form.shape?.sql(.name(column.name))
    parts += ([shape] + column.checks.map(condition)).compactMap { condition in
      condition.map { "CHECK (\(sql: $0))" }
    }
    if let key { parts.append(reference(key)) }
    return SQLColumnDefinition(
      column.name, SQLFragment(printed: form.name), constraints: parts, comment: comment)
  }

  func expression(_ generation: PlainGeneration) -> SQLFragment? {
    switch generation.function {
    case .copy: .name(generation.column)
    case .lowercase: dialect.tables.foldsAllLetters ? "lower(\(name: generation.column))" : nil
    case .uppercase: dialect.tables.foldsAllLetters ? "upper(\(name: generation.column))" : nil
    }
  }

  // MARK: - Foreign keys

  /// Divides foreign keys into those that CREATE TABLE may contain and those that are added later,
  /// because the tables that they refer to do not exist yet.
  func divided(
    _ keys: [PlainForeignKey], made: Set<String>
  ) -> (now: [PlainForeignKey], later: [PlainForeignKey]) {
    if dialect.tables.canReferToLaterTables { return (keys, []) }
    return (keys.filter { made.contains($0.table) }, keys.filter { !made.contains($0.table) })
  }

  /// The statement that adds a foreign key: `ALTER TABLE a ADD CONSTRAINT a_b_id_fkey FOREIGN KEY
  /// (b_id) REFERENCES b (id) …`.
  func constraint(_ key: PlainForeignKey, of table: PlainTable) -> SQLDefinition {
    .addConstraint(.foreignKey(key.name, columns: [key.column], reference(key)), table: table.name)
  }

  /// The part of a FOREIGN KEY clause that names the referenced table and what deleting a referenced
  /// row does: `REFERENCES person (id) ON DELETE SET NULL`.
  func reference(_ key: PlainForeignKey) -> SQLFragment {
    let deferral = key.isDeferred ? dialect.tables.deferral : nil
    return "REFERENCES \(name: key.table) (\(name: key.referencedColumn)) ON DELETE "
      + key.onDelete.words + (deferral.map { " \(sql: $0)" } ?? "")
  }

  // MARK: - Conditions

  /// The condition of a CHECK constraint, without parentheses; `nil` if the dialect cannot express
  /// it.
  func condition(_ check: PlainConstraint) -> SQLFragment? {
    switch check {
    case .range(let column, let type, let minimum, let maximum):
      let low = minimum.flatMap { dialect.types.comparison(column, $0, type) }
      let high = maximum.flatMap { dialect.types.comparison(column, $0, type) }
      return range(low?.operand ?? high?.operand ?? .name(column), low?.constant, high?.constant)
    case .length(let column, let minimum, let maximum):
      return range(
        dialect.tables.textLength.sql(.name(column)), minimum.map { .number($0) },
        maximum.map { .number($0) })
    case .matches(let column, let pattern):
      guard let matches = dialect.tables.matches, let common = CommonPattern.translated(pattern)
      else { return nil }
      return matches.sql(.name(column), .text("^(?:\(common))$"))
    case .entity(let column, let entities): return isOne(of: entities, column)
    case .required(let column, let entityColumn, let entities):
      return "(\(sql: isOne(of: entities, entityColumn))) = (\(name: column) IS NOT NULL)"
    case .reserved(let column, let entityColumn, let entities):
      return "\(sql: isOne(of: entities, entityColumn)) OR \(name: column) IS NULL"
    case .ordered(let first, let second): return "\(name: first) <= \(name: second)"
    }
  }

  private func range(
    _ operand: SQLFragment, _ low: SQLFragment?, _ high: SQLFragment?
  ) -> SQLFragment? {
    switch (low, high) {
    case (let low?, let high?) where low == high: "\(sql: operand) = \(sql: low)"
    case (let low?, let high?): "\(sql: operand) BETWEEN \(sql: low) AND \(sql: high)"
    case (let low?, nil): "\(sql: operand) >= \(sql: low)"
    case (nil, let high?): "\(sql: operand) <= \(sql: high)"
    case (nil, nil): nil
    }
  }

  /// The condition that a row belongs to one of some entities: `entity = 'Editor'`,
  /// `entity IN ('Editor', 'Writer')`.
  private func isOne(of entities: [String], _ column: String) -> SQLFragment {
    entities.count == 1
      ? "\(name: column) = \(text: entities[0])"
      : "\(name: column) IN (\(list: entities.map { SQLFragment.text($0) }))"
  }

  // MARK: - Indexes

  /// The statement for an index: `CREATE INDEX venue_rank_idx ON venue (rank DESC) WHERE rank > 5`.
  ///
  /// `nil` if the dialect has no constant for a value of the condition.
  func index(_ index: PlainIndex, on table: PlainTable) -> SQLDefinition? {
    let condition = index.condition.flatMap(condition)
    guard (condition == nil) == (index.condition == nil) else { return nil }
    return .createIndex(
      SQLIndex(
        name: index.name, table: table.name, isUnique: index.isUnique,
        terms: index.terms.map { term($0, of: table) }, condition: condition))
  }

  /// A column of an index with its direction: `rank DESC`.
  private func term(_ term: PlainIndex.Term, of table: PlainTable) -> SQLFragment {
    let type = table.columns.first { $0.name == term.column }?.type
    let name = SQLFragment.name(term.column)
    return (type.map { dialect.types[$0].indexTerm.sql(name) } ?? name)
      + (term.isAscending ? "" : " DESC")
  }

  private func condition(_ condition: PlainIndexCondition) -> SQLFragment? {
    switch condition {
    case .and(let operands): return joined(operands, " AND ")
    case .or(let operands): return joined(operands, " OR ")
    case .isNull(let column): return "\(name: column) IS NULL"
    case .isNotNull(let column): return "\(name: column) IS NOT NULL"
    case .comparison(let column, let type, let sign, let value):
      return dialect.types.comparison(column, value, type).map { operand, constant in
        "\(sql: operand) \(sql: sign.sql) \(sql: constant)"
      }
    case .entity(let column, let entities): return isOne(of: entities, column)
    }
  }

  private func joined(
    _ operands: [PlainIndexCondition], _ separator: SQLFragment
  ) -> SQLFragment? {
    let conditions = operands.compactMap(condition)
    return conditions.count == operands.count
      ? "(\(list: conditions, separator: separator))" : nil
  }
}
