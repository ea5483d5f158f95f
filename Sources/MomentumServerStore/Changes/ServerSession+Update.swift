internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL

extension ServerSession {
  /// Writes those values of an object that differ from its row, and updates inverse relationships.
  ///
  /// - Parameter values: In the order of the plan's properties.
  func update(_ plan: ServerRowPlan, _ key: Int64, _ values: [PostgreSQLValue]) async throws {
    let old = try await lockedRow(plan, key)
    var columns: [SQLFragment] = []
    var parameters: [PostgreSQLValue] = []
    for (index, property) in plan.properties.enumerated()
    where !ServerValue.isSame(old[index], values[index]) {
      switch property {
      case .attribute(let rule):
        columns.append("\(name: rule.column) = \(bind: .null)")
        parameters.append(values[index])
      case .key(let relationship, let column):
        let destination = values[index].key
        try await willChange(relationship, column, key, from: old[index].key, to: destination)
        columns.append("\(name: column.column) = \(bind: .null)")
        parameters.append(values[index])
        if let order = column.orderColumn {
          columns.append(lastPlace(order, column))
          parameters.append(values[index])
        }
      case .farKey(let relationship, let column):
        try await change(relationship, column, key, from: old[index].key, to: values[index].key)
      }
    }
    guard !columns.isEmpty else { return }
    try await run(
      "UPDATE \(name: plan.place.table) SET \(list: columns) "
        + "WHERE \(name: plan.place.identity) = \(bind: .null)",
      parameters + [.integer(key)])
    for (index, relationship, _) in plan.keys where old[index] != values[index] {
      try await mirror(relationship, key, from: old[index].key, to: values[index].key)
    }
  }

  /// Writes the other row of a one-to-one relationship that is its own inverse: each of both rows has
  /// the key of the other.
  func mirror(
    _ plan: RelationshipPlan, _ source: Int64, from old: Int64?, to destination: Int64?
  ) async throws {
    guard let key = plan.inverseKey else { return }
    let identity = tables.place(of: plan.destinationRoot).identity
    if let old, old != source {
      try await run(
        "UPDATE \(name: key.table) SET \(sql: key.clearing) WHERE \(name: identity) = \(bind: .null) "
          + "AND \(name: key.column) = \(bind: .null)", [.integer(old), .integer(source)])
    }
    if let destination, destination != source {
      try await run(
        "UPDATE \(name: key.table) SET \(name: key.column) = \(bind: .null) "
          + "WHERE \(name: identity) = \(bind: .null)", [.integer(source), .integer(destination)])
    }
  }

  /// The stored values of an object, in the order of the plan's properties. The row is locked, so that
  /// nobody changes it between the comparison and the UPDATE.
  private func lockedRow(_ plan: ServerRowPlan, _ key: Int64) async throws -> [PostgreSQLValue] {
    let terms = plan.properties.map { property -> SQLFragment in
      switch property {
      case .attribute(let rule): return "t.\(name: rule.column)"
      case .key(_, let key): return "t.\(name: key.column)"
      case .farKey(let relationship, let key):
        let identity = tables.place(of: relationship.destinationRoot).identity
        return "(SELECT k.\(name: identity) FROM \(name: key.table) k "
          + "WHERE k.\(name: key.column) = t.\(name: plan.place.identity))"
      }
    }
    var condition: SQLFragment = "t.\(name: plan.place.identity) = \(bind: .null)"
    var parameters: [PostgreSQLValue] = [.integer(key)]
    if let column = plan.place.entity, let names = plan.familyNames {
      condition += " AND t.\(name: column) = ANY (\(bind: .null))"
      parameters.append(.array(names.map { .text($0) }))
    }
    let list = terms.isEmpty ? ["t.\(name: plan.place.identity)"] : terms
    let rows = try await run(
      "SELECT \(list: list) FROM \(name: plan.place.table) t WHERE \(sql: condition) "
        + "FOR NO KEY UPDATE",
      parameters)
    guard let row = rows.first else { throw missing(plan) }
    return try row.values()
  }

  func missing(_ plan: ServerRowPlan) -> StoreFailure {
    StoreFailure(.noObject, "no object of entity '\(plan.name)' has the given key")
  }

  /// `tips_position = (SELECT coalesce(max(tips_position) + 1, 0) FROM tip WHERE venue_id = $1
  /// HAVING $1 IS NOT NULL)`: the last place, or NULL without an owner.
  private func lastPlace(_ order: String, _ key: RelationshipPlan.Key) -> SQLFragment {
    "\(name: order) = (SELECT coalesce(max(p.\(name: order)) + 1, 0) FROM \(name: key.table) p, "
      + "(SELECT CAST(\(bind: .null) AS bigint) AS owner) o WHERE p.\(name: key.column) = o.owner "
      + "HAVING max(o.owner) IS NOT NULL)"
  }

  // MARK: - To-one relationships

  /// What has to happen before a foreign key changes: the destination leaves its former partner, and
  /// the rules of all objects concerned are noted.
  private func willChange(
    _ plan: RelationshipPlan, _ key: RelationshipPlan.Key, _ source: Int64, from old: Int64?,
    to destination: Int64?
  ) async throws {
    check(tables.inverse(of: plan), [old, destination].compactMap { $0 })
    guard let destination else { return check(plan, [source]) }
    try await checkDestinations(plan, [destination])
    if tables.isOneToOne(plan) {
      try await releaseHolders(plan, key, of: [destination], except: source)
    }
  }

  /// Changes a to-one relationship whose foreign key is in the row of the other object.
  private func change(
    _ plan: RelationshipPlan, _ key: RelationshipPlan.Key, _ source: Int64, from old: Int64?,
    to destination: Int64?
  ) async throws {
    check(plan, [source])
    if let old {
      try await run(
        "UPDATE \(name: key.table) SET \(sql: key.clearing) WHERE \(name: key.column) = \(bind: .null)",
        [.integer(source)])
      check(tables.inverse(of: plan), [old])
    }
    guard let destination else { return }
    try await checkDestinations(plan, [destination])
    try await setOwners(plan, key, [destination: source])
  }
}
