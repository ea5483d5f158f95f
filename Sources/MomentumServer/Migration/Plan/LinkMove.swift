internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// Links that the new tables have in another place: in a column of another table, or in a join
/// table instead of a column.
struct LinkMove: Hashable {
  var old: RelationshipID
  /// Whether the old relationship is that of the new inverse, so that its links run the other way.
  var isReversed = false
  var new: RelationshipID
  /// The new table, and its foreign key; without a column it is a join table.
  var table: String
  var column: String?
}

/// Writes the statements that move links; names are those while the rows move.
struct LinkStatements {
  let match: SchemaMatch
  /// The names of old tables and columns at that time.
  let names: CurrentNames

  private enum End: Hashable {
    case source, destination

    var other: End { self == .source ? .destination : .source }
  }

  /// Old links as a query, with what it reads.
  struct Links {
    var query: SQLFragment
    var tables: [String]
    /// The form in which the query has `$1` and `$2`, the bounds of a batch; `nil` if it has not.
    var form: MigrationPart.Form?
  }

  /// The old links, each with its positions: `place` is that of the destination among the objects of
  /// the source, `back` that of the source in the ordered inverse.
  ///
  /// `SELECT id AS source, author_id AS destination, … AS place, … AS back FROM book WHERE …`
  ///
  /// - Parameter end: The end by whose keys the query is limited to a batch; `nil` for all links.
  private func query(_ id: RelationshipID, batchedBy end: End?) -> Links? {
    let (old, model) = (match.old, match.old.model)
    switch old.schema.relationships[id] {
    case .foreignKey(let key):
      guard let table = old.table(of: id.entity), let identity = table.primaryKey.first
      else { return nil }
      return one(table, (identity, key.column), key: key.column, positions(of: id), end)
    case .inverseForeignKey(let key):
      guard let table = old.table(of: model[id].destination), let identity = table.primaryKey.first
      else { return nil }
      return one(table, (key.column, identity), key: key.column, positions(of: id), end)
    case .joinTable(let side):
      guard let table = old.schema.tables.first(where: { $0.name == side.table }) else {
        return nil
      }
      let columns = (side.sourceColumn, side.destinationColumn)
      guard table.checks.contains(where: { if case .ordered = $0 { true } else { false } })
      else { return one(table, columns, key: nil, positions(of: id), end) }
      // Each pair has one row, which stands for both directions, so no column has all sources.
      var pairs = one(table, columns, key: nil, positions(of: id), nil)
      let back = one(table, (columns.1, columns.0), key: nil, (nil, nil), nil)
      pairs.query += " UNION " + back.query
      return pairs
    case nil: return nil
    }
  }

  private func one(
    _ table: PlainTable, _ ends: (source: String, destination: String), key: String?,
    _ positions: (place: String?, back: String?), _ end: End?
  ) -> Links {
    let now = names.table(table.name)
    func column(_ name: String) -> SQLFragment { .name(names.column(name, of: table.name)) }
    let none: SQLFragment = "CAST(NULL AS integer)"
    var conditions: [SQLFragment] = key.map { [column($0) + " IS NOT NULL"] } ?? []
    let query: SQLFragment = """
      SELECT \(sql: column(ends.source)) AS source, \(sql: column(ends.destination)) AS destination, \
      \(sql: positions.place.map(column) ?? none) AS place, \
      \(sql: positions.back.map(column) ?? none) AS back FROM \(name: now)
      """
    var links = Links(query: query, tables: [now])
    if let end {
      let name = end == .source ? ends.source : ends.destination
      conditions.append("\(sql: column(name)) > $1 AND \(sql: column(name)) <= $2")
      links.form = .batches(table: now, key: names.column(name, of: table.name))
    }
    if !conditions.isEmpty {
      links.query += " WHERE \(list: conditions, separator: " AND ")"
    }
    return links
  }

  /// The old columns with the positions of the destination and of the source.
  private func positions(of id: RelationshipID) -> (place: String?, back: String?) {
    let old = match.old
    switch old.schema.relationships[id] {
    case .foreignKey(let key): return (nil, key.orderColumn)
    case .inverseForeignKey(let key): return (key.orderColumn, nil)
    case .joinTable(let side):
      guard let inverse = old.model.storedInverse(of: id), inverse != id,
        case .joinTable(let other) = old.schema.relationships[inverse]
      else { return (side.orderColumn, nil) }
      return (side.orderColumn, other.orderColumn)
    case nil: return (nil, nil)
    }
  }

