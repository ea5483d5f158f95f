internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

extension GraphWriter {
  /// Adds objects to a to-many relationship: at the end, or from `index` on if the relationship is
  /// ordered. Objects that it already has keep their positions, or are moved to `index`.
  func add(
    _ keys: [Int64], to plan: RelationshipPlan, of owner: Int64, at index: Int? = nil
  ) throws {
    try transaction {
      let keys = keys.withoutRepeats
      if let index {
        let old = try members(plan, of: owner)
        guard (0...old.count).contains(index) else {
          throw StoreFailure(
            .request, "\(plan.title) has no place \(index) among its \(old.count) objects")
        }
        let given = Set(keys)
        // Take the given objects out of both parts, so that an object that moves appears only once.
        let head = old[..<index].filter { !given.contains($0) }
        let tail = old[index...].filter { !given.contains($0) }
        try append(keys, plan, owner)
        return try arrange(plan, owner, head + keys + tail)
      }
      try append(keys, plan, owner)
    }
  }

  /// Removes objects from a to-many relationship. Objects that it does not have are ignored.
  func remove(_ keys: [Int64], from plan: RelationshipPlan, of owner: Int64) throws {
    try transaction {
      for key in keys.withoutRepeats { try detach(key, plan, owner) }
    }
  }

  /// Replaces the objects of a to-many relationship, in this order if it is ordered.
  func replace(_ keys: [Int64], in plan: RelationshipPlan, of owner: Int64) throws {
    try transaction {
      let keys = keys.withoutRepeats
      let wanted = Set(keys)
      for key in try members(plan, of: owner) where !wanted.contains(key) {
        try detach(key, plan, owner)
      }
      try append(keys, plan, owner)
      try arrange(plan, owner, keys)
    }
  }

  /// Changes the order of an ordered relationship.
  func reorder(_ keys: [Int64], in plan: RelationshipPlan, of owner: Int64) throws {
    guard plan.relationship.isOrdered else {
      throw StoreFailure(.request, "\(plan.title) is not ordered")
    }
    try transaction {
      guard try members(plan, of: owner).sorted() == keys.sorted() else {
        throw StoreFailure(
          .request, "the new order of \(plan.title) has to name each of its objects once")
      }
      try arrange(plan, owner, keys)
    }
  }

  // MARK: - Members

  /// The keys of the objects of a to-many relationship, in its order if it has one.
  func members(_ plan: RelationshipPlan, of owner: Int64) throws -> [Int64] {
    try places(plan, of: owner).map(\.key)
  }

  private func places(
    _ plan: RelationshipPlan, of owner: Int64
  ) throws -> [(key: Int64, place: Int64?)] {
    let (table, key, source, order) = columns(of: plan)
    let place = order.map(SQLFragment.name)
    let statement = try statement(
      "SELECT \(name: key), \(sql: place ?? "NULL") FROM \(name: table) WHERE \(name: source) = ? "
        + "ORDER BY \(list: [place, .name(key)].compactMap { $0 })")
    try willRun?(statement.sql)
    try statement.bind([.integer(owner)])
    defer { statement.reset() }
    var result: [(key: Int64, place: Int64?)] = []
    while let row = try statement.nextRow() {
      if let key = row[0].key { result.append((key, row[1].key)) }
    }
    return result
  }

  /// The columns in which a to-many relationship stores its objects: `key` has the primary key of
  /// the object, `source` that of the owner, and `order` the position of the object.
  private func columns(
    of plan: RelationshipPlan
  ) -> (table: String, key: String, source: String, order: String?) {
    switch plan.storage {
    case .sourceKey(let key): (key.table, key.column, "Z_PK", nil)
    case .destinationKey(let key): (key.table, "Z_PK", key.column, key.orderColumn)
    case .join(let join): (join.table, join.destination, join.source, join.order)
    }
  }

  // MARK: - One object

  private func append(_ keys: [Int64], _ plan: RelationshipPlan, _ owner: Int64) throws {
    for key in keys { try attach(key, plan, owner) }
  }

  private func attach(_ member: Int64, _ plan: RelationshipPlan, _ owner: Int64) throws {
    switch plan.storage {
    case .sourceKey: break
    case .destinationKey(let key):
      _ = try destinationNumber(plan, member)
      try setOwner(plan, key, member: member, to: owner)
    case .join(let join):
      _ = try destinationNumber(plan, member)
      guard try !hasPair(join, owner, member) else { return }
      try insertPair(plan, join, owner, member)
      // If the relationship is its own inverse, store the opposite pair as well.
      if plan.inverse == plan.id, member != owner { try insertPair(plan, join, member, owner) }
      try noteChange(of: plan.id, owner)
      if let inverse = plan.inverse { try noteChange(of: inverse, member) }
    }
  }

  private func detach(_ member: Int64, _ plan: RelationshipPlan, _ owner: Int64) throws {
    switch plan.storage {
    case .sourceKey: break
    case .destinationKey(let key):
      guard try self.owner(key, member) == owner else { return }
      try setOwner(plan, key, member: member, to: nil)
    case .join(let join):
      guard try hasPair(join, owner, member) else { return }
      try deletePair(join, owner, member)
      if plan.inverse == plan.id { try deletePair(join, member, owner) }
      try noteChange(of: plan.id, owner)
      if let inverse = plan.inverse { try noteChange(of: inverse, member) }
    }
  }

