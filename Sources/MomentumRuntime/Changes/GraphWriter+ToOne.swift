internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

// Changes of one foreign key, with the changes that follow: in a one-to-one relationship both rows
// hold a key, and an object that loses its partner loses its own key.

extension GraphWriter {
  /// Sets the foreign key in the source's row, or clears it if `destination` is `nil`, and updates
  /// the inverse relationship.
  ///
  /// - Parameter old: The foreign key that the source's row has now.
  func setToOne(
    _ plan: RelationshipPlan, _ key: RelationshipPlan.Key, source: Int64, old: Int64?,
    to destination: Int64?
  ) throws {
    guard old != destination else { return }
    log?.note(.relationship(plan.id), RowKey(root: plan.sourceRoot, key: source))
    if let old { try clearInverse(plan, source: source, destination: old) }
    guard let destination else {
      try run(
        "UPDATE \(name: key.table) SET \(sql: key.clearing) WHERE Z_PK = ?", [.integer(source)])
      if plan.hasRules { log?.check(plan.id, source) }
      return try touch(plan.sourceRoot, source)
    }
    let number = try destinationNumber(plan, destination)
    let link = Link(plan: plan, key: key, destination: destination, number: number)
    try releaseHolders(of: destination, plan, except: source)
    try writeKey(link, source: source)
    try touch(plan.sourceRoot, source)
    let own = try entityNumber(plan.sourceTable, source)
    try setInverse(link, source: source, number: own.map { .integer($0) } ?? .null)
  }

  /// Writes a foreign key: `UPDATE ZTIP SET ZVENUE = ?, Z_FOK_VENUE = ? WHERE Z_PK = ?`.
  private func writeKey(_ link: Link, source: Int64) throws {
    var columns: [SQLFragment] = ["\(name: link.key.column) = ?"]
    var values = [SQLValue.integer(link.destination)]
    if let column = link.key.entityColumn {
      columns.append("\(name: column) = ?")
      values.append(.integer(link.number))
    }
    if let column = link.key.orderColumn {
      columns.append("\(name: column) = ?")
      values.append(.integer(try nextPosition(link)))
    }
    try run(
      "UPDATE \(name: link.key.table) SET \(list: columns) WHERE Z_PK = ?",
      values + [.integer(source)])
  }

  /// Removes the source from the inverse relationship of the object that it had before.
  private func clearInverse(
    _ plan: RelationshipPlan, source: Int64, destination: Int64
  ) throws {
    guard let inverse = plan.inverse else { return }
    if let key = plan.inverseKey {
      try run(
        "UPDATE \(name: key.table) SET \(sql: key.clearing) WHERE Z_PK = ? AND \(name: key.column) = ?",
        [.integer(destination), .integer(source)])
    }
    try noteChange(of: inverse, destination)
  }

  /// Removes the destination from any other object that has it in a one-to-one relationship.
  func releaseHolders(
    of destination: Int64, _ plan: RelationshipPlan, except source: Int64
  ) throws {
    guard plan.inverseKey != nil, case .sourceKey(let key) = plan.storage else { return }
    let holders = try integers(
      "SELECT Z_PK FROM \(name: key.table) WHERE \(name: key.column) = ? AND Z_PK <> ?",
      [.integer(destination), .integer(source)])
    for holder in holders {
      try run(
        "UPDATE \(name: key.table) SET \(sql: key.clearing) WHERE Z_PK = ?", [.integer(holder)])
      try noteChange(of: plan.id, holder)
    }
  }

  /// Adds the source to the inverse relationship of the object that it is now linked to.
  func setInverse(_ link: Link, source: Int64, number: SQLValue) throws {
    guard let inverse = link.plan.inverse else { return }
    if let key = link.plan.inverseKey {
      var columns: [SQLFragment] = ["\(name: key.column) = ?"]
      var values: [SQLValue] = [.integer(source)]
      if let column = key.entityColumn {
        columns.append("\(name: column) = ?")
        values.append(number)
      }
      try run(
        "UPDATE \(name: key.table) SET \(list: columns) WHERE Z_PK = ?",
        values + [.integer(link.destination)])
    }
    try noteChange(of: inverse, link.destination)
  }

  /// Records that a relationship of an object has changed: increments `Z_OPT` of the object's row,
  /// and lets the commit check the relationship's number of objects.
  func noteChange(of relationship: RelationshipID, _ key: Int64) throws {
    guard let plan = plan(for: relationship) else { return }
    if plan.hasRules { log?.check(relationship, key) }
    log?.note(.relationship(relationship), RowKey(root: plan.sourceRoot, key: key))
    try touch(plan.sourceRoot, key)
  }

  // MARK: - Positions

  /// The position after all other objects in the ordered inverse of a link. The column is in the
  /// source's row.
  func nextPosition(_ link: Link) throws -> Int64 {
    guard let order = link.key.orderColumn else { return StorePosition.first }
    let holder = link.plan.inverse ?? link.plan.id
    return try nextPosition(holder, link.destination) {
      try integers(
        "SELECT MAX(\(name: order)) FROM \(name: link.key.table) WHERE \(name: link.key.column) = ?",
        [.integer(link.destination)]
      ).first
    }
  }

  /// - Parameter last: Reads the highest position that the owner's objects have in the store. It is
  ///   called once in a transaction; later positions are known from the change log.
  func nextPosition(
    _ relationship: RelationshipID, _ owner: Int64, last: () throws -> Int64?
  ) throws -> Int64 {
    let id = ChangeLog.Check(relationship: relationship, key: owner)
    let known = try log?.lastPositions[id] ?? last()
    guard let position = StorePosition.next(after: known) else {
      throw StoreFailure(
        .store, "\(plan(for: relationship)?.title ?? "a relationship") has no places left")
    }
    log?.lastPositions[id] = position
    return position
  }
}
