internal import MomentumPredicate
internal import MomentumQuery
public import MomentumRuntime

// Fetches objects and keys, with one statement for each call.

extension ServerStore {
  /// The objects of a fetch.
  public func fetch<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) async throws(StoreFailure) -> [Entity] where Entity.Model == Model {
    let request = try fetch.parts.request(in: database.compiled)
    return try await database.rows(request, in: session).map { (row: Row) throws(RowError) in
      try Entity(row: row)
    }
  }

  /// The first object of a fetch; `nil` if there is none.
  public func first<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) async throws(StoreFailure) -> Entity? where Entity.Model == Model {
    let limit = fetch.parts.limit ?? 1
    return try await self.fetch(fetch.limit(min(limit, 1))).first
  }

  /// The object with a key; `nil` if the database has none, or if it belongs to another entity.
  public func object<Entity: StoredEntity>(
    _ key: Entity.ID, as entity: Entity.Type = Entity.self
  ) async throws(StoreFailure) -> Entity? where Entity.Model == Model {
    let id = try database.model.known(Entity.entityName)
    let reference = ObjectReference(entity: id, primaryKey: key.rawValue)
    let isIt = TypedComparison(
      left: .keyPath(TypedKeyPath(root: id, steps: [], target: .object)),
      comparisonOperator: .equal, right: .object(reference))
    let request = FetchRequest(entity: id, predicate: .comparison(isIt))
    return try await database.rows(request, in: session).map { (row: Row) throws(RowError) in
      try Entity(row: row)
    }.first
  }

  /// The object with a key; `nil` if the database has none, or if it belongs to another entity.
  public func find<Entity: StoredEntity>(
    _ entity: Entity.Type, _ key: Entity.ID
  ) async throws(StoreFailure) -> Entity? where Entity.Model == Model {
    try await object(key, as: entity)
  }

  /// The keys of the objects of a fetch, in its order.
  public func keys<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) async throws(StoreFailure) -> [Entity.ID] where Entity.Model == Model {
    var request = try fetch.parts.request(in: database.compiled)
    request.resultType = .managedObjectIDs
    return try await database.rows(request, in: session).map { (row: Row) throws(RowError) in
      try row.key(1)
    }
  }

  /// The number of objects of a fetch.
  public func count<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) async throws(StoreFailure) -> Int where Entity.Model == Model {
    var request = try fetch.parts.request(in: database.compiled)
    request.resultType = .count
    request.sortKeys = []
    return try await database.rows(request, in: session).map { (row: Row) throws(RowError) in
      try Int(row: row, column: 0)
    }.first ?? 0
  }
}
