internal import MomentumCompiler
internal import MomentumModel
internal import MomentumPredicate
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Runs one batch update in an open transaction.
struct BatchUpdate {
  let request: FetchRequest
  let assignments: [BatchAssignment]
  let compiled: CompiledModel
  let writer: GraphWriter
  let checksRules: Bool
  /// Whether a violated uniqueness constraint is reported with the names of the entity and its
  /// attributes. Otherwise SQLite's own error, which names columns, is thrown.
  let explainsConstraints: Bool
  let observe: (SQLText) throws -> Void

  fileprivate struct Column {
    var rule: AttributeRule
    var value: BatchAssignment.Value
  }

  /// - Returns: The number of matched objects, including those that already had the new values.
  func run() throws -> Int {
    let columns = columns
    let objects = toOnes
    // Read the keys before the UPDATE runs: the request's condition may use a property that it
    // sets.
    let keys = objects.isEmpty ? [] : try self.keys()
    if checksRules { try checkComputed(columns) }
    var count = keys.count
    if !columns.isEmpty { count = try updateColumns(columns) }
    guard !objects.isEmpty else { return count }
    // The statement above has already incremented `Z_OPT` of these rows. Record that, so that it is
    // not incremented twice.
    if !columns.isEmpty { keys.forEach(countAsTouched) }
    for (plan, key, object) in objects { try setObject(plan, key, object, of: keys) }
    return count
  }

  private var model: ObjectModel { compiled.model }
  private var entityName: String { model[request.entity].name }
  private var root: EntityID { model.root(of: request.entity) }
  private var table: String { writer.table(of: request.entity) }

  private func keys() throws -> [Int64] {
    let sql = try BatchKeys(request, compiled).rows(of: table)
    try observe(sql)
    return try writer.entityNumbers(sql).keys.sorted()
  }

  // MARK: - Attributes

  private var columns: [Column] {
    assignments.compactMap { assignment in
      guard case .attribute(let id, let path) = assignment.target,
        let rule = AttributeRule(id, path: path, model, compiled.schema)
      else { return nil }
      return Column(rule: rule, value: assignment.value)
    }
  }

  /// Sets all attributes by one statement:
  ///
  /// `UPDATE ZSTAFF SET ZNAME = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK IN (SELECT t0.Z_PK FROM …)`
  ///
  /// If values are computed, the statement is:
  ///
  ///     UPDATE ZSTAFF SET ZPAY = computed.value0, Z_OPT = Z_OPT + 1
  ///       FROM (SELECT t0.Z_PK AS key, t0.ZPAY * ? AS value0 FROM ZSTAFF t0 WHERE …) AS computed
  ///       WHERE ZSTAFF.Z_PK = computed.key
  private func updateColumns(_ columns: [Column]) throws -> Int {
    let computed = columns.filter(\.isComputed)
    var number = -1
    let list = columns.map { column -> SQLFragment in
      guard column.isComputed else { return "\(name: column.rule.column) = ?" }
      number += 1
      return "\(name: column.rule.column) = computed.value\(number: number)"
    }
    let source = computed.isEmpty ? try BatchKeys(request, compiled).sql() : try values(computed)
    let head: SQLFragment = "UPDATE \(name: table) SET \(list: list), Z_OPT = Z_OPT + 1"
    let rows = SQLFragment(printed: source.text)
    let text: SQLFragment =
      computed.isEmpty
      ? "\(sql: head) WHERE Z_PK IN (\(sql: rows))"
      : "\(sql: head) FROM (\(sql: rows)) AS computed WHERE \(name: table).Z_PK = computed.key"
    let sql = SQLText(
      text: text.text,
      bindings: columns.compactMap(\.constant).map { .value($0) } + source.bindings,
      arrays: source.arrays)
    try observe(sql)
    let statement = try writer.connection.prepare(sql)
    do { while try statement.step() {} } catch { throw failure(for: error) }
    return writer.connection.changedRowCount
  }

  private func failure(for error: any Error) -> any Error {
    guard explainsConstraints, let error = error as? SQLiteError else { return error }
    return UniquenessConstraints(of: root, model, compiled.schema)
      .text(for: error, entity: entityName).map { StoreFailure(.validation, $0) } ?? error
  }

