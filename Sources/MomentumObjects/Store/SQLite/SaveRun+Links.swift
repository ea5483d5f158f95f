internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

extension SaveRun {
  private var model: ObjectModel { store.compiled.model }
  private var schema: StoreSchema { store.compiled.schema }

  /// Groups the changed links by how they are stored, and computes positions in ordered
  /// relationships.
  func prepareLinks() throws {
    for link in changes.links {
      let id = link.relationship.id
      switch schema.relationships[id] {
      case .joinTable(let side): try prepare(link, side)
      case .inverseForeignKey(let key):
        if let inverse = model.storedInverse(of: id), schema.relationships[inverse] != nil {
          for (member, position) in try places(link, .key(key)) {
            links.setPosition(position, of: member, inverse)
          }
        } else {
          try prepareUnowned(link, key)
        }
      case .foreignKey, nil: break
      }
    }
  }

  private func prepare(_ link: StoreChanges.Link, _ side: JoinTableSide) throws {
    for member in link.removed {
      for pair in pairs(link, member) { links.remove(pair) }
    }
    for member in link.added {
      for pair in pairs(link, member) { links.add(pair) }
    }
    guard side.orderColumn != nil else { return }
    for (member, position) in try places(link, .pair(side)) {
      guard let pair = pairs(link, member).first else { continue }
      var positions = links.pairPositions[pair] ?? LinkChanges.Positions()
      if pair.relationship == link.relationship.id {
        positions.own = position
      } else {
        positions.inverse = position
      }
      links.pairPositions[pair] = positions
    }
  }

  /// The rows of a join table for a link. A relationship that is its own inverse has a row for each
  /// direction.
  private func pairs(_ link: StoreChanges.Link, _ member: ObjectID) -> [PairKey] {
    let id = link.relationship.id
    let (source, destination) = (link.source.number, member.number)
    let straight = PairKey(relationship: id, source: source, destination: destination)
    guard let inverse = model.storedInverse(of: id) else { return [straight] }
    let turned = PairKey(relationship: inverse, source: destination, destination: source)
    if inverse == id { return [straight, turned] }
    let isFirst = (id.entity, id.index) < (inverse.entity, inverse.index)
    return isFirst ? [straight] : [turned]
  }

  private func prepareUnowned(_ link: StoreChanges.Link, _ key: ForeignKey) throws {
    let id = link.relationship.id
    for member in link.removed {
      links.members.append(
        LinkChanges.Member(
          relationship: id, owner: link.source, member: member.number, isRemoved: true))
    }
    var places: [ObjectID: Int64] = [:]
    for (member, place) in try self.places(link, .key(key)) { places[member] = place }
    let isAdded = Set(link.added)
    let moved = places.keys.filter { !isAdded.contains($0) }.sorted { $0.number < $1.number }
    for member in link.added + moved {
      links.members.append(
        LinkChanges.Member(
          relationship: id, owner: link.source, member: member.number, position: places[member],
          isRemoved: false))
    }
  }

  // MARK: - Positions

  private enum Storage {
    case key(ForeignKey)
    case pair(JoinTableSide)
  }

  /// The members of an ordered relationship whose positions change, with their new positions. If
  /// members were only removed or appended, the others keep their positions.
  private func places(
    _ link: StoreChanges.Link, _ storage: Storage
  ) throws -> [(ObjectID, Int64)] {
    guard let order = link.order, let old = try present(link, storage) else { return [] }
    var last: Int64?
    var changed: [(ObjectID, Int64)] = []
    var isAppended = true
    for member in order {
      if let place = old[member.number] {
        guard changed.isEmpty, place > last ?? Int64.min else {
          isAppended = false
          break
        }
        last = place
      } else {
        guard let place = StorePosition.next(after: last) else { return [] }
        changed.append((member, place))
        last = place
      }
    }
    if isAppended { return changed }
    return order.enumerated().compactMap { index, member in
      guard let place = StorePosition.at(index), old[member.number] != place else { return nil }
      return (member, place)
    }
  }

  /// The positions in the store, by key of the member; `nil` if the relationship has no column for
  /// them.
  private func present(
    _ link: StoreChanges.Link, _ storage: Storage
  ) throws -> [Int64: Int64]? {
    let sql: SQLFragment
    switch storage {
    case .key(let key):
      guard let order = key.orderColumn else { return nil }
      let table = schema[link.relationship.destination].table
      sql = "SELECT Z_PK, \(name: order) FROM \(name: table) WHERE \(name: key.column) = ?"
    case .pair(let side):
      guard let order = side.orderColumn else { return nil }
      sql =
        "SELECT \(name: side.destinationColumn), \(name: order) FROM \(name: side.table) WHERE \(name: side.sourceColumn) = ?"
    }
    // A new object has no members in the store yet.
    if isNew(link.source) { return [:] }
    var places: [Int64: Int64] = [:]
    for row in try connection.rows(sql.text, [.integer(link.source.number)]) {
      if case .integer(let member) = row[0], case .integer(let place) = row[1] {
        places[member] = place
      }
    }
    return places
  }

  private func isNew(_ id: ObjectID) -> Bool { newObjects.contains(id) }

