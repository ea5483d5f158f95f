import MomentumSQL

/// Prints the parts of one dialect's statements.
struct PlainPrinter {
  let dialect: PlainDialect

  /// The name, quoted if it is a reserved word or not a plain identifier.
  func name(_ name: String) -> String {
    let text = SQLPrinter.identifier(name)
    return text == name && dialect.reservedWords.contains(name) ? "\"\(name)\"" : text
  }

  private func list(_ names: [String]) -> String { names.map(name).joined(separator: ", ") }

  // MARK: - Tables

  func create(_ table: PlainTable, foreignKeys: [PlainForeignKey]) -> String {
    var lines = table.columns.map { column in
      let key = foreignKeys.first { $0.column == column.name }
      return (text: definition(column, key), comment: lineComment(column))
    }
    var isJoin = false
    if case .join = table.kind {
      isJoin = true
      lines.append(("PRIMARY KEY (\(list(table.primaryKey)))", nil))
    }
    lines += table.uniqueConstraints.map {
      ("CONSTRAINT \(name($0.name)) UNIQUE (\(list($0.columns)))", nil)
    }
    lines += table.checks.compactMap { text($0).map { ("CHECK (\($0))", nil) } }
    let body = lines.enumerated().map { position, line in
      let comma = position + 1 < lines.count ? "," : ""
      return "  " + line.text + comma + (line.comment.map { " -- \($0)" } ?? "") + "\n"
    }.joined()
    let notes = dialect.hasCommentStatements ? [] : table.notes.map { "-- \(oneLine($0))\n" }
    return notes.joined() + "CREATE TABLE \(name(table.name)) (\n\(body))"
      + (isJoin ? dialect.joinTableOptions : dialect.tableOptions)
  }

  /// `name TEXT NOT NULL DEFAULT 'x' CHECK (length(name) <= 20)`
  private func definition(_ column: PlainColumn, _ key: PlainForeignKey?) -> String {
    guard column.type != .identity else { return "\(name(column.name)) \(dialect.identity)" }
    let form = dialect.form(column.type)
    var text = "\(name(column.name)) \(form.name)"
    if let generation = column.generation.flatMap(expression) {
      text += " GENERATED ALWAYS AS (\(generation)) STORED"
    }
    if !column.isNullable { text += " NOT NULL" }
    if let value = column.defaultValue.flatMap(form.text) { text += " DEFAULT \(value)" }
    if let shape = form.shape { text += " CHECK (\(shape(name(column.name))))" }
    for check in column.checks.compactMap(self.text) { text += " CHECK (\(check))" }
    if let key { text += " " + reference(key) }
    return text
  }

  func expression(_ generation: PlainGeneration) -> String? {
    switch generation.function {
    case .copy: name(generation.column)
    case .lowercase: dialect.foldsAllLetters ? "lower(\(name(generation.column)))" : nil
    case .uppercase: dialect.foldsAllLetters ? "upper(\(name(generation.column)))" : nil
    }
  }

  // MARK: - Foreign keys

  /// Divides keys into those that the table's statement may contain and those that are added later.
  func divided(
    _ keys: [PlainForeignKey], made: Set<String>
  ) -> (now: [PlainForeignKey], later: [PlainForeignKey]) {
    if dialect.canReferToLaterTables { return (keys, []) }
    return (keys.filter { made.contains($0.table) }, keys.filter { !made.contains($0.table) })
  }

  /// `ALTER TABLE a ADD CONSTRAINT a_b_id_fkey FOREIGN KEY (b_id) REFERENCES b (id) …`
  func add(_ key: PlainForeignKey, to table: PlainTable) -> String {
    "ALTER TABLE \(name(table.name)) ADD CONSTRAINT \(name(key.name)) "
      + "FOREIGN KEY (\(name(key.column))) \(reference(key))"
  }

