internal import MomentumCompiler
internal import MomentumModel
internal import MomentumPredicate
internal import MomentumQuery

// Fetches objects and keys. The loops are inlinable, so that the compiler can inline a client's row
// reader into them.

extension Store {
  /// The objects of a fetch.
  @inlinable
  public func fetch<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) throws(StoreFailure) -> [Entity] where Entity.Model == Model {
    let cursor = try cursor(fetch)
    defer { cursor.finish() }
    var result: [Entity] = []
    while try cursor.next() {
      do throws(RowError) {
        result.append(try Entity(row: cursor.row))
      } catch { throw cursor.failure(error) }
    }
    return result
  }

  /// The rows of a stored fetch request.
  @inlinable
  public func fetch<Value>(_ fetch: PreparedFetch<Value>) throws(StoreFailure) -> [Value] {
    let cursor = try cursor(fetch)
    defer { cursor.finish() }
    var result: [Value] = []
    while try cursor.next() {
      do throws(RowError) {
        result.append(try fetch.decode(cursor.row))
      } catch { throw cursor.failure(error) }
    }
    return result
  }

  /// The first object of a fetch; `nil` if there is none.
  public func first<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) throws(StoreFailure) -> Entity? where Entity.Model == Model {
    let limit = fetch.parts.limit ?? 1
    return try self.fetch(fetch.limit(min(limit, 1))).first
  }

  /// The first row of a stored fetch request; `nil` if there is none.
  public func first<Value>(_ fetch: PreparedFetch<Value>) throws(StoreFailure) -> Value? {
    let cursor = try cursor(fetch)
    defer { cursor.finish() }
    guard try cursor.next() else { return nil }
    do throws(RowError) {
      return try fetch.decode(cursor.row)
    } catch { throw cursor.failure(error) }
  }

  /// Calls `body` with each object of a fetch, without keeping the objects, until it returns
  /// `false`.
  ///
  /// `body` may use the store, also with the same fetch. A change that it makes may or may not show
  /// in later objects, and an object that the change moves to a later place may come twice. To
  /// insert or move objects of the fetch, read them first with `fetch` or `keys`.
  @inlinable
  public func forEach<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>, _ body: (Entity) throws -> Bool
  ) throws where Entity.Model == Model {
    let cursor = try cursor(fetch)
    defer { cursor.finish() }
    while try cursor.next() {
      let value: Entity
      do throws(RowError) { value = try Entity(row: cursor.row) } catch {
        throw cursor.failure(error)
      }
      guard try body(value) else { return }
    }
  }

  /// Calls `body` with each row of a stored fetch request until it returns `false`.
  @inlinable
  public func forEach<Value>(
    _ fetch: PreparedFetch<Value>, _ body: (Value) throws -> Bool
  ) throws {
    let cursor = try cursor(fetch)
    defer { cursor.finish() }
    while try cursor.next() {
      let value: Value
      do throws(RowError) { value = try fetch.decode(cursor.row) } catch {
        throw cursor.failure(error)
      }
      guard try body(value) else { return }
    }
  }

  /// The object with a key; `nil` if the store has none, or if it belongs to another entity.
  public func object<Entity: StoredEntity>(
    _ key: Entity.ID, as entity: Entity.Type = Entity.self
  ) throws(StoreFailure) -> Entity? where Entity.Model == Model {
    let id = try compiled.model.known(Entity.entityName)
    let reference = ObjectReference(entity: id, primaryKey: key.rawValue)
    let isIt = TypedComparison(
      left: .keyPath(TypedKeyPath(root: id, steps: [], target: .object)),
      comparisonOperator: .equal, right: .object(reference))
    let cursor = try cursor(FetchRequest(entity: id, predicate: .comparison(isIt)))
    defer { cursor.finish() }
    guard try cursor.next() else { return nil }
    do throws(RowError) { return try Entity(row: cursor.row) } catch {
      throw cursor.failure(error)
    }
  }

  /// The object with a key; `nil` if the store has none, or if it belongs to another entity.
  public func find<Entity: StoredEntity>(
    _ entity: Entity.Type, _ key: Entity.ID
  ) throws(StoreFailure) -> Entity? where Entity.Model == Model {
    try object(key, as: entity)
  }

  /// The keys of the objects of a fetch, in its order.
  public func keys<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) throws(StoreFailure) -> [Entity.ID] where Entity.Model == Model {
    var request = try fetch.parts.request(in: compiled)
    request.resultType = .managedObjectIDs
    let cursor = try cursor(request)
    defer { cursor.finish() }
    var result: [Entity.ID] = []
    while try cursor.next() {
      do throws(RowError) { result.append(try cursor.row.key(1)) } catch {
        throw cursor.failure(error)
      }
    }
    return result
  }

  /// The number of objects of a fetch.
  public func count<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) throws(StoreFailure) -> Int where Entity.Model == Model {
    var request = try fetch.parts.request(in: compiled)
    request.resultType = .count
    request.sortKeys = []
    let cursor = try cursor(request)
    defer { cursor.finish() }
    guard try cursor.next() else { return 0 }
    do throws(RowError) { return try Int(row: cursor.row, column: 0) } catch {
      throw cursor.failure(error)
    }
  }
}