  /// Whether the links that move have positions in a new ordered relationship: in that of the move, or
  /// in its inverse.
  func bringsPositions(_ move: LinkMove, of id: RelationshipID) -> Bool {
    let old = positions(of: move.old)
    let isForward = (id == move.new) != move.isReversed
    return (isForward ? old.place : old.back) != nil
  }

  /// The links that have a place in the new tables: where the old ones have several and there is room
  /// for one, that with the lowest key stays, as in a store.
  func links(_ move: LinkMove, inBatches: Bool = false) -> Links? {
    let end = inBatches ? batchEnd(move) : nil
    guard var links = query(move.old, batchedBy: move.isReversed ? end?.other : end) else {
      return nil
    }
    if move.isReversed {
      links.query = """
        SELECT destination AS source, source AS destination, back AS place, place AS back \
        FROM (\(sql: links.query)) AS turned
        """
    }
    func keepFirst(of column: SQLFragment, by other: SQLFragment) {
      links.query = """
        SELECT DISTINCT ON (\(sql: column)) source, destination, place, back \
        FROM (\(sql: links.query)) AS links ORDER BY \(sql: column), \(sql: other)
        """
    }
    let room = room(move)
    if !room.isEmpty { links.query = withoutLeaving(move, links.query) }
    if room.contains(.source) { keepFirst(of: "source", by: "destination") }
    if room.contains(.destination) { keepFirst(of: "destination", by: "source") }
    return links
  }

  /// Links to rows that leave do not take the place of others.
  private func withoutLeaving(_ move: LinkMove, _ query: SQLFragment) -> SQLFragment {
    let (model, old) = (match.new.model, match.old)
    let oldEnds = (move.old.entity, old.model[move.old].destination)
    let ends: [(column: SQLFragment, new: EntityID, old: EntityID)] = [
      ("source", move.new.entity, move.isReversed ? oldEnds.1 : oldEnds.0),
      ("destination", model[move.new].destination, move.isReversed ? oldEnds.0 : oldEnds.1),
    ]
    let conditions = ends.compactMap { end -> SQLFragment? in
      guard let table = match.new.table(of: end.new)?.name,
        let leaving = match.leavingRows(of: table),
        leaving.table.name == old.table(of: end.old)?.name
      else { return nil }
      return "\(sql: end.column) NOT IN (\(sql: leaving.keys(names)))"
    }
    guard !conditions.isEmpty else { return query }
    return """
      SELECT source, destination, place, back FROM (\(sql: query)) AS staying \
      WHERE \(list: conditions, separator: " AND ")
      """
  }

  /// The ends whose objects have room for one link.
  private func room(_ move: LinkMove) -> Set<End> {
    guard let column = move.column else {
      // A store has the owner's key in the object's row.
      return match.new.model.storedInverse(of: move.new) == nil ? [.destination] : []
    }
    let table = match.new.schema.tables.first { $0.name == move.table }
    let isUnique = table?.uniqueConstraints.contains { $0.columns == [column] } ?? false
    return isUnique ? [.source, .destination] : [.source]
  }

  /// The end by whose keys the links are divided into batches, so that links which compete for one
  /// place are in one batch; `nil` if they compete for places at both ends.
  private func batchEnd(_ move: LinkMove) -> End? {
    let room = room(move)
    return room.count > 1 ? nil : room.first ?? .source
  }

  /// The statement that writes the links to their new place.
  func statement(_ move: LinkMove) -> Links? {
    guard var links = links(move, inBatches: true) else { return nil }
    guard let statement = statement(move, links.query) else { return nil }
    links.query = statement
    return links
  }

  private func statement(_ move: LinkMove, _ links: SQLFragment) -> SQLFragment? {
    guard let column = move.column else { return joined(move, links) }
    guard let table = match.tables.first(where: { $0.new.name == move.table }),
      let identity = table.new.primaryKey.first
    else { return nil }
    var assignments: [SQLFragment] = ["\(name: column) = moved.destination"]
    if let order = movedOrder(move, table) {
      assignments.append("\(name: order) = moved.back")
    }
    return """
      UPDATE \(name: move.table) SET \(list: assignments) FROM (\(sql: links)) \
      AS moved WHERE \(name: move.table).\(name: identity) = moved.source
      """
  }

