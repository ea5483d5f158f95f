internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL

// Changes the objects of a to-many relationship, with a few statements for any number of objects.

extension ServerSession {
  /// Adds objects at the end, or from `index` on if the relationship is ordered. Objects that it
  /// already has keep their positions, or are moved to `index`.
  func add(
    _ keys: [Int64], to plan: RelationshipPlan, of owner: Int64, at index: Int? = nil
  ) async throws {
    let keys = keys.withoutRepeats
    let old = try await members(plan, of: owner)
    let known = Set(old)
    try await attach(keys.filter { !known.contains($0) }, plan, owner)
    guard let index else { return }
    guard (0...old.count).contains(index) else {
      throw StoreFailure(
        .request, "\(plan.title) has no place \(index) among its \(old.count) objects")
    }
    let given = Set(keys)
    // Take the given objects out of both parts, so that an object that moves appears only once.
    let head = old[..<index].filter { !given.contains($0) }
    let tail = old[index...].filter { !given.contains($0) }
    try await arrange(plan, owner, head + keys + tail)
  }

  /// Removes objects. Objects that the relationship does not have are ignored.
  func remove(_ keys: [Int64], from plan: RelationshipPlan, of owner: Int64) async throws {
    try await detach(keys.withoutRepeats, plan, owner)
  }

  /// Replaces the objects, in this order if the relationship is ordered.
  func replace(_ keys: [Int64], in plan: RelationshipPlan, of owner: Int64) async throws {
    let keys = keys.withoutRepeats
    let old = try await members(plan, of: owner)
    let (known, wanted) = (Set(old), Set(keys))
    try await detach(old.filter { !wanted.contains($0) }, plan, owner)
    try await attach(keys.filter { !known.contains($0) }, plan, owner)
    try await arrange(plan, owner, keys)
  }

  /// Changes the order of an ordered relationship.
  func reorder(_ keys: [Int64], in plan: RelationshipPlan, of owner: Int64) async throws {
    guard try await members(plan, of: owner).sorted() == keys.sorted() else {
      throw StoreFailure(
        .request, "the new order of \(plan.title) has to name each of its objects once")
    }
    try await arrange(plan, owner, keys)
  }

  // MARK: - Members

  /// The keys of the objects of a to-many relationship, in its order if it has one.
  private func members(_ plan: RelationshipPlan, of owner: Int64) async throws -> [Int64] {
    switch plan.storage {
    case .sourceKey: return []
    case .destinationKey(let key):
      let identity = tables.place(of: plan.destinationRoot).identity
      let order = [key.orderColumn, identity].compactMap { $0 }
      return try await keys(
        "SELECT \(name: identity) FROM \(name: key.table) WHERE \(name: key.column) = \(bind: .null) "
          + "ORDER BY \(names: order)", [.integer(owner)])
    case .join(let join):
      return try await keys(
        "SELECT r.destination FROM \(sql: tables.pairs(join)) r WHERE r.source = \(bind: .null) "
          + "ORDER BY r.place, r.destination", [.integer(owner)])
    }
  }

  private func attach(
    _ members: [Int64], _ plan: RelationshipPlan, _ owner: Int64
  ) async throws {
    guard !members.isEmpty else { return }
    guard members.allSatisfy({ $0 > 0 }) else {
      throw StoreFailure(.noObject, "\(plan.title) leads to an object that was not inserted yet")
    }
    try await checkDestinations(plan, members)
    check(plan, [owner])
    switch plan.storage {
    case .sourceKey: break
    case .destinationKey(let key):
      try await setOwners(
        plan, key, Dictionary(members.map { ($0, owner) }) { first, _ in first })
      if key.orderColumn != nil { try await append(members, plan, owner) }
    case .join(let join):
      check(tables.inverse(of: plan), members)
      try await insertPairs(plan, join, members, owner)
      if join.order != nil { try await append(members, plan, owner) }
    }
  }

  /// Gives new members the positions after the last one.
  private func append(
    _ members: [Int64], _ plan: RelationshipPlan, _ owner: Int64
  ) async throws {
    guard let places = places(plan) else { return }
    let last = try await run(
      "SELECT max(\(name: places.order)) FROM \(name: places.table) "
        + "WHERE \(name: places.source) = \(bind: .null) AND \(name: places.key) <> ALL (\(bind: .null))",
      [.integer(owner), .keys(members)]
    ).first?.integer(at: 0)
    try await write(members, places, owner, from: (last ?? -1) + 1)
  }

