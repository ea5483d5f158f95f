internal import MomentumCompiler
internal import MomentumPredicate
internal import MomentumQuery
public import MomentumRuntime

// Computes one value from many objects in one statement. If the fetch has a limit or offset, only
// the objects that it would return count.

extension ServerStore {
  /// The sum of a value; 0 if no object has the value.
  ///
  /// As in a `Store`, a sum of whole numbers beyond 2⁵³ throws.
  public func sum<Entity: StoredEntity, Path: ValuePath>(
    _ fetch: Fetch<Entity>, of value: (Entity.Paths) -> Path
  ) async throws(StoreFailure) -> Path.Value.Unwrapped.Sum
  where Entity.Model == Model, Path.Value.Unwrapped: NumericAttribute {
    let path = value(Entity.Paths(.object)).path
    let total = try await aggregate(.sum, path, fetch.parts, Double?.self) ?? 0
    guard let sum = Path.Value.Unwrapped.sum(total) else {
      throw StoreFailure(.row, "the sum of '\(path.text)' is too large to be exact")
    }
    return sum
  }

  /// The mean of a value; `nil` if no object has the value.
  public func average<Entity: StoredEntity, Path: ValuePath>(
    _ fetch: Fetch<Entity>, of value: (Entity.Paths) -> Path
  ) async throws(StoreFailure) -> Path.Value.Unwrapped.Average?
  where Entity.Model == Model, Path.Value.Unwrapped: NumericAttribute {
    let path = value(Entity.Paths(.object)).path
    return try await aggregate(.average, path, fetch.parts, Double?.self)
      .flatMap { Path.Value.Unwrapped.average($0) }
  }

  /// The smallest value, for texts the first by code points; `nil` if no object has the value.
  public func minimum<Entity: StoredEntity, Path: ValuePath>(
    _ fetch: Fetch<Entity>, of value: (Entity.Paths) -> Path
  ) async throws(StoreFailure) -> Path.Value.Unwrapped?
  where Entity.Model == Model, Path.Value.Unwrapped: OrderedAttribute {
    let path = value(Entity.Paths(.object)).path
    return try await aggregate(.minimum, path, fetch.parts, Path.Value.Unwrapped?.self)
  }

  /// The largest value, for texts the last by code points; `nil` if no object has the value.
  public func maximum<Entity: StoredEntity, Path: ValuePath>(
    _ fetch: Fetch<Entity>, of value: (Entity.Paths) -> Path
  ) async throws(StoreFailure) -> Path.Value.Unwrapped?
  where Entity.Model == Model, Path.Value.Unwrapped: OrderedAttribute {
    let path = value(Entity.Paths(.object)).path
    return try await aggregate(.maximum, path, fetch.parts, Path.Value.Unwrapped?.self)
  }

  /// How many objects have each value, in the order of the values: `GROUP BY`. Objects without a
  /// value come first.
  public func counts<Entity: StoredEntity, Path: ValuePath>(
    _ fetch: Fetch<Entity>, by value: (Entity.Paths) -> Path
  ) async throws(StoreFailure) -> [(value: Path.Value.Unwrapped?, count: Int)]
  where Entity.Model == Model {
    let lowered = try statements.grouped(value(Entity.Paths(.object)).path, fetch.parts)
    let entity = try fetch.parts.entity(in: database.compiled)
    let last = lowered.columns.count - 1
    let rows = try await database.rows(database.statement(lowered, of: entity), in: session)
    return try rows.map { (row: Row) throws(RowError) in
      (
        value: try Path.Value.Unwrapped?(row: row, column: 0),
        count: try Int(row: row, column: last)
      )
    }
  }

  private var statements: AggregateStatements {
    AggregateStatements(compiled: database.compiled, layout: database.layout)
  }

  private func aggregate<Value: AttributeConvertible>(
    _ function: AggregateFunction, _ path: PropertyPath, _ parts: FetchParts, _: Value.Type
  ) async throws(StoreFailure) -> Value {
    let lowered = try statements.aggregated(function, path, parts)
    let entity = try parts.entity(in: database.compiled)
    let rows = try await database.rows(database.statement(lowered, of: entity), in: session)
    let values = try rows.map { (row: Row) throws(RowError) in try Value(row: row, column: 0) }
    guard let value = values.first else {
      throw StoreFailure(.store, "the server returns no row for an aggregate")
    }
    return value
  }
}
