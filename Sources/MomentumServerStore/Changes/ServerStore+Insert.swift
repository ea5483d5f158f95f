internal import MomentumPostgreSQL
public import MomentumRuntime
internal import MomentumSQL

extension ServerStore {
  /// Inserts an object and returns it with its new key. A key that the value already has is
  /// ignored.
  ///
  /// The inverses of the object's to-one relationships are updated too.
  @discardableResult
  public func insert<Entity: StoredEntity>(
    _ value: Entity
  ) async throws(StoreFailure) -> Entity where Entity.Model == Model {
    let plan = try database.plan(for: Entity.self)
    let values = try values(of: value, plan)
    let key: Int64
    if session == nil, plan.isInsertedAlone {
      key = try await database.insertAlone(plan, values)
    } else {
      key = try await database.change(in: session) { session in
        try await session.insert(plan, values)
      }
    }
    var inserted = value
    inserted.objectID = Entity.ID(rawValue: key)
    return inserted
  }

  /// Inserts objects in one transaction, by COPY.
  ///
  /// - Returns: The keys of the objects, in order.
  @discardableResult
  public func insert<Entity: StoredEntity>(
    contentsOf values: some Sequence<Entity>
  ) async throws(StoreFailure) -> [Entity.ID] where Entity.Model == Model {
    let plan = try database.plan(for: Entity.self)
    var rows: [[PostgreSQLValue]] = []
    for value in values { rows.append(try self.values(of: value, plan)) }
    let list = rows
    let keys = try await database.change(in: session) { session in
      try await session.insert(plan, contentsOf: list)
    }
    return keys.map { Entity.ID(rawValue: $0) }
  }

  /// The values of an object in the order of the plan's properties. Throws if the model does not
  /// allow one of them.
  func values<Entity: StoredEntity>(
    of value: Entity, _ plan: ServerRowPlan
  ) throws(StoreFailure) -> [PostgreSQLValue] {
    guard !plan.isAbstract else {
      throw StoreFailure(
        .validation, "entity '\(plan.name)' is abstract and cannot have objects")
    }
    var encoder = RowEncoder(reserving: plan.properties.count, keepsDigits: true)
    value.encode(into: &encoder)
    return try plan.values(encoder.values)
  }
}

extension ServerDatabase {
  /// Inserts an object by one statement, in one round trip.
  fileprivate func insertAlone(
    _ plan: ServerRowPlan, _ values: [PostgreSQLValue]
  ) async throws(StoreFailure) -> Int64 {
    let (sql, parameters) = ServerRow(values).insertion(plan)
    do {
      let rows = try await pool.withConnection { connection in
        try await self.query(sql.text(in: .postgreSQL), parameters, on: connection)
      }
      if let key = try rows.first?.integer(at: 0) { return key }
    } catch { throw failure(error) }
    throw StoreFailure(.store, "the server returns no key for a new row")
  }
}
