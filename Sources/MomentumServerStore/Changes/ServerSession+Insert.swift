internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL

// Inserts rows, and keeps both sides of their relationships consistent.

extension ServerSession {
  /// Inserts a row.
  ///
  /// - Parameter values: In the order of the plan's properties.
  /// - Returns: The new key.
  func insert(_ plan: ServerRowPlan, _ values: [PostgreSQLValue]) async throws -> Int64 {
    let row = ServerRow(values)
    try await checkDestinations(plan, [row])
    try await releaseHolders(plan, [row])
    let (sql, parameters) = row.insertion(plan)
    guard let key = try await run(sql, parameters).first?.integer(at: 0) else {
      throw StoreFailure(.store, "the server returns no key for a new row")
    }
    try await setFarKeys(plan, [row], [key])
    noteRules(plan, [row], [key])
    return key
  }

  /// Inserts rows by COPY, with keys of the table's sequence.
  ///
  /// - Returns: The new keys, in the order of the rows.
  func insert(_ plan: ServerRowPlan, contentsOf list: [[PostgreSQLValue]]) async throws -> [Int64] {
    if list.count == 1 { return [try await insert(plan, list[0])] }
    guard !list.isEmpty else { return [] }
    var rows = list.map { ServerRow($0) }
    for (property, relationship, _) in plan.keys where tables.isOneToOne(relationship) {
      Self.keepLast(of: property, &rows)
    }
    try await checkDestinations(plan, rows)
    try await releaseHolders(plan, rows)
    let table = SQLFragment.name(plan.place.table).text(in: .postgreSQL)
    let keys = try await keys(
      "SELECT nextval(pg_get_serial_sequence(\(bind: .null), \(bind: .null))) "
        + "FROM generate_series(1, \(number: rows.count))",
      [.text(table), .text(plan.place.identity)])
    let places = try await places(plan, rows)
    try await copy(
      into: plan.place.table, columns: [plan.place.identity] + plan.insertedColumns,
      zip(keys, rows).enumerated().map { index, pair in
        [.integer(pair.0)] + pair.1.columns(plan) + places.map { $0[index] }
      })
    try await setFarKeys(plan, rows, keys)
    noteRules(plan, rows, keys)
    return keys
  }

  /// Keeps a key that several rows have only in the last of them, as inserting one after the other
  /// would: an object of a one-to-one relationship leaves its former partner.
  private static func keepLast(of property: Int, _ rows: inout [ServerRow]) {
    var seen: Set<Int64> = []
    for index in rows.indices.reversed() {
      guard let key = rows[index].values[property].key else { continue }
      if !seen.insert(key).inserted { rows[index].values[property] = .null }
    }
  }

  // MARK: - Objects at the other end

  /// Throws if a relationship whose destination is a sub-entity would lead to an object of another
  /// entity of the table. All others are held by foreign keys.
  private func checkDestinations(_ plan: ServerRowPlan, _ rows: [ServerRow]) async throws {
    for (property, relationship) in plan.relationships {
      try await checkDestinations(relationship, rows.compactMap { $0.values[property].key })
    }
  }

  func checkDestinations(_ plan: RelationshipPlan, _ keys: [Int64]) async throws {
    let destination = plan.relationship.destination
    let place = tables.place(of: destination)
    guard let names = tables.names(of: destination), let column = place.entity, !keys.isEmpty
    else { return }
    let known = Set(keys)
    let found = try await run(
      "SELECT count(*) FROM \(name: place.table) WHERE \(name: place.identity) = ANY (\(bind: .null)) "
        + "AND \(name: column) = ANY (\(bind: .null))",
      [.keys(known.sorted()), .array(names.map { .text($0) })]
    ).first?.integer(at: 0)
    guard found == Int64(known.count) else { throw noDestination(plan) }
  }

  func noDestination(_ plan: RelationshipPlan) -> StoreFailure {
    let name = tables.model[plan.relationship.destination].name
    return StoreFailure(
      .noObject, "\(plan.title) leads to '\(name)', of which no object has the given key")
  }

  /// Removes the destinations of one-to-one relationships from the objects that have them.
  private func releaseHolders(_ plan: ServerRowPlan, _ rows: [ServerRow]) async throws {
    for (property, relationship, key) in plan.keys where tables.isOneToOne(relationship) {
      try await releaseHolders(
        relationship, key, of: rows.compactMap { $0.values[property].key }, except: nil)
    }
  }

