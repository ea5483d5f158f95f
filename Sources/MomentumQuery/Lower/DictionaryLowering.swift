import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumStore

/// Lowers a request for dictionaries: chosen values, aggregates and groups.
///
///     SELECT t0.ZBIRTHOFYEAR, COUNT( t0.ZBIRTHOFYEAR) AS __var0 FROM ZITEM t0
///     GROUP BY  t0.ZBIRTHOFYEAR HAVING __var0 > ?
///
/// Source: observed in one series of logs of macOS 12.
struct DictionaryLowering {
  let request: FetchRequest
  let layout: QueryLayout
  var lowering: Lowering

  private struct Value {
    var columns: [(meaning: FetchColumn, expression: SQLExpression)]
    var isText: Bool
    /// The value as it is compared in GROUP BY, HAVING and ORDER BY; `nil` if that is the stored
    /// value. A decimal that is stored as text is cast to a number.
    var compared: SQLExpression?
    /// The name of the result column, by which GROUP BY, HAVING and ORDER BY refer to it; `nil` if
    /// it has no name.
    var alias: String?
    /// The collation that is written with the result column, if rows are sorted by its name.
    var collation: SortComparison?
  }

  mutating func lower(_ condition: SQLExpression?) -> LoweredFetchRequest {
    let joined = joinedAggregate
    var values = request.propertiesToFetch.enumerated().map { index, property in
      value(property, isJoined: index == joined)
    }
    if values.isEmpty {
      let columns = ResultColumns.properties(request, layout)
      values = zip(columns.meanings, columns.expressions).map {
        Value(columns: [($0, $1)], isText: false, alias: nil)
      }
    }
    nameResults(&values)
    // Group by the name of the result column. If the expression were written again, it would have
    // its own parameters, and PostgreSQL would treat it as another expression.
    let groups =
      request.propertiesToGroupBy.map { lowering.reference($0, isRequired: false) }
      + request.expressionsToGroupBy.compactMap { index in
        values.indices.contains(index) ? mention(values[index], knowsNames: true) : nil
      }
    let groupCondition = having(values)
    let mentions = values.map { value in
      mention(value, knowsNames: true).map { ($0, isText: value.isText) }
    }
    var order: [SQLOrderTerm] = []
    for key in request.sortKeys {
      let term = lowering.orderTerm(key) { index in
        mentions.indices.contains(index) ? mentions[index] : nil
      }
      if let term { order.append(selected(term, key, &values)) }
    }
    let scope = lowering.scopes[0]
    let select = SQLSelect(
      isDistinct: request.isDistinct, columns: values.flatMap { columns(of: $0) },
      source: .table(layout.table(of: request.entity), alias: "t0"), joins: scope.joins,
      condition: condition, groups: groups, groupCondition: groupCondition, order: order,
      limit: request.limit, offset: request.offset)
    return LoweredFetchRequest(
      select: select, columns: values.flatMap { $0.columns.map(\.meaning) })
  }

  private func columns(of value: Value) -> [SQLExpression] {
    guard let alias = value.alias, let first = value.columns.first else {
      return value.columns.map(\.expression)
    }
    let expression = value.collation.map { .collated(first.expression, $0) } ?? first.expression
    return [.named(expression, alias)] + value.columns.dropFirst().map(\.expression)
  }

  /// Adapts a sort term to the dialect. If ORDER BY accepts only the bare name of a result column,
  /// the collation is written with the result column. If SELECT DISTINCT can be ordered by result
  /// columns only, a result that is also a sort key gets a name.
  private func selected(
    _ term: SQLOrderTerm, _ key: SortKey, _ values: inout [Value]
  ) -> SQLOrderTerm {
    let queries = layout.dialect.queries
    let index: Int?
    switch key.value {
    case .fetchedProperty(let property):
      guard !queries.ordersByComputedNames else { return term }
      index = values.indices.contains(property) ? property : nil
    case .path:
      guard request.isDistinct, !queries.ordersDistinctByOthers else { return term }
      index = values.firstIndex { ($0.compared ?? $0.columns.first?.expression) == term.expression }
    }
    guard let index, request.isDistinct || values[index].alias != nil,
      values[index].collation == nil || values[index].collation == term.collation
    else { return term }
    let alias = values[index].alias ?? "__sort\(index)"
    values[index].alias = alias
    values[index].collation = term.collation
    return SQLOrderTerm(.name(alias), isAscending: term.isAscending)
  }

