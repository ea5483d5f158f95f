internal import MomentumModel
internal import MomentumObjects
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumServerStore
internal import MomentumStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Makes the statements of a save.
///
/// The order has to satisfy the foreign keys and the unique constraints of the tables, which are
/// checked by each statement: links to objects that are deleted are cleared first, and new rows come
/// before the rows that lead to them.
struct SavePlanner {
  let source: ObjectSource
  let changes: StoreChanges
  private var plan = SavePlan()
  /// The position of each root entity's table in the order in which tables are created.
  private let tableOrder: [EntityID: Int]
  private var updateTexts: [UpdateShape: String] = [:]
  private var insertTexts: [EntityID: String] = [:]

  private struct UpdateShape: Hashable {
    var entity: EntityID
    var leaves: SmallSet
    var toOnes: SmallSet
  }

  private struct Column: Hashable {
    var table: String
    var identity: String
    var name: String
  }

  init(_ source: ObjectSource, _ changes: StoreChanges) {
    self.source = source
    self.changes = changes
    var order: [EntityID: Int] = [:]
    for (index, table) in source.tables.schema.tables.enumerated() {
      if case .entity(let root) = table.kind { order[root] = index }
    }
    tableOrder = order
  }

  func made() throws -> SavePlan {
    var planner = self
    planner.clearKeys()
    let deletions = planner.deletions()
    // Rows that require an object and get another one would be deleted with their old one.
    let deletesFirst = !changes.updates.contains { update in
      let entity = update.new.id.entity
      let columns = planner.source.columns(of: entity)
      return update.changed.toOnes.contains { columns.toOnes[$0]?.isOptional == false }
    }
    if deletesFirst { planner.plan.rows += deletions }
    let late = try planner.insertRows()
    try planner.updateRows()
    if !deletesFirst { planner.plan.rows += deletions }
    planner.plan.rows += late
    var links = LinkPlanner(source, changes)
    links.make()
    // Old pairs first: their objects may be deleted.
    planner.plan.clearing += links.removing
    planner.plan.links += links.adding
    return planner.plan
  }

  // MARK: - Clearing

  /// Clears keys: `UPDATE stats SET venue_id = NULL WHERE id = ANY ($1)`.
  ///
  /// Those of rows that are deleted, since two of them may lead to each other; and those that change
  /// while rows are deleted, or that no two rows may share.
  private mutating func clearKeys() {
    var keys: [Column: [Int64]] = [:]
    var order: [Column] = []
    func clear(_ row: RowSnapshot, _ key: EntityColumns.Key, _ columns: EntityColumns) {
      let column = Column(
        table: columns.place.table, identity: columns.place.identity, name: key.column)
      if keys[column] == nil { order.append(column) }
      keys[column, default: []].append(row.id.number)
    }
    for update in changes.updates {
      let columns = source.columns(of: update.new.id.entity)
      for index in update.changed.toOnes {
        guard let key = columns.toOnes[index], key.isOptional,
          key.isUnique || !changes.deletes.isEmpty
        else { continue }
        clear(update.new, key, columns)
      }
    }
    for delete in changes.deletes {
      let columns = source.columns(of: delete.old.id.entity)
      for (index, key) in columns.toOnes.enumerated() {
        guard let key, key.isOptional, delete.old.toOne(index) != nil else { continue }
        clear(delete.old, key, columns)
      }
    }
    plan.clearing += order.map { column in
      SaveStatement(
        "UPDATE \(name: column.table) SET \(name: column.name) = NULL "
          + "WHERE \(name: column.identity) = ANY (\(bind: .null))",
        [.keys((keys[column] ?? []).sorted())])
    }
  }

  // MARK: - Deleted rows

  /// A statement for each table, those first whose rows lead to others:
  ///
  ///     DELETE FROM tip t USING unnest($1, $2) o(id, version)
  ///     WHERE t.id = o.id AND t.momentum_version = o.version RETURNING t.id
  private func deletions() -> [SaveStatement] {
    let families = Dictionary(grouping: changes.deletes.map(\.old)) { $0.id.entity.root }
    return families.sorted { order($0.key) > order($1.key) }.map { root, rows in
      let place = source.tables.place(of: root)
      let (table, identity) = (place.table, place.identity)
      let rows = rows.sorted { $0.id.number < $1.id.number }
      let sql: SQLFragment =
        "DELETE FROM \(name: table) t USING unnest(CAST(\(bind: .null) AS bigint[]), "
        + "CAST(\(bind: .null) AS bigint[])) o(id, version) WHERE t.\(name: identity) = o.id "
        + "AND t.\(name: ObjectTables.versionColumn) = o.version RETURNING t.\(name: identity)"
      return SaveStatement(
        .delete(rows),
        PostgreSQLRequest(
          sql.text(in: .postgreSQL), [.keys(rows.map(\.id.number)), .keys(rows.map(\.version))]))
    }
  }

  private func order(_ root: EntityID) -> Int { tableOrder[root] ?? 0 }

  // MARK: - New rows

