internal import MomentumModel
internal import MomentumQuery
public import MomentumRuntime
internal import MomentumSQL

// Fetches the objects of a relationship for any number of owners in one statement.

extension ServerStore {
  /// The objects of a to-one relationship.
  ///
  /// Uses the keys in `owners`, even if the database has changed since they were read.
  ///
  /// ```swift
  /// let categories = try await store.related(\.category, of: venues)
  /// for venue in venues { print(venue.name, categories[venue]?.name ?? "") }
  /// ```
  public func related<Owner: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Owner.Paths) -> ToOnePath<Destination>, of owners: [Owner]
  ) async throws(StoreFailure) -> RelatedObject<Owner, Destination>
  where Owner.Model == Model {
    let path = relationship(Owner.Paths(.object)).path
    let plan = try database.plan(path, from: Owner.entityName)
    let keys = try destinationKeys(path, of: owners)
    guard !keys.isEmpty else { return RelatedObject([:], keys) }
    var objects: [Int64: Destination] = [:]
    for (key, object) in try await linked(plan, keys.values, Destination.self) {
      objects[key] = object
    }
    return RelatedObject(objects, keys)
  }

  /// The objects of a to-many relationship.
  public func related<Owner: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Owner.Paths) -> ToManyPath<Destination>, of owners: [Owner]
  ) async throws(StoreFailure) -> RelatedObjects<Owner, Destination>
  where Owner.Model == Model {
    let plan = try database.plan(
      relationship(Owner.Paths(.object)).path, from: Owner.entityName)
    guard !owners.isEmpty else { return RelatedObjects([:]) }
    var objects: [Int64: [Destination]] = [:]
    let keys = owners.map(\.objectID.rawValue)
    for (key, object) in try await linked(plan, keys, Destination.self) {
      objects[key, default: []].append(object)
    }
    return RelatedObjects(objects)
  }

  /// Each object with the key by which its owner finds it: the object's own key for a to-one
  /// relationship, the owner's key for a to-many one.
  private func linked<Destination: StoredEntity>(
    _ plan: RelationshipPlan, _ keys: some Sequence<Int64>, _: Destination.Type
  ) async throws(StoreFailure) -> [(Int64, Destination)] {
    let statement = database.statement(plan, keys: keys)
    let link = statement.columns.count - 1
    return try await database.rows(statement, in: session).map { (row: Row) throws(RowError) in
      (try row.int64(link), try Destination(row: row))
    }
  }

  /// The keys that the values have for a to-one relationship.
  private func destinationKeys<Owner: StoredEntity>(
    _ path: PropertyPath, of owners: [Owner]
  ) throws(StoreFailure) -> [Owner.ID: Int64] {
    guard let index = Owner.storedProperties.firstIndex(of: path.text) else {
      throw StoreFailure(
        .request, "values of the entity '\(Owner.entityName)' have no '\(path.text)'")
    }
    var keys: [Owner.ID: Int64] = [:]
    for owner in owners {
      var encoder = RowEncoder()
      owner.encode(into: &encoder)
      if index < encoder.values.count, case .integer(let key) = encoder.values[index] {
        keys[owner.objectID] = key
      }
    }
    return keys
  }
}

extension ServerDatabase {
  /// The stored relationship that a path names. Throws if the entity's objects have none.
  func plan(
    _ path: PropertyPath, from entityName: String
  ) throws(StoreFailure) -> RelationshipPlan {
    let entity = try model.known(entityName)
    guard path.variable == nil, path.keys.count == 1, let name = path.keys.first,
      case .relationship(let id) = model.property(named: name, in: entity),
      let plan = tables.plan(for: id)
    else {
      throw StoreFailure(
        .request, "'\(path.text)' is no stored relationship of the entity '\(entityName)' itself")
    }
    return plan
  }
}