  /// The column that gets the positions which moved links have in the ordered inverse.
  private func movedOrder(_ move: LinkMove, _ table: TableMatch) -> String? {
    guard case .foreignKey(let key) = match.new.schema.relationships[move.new],
      let order = key.orderColumn, let inverse = match.new.model.storedInverse(of: move.new),
      bringsPositions(move, of: inverse),
      table.columns.contains(where: { $0.new.name == order && $0.source == .none })
    else { return nil }
    return order
  }

  private func joined(_ move: LinkMove, _ links: SQLFragment) -> SQLFragment? {
    guard case .joinTable(let side) = match.new.schema.relationships[move.new],
      let table = match.new.schema.tables.first(where: { $0.name == move.table })
    else { return nil }
    var columns = [side.sourceColumn, side.destinationColumn]
    let isOrdered = table.checks.contains { if case .ordered = $0 { true } else { false } }
    var values: SQLFragment =
      isOrdered
      ? "least(source, destination), greatest(source, destination)" : "source, destination"
    if let order = side.orderColumn {
      columns.append(order)
      values += ", place"
    }
    if let inverse = match.new.model.storedInverse(of: move.new), inverse != move.new,
      case .joinTable(let other) = match.new.schema.relationships[inverse],
      let order = other.orderColumn
    {
      columns.append(order)
      values += ", back"
    }
    return """
      INSERT INTO \(name: move.table) (\(names: columns)) SELECT \(sql: values) \
      FROM (\(sql: links)) AS links ON CONFLICT DO NOTHING
      """
  }
}

/// The names that old tables and columns have after all renames, while rows move.
struct CurrentNames {
  /// By the old name; a table that is not in here has its old name.
  var tables: [String: String] = [:]
  var columns: [String: [String: String]] = [:]

  func table(_ old: String) -> String { tables[old] ?? old }
  func column(_ column: String, of table: String) -> String { columns[table]?[column] ?? column }
}

/// Finds the old table of a join table.
struct JoinFinder {
  let match: SchemaMatch
  let table: PlainTable
  let owner: RelationshipID

  mutating func find(claimed: Set<String>) -> (match: TableMatch, links: [LinkMove]) {
    var result = TableMatch(new: table)
    var links: [LinkMove] = []
    let subject = match.new.name(owner)
    var kept: [String: String] = [:]
    if let (old, isReversed) = match.linkSource(of: owner) {
      if !isReversed, let found = keptTable(old), !claimed.contains(found.table.name) {
        result.old = found.table
        kept = found.columns
      } else {
        links.append(
          LinkMove(old: old, isReversed: isReversed, new: owner, table: table.name))
      }
    }
    result.columns = table.columns.map { column in
      ColumnMatch(
        new: column, role: .other, subject: subject,
        source: kept[column.name].map { .kept($0) } ?? .none)
    }
    return (result, links)
  }

  /// The old join table, if it has the links in the same form, with its columns by the new ones.
  private func keptTable(
    _ old: RelationshipID
  ) -> (table: PlainTable, columns: [String: String])? {
    let (before, after) = (match.old.schema, match.new.schema)
    guard case .joinTable(let oldSide) = before.relationships[old],
      case .joinTable(let side) = after.relationships[owner],
      let oldTable = before.tables.first(where: { $0.name == oldSide.table }),
      oldTable.primaryKey == [oldSide.sourceColumn, oldSide.destinationColumn],
      oldTable.checks.isEmpty == table.checks.isEmpty
    else { return nil }
    var columns = [
      side.sourceColumn: oldSide.sourceColumn, side.destinationColumn: oldSide.destinationColumn,
    ]
    if let order = side.orderColumn { columns[order] = oldSide.orderColumn }
    if let inverse = match.new.model.storedInverse(of: owner), inverse != owner,
      case .joinTable(let other) = after.relationships[inverse], let order = other.orderColumn,
      let oldInverse = match.old.model.storedInverse(of: old),
      case .joinTable(let oldOther) = before.relationships[oldInverse]
    {
      columns[order] = oldOther.orderColumn
    }
    return (oldTable, columns)
  }
}