  /// The statement that computes the new values:
  ///
  /// `SELECT t0.Z_PK AS key, CAST(t0.ZPAY * ? AS REAL) AS value0 FROM ZSTAFF t0 WHERE …`
  private func values(_ columns: [Column]) throws -> SQLText {
    var request = request
    request.resultType = .dictionaries
    request.propertiesToFetch =
      [PropertyToFetch(name: "key", value: .objectID)]
      + columns.enumerated().compactMap { index, column in
        guard case .expression(let expression, let type) = column.value else { return nil }
        return PropertyToFetch(name: "value\(index)", value: .expression(expression, type))
      }
    let layout = compiled.queryLayout(.coreData)
    var lowered = FetchRequestLowering(layout: layout).lower(request)
    let pairs = Array(zip(lowered.select.columns, lowered.columns))
    let key = pairs.filter { $1 == .primaryKey }.map { SQLExpression.named($0.0, "key") }
    let values = pairs.filter { $1 != .primaryKey && $1 != .entityNumber }.map(\.0)
    lowered.select.columns =
      key
      + zip(values, columns).enumerated().map { index, pair in
        .named(pair.1.rule.type.stored(pair.0), "value\(index)")
      }
    let sql = SQLPrinter.print(lowered.select)
    guard !sql.isTooLong else {
      throw StoreFailure(.statementTooLong(bytesMax: SQLPrinter.bytesMax))
    }
    return sql
  }

  /// Checks computed values against the model. Constant values were checked when they were read.
  private func checkComputed(_ columns: [Column]) throws {
    let computed = columns.filter(\.isComputed)
    guard !computed.isEmpty else { return }
    let sql = try values(computed)
    try observe(sql)
    let statement = try writer.connection.prepare(sql)
    while let row = try statement.nextRow() {
      for (column, value) in zip(computed, row.dropFirst()) {
        try check(value, column.rule)
      }
    }
  }

  private func check(_ value: SQLValue, _ rule: AttributeRule) throws {
    if value == .null {
      guard !rule.isRequired || !rule.optionalPrefixes.isEmpty else {
        throw rule.missing(entityName)
      }
      return
    }
    if case .integer(let number) = value, let range = rule.type.integerRange,
      !range.contains(number)
    {
      throw StoreFailure(
        .validation,
        "the value of attribute '\(rule.name)' of entity '\(entityName)' has to be from "
          + "\(range.lowerBound) to \(range.upperBound)")
    }
    try rule.check(value, entity: entityName)
  }

  // MARK: - To-one relationships

  private var toOnes: [(RelationshipPlan, RelationshipPlan.Key, ObjectReference?)] {
    assignments.compactMap { assignment in
      guard case .toOne(let id) = assignment.target, case .object(let object) = assignment.value,
        let plan = writer.plan(for: id), case .sourceKey(let key) = plan.storage
      else { return nil }
      return (plan, key, object)
    }
  }

  private func countAsTouched(_ key: Int64) {
    _ = writer.log?.touch(RowKey(root: root, key: key))
  }

  private func setObject(
    _ plan: RelationshipPlan, _ key: RelationshipPlan.Key, _ object: ObjectReference?,
    of sources: [Int64]
  ) throws {
    if object != nil, plan.inverseKey != nil, sources.count > 1 {
      throw StoreFailure(
        .validation,
        "\(plan.title) is one-to-one: one object can have the given one, not \(sources.count)")
    }
    let select: SQLFragment = "SELECT \(name: key.column) FROM \(name: key.table) WHERE Z_PK = ?"
    for source in sources {
      let old = try writer.firstRow(select, [.integer(source)])?.first?.key
      do {
        try writer.setToOne(plan, key, source: source, old: old, to: object?.primaryKey)
      } catch { throw failure(for: error) }
    }
  }
}

extension BatchUpdate.Column {
  fileprivate var isComputed: Bool {
    switch value {
    case .expression: true
    case .constant, .object: false
    }
  }

  fileprivate var constant: SQLValue? {
    switch value {
    case .constant(let value): rule.stored(value)
    case .expression, .object: nil
    }
  }
}

extension AttributeType {
  /// A computed number in the form in which a column of this type stores it. Without the cast a
  /// column with INTEGER affinity would store a fraction.
  fileprivate func stored(_ value: SQLExpression) -> SQLExpression {
    switch self {
    case .integer16, .integer32, .integer64: .cast(value, .integer)
    case .double, .float: .cast(value, .real)
    case .undefined, .decimal, .string, .boolean, .date, .binary, .uuid, .uri, .transformable,
      .objectID, .composite:
      value
    }
  }

  fileprivate var integerRange: ClosedRange<Int64>? {
    switch self {
    case .integer16: Int64(Int16.min)...Int64(Int16.max)
    case .integer32: Int64(Int32.min)...Int64(Int32.max)
    case .undefined, .integer64, .decimal, .double, .float, .string, .boolean, .date, .binary,
      .uuid, .uri, .transformable, .objectID, .composite:
      nil
    }
  }
}
