internal import MomentumEvaluation
internal import MomentumModel
internal import MomentumPredicate
internal import MomentumQuery

extension MemoryFetch {
  typealias Dictionary = [String: StoredValue]

  /// The dictionaries that a request returns. A key without a value is absent.
  func dictionaries() throws -> [Dictionary] {
    let rows = try sorted(matching())
    var results = try groups(rows).map { try dictionary($0) }
    if let having = request.havingPredicate {
      results = try results.filter { try satisfies(having, $0) }
    }
    if request.isDistinct {
      var seen: Set<Dictionary> = []
      results = results.filter { seen.insert($0).inserted }
    }
    return window(try sortedByColumns(results))
  }

  /// The columns of the result. If the request names none, they are all attributes and no
  /// relationships (observed: a test suite that runs on Apple's framework).
  private var columns: [PropertyToFetch] {
    guard request.propertiesToFetch.isEmpty else { return request.propertiesToFetch }
    return model[request.entity].attributes.filter { !$0.isComposite && $0.isPersistent }.map {
      PropertyToFetch(
        name: $0.name,
        value: .path(TypedKeyPath(root: request.entity, steps: [], target: .attribute($0.id))))
    }
  }

  // MARK: - Groups

  /// The rows for each dictionary: one row, or all rows of a group.
  private func groups(_ rows: [RowSnapshot]) throws -> [[RowSnapshot]] {
    guard request.hasGroups else {
      return columns.contains { hasAggregate($0) } ? [rows] : rows.map { [$0] }
    }
    var keys: [TypedExpression] = request.propertiesToGroupBy.map { .keyPath($0) }
    for index in request.expressionsToGroupBy where columns.indices.contains(index) {
      if case .expression(let expression, _) = columns[index].value { keys.append(expression) }
    }
    var order: [[PredicateValue]] = []
    var groups: [[PredicateValue]: [RowSnapshot]] = [:]
    for row in rows {
      let key = try keys.map { try value(of: $0, [row]) }
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(row)
    }
    return order.compactMap { groups[$0] }
  }

  private func hasAggregate(_ column: PropertyToFetch) -> Bool {
    if case .expression(let expression, _) = column.value {
      hasAggregate(expression)
    } else {
      false
    }
  }

  private func hasAggregate(_ expression: TypedExpression) -> Bool {
    switch expression {
    case .rowAggregate: true
    case .arithmetic(_, let left, let right): hasAggregate(left) || hasAggregate(right)
    case .function(_, let arguments), .aggregate(let arguments):
      arguments.contains { hasAggregate($0) }
    case .conditional(_, let first, let second): hasAggregate(first) || hasAggregate(second)
    case .keyPath, .aggregation, .constant, .object, .null, .variable, .fetch: false
    }
  }

  // MARK: - Values

  private func dictionary(_ rows: [RowSnapshot]) throws -> Dictionary {
    var result: Dictionary = [:]
    for column in columns {
      switch column.value {
      case .objectID: result[column.name] = rows.first.map { .identity($0.id) }
      case .path(let path):
        result[column.name] = try stored(value(of: .keyPath(path), rows), nil)
      case .expression(let expression, let type):
        result[column.name] = try stored(value(of: expression, rows), type)
      }
    }
    return result
  }

  /// The value of an expression for a group of rows. Outside of an aggregate it is that of the
  /// first row.
  private func value(of expression: TypedExpression, _ rows: [RowSnapshot]) throws
    -> PredicateValue
  {
    var typed = TypedSyntax(model.model, arguments: fetch.arguments)
    typed.rowAggregate = { function, operand in
      let values = try rows.map { try value(of: operand, [$0]) }.filter { !$0.isNull }
      return try aggregate(function, values)
    }
    let syntax = try typed.expression(expression)
    var evaluator = evaluator(typed.arguments)
    return try evaluator.value(of: syntax, on: objects(Array(rows.prefix(1))).first ?? .null)
  }

  private func aggregate(
    _ function: AggregateFunction, _ values: [PredicateValue]
  ) throws -> PredicateValue {
    var typed = TypedSyntax(model.model)
    let list = typed.argument(.array(values))
    switch function {
    case .count: return .integer(Int64(values.count))
    case .countDistinct: return .integer(Int64(Set(values).count))
    case _ where values.isEmpty: return .null
    case .minimum: return try evaluate(RowFunctions.path(list, "min"), typed)
    case .maximum: return try evaluate(RowFunctions.path(list, "max"), typed)
    case .sum: return try evaluate(RowFunctions.call("sum:", list), typed)
    case .average: return try evaluate(RowFunctions.call("average:", list), typed)
    case .median: return try evaluate(RowFunctions.call("median:", list), typed)
    case .standardDeviation: return try evaluate(RowFunctions.call("stddev:", list), typed)
    case .mode:
      guard case .array(let modes) = try evaluate(RowFunctions.call("mode:", list), typed) else {
        return .null
      }
      return modes.first ?? .null
    }
  }

  private func evaluate(
    _ expression: ExpressionSyntax, _ typed: TypedSyntax
  ) throws -> PredicateValue {
    var evaluator = evaluator(typed.arguments)
    return try evaluator.value(of: expression, on: .null)
  }

  // MARK: - Results

  private func satisfies(_ having: TypedPredicate, _ result: Dictionary) throws -> Bool {
    var typed = TypedSyntax(model.model)
    let syntax = try typed.predicate(having)
    var bindings = fetch.variables
    for column in columns { bindings[column.name] = predicateValue(result[column.name]) }
    var evaluator = PredicateEvaluator(arguments: typed.arguments, bindings: bindings)
    return try evaluator.evaluate(syntax, on: .null)
  }

  /// Sorts the dictionaries by sort keys that name columns. Rows were already sorted by other sort
  /// keys.
  private func sortedByColumns(_ results: [Dictionary]) throws -> [Dictionary] {
    var keys: [(name: String, key: SortKey)] = []
    for key in request.sortKeys {
      guard case .fetchedProperty(let index) = key.value, columns.indices.contains(index) else {
        continue
      }
      keys.append((columns[index].name, key))
    }
    guard !keys.isEmpty else { return results }
    let objects = results.enumerated().map { number, result in
      let values = keys.map { (PredicateValue.string($0.name), predicateValue(result[$0.name])) }
      return PredicateValue.dictionary(
        PredicateDictionary([(.string(RowFunctions.number), .integer(Int64(number)))] + values))
    }
    let sortKeys = keys.map {
      ValueSortKey(
        RowFunctions.key($0.name), isAscending: $0.key.isAscending, comparison: $0.key.comparison)
    }
    var evaluator = evaluator([])
    return try evaluator.sorted(objects, by: sortKeys).compactMap { object in
      guard case .dictionary(let values) = object,
        case .integer(let number)? = values[.string(RowFunctions.number)]
      else { return nil }
      return results[Int(number)]
    }
  }

  private func predicateValue(_ value: StoredValue?) -> PredicateValue {
    switch value {
    case .attribute(let value): PredicateValue(value)
    case .identities: .null
    case .identity(let id):
      view.row(id).map { .object(MemoryRow(view: view, row: $0)) } ?? .null
    case nil: .null
    }
  }
}
