package import MomentumCompiler
internal import MomentumModel
package import MomentumPredicate
package import MomentumQuery
internal import MomentumSQL

/// Makes the statements that compute one value from many objects, for the tables of any layout.
package struct AggregateStatements {
  private let compiled: CompiledModel
  private let layout: QueryLayout

  package init(compiled: CompiledModel, layout: QueryLayout) {
    self.compiled = compiled
    self.layout = layout
  }

  /// The alias of the value's column in the inner SELECT, which applies the limit and offset.
  private static var windowColumn: String { "__value" }

  /// The statement of one value: `SELECT total(t0.ZRATING) FROM ZVENUE t0 …`.
  package func aggregated(
    _ function: AggregateFunction, _ path: PropertyPath, _ parts: FetchParts
  ) throws(StoreFailure) -> LoweredFetchRequest {
    var request = try parts.request(in: compiled)
    let resolved = try path.resolved(from: request.entity, in: compiled.model)
    request.resultType = .dictionaries
    guard parts.isWindow else {
      request.sortKeys = []
      request.propertiesToFetch = [
        PropertyToFetch(
          name: path.text,
          value: .expression(.rowAggregate(function, .keyPath(resolved.path)), resolved.type))
      ]
      return FetchRequestLowering(layout: layout).lower(request)
    }
    let window = window(request, resolved.path, path.text)
    let isText = resolved.type == .attribute(.string)
    let select = SQLSelect(
      columns: [
        .aggregate(
          function.inSQL,
          isText ? .collated(.name(Self.windowColumn), .binary) : .name(Self.windowColumn),
          isDistinct: false)
      ],
      source: .select(window.select, alias: "objects"))
    return LoweredFetchRequest(
      select: select, columns: [.value(name: path.text, resolved.type)])
  }

  /// The statement of the number of objects with each value.
  package func grouped(
    _ path: PropertyPath, _ parts: FetchParts
  ) throws(StoreFailure) -> LoweredFetchRequest {
    var request = try parts.request(in: compiled)
    let resolved = try path.resolved(from: request.entity, in: compiled.model)
    request.resultType = .dictionaries
    guard parts.isWindow else {
      let object = TypedKeyPath(root: request.entity, steps: [], target: .object)
      request.propertiesToFetch = [
        PropertyToFetch(name: path.text, value: .path(resolved.path)),
        PropertyToFetch(
          name: "count", value: .expression(.rowAggregate(.count, .keyPath(object)), .count)),
      ]
      request.propertiesToGroupBy = [resolved.path]
      request.sortKeys = [SortKey(resolved.path)]
      return FetchRequestLowering(layout: layout).lower(request)
    }
    let window = window(request, resolved.path, path.text)
    let value = SQLExpression.name(Self.windowColumn)
    let select = SQLSelect(
      columns: [value, .aggregate(.count, .star, isDistinct: false)],
      source: .select(window.select, alias: "objects"), groups: [value],
      order: [SQLOrderTerm(value, collation: resolved.type == .attribute(.string) ? .binary : nil)])
    return LoweredFetchRequest(select: select, columns: [window.columns[0], .count])
  }

  /// The inner SELECT, which applies the limit and offset:
  /// `SELECT t0.ZNAME AS __value FROM … LIMIT 5`.
  private func window(
    _ objects: FetchRequest, _ path: TypedKeyPath, _ name: String
  ) -> LoweredFetchRequest {
    var request = objects
    request.propertiesToFetch = [PropertyToFetch(name: name, value: .path(path))]
    var lowered = FetchRequestLowering(layout: layout).lower(request)
    // A to-one relationship has two columns, key and entity number. Keep the key only.
    lowered.select.columns = [.named(lowered.select.columns[0], Self.windowColumn)]
    return lowered
  }
}

extension PropertyPath {
  /// The path in messages, for example `address.city`.
  package var text: String { keys.isEmpty ? "objectID" : keys.joined(separator: ".") }
}

extension AggregateFunction {
  fileprivate var inSQL: SQLAggregate {
    switch self {
    case .count, .countDistinct: .count
    case .sum: .total
    case .average: .average
    case .minimum: .minimum
    case .maximum: .maximum
    case .median: .median
    case .mode: .mode
    case .standardDeviation: .standardDeviation
    }
  }
}
