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

  /// `SELECT id AS source, author_id AS destination FROM book WHERE author_id IS NOT NULL`
  func query(_ id: RelationshipID) -> (query: SQLFragment, tables: [String])? {
    let (old, model) = (match.old, match.old.model)
    switch old.schema.relationships[id] {
    case .foreignKey(let key):
      guard let table = old.table(of: id.entity), let identity = table.primaryKey.first
      else { return nil }
      return one(table, source: identity, destination: key.column, key: key.column, order: nil)
    case .inverseForeignKey(let key):
      guard let table = old.table(of: model[id].destination), let identity = table.primaryKey.first
      else { return nil }
      return one(
        table, source: key.column, destination: identity, key: key.column, order: key.orderColumn)
    case .joinTable(let side):
      guard let table = old.schema.tables.first(where: { $0.name == side.table }) else {
        return nil
      }
      let pairs = one(
        table, source: side.sourceColumn, destination: side.destinationColumn, key: nil,
        order: side.orderColumn)
      guard let pairs,
        table.checks.contains(where: { if case .ordered = $0 { true } else { false } })
      else { return pairs }
      // Each pair has one row, which stands for both directions.
      let back = one(
        table, source: side.destinationColumn, destination: side.sourceColumn, key: nil, order: nil)
      return back.map { ("\(sql: pairs.query) UNION \(sql: $0.query)", pairs.tables) }
    case nil: return nil
    }
  }

  private func one(
    _ table: PlainTable, source: String, destination: String, key: String?, order: String?
  ) -> (query: SQLFragment, tables: [String])? {
    let now = names.table(table.name)
    func column(_ name: String) -> SQLFragment { .name(names.column(name, of: table.name)) }
    let position = order.map(column) ?? "CAST(NULL AS integer)"
    let condition = key.map { " WHERE " + column($0) + " IS NOT NULL" } ?? ""
    let query: SQLFragment = """
      SELECT \(sql: column(source)) AS source, \(sql: column(destination)) AS destination, \
      \(sql: position) AS place FROM \(name: now)
      """
    return (query + condition, [now])
  }

  /// The statement that writes the links to their new place, with the tables that it reads.
  func statement(_ move: LinkMove) -> (statement: SQLFragment, reads: [String])? {
    guard var links = query(move.old) else { return nil }
    if move.isReversed {
      links.query = """
        SELECT destination AS source, source AS destination, CAST(NULL AS integer) AS place \
        FROM (\(sql: links.query)) AS turned
        """
    }
    guard let column = move.column else { return joined(move, links) }
    guard let table = match.new.schema.tables.first(where: { $0.name == move.table }),
      let identity = table.primaryKey.first
    else { return nil }
    let isUnique = table.uniqueConstraints.contains { $0.columns == [column] }
    // To-one keeps one of several links, that to the lowest key.
    var pairs: SQLFragment = """
      SELECT source, min(destination) AS destination FROM (\(sql: links.query)) AS links \
      GROUP BY source
      """
    if isUnique {
      pairs = """
        SELECT min(source) AS source, destination FROM (\(sql: pairs)) AS first GROUP BY destination
        """
    }
    return (
      """
      UPDATE \(name: move.table) SET \(name: column) = moved.destination FROM (\(sql: pairs)) \
      AS moved WHERE \(name: move.table).\(name: identity) = moved.source
      """, links.tables
    )
  }

  private func joined(
    _ move: LinkMove, _ links: (query: SQLFragment, tables: [String])
  ) -> (statement: SQLFragment, reads: [String])? {
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
    return (
      """
      INSERT INTO \(name: move.table) (\(names: columns)) SELECT \(sql: values) \
      FROM (\(sql: links.query)) AS links ON CONFLICT DO NOTHING
      """, links.tables
    )
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