  /// `REFERENCES person (id) ON DELETE SET NULL`
  private func reference(_ key: PlainForeignKey) -> String {
    let action =
      switch key.onDelete {
      case .cascade: "CASCADE"
      case .setNull: "SET NULL"
      case .restrict: "RESTRICT"
      case .noAction: "NO ACTION"
      }
    return "REFERENCES \(name(key.table)) (\(name(key.referencedColumn))) ON DELETE \(action)"
      + (key.isDeferred ? " DEFERRABLE INITIALLY DEFERRED" : "")
  }

  // MARK: - Conditions

  /// The condition without parentheses; `nil` if the dialect cannot express it.
  func text(_ check: PlainCheck) -> String? {
    switch check {
    case .range(let column, let type, let minimum, let maximum):
      let form = dialect.form(type)
      let low = minimum.flatMap { form.comparison(name(column), $0) }
      let high = maximum.flatMap { form.comparison(name(column), $0) }
      return range(low?.0 ?? high?.0 ?? name(column), low?.1, high?.1)
    case .length(let column, let minimum, let maximum):
      return range("length(\(name(column)))", minimum.map { "\($0)" }, maximum.map { "\($0)" })
    case .matches(let column, let pattern):
      guard let sign = dialect.regularExpressionOperator,
        let common = CommonPattern.translated(pattern)
      else { return nil }
      return "\(name(column)) \(sign) \(SQLPrinter.literal("^(?:\(common))$"))"
    case .entity(let column, let entities): return isOne(of: entities, column)
    case .required(let column, let entityColumn, let entities):
      return "(\(isOne(of: entities, entityColumn))) = (\(name(column)) IS NOT NULL)"
    case .reserved(let column, let entityColumn, let entities):
      return "\(isOne(of: entities, entityColumn)) OR \(name(column)) IS NULL"
    case .ordered(let first, let second): return "\(name(first)) <= \(name(second))"
    }
  }

  private func range(_ operand: String, _ low: String?, _ high: String?) -> String? {
    switch (low, high) {
    case (let low?, let high?) where low == high: "\(operand) = \(low)"
    case (let low?, let high?): "\(operand) BETWEEN \(low) AND \(high)"
    case (let low?, nil): "\(operand) >= \(low)"
    case (nil, let high?): "\(operand) <= \(high)"
    case (nil, nil): nil
    }
  }

  /// `entity = 'Editor'`, `entity IN ('Editor', 'Writer')`
  private func isOne(of entities: [String], _ column: String) -> String {
    let texts = entities.map(SQLPrinter.literal)
    return texts.count == 1
      ? "\(name(column)) = \(texts[0])" : "\(name(column)) IN (\(texts.joined(separator: ", ")))"
  }

  // MARK: - Indexes

  /// `CREATE INDEX venue_rank_idx ON venue (rank DESC) WHERE rank > 5`; `nil` if the dialect has no
  /// constant for a value of the condition.
  func create(_ index: PlainIndex, on table: PlainTable) -> String? {
    let condition = index.condition.flatMap(text)
    guard (condition == nil) == (index.condition == nil) else { return nil }
    let terms = index.terms.map { name($0.column) + ($0.isAscending ? "" : " DESC") }
    return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(name(index.name)) "
      + "ON \(name(table.name)) (\(terms.joined(separator: ", ")))"
      + (condition.map { " WHERE \($0)" } ?? "")
  }

  private func text(_ condition: PlainIndexCondition) -> String? {
    switch condition {
    case .and(let operands): return joined(operands, " AND ")
    case .or(let operands): return joined(operands, " OR ")
    case .isNull(let column): return "\(name(column)) IS NULL"
    case .isNotNull(let column): return "\(name(column)) IS NOT NULL"
    case .comparison(let column, let type, let sign, let value):
      return dialect.form(type).comparison(name(column), value)
        .map { "\($0) \(sign.rawValue) \($1)" }
    case .entity(let column, let entities): return isOne(of: entities, column)
    }
  }

  private func joined(_ operands: [PlainIndexCondition], _ separator: String) -> String? {
    let texts = operands.compactMap(text)
    return texts.count == operands.count
      ? "(" + texts.joined(separator: separator) + ")" : nil
  }
}