  /// Adds new rows in the order of their tables. A key that leads to a row which comes later is
  /// written at the end, unless the relationship requires an object.
  ///
  /// - Returns: The statements that write such keys.
  private mutating func insertRows() throws -> [SaveStatement] {
    let rows = changes.inserts.map(\.row).enumerated().sorted {
      (order($0.element.id.entity.root), $0.offset) < (order($1.element.id.entity.root), $1.offset)
    }.map(\.element)
    var waiting = Set(rows.map(\.id))
    var late: [SaveStatement] = []
    for row in rows {
      let entity = row.id.entity
      let columns = source.columns(of: entity)
      var values: [PostgreSQLValue] = [.integer(row.id.number), .integer(row.version)]
      if columns.place.entity != nil { values.append(.text(entity.name)) }
      for (index, column) in columns.leaves.enumerated() where column != nil {
        values.append(try value(row, index))
      }
      for (index, key) in columns.toOnes.enumerated() {
        guard let key else { continue }
        let object = try object(row, index)
        guard let object, key.isOptional, waiting.contains(object) else {
          values.append(object.map { .integer($0.number) } ?? .null)
          continue
        }
        values.append(.null)
        late.append(
          SaveStatement(
            "UPDATE \(name: columns.place.table) SET \(name: key.column) = \(bind: .null) "
              + "WHERE \(name: columns.place.identity) = \(bind: .null)",
            [.integer(object.number), .integer(row.id.number)]))
      }
      plan.rows.append(
        SaveStatement(.insert(row), PostgreSQLRequest(insertText(entity, columns), values)))
      waiting.remove(row.id)
    }
    return late
  }

  /// `INSERT INTO tip (id, momentum_version, text, venue_id) OVERRIDING SYSTEM VALUE VALUES ($1, …)`
  private mutating func insertText(_ entity: EntityPlan, _ columns: EntityColumns) -> String {
    if let known = insertTexts[entity.id] { return known }
    var names = [columns.place.identity, ObjectTables.versionColumn]
    if let column = columns.place.entity { names.append(column) }
    names += columns.leaves.compactMap { $0 }
    names += columns.toOnes.compactMap { $0?.column }
    let values = names.map { _ in SQLFragment("\(bind: .null)") }
    let sql: SQLFragment =
      "INSERT INTO \(name: columns.place.table) (\(names: names)) OVERRIDING SYSTEM VALUE "
      + "VALUES (\(list: values))"
    let text = sql.text(in: .postgreSQL)
    insertTexts[entity.id] = text
    return text
  }

  // MARK: - Changed rows

  /// `UPDATE tip SET text = $1, venue_id = $2, tips_position = NULL, momentum_version = $3
  /// WHERE id = $4 AND momentum_version = $5`
  private mutating func updateRows() throws {
    for update in changes.updates {
      let row = update.new
      let columns = source.columns(of: row.id.entity)
      var values: [PostgreSQLValue] = []
      for index in update.changed.leaves where columns.leaves[index] != nil {
        values.append(try value(row, index))
      }
      for index in update.changed.toOnes where columns.toOnes[index] != nil {
        values.append(try object(row, index).map { .integer($0.number) } ?? .null)
      }
      values += [.integer(row.version), .integer(row.id.number), .integer(update.oldVersion)]
      plan.rows.append(
        SaveStatement(.update(update), PostgreSQLRequest(updateText(update, columns), values)))
    }
  }

  private mutating func updateText(
    _ update: StoreChanges.Update, _ columns: EntityColumns
  ) -> String {
    let shape = UpdateShape(
      entity: update.new.id.entity.id, leaves: update.changed.leaves,
      toOnes: update.changed.toOnes)
    if let known = updateTexts[shape] { return known }
    var terms: [SQLFragment] = []
    for index in update.changed.leaves {
      guard let column = columns.leaves[index] else { continue }
      terms.append("\(name: column) = \(bind: .null)")
    }
    var positions: [SQLFragment] = []
    for index in update.changed.toOnes {
      guard let key = columns.toOnes[index] else { continue }
      terms.append("\(name: key.column) = \(bind: .null)")
      if let order = key.order { positions.append("\(name: order) = NULL") }
    }
    let version = ObjectTables.versionColumn
    terms.append("\(name: version) = \(bind: .null)")
    let sql: SQLFragment =
      "UPDATE \(name: columns.place.table) SET \(list: terms + positions) "
      + "WHERE \(name: columns.place.identity) = \(bind: .null) "
      + "AND \(name: version) = \(bind: .null)"
    let text = sql.text(in: .postgreSQL)
    updateTexts[shape] = text
    return text
  }

  // MARK: - Values

  private func value(_ row: RowSnapshot, _ leaf: Int) throws -> PostgreSQLValue {
    try row.id.entity.stored(row.value(leaf), leaf: leaf)
  }

  /// The object of a to-one relationship. Throws if it belongs to another store: its key would lead
  /// to an unrelated row of this one.
  private func object(_ row: RowSnapshot, _ index: Int) throws -> ObjectID? {
    guard let id = row.toOne(index) else { return nil }
    guard source.owns(id) else {
      throw ObjectError(
        .externalRelationship,
        "relationship '\(row.id.entity.toOnes[index].name)' of entity '\(row.id.entityName)' leads "
          + "to an object that is not in this store")
    }
    return id
  }
}

extension EntityPlan {
  /// A value of an attribute in the form of its column. Throws if the server cannot store it.
  func stored(_ value: AttributeValue?, leaf: Int) throws -> PostgreSQLValue {
    guard let value else { return .null }
    switch value {
    case .double(let number) where number.isNaN, .date(let number) where number.isNaN:
      throw failure(leaf, "has to be a number")
    case .decimal(let number) where number.isNaN: throw failure(leaf, "has to be a number")
    case .double, .date, .decimal, .integer, .string, .uri, .boolean, .binary, .uuid: break
    }
    guard let stored = ServerValue.stored(value) else {
      throw failure(leaf, "has a NUL character, which no text of PostgreSQL can have")
    }
    return stored
  }

  private func failure(_ leaf: Int, _ what: String) -> ObjectError {
    let text = "the value of attribute '\(leaves[leaf].name)' of entity '\(name)' \(what)"
    return ObjectError(.init(rawValue: 134_030), text, userInfo: ["reason": .string(text)])
  }
}
