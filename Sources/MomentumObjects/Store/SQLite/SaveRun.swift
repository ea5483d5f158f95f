internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// One save: writes the changes, and collects the conflicts with other saves.
final class SaveRun {
  /// A row that could not be written because of a uniqueness constraint. It is tried again after
  /// the other rows: the row that has the same values may get other values in the same save.
  struct Postponed {
    var row: RowSnapshot
    /// The update of a changed row; `nil` for a new row.
    var update: StoreChanges.Update?
    var error: SQLiteError
  }

  let store: SQLiteObjectStore
  let connection: StoreConnection
  let changes: StoreChanges
  let metadata: StoreInformation?
  var links = LinkChanges()
  /// The objects whose version in the store is not the one that the context read.
  var conflicts: [ObjectID] = []
  var postponed: [Postponed] = []
  /// The identities of the new objects. Made only if links are saved.
  private(set) lazy var newObjects = Set(changes.inserts.map(\.row.id))

  init(
    _ store: SQLiteObjectStore, _ connection: StoreConnection, _ changes: StoreChanges,
    _ metadata: StoreInformation?
  ) {
    self.store = store
    self.connection = connection
    self.changes = changes
    self.metadata = metadata
  }

  func run() throws {
    try connection.run(StoreStatements.begin.sql.text)
    do {
      try write()
      guard postponed.isEmpty, conflicts.isEmpty else { throw try conflict() }
      try connection.run(StoreStatements.commit.sql.text)
    } catch {
      connection.rollBack()
      throw error
    }
  }

  private func write() throws {
    try prepareLinks()
    try deletePairs()
    for delete in changes.deletes { try self.delete(delete.old) }
    try insertRows()
    try updateRows()
    try writePostponed()
    for row in changes.checked { try check(row) }
    // A save with conflicts is rolled back, so do not write the rest.
    guard postponed.isEmpty, conflicts.isEmpty else { return }
    try insertPairs()
    try writePositions()
    try writeMetadata()
    try writeHistory()
  }

  // MARK: - Rows

  /// Deletes a row: `DELETE FROM ZMESSAGE WHERE Z_PK = ? AND Z_OPT = ?`.
  private func delete(_ old: RowSnapshot) throws {
    let values: [SQLValue] = [.integer(old.id.number), .integer(old.version)]
    let sql = store.deleteText(old.id.entity)
    guard try connection.run(sql, values) == 0 else { return }
    // If the row no longer exists, another save has deleted it, and that is no conflict.
    if try version(of: old.id) != nil { conflicts.append(old.id) }
  }

  /// Rows of one entity follow each other, and have one statement.
  private func insertRows() throws {
    let rows = changes.inserts
    var index = 0
    while index < rows.count {
      let statement = try insertion(of: rows[index].row.place.entity)
      repeat {
        try insert(rows[index].row, statement)
        index += 1
      } while index < rows.count && rows[index].row.hasSamePlace(as: rows[index - 1].row)
    }
  }

  private func insert(_ row: RowSnapshot, _ statement: RowStatement) throws {
    let positions = links.hasPositions ? links.takePositions(of: row.id) : nil
    do {
      _ = try statement.run(row, positions: positions, connection)
    } catch let error as SQLiteError where error.reason == .constraint {
      links.putBack(positions ?? [:], of: row.id)
      try note(error, row, nil)
    }
  }

  private func insertion(of entity: EntityPlan) throws -> RowStatement {
    let statement =
      try connection.inserts[entity.id]
      ?? RowStatement(store.statements.insert(entity.id), entity, store.source, connection)
    connection.inserts[entity.id] = statement
    return statement
  }

  /// Rows with the same changes follow each other, and have one statement.
  private func updateRows() throws {
    let updates = changes.updates
    var index = 0
    while index < updates.count {
      let changed = updates[index].changed
      let statement = try statement(for: updates[index])
      repeat {
        try update(updates[index], statement)
        index += 1
      } while index < updates.count && updates[index].changed === changed
        && updates[index].new.hasSamePlace(as: updates[index - 1].new)
    }
  }

  /// Updates a row: `UPDATE ZENTRY SET ZTITLE = ?, Z_OPT = ?  WHERE Z_PK = ? AND Z_OPT = ?`.
  private func update(_ update: StoreChanges.Update, _ statement: RowStatement) throws {
    // Positions in relationships that this statement does not set are written afterwards.
    var positions: [RelationshipID: Int64]?
    if links.hasPositions, !update.changed.toOnes.isEmpty {
      let toOnes = update.new.id.entity.toOnes
      positions = [:]
      for toOne in update.changed.toOnes {
        let id = toOnes[toOne].id
        positions?[id] = links.takePosition(of: update.new.id, id)
      }
    }
    do {
      let count = try statement.run(
        update.new, replacing: update.oldVersion, positions: positions, connection)
      if count == 0 { conflicts.append(update.new.id) }
    } catch let error as SQLiteError where error.reason == .constraint {
      links.putBack(positions ?? [:], of: update.new.id)
      try note(error, update.new, update)
    }
  }