  // MARK: - Values

  /// The index of the only value that may be computed through a join over a to-many relationship;
  /// `nil` if there is none. It must be the only value, or all others must have SELECTs of their
  /// own, because the join repeats the rows that another aggregate would count.
  private var joinedAggregate: Int? {
    guard request.propertiesToFetch.count > 1 else { return 0 }
    guard !request.hasGroups else { return nil }
    var joined: Int?
    for (index, property) in request.propertiesToFetch.enumerated() {
      guard case .expression(let expression, _) = property.value else { continue }
      let written = lowering.withoutJoins(expression)
      if written.aggregatesRows(in: layout.model) { return nil }
      if joined == nil, written.crossesToMany(in: layout.model) { joined = index }
    }
    return joined
  }

  private var aggregatedRows: AggregatedRows {
    AggregatedRows(
      entity: request.entity, predicate: request.predicate,
      includesSubentities: request.includesSubentities, groups: request.propertiesToGroupBy)
  }

  private mutating func value(_ property: PropertyToFetch, isJoined: Bool) -> Value {
    switch property.value {
    case .objectID:
      let key = SQLExpression.column(SQLColumn("t0", layout.identity(of: request.entity)))
      let entity = layout.entityColumn(of: request.entity).map {
        (FetchColumn.entityNumber, SQLExpression.column(SQLColumn("t0", $0)))
      }
      return Value(
        columns: (entity.map { [$0] } ?? []) + [(.primaryKey, key)], isText: false, alias: nil)
    case .path(let path):
      let isText = lowering.type(of: .keyPath(path)) == .text
      let expression = lowering.stored(path)
      return Value(
        columns: [(meaning(of: path, property.name), expression)] + entity(of: path),
        isText: isText, compared: lowering.reference(path, isRequired: false), alias: nil)
    case .expression(let expression, let type):
      let written = isJoined ? expression : lowering.withoutJoins(expression)
      lowering.separateRows = isJoined ? nil : aggregatedRows
      var sql = lowering.operand(written, isRequired: false)
      lowering.separateRows = nil
      // SQLite's `total`, which adds the counts, returns a REAL, so cast it back to an integer.
      if written != expression, lowering.type(of: expression) == .integer {
        sql = .cast(sql, .integer)
      }
      return Value(
        columns: [(.value(name: property.name, type), sql)],
        isText: lowering.type(of: expression) == .text, alias: nil)
    }
  }

  private func meaning(of path: TypedKeyPath, _ name: String) -> FetchColumn {
    switch path.target {
    case .attribute(let id) where path.steps.isEmpty: return .attribute(id)
    case .attribute(let id): return .value(name: name, .attribute(layout.model[id].type))
    case .compositeElement(let id, let names):
      let type = layout.column(of: id, path: names)?.type ?? .undefined
      return path.steps.isEmpty
        ? .compositeElement(id, path: names, type) : .value(name: name, .attribute(type))
    case .object:
      if path.steps.count == 1 { return .toOne(path.steps[0]) }
      let entity = path.steps.last.map { layout.model[$0].destination } ?? path.root
      return .value(name: name, .object(entity))
    }
  }

  /// The entity number that follows the key of a to-one object, if the object may belong to several
  /// entities; otherwise empty.
  private mutating func entity(
    of path: TypedKeyPath
  ) -> [(meaning: FetchColumn, expression: SQLExpression)] {
    guard path.target == .object, path.steps.count == 1,
      case .foreignKey(let key) = layout.relationship(path.steps[0]),
      let column = key.entityColumn
    else { return [] }
    return [(.toOneEntity(path.steps[0]), .column(SQLColumn("t0", column)))]
  }

