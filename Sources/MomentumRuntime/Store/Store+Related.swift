internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL

// Fetches the objects of a relationship for any number of owners in one statement.

extension Store {
  /// The objects of a to-one relationship.
  ///
  /// Uses the keys in `owners`, even if the store has changed since they were read.
  ///
  /// ```swift
  /// let categories = try store.related(\.category, of: venues)
  /// for venue in venues { print(venue.name, categories[venue]?.name ?? "") }
  /// ```
  public func related<Owner: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Owner.Paths) -> ToOnePath<Destination>, of owners: [Owner]
  ) throws(StoreFailure) -> RelatedObject<Owner, Destination> where Owner.Model == Model {
    let path = relationship(Owner.Paths(.object)).path
    let id = try step(path, from: Owner.entityName)
    let keys = try destinationKeys(path, of: owners)
    var objects: [Int64: Destination] = [:]
    let fetch = try relationshipFetch(id, keys: keys.values)
    guard !keys.isEmpty else { return RelatedObject(objects, keys) }
    try forEachLinked(fetch, Destination.self) { key, object in
      objects[key] = object
    }
    return RelatedObject(objects, keys)
  }

  /// The objects of a to-many relationship.
  public func related<Owner: StoredEntity, Destination: StoredEntity>(
    _ relationship: (Owner.Paths) -> ToManyPath<Destination>, of owners: [Owner]
  ) throws(StoreFailure) -> RelatedObjects<Owner, Destination> where Owner.Model == Model {
    let id = try step(relationship(Owner.Paths(.object)).path, from: Owner.entityName)
    let fetch = try relationshipFetch(id, keys: owners.map(\.objectID.rawValue))
    var objects: [Int64: [Destination]] = [:]
    guard !owners.isEmpty else { return RelatedObjects(objects) }
    try forEachLinked(fetch, Destination.self) { key, object in
      objects[key, default: []].append(object)
    }
    fetch.order(&objects) { $0.objectID.rawValue }
    return RelatedObjects(objects)
  }

  // MARK: - Parts

  private func step(
    _ path: PropertyPath, from entityName: String
  ) throws(StoreFailure) -> RelationshipID {
    let entity = try compiled.model.known(entityName)
    guard path.variable == nil, path.keys.count == 1, let name = path.keys.first,
      case .relationship(let id) = compiled.model.property(named: name, in: entity)
    else {
      throw StoreFailure(
        .request, "'\(path.text)' is no relationship of the entity '\(entityName)' itself")
    }
    return id
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

  private func relationshipFetch(
    _ relationship: RelationshipID, keys: some Sequence<Int64>
  ) throws(StoreFailure) -> RelationshipFetch {
    let lowering = FetchRequestLowering(layout: layout)
    guard
      let fetch = RelationshipFetch(relationship, keys: keys, in: compiled.model, lowering)
    else {
      let name = compiled.model[relationship].name
      throw StoreFailure(.request, "the relationship '\(name)' is not stored")
    }
    return fetch
  }

  /// Calls `body` with each object and the key by which its owner finds it: the object's own key
  /// for a to-one relationship, the owner's key for a to-many one.
  private func forEachLinked<Destination: StoredEntity>(
    _ fetch: RelationshipFetch, _: Destination.Type, _ body: (Int64, Destination) -> Void
  ) throws(StoreFailure) {
    let cursor = try cursor(
      fetch.statement, of: compiled.model[fetch.relationship].destination)
    defer { cursor.finish() }
    while try cursor.next() {
      do throws(RowError) {
        let link = try cursor.row.int64(fetch.linkColumn)
        body(link, try Destination(row: cursor.row))
      } catch { throw cursor.failure(error) }
    }
  }
}