  func releaseHolders(
    _ plan: RelationshipPlan, _ key: RelationshipPlan.Key, of destinations: [Int64],
    except source: Int64?
  ) async throws {
    guard !destinations.isEmpty else { return }
    let identity = tables.place(of: plan.sourceRoot).identity
    let holders = try await keys(
      "UPDATE \(name: key.table) SET \(name: key.column) = NULL "
        + "WHERE \(name: key.column) = ANY (\(bind: .null)) AND \(name: identity) <> \(bind: .null) "
        + "RETURNING \(name: identity)",
      [.keys(destinations), .integer(source ?? 0)])
    check(plan, holders)
  }

  /// Writes the keys of new objects into the rows of their to-one objects.
  private func setFarKeys(
    _ plan: ServerRowPlan, _ rows: [ServerRow], _ keys: [Int64]
  ) async throws {
    for (property, relationship, _) in plan.keys where relationship.inverseKey != nil {
      for (row, key) in zip(rows, keys) {
        try await mirror(relationship, key, from: nil, to: row.values[property].key)
      }
    }
    for (property, relationship, key) in plan.farKeys {
      var owners: [Int64: Int64] = [:]
      for (row, owner) in zip(rows, keys) {
        if let member = row.values[property].key { owners[member] = owner }
      }
      try await setOwners(relationship, key, owners)
    }
  }

  /// Sets the foreign keys in the rows of a relationship's destinations: their owners by their own
  /// keys. Throws if there is no such row.
  func setOwners(
    _ plan: RelationshipPlan, _ key: RelationshipPlan.Key, _ owners: [Int64: Int64]
  ) async throws {
    guard !owners.isEmpty else { return }
    let identity = tables.place(of: plan.destinationRoot).identity
    let pairs = owners.sorted { $0.key < $1.key }
    // The old keys are read in the same statement: their owners lose an object.
    let rows = try await run(
      "UPDATE \(name: key.table) t SET \(name: key.column) = n.owner FROM "
        + "unnest(CAST(\(bind: .null) AS bigint[]), CAST(\(bind: .null) AS bigint[])) "
        + "n(id, owner) JOIN \(name: key.table) o ON o.\(name: identity) = n.id "
        + "WHERE t.\(name: identity) = n.id RETURNING o.\(name: key.column)",
      [.keys(pairs.map(\.key)), .keys(pairs.map(\.value))])
    guard rows.count == owners.count else { throw noDestination(plan) }
    var former: [Int64] = []
    for row in rows { if let owner = try row.integer(at: 0) { former.append(owner) } }
    check(plan, former)
    check(plan, owners.values)
    check(tables.inverse(of: plan), owners.keys)
  }

  // MARK: - Rules and positions

  private func noteRules(_ plan: ServerRowPlan, _ rows: [ServerRow], _ keys: [Int64]) {
    for relationship in plan.required { check(relationship, keys) }
    for (property, relationship) in plan.relationships {
      let ends = rows.map { $0.values[property].key }
      check(relationship, zip(keys, ends).filter { $0.1 == nil }.map(\.0))
      check(tables.inverse(of: relationship), ends.compactMap { $0 })
    }
  }

  /// The positions of new rows in the ordered inverses of their to-one relationships: for each
  /// position column one value for each row.
  private func places(
    _ plan: ServerRowPlan, _ rows: [ServerRow]
  ) async throws -> [[PostgreSQLValue]] {
    var result: [[PostgreSQLValue]] = []
    for (property, _, key) in plan.keys {
      guard let order = key.orderColumn else { continue }
      let owners = Set(rows.compactMap { $0.values[property].key })
      var next: [Int64: Int64] = [:]
      for row in try await run(
        "SELECT \(name: key.column), max(\(name: order)) FROM \(name: key.table) "
          + "WHERE \(name: key.column) = ANY (\(bind: .null)) GROUP BY \(name: key.column)",
        [.keys(owners.sorted())])
      {
        if let owner = try row.integer(at: 0), let last = try row.integer(at: 1) {
          next[owner] = last + 1
        }
      }
      result.append(
        rows.map { row in
          guard let owner = row.values[property].key else { return .null }
          defer { next[owner, default: 0] += 1 }
          return .integer(next[owner] ?? 0)
        })
    }
    return result
  }
}