  // MARK: - Writing

  /// Deletes rows of join tables: `DELETE FROM Z_2TAGS WHERE Z_2ENTRIES = ? AND Z_3TAGS = ?`.
  func deletePairs() throws {
    for pair in links.removed where !links.isAdded(pair) {
      guard let statement = store.statements.deleteJoinRow(pair.relationship) else { continue }
      let values = statement.parameters.map { parameter -> SQLValue in
        .integer(parameter == .source(pair.relationship) ? pair.source : pair.destination)
      }
      try connection.run(statement.sql.text, values)
    }
  }

  /// Inserts rows into join tables:
  /// `INSERT OR REPLACE INTO Z_2TAGS(Z_2ENTRIES, Z_3TAGS) VALUES (?, ?)`.
  ///
  /// Assumed: the text of the statement; no log with it was found.
  func insertPairs() throws {
    for pair in links.added {
      guard case .joinTable(let side) = schema.relationships[pair.relationship] else { continue }
      let positions = links.pairPositions.removeValue(forKey: pair)
      var columns = [side.sourceColumn, side.destinationColumn]
      var values: [SQLValue] = [.integer(pair.source), .integer(pair.destination)]
      let (own, inverse) = orderColumns(pair, side)
      for case (let column?, let place?) in [(own, positions?.own), (inverse, positions?.inverse)] {
        columns.append(column)
        values.append(.integer(place))
      }
      let marks = [SQLFragment](repeating: "?", count: columns.count)
      let table: SQLFragment = "\(name: side.table)(\(names: columns))"
      let sql: SQLFragment = "INSERT OR REPLACE INTO \(sql: table) VALUES (\(list: marks))"
      try connection.run(sql.text, values)
    }
  }

  /// Writes positions in rows that no other statement of the save has written.
  ///
  /// Assumed: a new position does not increment `Z_OPT` of the member, because the order belongs to
  /// the owner.
  func writePositions() throws {
    for (pair, positions) in links.pairPositions.sorted(by: {
      ($0.key.relationship.entity, $0.key.source, $0.key.destination)
        < ($1.key.relationship.entity, $1.key.source, $1.key.destination)
    }) {
      guard case .joinTable(let side) = schema.relationships[pair.relationship] else { continue }
      let (own, inverse) = orderColumns(pair, side)
      for case (let column?, let place?) in [(own, positions.own), (inverse, positions.inverse)] {
        let sql: SQLFragment =
          "UPDATE \(name: side.table) SET \(name: column) = ? WHERE \(name: side.sourceColumn) = ? AND \(name: side.destinationColumn) = ?"
        try connection.run(
          sql.text, [.integer(place), .integer(pair.source), .integer(pair.destination)])
      }
    }
    for (key, place) in links.positions.sorted(by: {
      ($0.key.toOne.entity, $0.key.member.number) < ($1.key.toOne.entity, $1.key.member.number)
    }) {
      guard case .foreignKey(let column)? = schema.relationships[key.toOne],
        let order = column.orderColumn
      else { continue }
      let table = schema[key.toOne.entity].table
      let sql: SQLFragment = "UPDATE \(name: table) SET \(name: order) = ? WHERE Z_PK = ?"
      try connection.run(sql.text, [.integer(place), .integer(key.member.number)])
    }
    for member in links.members { try write(member) }
  }

  /// Writes a member of a relationship without inverse:
  /// `UPDATE ZTAG SET Z1TAGS = ? WHERE Z_PK = ?`.
  private func write(_ member: LinkChanges.Member) throws {
    guard case .inverseForeignKey(let key)? = schema.relationships[member.relationship] else {
      return
    }
    let columns = [key.column, key.entityColumn, key.orderColumn]
    var values: [SQLValue] = [
      .integer(member.owner.number), .integer(store.source.number(member.owner.entity.id)),
      member.position.map { .integer($0) } ?? .null,
    ]
    var condition: SQLFragment = "Z_PK = ?"
    if member.isRemoved {
      values = [.null, .null, .null]
      // Clear the key only if it still is this owner's: the member may have got another owner.
      condition = "Z_PK = ? AND \(name: key.column) = \(number: Int(member.owner.number))"
    }
    var assignments: [SQLFragment] = []
    var bound: [SQLValue] = []
    for (column, value) in zip(columns, values) {
      guard let column else { continue }
      assignments.append("\(name: column) = ?")
      bound.append(value)
    }
    let table = schema[model[member.relationship].destination].table
    let sql: SQLFragment =
      "UPDATE \(name: table) SET \(list: assignments) WHERE \(sql: condition)"
    try connection.run(sql.text, bound + [.integer(member.member)])
  }

  /// The columns for positions in a join table: that of the relationship, and that of its inverse.
  private func orderColumns(
    _ pair: PairKey, _ side: JoinTableSide
  ) -> (own: String?, inverse: String?) {
    guard let inverse = model.storedInverse(of: pair.relationship), inverse != pair.relationship,
      case .joinTable(let far)? = schema.relationships[inverse]
    else { return (side.orderColumn, nil) }
    return (side.orderColumn, far.orderColumn)
  }
}
