internal import Foundation
package import MomentumCompiler
package import MomentumModel
package import MomentumSQL
package import MomentumSQLite
package import MomentumStore

/// Writes a transaction into the persistent history of a store, as Core Data does when it saves. An
/// app that reads the history then sees the changes.
///
/// Observed in stores of macOS and iOS 13 to 17: one row of `ATRANSACTION`, then a row of `ACHANGE`
/// for each object, all inserts before all updates, with `Z_OPT` NULL and consecutive keys.
/// `ZCOLUMNS` of an update is ``HistoryColumns``; of an insert it is NULL.
package struct HistoryWriter {
  /// One of the tables `ATRANSACTION`, `ACHANGE` and `ATRANSACTIONSTRING`: its last key, and its
  /// entity number in `Z_PRIMARYKEY`.
  private struct Table {
    var name: String
    var number: Int64
    var last: Int64
  }

  /// A changed object.
  package struct Change {
    package enum Kind: Int64, Sendable {
      case insert = 0
      case update = 1
      case delete = 2
    }

    package var kind: Kind
    package var entity: EntityID
    package var key: Int64
    /// The changed properties of an update.
    package var changed: Set<ChangedProperty>
    /// The kept values of a deleted object, in the order of ``HistoryWriter/tombstones(of:)``.
    package var tombstones: [SQLValue]

    package init(
      _ kind: Kind, _ entity: EntityID, _ key: Int64, changed: Set<ChangedProperty> = [],
      tombstones: [SQLValue] = []
    ) {
      self.kind = kind
      self.entity = entity
      self.key = key
      self.changed = changed
      self.tombstones = tombstones
    }
  }

  /// The author of the transaction, and the name of the context that saved it.
  package var author: String?
  package var contextName: String?
  /// Called before each statement with its values; a test makes it throw.
  package var willRun: ((String, [SQLValue]) throws -> Void)?

  private let connection: Connection
  private let compiled: CompiledModel

  /// `nil` for a store without persistent history.
  package init?(connection: Connection, compiled: CompiledModel) {
    guard compiled.schema.history != nil else { return nil }
    self.connection = connection
    self.compiled = compiled
  }

  /// Writes insertions and updates as one transaction.
  ///
  /// - Parameter inserted: Calls its argument with the entity and the key of each new object.
  func write(
    inserted: ((EntityID, Int64) throws -> Void) throws -> Void,
    updated: [RowKey: Set<ChangedProperty>]
  ) throws {
    try write { add in
      try inserted { entity, key in try add(Change(.insert, entity, key)) }
      for (row, properties) in updated.sorted(by: {
        ($0.key.root, $0.key.key) < ($1.key.root, $1.key.key)
      }) {
        guard let entity = try entity(of: row) else { continue }
        try add(Change(.update, entity, row.key, changed: properties))
      }
    }
  }

  /// Writes one transaction, or none if there are no changes.
  ///
  /// - Parameter changes: Calls its argument with each change: all inserts, then all updates, then
  ///   all deletions. No object may come twice.
  package func write(_ changes: (@escaping (Change) throws -> Void) throws -> Void) throws {
    var transaction: Int64?
    var table = try table("CHANGE")
    var bits: [EntityID: HistoryColumns] = [:]
    var statements: [Int: Statement] = [:]
    var kept: Int?
    try changes { change in
      let id = try transaction ?? writeTransaction()
      transaction = id
      table.last += 1
      var count = change.tombstones.count
      if count > 0 {
        let columns = try kept ?? tombstoneColumnCount()
        kept = columns
        count = min(count, columns)
      }
      let statement = try statements[count] ?? insertion(tombstones: count)
      statements[count] = statement
      var columns = SQLValue.null
      if change.kind == .update {
        let slots =
          bits[change.entity] ?? HistoryColumns(change.entity, compiled.model, compiled.schema)
        bits[change.entity] = slots
        columns = .blob(slots.bits(change.changed))
      }
      let values: [SQLValue] =
        [
          .integer(table.last), .integer(table.number), .integer(change.kind.rawValue),
          .integer(Int64(compiled.schema[change.entity].number)), .integer(change.key),
          .integer(id), columns,
        ] + change.tombstones.prefix(count)
      try willRun?(statement.sql, values)
      try statement.bind(values)
      _ = try statement.step()
    }
    guard transaction != nil else { return }
    try keep(table)
  }

  /// The number of columns `ZTOMBSTONE0`, `ZTOMBSTONE1`, … in the store. It may be smaller than the
  /// number of attributes that the model keeps, if other software made or migrated the store. The
  /// other values are then not kept, because a save must not fail for that.
  private func tombstoneColumnCount() throws -> Int {
    let statement = try connection.prepare("PRAGMA table_info(ACHANGE)")
    var names: Set<SQLValue> = []
    while let row = try statement.nextRow() { names.insert(row[1]) }
    return (0...names.count).first { !names.contains(.text("ZTOMBSTONE\($0)")) } ?? 0
  }

  /// Writes a transaction without changes, as Core Data does after a lightweight migration.
  package func writeEmpty() throws { _ = try writeTransaction() }

  /// Prepares the INSERT of a change: `INSERT INTO ACHANGE(…, ZCOLUMNS, ZTOMBSTONE0) VALUES(?, …)`.
  private func insertion(tombstones: Int) throws -> Statement {
    let columns =
      ["Z_PK", "Z_ENT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS"]
      + (0..<tombstones).map { "ZTOMBSTONE\($0)" }
    let marks = [SQLFragment](repeating: "?", count: columns.count)
    return try connection.prepare("INSERT INTO ACHANGE(\(names: columns)) VALUES(\(list: marks))")
  }

  /// The attributes whose values are kept when an object is deleted: `ZTOMBSTONE0` has the value of
  /// the first one.
  ///
  /// Assumed: the order is that of ``HistoryColumns``; values with external storage are never kept
  /// (observed), and composites are not either.
  package func tombstones(of entity: EntityID) -> [AttributeID] {
    HistoryWriter.tombstones(of: entity, compiled.model, compiled.schema)
  }

  /// The attributes whose values are kept when an object of an entity is deleted.
  package static func tombstones(
    of entity: EntityID, _ model: ObjectModel, _ schema: StoreSchema
  ) -> [AttributeID] {
    model.lineage(of: entity).reversed().flatMap { owner in
      model.attributes(of: owner).filter {
        $0.entity == owner && model[$0].preservesValueInHistoryOnDeletion
          && !model[$0].allowsExternalStorage && schema.attributeColumns[$0] != nil
      }.sorted { model[$0].name.utf8.lexicographicallyPrecedes(model[$1].name.utf8) }
    }
  }

  func entity(of row: RowKey) throws -> EntityID? {
    let table = compiled.schema[row.root].table
    guard
      case .integer(let number)? = try connection.firstValue(
        "SELECT Z_ENT FROM \(name: table) WHERE Z_PK = ?", [.integer(row.key)]),
      let entity = compiled.model.entityIDs.first(where: {
        Int64(compiled.schema[$0].number) == number
      })
    else { return nil }
    return entity
  }

  // MARK: - The transaction

  private func writeTransaction() throws -> Int64 {
    var transactions = try table("TRANSACTION")
    transactions.last += 1
    let process = ProcessInfo.processInfo.processName
    // The texts in the order in which Core Data adds them to `ATRANSACTIONSTRING`.
    let texts = [
      ("ZBUNDLEID", process), ("ZAUTHOR", author), ("ZCONTEXTNAME", contextName),
      ("ZPROCESSID", process),
    ]
    var names: [(String, SQLValue)] = []
    for case (let column, let text?) in texts {
      // Framework version 851 has no table `ATRANSACTIONSTRING`: its stores keep the texts in the
      // row itself.
      names.append(
        hasStrings ? (column + "TS", .integer(try string(text))) : (column, .text(text)))
    }
    let columns = ["Z_PK", "Z_ENT", "ZTIMESTAMP"] + names.map(\.0)
    let marks = [SQLFragment](repeating: "?", count: columns.count)
    try execute(
      "INSERT INTO ATRANSACTION(\(names: columns)) VALUES(\(list: marks))",
      [.integer(transactions.last), .integer(transactions.number), .real(connection.options.now())]
        + names.map(\.1))
    try keep(transactions)
    return transactions.last
  }

  /// The key of a text in `ATRANSACTIONSTRING`, which has each text once. A new text is inserted.
  private func string(_ text: String) throws -> Int64 {
    if case .integer(let key)? = try connection.firstValue(
      "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", [.text(text)])
    {
      return key
    }
    var strings = try table("TRANSACTIONSTRING")
    strings.last += 1
    try execute(
      "INSERT INTO ATRANSACTIONSTRING(Z_PK, Z_ENT, ZNAME) VALUES(?, ?, ?)",
      [.integer(strings.last), .integer(strings.number), .text(text)])
    try keep(strings)
    return strings.last
  }

  // MARK: - Keys

  private func table(_ name: String) throws -> Table {
    // Also test the number: an entity of the model may have the same name, but has a number below
    // 16001.
    let number = try connection.firstValue(
      "SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = ? AND Z_ENT > 16000", [.text(name)])
    let last = try connection.firstValue(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = ? AND Z_ENT > 16000", [.text(name)])
    guard case .integer(let number)? = number, case .integer(let last)? = last, last >= 0,
      last < Int64.max - Int64(Int32.max)
    else {
      throw StoreError.notAStore(path: connection.path, missing: "Z_PRIMARYKEY row \(name)")
    }
    return Table(name: name, number: number, last: last)
  }

  private func keep(_ table: Table) throws {
    try execute(
      "UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
      [.integer(table.last), .integer(table.number)])
  }

  private var hasStrings: Bool {
    compiled.schema.history?.tables.contains { $0.name == "ATRANSACTIONSTRING" } == true
  }

  private func execute(_ sql: SQLFragment, _ values: [SQLValue]) throws {
    try willRun?(sql.text, values)
    try connection.execute(sql, values)
  }
}