  private func insertPairs(
    _ plan: RelationshipPlan, _ join: RelationshipPlan.Join, _ members: [Int64], _ owner: Int64
  ) async throws {
    if plan.inverse == nil { try await releaseOwners(of: members, plan, join, except: owner) }
    let isOwnInverse = plan.inverse == plan.id
    let pairs =
      tables.hasPairsOnce(join)
      ? members.map { (min(owner, $0), max(owner, $0)) }
      : members.map { (owner, $0) }
        + (isOwnInverse ? members.filter { $0 != owner }.map { ($0, owner) } : [])
    try await run(
      "INSERT INTO \(name: join.table) (\(name: join.source), \(name: join.destination)) "
        + "SELECT n.a, n.b FROM unnest(CAST(\(bind: .null) AS bigint[]), "
        + "CAST(\(bind: .null) AS bigint[])) n(a, b) ON CONFLICT DO NOTHING",
      [.keys(pairs.map(\.0)), .keys(pairs.map(\.1))])
    if isOwnInverse, let order = join.order {
      // The owner comes last among the objects of each member.
      try await run(
        "UPDATE \(name: join.table) t SET \(name: order) = (SELECT coalesce(max(o.\(name: order)) + 1, 0) "
          + "FROM \(name: join.table) o WHERE o.\(name: join.source) = t.\(name: join.source)) "
          + "WHERE t.\(name: join.destination) = \(bind: .null) AND t.\(name: join.source) = ANY (\(bind: .null)) "
          + "AND t.\(name: order) IS NULL", [.integer(owner), .keys(members)])
    }
    guard let order = join.inverseOrder else { return }
    // The owner comes last among the objects of each member.
    try await run(
      "UPDATE \(name: join.table) t SET \(name: order) = (SELECT coalesce(max(o.\(name: order)) + 1, 0) "
        + "FROM \(name: join.table) o WHERE o.\(name: join.destination) = t.\(name: join.destination)) "
        + "WHERE t.\(name: join.source) = \(bind: .null) AND t.\(name: join.destination) = ANY (\(bind: .null))",
      [.integer(owner), .keys(members)])
  }

  /// Takes objects out of a relationship without inverse of other owners. The join table could hold
  /// several owners, but a store of Core Data holds one, in the row of each object.
  private func releaseOwners(
    of members: [Int64], _ plan: RelationshipPlan, _ join: RelationshipPlan.Join,
    except owner: Int64
  ) async throws {
    let owners = try await keys(
      "DELETE FROM \(name: join.table) WHERE \(name: join.destination) = ANY (\(bind: .null)) "
        + "AND \(name: join.source) <> \(bind: .null) RETURNING \(name: join.source)",
      [.keys(members), .integer(owner)])
    check(plan, owners)
  }

  private func detach(
    _ members: [Int64], _ plan: RelationshipPlan, _ owner: Int64
  ) async throws {
    guard !members.isEmpty else { return }
    check(plan, [owner])
    check(tables.inverse(of: plan), members)
    switch plan.storage {
    case .sourceKey: break
    case .destinationKey(let key):
      let identity = tables.place(of: plan.destinationRoot).identity
      try await run(
        "UPDATE \(name: key.table) SET \(sql: key.clearing) WHERE \(name: key.column) = \(bind: .null) "
          + "AND \(name: identity) = ANY (\(bind: .null))", [.integer(owner), .keys(members)])
    case .join(let join):
      let isBoth = plan.inverse == plan.id
      let ends =
        [(join.source, join.destination)] + (isBoth ? [(join.destination, join.source)] : [])
      for (source, destination) in ends {
        try await run(
          "DELETE FROM \(name: join.table) WHERE \(name: source) = \(bind: .null) "
            + "AND \(name: destination) = ANY (\(bind: .null))", [.integer(owner), .keys(members)])
      }
    }
  }

  // MARK: - Positions

  /// The columns of an ordered relationship: `key` has the member, `source` the owner.
  private typealias Places = (table: String, key: String, source: String, order: String)

  private func places(_ plan: RelationshipPlan) -> Places? {
    switch plan.storage {
    case .sourceKey: return nil
    case .destinationKey(let key):
      let identity = tables.place(of: plan.destinationRoot).identity
      return key.orderColumn.map { (key.table, identity, key.column, $0) }
    case .join(let join):
      return join.order.map { (join.table, join.destination, join.source, $0) }
    }
  }

  /// Sets the positions of the members to the order of `list`, which has each of them once.
  private func arrange(_ plan: RelationshipPlan, _ owner: Int64, _ list: [Int64]) async throws {
    guard let places = places(plan), !list.isEmpty else { return }
    try await write(list, places, owner, from: 0)
  }

  private func write(
    _ members: [Int64], _ places: Places, _ owner: Int64, from first: Int64
  ) async throws {
    try await run(
      "UPDATE \(name: places.table) t SET \(name: places.order) = n.place FROM "
        + "unnest(CAST(\(bind: .null) AS bigint[]), CAST(\(bind: .null) AS bigint[])) n(id, place) "
        + "WHERE t.\(name: places.key) = n.id AND t.\(name: places.source) = \(bind: .null)",
      [
        .keys(members), .keys((0..<Int64(members.count)).map { first + $0 }), .integer(owner),
      ])
  }
}

extension [Int64] {
  fileprivate var withoutRepeats: [Int64] {
    var seen: Set<Int64> = []
    return filter { seen.insert($0).inserted }
  }
}