  // MARK: - Keys of owners

  private func owner(_ key: RelationshipPlan.Key, _ member: Int64) throws -> Int64? {
    try integers(
      "SELECT \(name: key.column) FROM \(name: key.table) WHERE Z_PK = ?", [.integer(member)]
    ).first
  }

  /// Sets the foreign key in a member's row: through the inverse relationship, or directly if there
  /// is no inverse.
  private func setOwner(
    _ plan: RelationshipPlan, _ key: RelationshipPlan.Key, member: Int64, to owner: Int64?
  ) throws {
    let old = try self.owner(key, member)
    guard old != owner else { return }
    if let inverse = plan.inverse.flatMap({ self.plan(for: $0) }),
      case .sourceKey(let own) = inverse.storage
    {
      return try setToOne(inverse, own, source: member, old: old, to: owner)
    }
    var columns: [SQLFragment] = ["\(name: key.column) = ?"]
    var values: [SQLValue] = [owner.map { .integer($0) } ?? .null]
    if let column = key.entityColumn {
      columns.append("\(name: column) = ?")
      let number = try owner.flatMap { try entityNumber(plan.sourceTable, $0) }
      values.append(number.map { .integer($0) } ?? .null)
    }
    if let column = key.orderColumn {
      columns.append("\(name: column) = ?")
      values.append(try owner.map { .integer(try lastPosition(plan, $0)) } ?? .null)
    }
    try run(
      "UPDATE \(name: key.table) SET \(list: columns) WHERE Z_PK = ?",
      values + [.integer(member)])
    try touch(plan.destinationRoot, member)
    for owner in [old, owner] { if let owner { try noteChange(of: plan.id, owner) } }
  }

  // MARK: - Join rows

  func hasPair(
    _ join: RelationshipPlan.Join, _ source: Int64, _ destination: Int64
  ) throws -> Bool {
    try integers(
      "SELECT 1 FROM \(name: join.table) WHERE \(name: join.source) = ? AND \(name: join.destination) = ?",
      [.integer(source), .integer(destination)]
    ).first != nil
  }

  /// Inserts a row of a join table:
  /// `INSERT INTO Z_1TAGS(Z_1ITEMS, Z_2TAGS, Z_FOK_2TAGS) VALUES(?, ?, ?)`.
  private func insertPair(
    _ plan: RelationshipPlan, _ join: RelationshipPlan.Join, _ source: Int64,
    _ destination: Int64
  ) throws {
    var columns = [join.source, join.destination]
    var values: [SQLValue] = [.integer(source), .integer(destination)]
    if let order = join.order {
      columns.append(order)
      values.append(.integer(try lastPosition(plan, source)))
    }
    if let order = join.inverseOrder, let inverse = plan.inverse.flatMap({ self.plan(for: $0) }) {
      columns.append(order)
      values.append(.integer(try lastPosition(inverse, destination)))
    }
    let marks = [SQLFragment](repeating: "?", count: columns.count)
    try run(
      "INSERT INTO \(name: join.table)(\(names: columns)) VALUES(\(list: marks))", values)
  }

  private func deletePair(
    _ join: RelationshipPlan.Join, _ source: Int64, _ destination: Int64
  ) throws {
    try run(
      "DELETE FROM \(name: join.table) WHERE \(name: join.source) = ? AND \(name: join.destination) = ?",
      [.integer(source), .integer(destination)])
  }

  // MARK: - Positions

  /// The position for a new last object of an owner's ordered relationship.
  private func lastPosition(_ plan: RelationshipPlan, _ owner: Int64) throws -> Int64 {
    let (table, _, source, order) = columns(of: plan)
    return try nextPosition(plan.id, owner) {
      try integers(
        "SELECT MAX(\(sql: order.map(SQLFragment.name) ?? "NULL")) FROM \(name: table) WHERE \(name: source) = ?",
        [.integer(owner)]
      ).first
    }
  }

  /// Sets the positions of the members to the order of `list`, which has each of them once. Writes
  /// only positions that change.
  private func arrange(_ plan: RelationshipPlan, _ owner: Int64, _ list: [Int64]) throws {
    let (table, key, source, order) = columns(of: plan)
    guard let order else { return }
    let old = try places(plan, of: owner)
    guard old.map(\.key) != list || old.contains(where: { $0.place == nil }) else { return }
    let places = Dictionary(old.map { ($0.key, $0.place) }) { first, _ in first }
    let isPair: Bool
    if case .join = plan.storage { isPair = true } else { isPair = false }
    let pair: SQLFragment = isPair ? " AND \(name: source) = ?" : ""
    for (index, member) in list.enumerated() {
      guard let place = StorePosition.at(index), places[member] != .some(place) else { continue }
      // Assumed: a new position does not increment `Z_OPT` of the member, because the order belongs
      // to the owner.
      try run(
        "UPDATE \(name: table) SET \(name: order) = ? WHERE \(name: key) = ?\(sql: pair)",
        [.integer(place), .integer(member)] + (isPair ? [.integer(owner)] : []))
    }
    log?.lastPositions[ChangeLog.Check(relationship: plan.id, key: owner)] = nil
    try noteChange(of: plan.id, owner)
  }
}

extension [Int64] {
  fileprivate var withoutRepeats: [Int64] {
    var seen: Set<Int64> = []
    return filter { seen.insert($0).inserted }
  }
}