  // MARK: - Names

  /// Gives a result name to each value that a sort key or the having predicate refers to.
  private func nameResults(_ values: inout [Value]) {
    var used: Set<Int> = []
    for variable in request.havingPredicate?.variables ?? [] {
      if let index = request.propertiesToFetch.firstIndex(where: { $0.name == variable.name }) {
        used.insert(index)
      }
    }
    for case .fetchedProperty(let index) in request.sortKeys.map(\.value) { used.insert(index) }
    used.formUnion(request.expressionsToGroupBy)
    var count = 0
    for index in values.indices where used.contains(index) {
      guard index < request.propertiesToFetch.count,
        case .expression = request.propertiesToFetch[index].value
      else { continue }
      values[index].alias = "__var\(count)"
      count += 1
    }
  }

  /// A fetched value in GROUP BY, HAVING or ORDER BY: the name of its result column, or its
  /// expression again if it has no name or the clause does not accept names.
  private func mention(_ value: Value, knowsNames: Bool) -> SQLExpression? {
    guard let alias = value.alias, knowsNames else {
      return value.compared ?? value.columns.first?.expression
    }
    return .name(alias)
  }

  private mutating func having(_ values: [Value]) -> SQLExpression? {
    guard let predicate = request.havingPredicate else { return nil }
    for (property, value) in zip(request.propertiesToFetch, values) {
      lowering.resultNames[property.name] = mention(
        value, knowsNames: layout.dialect.queries.havingKnowsNames)
    }
    defer { lowering.resultNames = [:] }
    return lowering.condition(predicate)
  }
}

extension Lowering {
  /// The value of a path as it is stored, without the cast that comparisons need.
  fileprivate mutating func stored(_ path: TypedKeyPath) -> SQLExpression {
    let value = reference(path, isRequired: false)
    if case .cast(let column, .real) = value { return column }
    return value
  }

  /// Replaces an aggregate over a to-many relationship by a sum of each row's own aggregate. A join
  /// would repeat the rows, and other aggregates would count them several times.
  ///
  ///     count:(books)   →   total((SELECT COUNT(…) …))
  fileprivate func withoutJoins(_ expression: TypedExpression) -> TypedExpression {
    switch expression {
    case .rowAggregate(let function, .keyPath(let path)):
      guard let split = path.steps.firstIndex(where: { model[$0].isToMany }) else {
        return expression
      }
      return nested(function, path, split) ?? expression
    case .arithmetic(let sign, let left, let right):
      return .arithmetic(sign, withoutJoins(left), withoutJoins(right))
    case .function(let function, let arguments):
      return .function(function, arguments.map(withoutJoins))
    case .conditional(let predicate, let first, let second):
      return .conditional(predicate, withoutJoins(first), withoutJoins(second))
    case .keyPath, .aggregation, .constant, .object, .null, .variable, .aggregate, .rowAggregate,
      .fetch:
      return expression
    }
  }

  private func nested(
    _ function: AggregateFunction, _ path: TypedKeyPath, _ split: Int
  ) -> TypedExpression? {
    let value = TypedKeyPath(
      root: model[path.steps[split]].destination, steps: Array(path.steps[(split + 1)...]),
      target: path.target)
    let isObject = value.steps.isEmpty && value.target == .object
    let collection = TypedCollection(
      path: TypedKeyPath(
        origin: path.origin, root: path.root, steps: Array(path.steps[...split]),
        target: .object), value: isObject ? nil : value)
    func total(_ inner: AggregateFunction) -> TypedExpression {
      .rowAggregate(.sum, .aggregation(inner, collection))
    }
    switch function {
    case .count: return total(.count)
    case .sum: return total(.sum)
    case .average: return .arithmetic(.divide, total(.sum), total(.count))
    case .minimum: return .rowAggregate(.minimum, .aggregation(.minimum, collection))
    case .maximum: return .rowAggregate(.maximum, .aggregation(.maximum, collection))
    case .countDistinct, .median, .mode, .standardDeviation: return nil
    }
  }
}
