internal import MomentumCompiler
internal import MomentumModel
internal import MomentumPredicate
internal import MomentumQuery
internal import MomentumSQL

// Computes one value from many objects in one statement. If the fetch has a limit or offset, only
// the objects that it would return count.

extension Store {
  /// The sum of a value; 0 if no object has the value.
  ///
  /// SQLite adds as REAL. A sum of whole numbers beyond 2⁵³ throws, because it would not be exact.
  /// If such large numbers cancel each other, the rounding error is not noticed.
  public func sum<Entity: StoredEntity, Path: ValuePath>(
    _ fetch: Fetch<Entity>, of value: (Entity.Paths) -> Path
  ) throws(StoreFailure) -> Path.Value.Unwrapped.Sum
  where Entity.Model == Model, Path.Value.Unwrapped: NumericAttribute {
    let path = value(Entity.Paths(.object)).path
    let total = try aggregate(.sum, path, fetch.parts, Double?.self) ?? 0
    guard let sum = Path.Value.Unwrapped.sum(total) else {
      throw StoreFailure(.row, "the sum of '\(path.text)' is too large to be exact")
    }
    return sum
  }

  /// The mean of a value; `nil` if no object has the value.
  public func average<Entity: StoredEntity, Path: ValuePath>(
    _ fetch: Fetch<Entity>, of value: (Entity.Paths) -> Path
  ) throws(StoreFailure) -> Path.Value.Unwrapped.Average?
  where Entity.Model == Model, Path.Value.Unwrapped: NumericAttribute {
    let path = value(Entity.Paths(.object)).path
    return try aggregate(.average, path, fetch.parts, Double?.self)
      .flatMap { Path.Value.Unwrapped.average($0) }
  }

  /// The smallest value, for texts the first by code points; `nil` if no object has the value.
  public func minimum<Entity: StoredEntity, Path: ValuePath>(
    _ fetch: Fetch<Entity>, of value: (Entity.Paths) -> Path
  ) throws(StoreFailure) -> Path.Value.Unwrapped?
  where Entity.Model == Model, Path.Value.Unwrapped: OrderedAttribute {
    let path = value(Entity.Paths(.object)).path
    return try aggregate(.minimum, path, fetch.parts, Path.Value.Unwrapped?.self)
  }

  /// The largest value, for texts the last by code points; `nil` if no object has the value.
  public func maximum<Entity: StoredEntity, Path: ValuePath>(
    _ fetch: Fetch<Entity>, of value: (Entity.Paths) -> Path
  ) throws(StoreFailure) -> Path.Value.Unwrapped?
  where Entity.Model == Model, Path.Value.Unwrapped: OrderedAttribute {
    let path = value(Entity.Paths(.object)).path
    return try aggregate(.maximum, path, fetch.parts, Path.Value.Unwrapped?.self)
  }

  /// How many objects have each value, in the order of the values: `GROUP BY`. Objects without a
  /// value come first.
  public func counts<Entity: StoredEntity, Path: ValuePath>(
    _ fetch: Fetch<Entity>, by value: (Entity.Paths) -> Path
  ) throws(StoreFailure) -> [(value: Path.Value.Unwrapped?, count: Int)]
  where Entity.Model == Model {
    let statement = try grouped(value(Entity.Paths(.object)).path, fetch.parts)
    let cursor = try cursor(statement, of: fetch.parts.entity(in: compiled))
    defer { cursor.finish() }
    let last = statement.columns.count - 1
    var result: [(value: Path.Value.Unwrapped?, count: Int)] = []
    while try cursor.next() {
      do throws(RowError) {
        // The value of a required attribute is missing too if a to-one relationship on the path has
        // no object.
        let value = try Path.Value.Unwrapped?(row: cursor.row, column: 0)
        result.append((value, try Int(row: cursor.row, column: last)))
      } catch { throw cursor.failure(error) }
    }
    return result
  }

  // MARK: - Statements

  /// The alias of the value's column in the inner SELECT, which applies the limit and offset.
  private static var windowColumn: String { "__value" }

  private func aggregate<Value: AttributeConvertible>(
    _ function: AggregateFunction, _ path: PropertyPath, _ parts: FetchParts, _: Value.Type
  ) throws(StoreFailure) -> Value {
    let cursor = try cursor(
      aggregated(function, path, parts), of: parts.entity(in: compiled))
    defer { cursor.finish() }
    guard try cursor.next() else {
      throw StoreFailure(.store, "SQLite gives no row for an aggregate")
    }
    do throws(RowError) { return try Value(row: cursor.row, column: 0) } catch {
      throw cursor.failure(error)
    }
  }

  private func aggregated(
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
    let select = SQLSelect(
      columns: [.aggregate(function.inSQL, .name(Self.windowColumn), isDistinct: false)],
      source: .select(window.select, alias: "objects"))
    return LoweredFetchRequest(
      select: select, columns: [.value(name: path.text, resolved.type)])
  }

  private func grouped(
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
      order: [SQLOrderTerm(value)])
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
