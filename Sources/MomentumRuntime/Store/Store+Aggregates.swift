internal import MomentumCompiler
internal import MomentumModel
internal import MomentumPredicate
internal import MomentumQuery

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
    let statement = try statements.grouped(
      value(Entity.Paths(.object)).path, fetch.parts)
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

  private var statements: AggregateStatements {
    AggregateStatements(compiled: compiled, layout: layout)
  }

  private func aggregate<Value: AttributeConvertible>(
    _ function: AggregateFunction, _ path: PropertyPath, _ parts: FetchParts, _: Value.Type
  ) throws(StoreFailure) -> Value {
    let cursor = try cursor(
      statements.aggregated(function, path, parts), of: parts.entity(in: compiled))
    defer { cursor.finish() }
    guard try cursor.next() else {
      throw StoreFailure(.store, "SQLite gives no row for an aggregate")
    }
    do throws(RowError) { return try Value(row: cursor.row, column: 0) } catch {
      throw cursor.failure(error)
    }
  }
}
