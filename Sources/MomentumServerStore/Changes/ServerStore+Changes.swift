internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumQuery
public import MomentumRuntime
internal import MomentumSQL
internal import MomentumStore

extension ServerStore {
  /// Writes all stored properties of an object that is in the database. If no value differs, nothing
  /// is written.
  ///
  /// The inverses of its to-one relationships are updated. Properties of sub-entities, which the
  /// value does not have, stay unchanged.
  public func update<Entity: StoredEntity>(
    _ value: Entity
  ) async throws(StoreFailure) where Entity.Model == Model {
    let plan = try database.plan(for: Entity.self)
    let values = try values(of: value, plan)
    let key = value.objectID.rawValue
    try await database.change(in: session) { session in
      try await session.update(plan, key, values)
    }
  }

  /// Deletes an object, following the model's delete rules.
  ///
  /// - Throws: `.validation` if a delete rule *Deny* prevents the deletion, or if another object
  ///   would lose an object that it requires; `.noObject` if the object does not exist.
  public func delete<Entity: StoredEntity>(
    _ type: Entity.Type, _ id: Entity.ID
  ) async throws(StoreFailure) where Entity.Model == Model {
    let plan = try database.plan(for: type)
    try await database.change(in: session) { session in
      let rows = try await session.objects(plan, [id.rawValue], willBeDeleted: true)
      guard !rows.isEmpty else { throw session.missing(plan) }
      try await session.delete(plan.root, rows)
    }
  }

  /// Deletes the object in the database that has the key of a value.
  public func delete<Entity: StoredEntity>(
    _ value: Entity
  ) async throws(StoreFailure) where Entity.Model == Model {
    try await delete(Entity.self, value.objectID)
  }

  /// Deletes all objects of a fetch, following the model's delete rules.
  ///
  /// - Returns: The number of objects of the fetch, without those that cascades deleted.
  @discardableResult
  public func delete<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>
  ) async throws(StoreFailure) -> Int where Entity.Model == Model {
    let plan = try database.plan(for: Entity.self)
    let keys = try database.keys(of: fetch.parts)
    return try await database.change(in: session) { session in
      let found = try await session.query(keys.text, try ServerValue.parameters(of: keys))
      var list: [Int64] = []
      for row in found { if let key = try row.integer(at: 1) { list.append(key) } }
      let rows = try await session.objects(plan, list, willBeDeleted: true)
      try await session.delete(plan.root, rows)
      return rows.count
    }
  }

  /// Sets properties of all objects of a fetch by one UPDATE.
  ///
  /// Values are checked against the model first. If a property is changed twice, the last change
  /// counts.
  ///
  /// - Returns: The number of objects, including those that already had the values.
  @discardableResult
  public func update<Entity: StoredEntity>(
    _ fetch: Fetch<Entity>, set changes: [Change<Entity>]
  ) async throws(StoreFailure) -> Int where Entity.Model == Model {
    let plan = try database.plan(for: Entity.self)
    var columns: [(name: String, value: PostgreSQLValue)] = []
    for change in changes {
      let column = try database.column(change.path, change.value, plan)
      columns.removeAll { $0.name == column.name }
      columns.append(column)
    }
    guard !columns.isEmpty else { return 0 }
    let keys = try database.keys(of: fetch.parts)
    let terms = columns.enumerated().map { index, column -> SQLFragment in
      "\(name: column.name) = $\(number: keys.bindings.count + index + 1)"
    }
    // The request's own placeholders have the first numbers.
    let head: SQLFragment = "WITH momentum_keys AS ("
    let tail: SQLFragment =
      ") UPDATE \(name: plan.place.table) SET \(list: terms) WHERE \(name: plan.place.identity) "
      + "IN (SELECT \(name: plan.place.identity) FROM momentum_keys)"
    let sql = head.text + keys.text + tail.text(in: .postgreSQL)
    let values = try ServerValue.parameters(of: keys) + columns.map(\.value)
    return try await database.change(in: session) { session in
      try await session.query(sql, values).affectedCount
    }
  }
}

extension ServerDatabase {
  /// The statement for the keys of a fetch: `SELECT 0, t0.id FROM venue t0 WHERE …`.
  fileprivate func keys(of parts: FetchParts) throws(StoreFailure) -> SQLText {
    var request = try parts.request(in: compiled)
    request.resultType = .managedObjectIDs
    if request.limit == nil, request.offset == nil { request.sortKeys = [] }
    return statement(request).sql
  }

  /// The column of a change and its new value. Throws if the model does not allow the value.
  fileprivate func column(
    _ path: PropertyPath, _ constant: AttributeConstant, _ plan: ServerRowPlan
  ) throws(StoreFailure) -> (name: String, value: PostgreSQLValue) {
    let name = path.keys.joined(separator: ".")
    guard path.variable == nil, let rule = plan.rule(named: path.keys, tables) else {
      throw StoreFailure(
        .request, "'\(name)' is no stored attribute of entity '\(plan.name)' itself")
    }
    guard !rule.isDerived else {
      throw StoreFailure(
        .request, "attribute '\(name)' of entity '\(plan.name)' is derived and cannot be set")
    }
    switch constant.argument {
    case .value(let value):
      let known = AttributeValue(stored: value.stored, type: rule.type)
      guard let known else {
        throw StoreFailure(
          .request,
          "attribute '\(name)' of entity '\(plan.name)' takes a value of type "
            + rule.type.xmlName)
      }
      // A decimal has lost digits in the store's form.
      if case .decimal = value {
        return (rule.column, try ServerRowPlan.stored(value, rule, plan.name))
      }
      return (rule.column, try ServerRowPlan.stored(known, rule, plan.name))
    case .null:
      guard !rule.isRequired || !rule.optionalPrefixes.isEmpty else {
        throw rule.missing(plan.name)
      }
      return (rule.column, .null)
    case .object, .key, .list, .fetch, .text:
      throw StoreFailure(.request, "attribute '\(name)' takes a single value")
    }
  }
}

extension ServerRowPlan {
  fileprivate func rule(named keys: [String], _ tables: ServerTables) -> AttributeRule? {
    guard let first = keys.first,
      case .attribute(let id)? = tables.model.property(named: first, in: entity)
    else { return nil }
    let path = Array(keys.dropFirst())
    let column = tables.schema.attributeColumns[id]?.first { $0.path == path }?.column
    return AttributeRule(id, path: path, tables.model, column: column, names: [])
  }
}
