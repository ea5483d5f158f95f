internal import MomentumModel
internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumPredicate
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumServerStore
internal import MomentumStore

/// Makes the statement of a batch update.
///
///     UPDATE book SET shelf = $2 WHERE id IN (SELECT t0.id FROM book t0 WHERE t0.pages > $1)
///
/// If values are computed:
///
///     UPDATE book SET pages = CAST(trunc(CAST(n.value0 AS numeric)) AS integer)
///       FROM (SELECT t0.id AS key, t0.pages * $1 AS value0 FROM book t0) n WHERE book.id = n.key
struct BatchUpdateStatement {
  private let source: ObjectSource
  private let plan: EntityPlan
  private let keys: FetchRequest
  private let assignments: [BatchAssignment]

  fileprivate struct Column {
    var name: String
    var type: SQLColumnType
    var value: BatchAssignment.Value
  }

  /// - Parameter keys: The request for the keys of the objects.
  init(
    _ source: ObjectSource, _ plan: EntityPlan, keys: FetchRequest,
    _ assignments: [BatchAssignment]
  ) {
    self.source = source
    self.plan = plan
    self.keys = keys
    self.assignments = assignments
  }

  func made(returnsRows: Bool) throws -> PostgreSQLRequest {
    let columns = try assignments.map(column)
    let computed = columns.filter(\.isComputed)
    let rows = computed.isEmpty ? source.keys(of: keys) : values(computed)
    var parameters = try ServerValue.parameters(of: rows)
    var terms: [SQLFragment] = []
    for column in columns {
      guard !column.isComputed else { continue }
      parameters.append(try constant(column))
      terms.append("\(name: column.name) = $\(number: parameters.count)")
    }
    for (number, column) in computed.enumerated() {
      terms.append("\(name: column.name) = \(sql: column.cast("n.value\(number: number)"))")
    }
    let place = source.tables.place(of: plan.root)
    let (table, identity) = (place.table, place.identity)
    let inner = SQLFragment(printed: rows.text)
    var sql: SQLFragment = "UPDATE \(name: table) SET \(list: terms) "
    sql +=
      computed.isEmpty
      ? "WHERE \(name: identity) IN (\(sql: inner))"
      : "FROM (\(sql: inner)) n WHERE \(name: table).\(name: identity) = n.key"
    if returnsRows {
      let entity: SQLFragment = place.entity.map { "\(name: table).\(name: $0)" } ?? "NULL"
      sql += " RETURNING \(name: table).\(name: identity), \(sql: entity)"
    }
    return PostgreSQLRequest(sql.text(in: .postgreSQL), parameters)
  }

  /// The keys and the new values: `SELECT t0.id AS key, t0.pages * $1 AS value0 FROM book t0`.
  private func values(_ computed: [Column]) -> SQLText {
    var request = keys
    request.resultType = .dictionaries
    request.propertiesToFetch = [PropertyToFetch(name: "key", value: .objectID)]
    for (index, column) in computed.enumerated() {
      guard case .expression(let expression, let type) = column.value else { continue }
      request.propertiesToFetch.append(
        PropertyToFetch(name: "value\(index)", value: .expression(expression, type)))
    }
    let isPart = request.limit != nil || request.offset != nil
    if !isPart { request.sortKeys = [] }
    var lowered = source.lowering.lower(request)
    let pairs = zip(lowered.select.columns, lowered.columns)
    let values = pairs.filter { pair in
      switch pair.1 {
      case .primaryKey, .entityNumber, .toOneEntity: false
      case .constant, .attribute, .compositeElement, .optimisticLock, .toOne, .value, .count: true
      }
    }.map(\.0)
    lowered.select.columns =
      [.named(source.lowering.identity(of: plan.id), "key")]
      + values.enumerated().map { .named($1, "value\($0)") }
    if isPart { lowered.select.order.append(source.lowering.keyOrder(of: plan.id)) }
    return source.lowering.print(lowered)
  }

  private func column(_ assignment: BatchAssignment) throws -> Column {
    guard case .attribute(let id, let path) = assignment.target,
      let leaf = source.tables.schema.attributeColumns[id]?.first(where: { $0.path == path }),
      let type = SQLColumnType(leaf.type)
    else {
      throw StoreFailure(
        .request, "'\(assignment.key)' of entity '\(plan.name)' has no column that can be set")
    }
    return Column(name: leaf.column, type: type, value: assignment.value)
  }

  private func constant(_ column: Column) throws -> PostgreSQLValue {
    guard case .constant(let value) = column.value,
      let leaf = source.columns(of: plan).leaves.firstIndex(of: column.name)
    else { return .null }
    return try plan.stored(value, leaf: leaf)
  }
}

extension BatchUpdateStatement.Column {
  fileprivate var isComputed: Bool {
    switch value {
    case .expression: true
    case .constant, .object: false
    }
  }

  /// A computed number as a value of the column's type. A fraction is cut off, as SQLite does it;
  /// the server would round it.
  fileprivate func cast(_ value: SQLFragment) -> SQLFragment {
    let name = SQLFragment(printed: SQLDialect.postgreSQL.types[type].name)
    return switch type {
    case .smallInteger, .integer, .bigInteger:
      "CAST(trunc(CAST(\(sql: value) AS numeric)) AS \(sql: name))"
    case .decimal, .float, .double: "CAST(\(sql: value) AS \(sql: name))"
    case _: value
    }
  }
}
