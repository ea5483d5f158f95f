internal import Foundation
internal import MomentumSQL

/// Reads a store's metadata, entities and file settings without changing the store.
package struct StoreInspector: Sendable {
  /// How thoroughly SQLite checks the file.
  package enum Check: Sendable, Hashable {
    case none
    /// `PRAGMA quick_check`: pages and rows, not whether indexes agree (0.2 s per million rows).
    case quick
    /// `PRAGMA integrity_check` (2.8 s per million rows).
    case full
  }

  package init() {}

  /// - Parameter onPart: Called before each part is read, with the number of parts that were read,
  ///   the number of all and a name: the entities, then the check of the file, which is the longest.
  package func inspect(
    _ path: String, check: Check = .full, options: ConnectionOptions = ConnectionOptions(),
    onPart: (Int, Int, String) -> Void = { _, _, _ in }
  ) throws(StoreError) -> StoreReport {
    try asStoreError {
      let connection = try ReadOnlyStore.open(path, options: options)
      let metadata = try StoreMetadata.read(from: connection)
      let entities = try entities(
        connection, hashed: Set(metadata.entityHashes.keys), onPart)
      onPart(entities.count, entities.count + 1, "integrity of the file")
      let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      return StoreReport(
        metadata: metadata, entities: entities,
        pageSize: try number("PRAGMA page_size", connection),
        pageCount: try number("PRAGMA page_count", connection),
        encoding: try text("PRAGMA encoding", connection),
        autoVacuum: try number("PRAGMA auto_vacuum", connection),
        journalMode: try StoreHeader(path: real, shownAs: path).usesLog ? "wal" : "delete",
        hasWriteAheadLog: NewFile.exists(real + "-wal"),
        hasModelCache: try hasModelCache(connection),
        hasHistory: try connection.hasTable("ACHANGE"),
        integrity: try integrity(check, connection))
    }
  }

  private func hasModelCache(_ connection: Connection) throws -> Bool {
    guard try connection.hasTable("Z_MODELCACHE") else { return false }
    return try connection.firstValue(
      "SELECT 1 FROM Z_MODELCACHE WHERE Z_CONTENT IS NOT NULL LIMIT 1") != nil
  }

  private func number(_ sql: SQLFragment, _ connection: Connection) throws -> Int64 {
    guard case .integer(let value)? = try connection.firstValue(sql) else { return 0 }
    return value
  }

  private func text(_ sql: SQLFragment, _ connection: Connection) throws -> String {
    guard case .text(let value)? = try connection.firstValue(sql) else { return "" }
    return value
  }

  // MARK: - Entities

  private func entities(
    _ connection: Connection, hashed: Set<String>, _ onPart: (Int, Int, String) -> Void
  ) throws -> [StoreReport.Entity] {
    guard try connection.hasTable("Z_PRIMARYKEY") else {
      throw StoreError.notAStore(path: connection.path, missing: "Z_PRIMARYKEY")
    }
    let statement = try connection.prepare(
      "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT LIMIT 20000")
    var entities: [StoreReport.Entity] = []
    while try statement.step() {
      let number = statement.integer(at: 0) ?? 0
      entities.append(
        StoreReport.Entity(
          name: statement.text(at: 1) ?? "", number: number,
          parent: statement.integer(at: 2) ?? 0, maximumKey: statement.integer(at: 3) ?? 0,
          table: nil, rowCount: nil, isHistory: number >= 16001))
    }
    try fillCounts(&entities, hashed, connection, onPart)
    return entities
  }

  private func fillCounts(
    _ entities: inout [StoreReport.Entity], _ hashed: Set<String>, _ connection: Connection,
    _ onPart: (Int, Int, String) -> Void
  ) throws {
    let tables = try tableNames(connection)
    let byNumber = Dictionary(
      entities.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    let roots = entities.map { root(of: $0, byNumber) }
    let families = Dictionary(grouping: zip(roots, entities), by: { $0.0.number })
      .mapValues { $0.map(\.1) }
    let renamed = try RenamedEntities(
      entities, hashed: hashed, tables: tables, families: families, connection)
    var counts: [String: [Int64: Int64]] = [:]
    for index in entities.indices {
      onPart(index, entities.count + 1, entities[index].name)
      entities[index].modelName = renamed.names[entities[index].number]
      let prefix = roots[index].isHistory ? "A" : "Z"
      let name = renamed.names[roots[index].number] ?? roots[index].name
      guard let table = tables[prefix + name.uppercased()] else { continue }
      if counts[table] == nil { counts[table] = try rowCounts(table, connection) }
      entities[index].table = table
      entities[index].rowCount = counts[table]?[entities[index].number] ?? 0
    }
  }

  /// The topmost parent; the parents may form a cycle in a store damaged by hand.
  private func root(
    of entity: StoreReport.Entity, _ byNumber: [Int64: StoreReport.Entity]
  ) -> StoreReport.Entity {
    var current = entity
    var seen: Set<Int64> = []
    while current.parent != 0, seen.insert(current.number).inserted,
      let parent = byNumber[current.parent]
    {
      current = parent
    }
    return current
  }

  /// Table names by their upper-case form: SQLite ignores the case of names.
  private func tableNames(_ connection: Connection) throws -> [String: String] {
    let statement = try connection.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    var result: [String: String] = [:]
    while try statement.step() {
      if let name = statement.text(at: 0) { result[name.uppercased()] = name }
    }
    return result
  }

  private func rowCounts(_ table: String, _ connection: Connection) throws -> [Int64: Int64] {
    let hasEntity = try connection.firstValue(
      "SELECT 1 FROM pragma_table_info(?) WHERE upper(name) = 'Z_ENT'", [.text(table)])
    guard hasEntity != nil else { return [:] }
    let statement = try connection.prepare(
      "SELECT Z_ENT, COUNT(*) FROM \(name: table) GROUP BY Z_ENT LIMIT 20000")
    var result: [Int64: Int64] = [:]
    while try statement.step() {
      if let number = statement.integer(at: 0) { result[number] = statement.integer(at: 1) }
    }
    return result
  }

  // MARK: - Integrity

  private func integrity(
    _ check: Check, _ connection: Connection
  ) throws -> StoreReport.Integrity {
    let pragma: SQLFragment
    switch check {
    case .none: return .notChecked
    case .quick: pragma = "PRAGMA quick_check(100)"
    case .full: pragma = "PRAGMA integrity_check(100)"
    }
    let statement = try connection.prepare(pragma)
    var messages: [String] = []
    do {
      while try statement.step() { messages.append(statement.text(at: 0) ?? "") }
    } catch {
      guard error.primaryCode == .corrupt else { throw error }
      messages.append(error.message)
    }
    return messages == ["ok"] ? .ok : .damaged(messages)
  }
}