  private func statement(for update: StoreChanges.Update) throws -> RowStatement {
    let entity = update.new.place.entity
    let shape = UpdateShape(
      entity: entity.id, leaves: update.changed.leaves, toOnes: update.changed.toOnes)
    let statement: RowStatement
    if let known = connection.updates[shape] {
      statement = known
    } else {
      // Each set of changed columns has a statement of its own. Drop them all at 64, so that a
      // program which changes ever new sets does not fill the memory.
      if connection.updates.count >= 64 { connection.updates = [:] }
      statement = try RowStatement(
        store.statements.update(entity.id, changed: changed(update, entity)), entity,
        store.source, connection)
      connection.updates[shape] = statement
    }
    return statement
  }

  private func changed(
    _ update: StoreChanges.Update, _ entity: EntityPlan
  ) -> Set<StatementParameter> {
    var changed: Set<StatementParameter> = []
    for index in update.changed.leaves {
      let leaf = entity.leaves[index]
      // Skip derived attributes: triggers of the store compute their values.
      guard store.compiled.model[leaf.attribute].derivation == nil else { continue }
      changed.insert(
        leaf.path.isEmpty
          ? .attribute(leaf.attribute) : .compositeElement(leaf.attribute, path: leaf.path))
    }
    for index in update.changed.toOnes {
      let id = entity.toOnes[index].id
      changed.formUnion([.toOne(id), .keyEntity(id), .position(id)])
    }
    return changed
  }

  /// Postpones a row that violates a uniqueness constraint. Other errors are thrown again.
  private func note(
    _ error: SQLiteError, _ row: RowSnapshot, _ update: StoreChanges.Update?
  ) throws {
    if update == nil, error.message.hasSuffix(".Z_PK") {
      // A row with this key exists, because another program has lowered `Z_MAX`.
      return conflicts.append(row.id)
    }
    guard store.constraint(error, row.id.entity) != nil else { throw error }
    postponed.append(Postponed(row: row, update: update, error: error))
  }

  /// Tries the postponed rows again until no more of them can be written.
  private func writePostponed() throws {
    while !postponed.isEmpty {
      let waiting = postponed
      postponed = []
      for item in waiting {
        if let update = item.update {
          try self.update(update, try statement(for: update))
        } else {
          try insert(item.row, try insertion(of: item.row.place.entity))
        }
      }
      if postponed.count == waiting.count { return }
    }
  }

  // MARK: - Versions

  private func check(_ row: RowSnapshot) throws {
    if try version(of: row.id) != row.version { conflicts.append(row.id) }
  }

  /// The version (`Z_OPT`) of a row; `nil` if there is no row.
  private func version(of id: ObjectID) throws -> Int64? {
    let table = store.compiled.schema[id.entity.id].table
    let sql: SQLFragment = "SELECT Z_OPT FROM \(name: table) WHERE Z_PK = ?"
    guard let row = try connection.rows(sql.text, [.integer(id.number)]).first else { return nil }
    if case .integer(let version)? = row.first { return version }
    return 0
  }

  // MARK: - Metadata

  /// Writes changed metadata: `UPDATE Z_METADATA SET Z_PLIST = ?`.
  private func writeMetadata() throws {
    guard let metadata else { return }
    let known = try StoreMetadata.read(from: connection.connection)
    try connection.run(
      "UPDATE Z_METADATA SET Z_PLIST = ?",
      [.blob(StoreMetadata.bytes(of: metadata, known: known))])
  }
}

extension SQLiteObjectStore {
  func deleteText(_ entity: EntityPlan) -> String {
    let table: SQLFragment = .name(compiled.schema[entity.id].table)
    let sql: SQLFragment = "DELETE FROM \(sql: table) WHERE Z_PK = ? AND Z_OPT = ?"
    return sql.text
  }

  /// The properties of the uniqueness constraint that an error is about; `nil` for another error.
  func constraint(_ error: SQLiteError, _ entity: EntityPlan) -> [String]? {
    UniquenessConstraints(of: entity.root, compiled.model, compiled.schema).names(for: error)
  }
}
