internal import Foundation
internal import MomentumCompiler
internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Writes a transaction into the persistent history of a store, as Core Data does when it saves. An
/// app that reads the history then sees the changes.
///
/// Observed in stores of macOS and iOS 13 to 17: one row of `ATRANSACTION`, then a row of `ACHANGE`
/// for each object, all inserts before all updates, with `Z_OPT` NULL and consecutive keys.
/// `ZCOLUMNS` of an update is ``HistoryColumns``; of an insert it is NULL.
struct HistoryWriter {
  /// The last key of one of the three tables, and its entity number.
  private struct Table {
    var name: String
    var number: Int64
    var last: Int64
  }

  private let connection: Connection
  private let compiled: CompiledModel

  /// `nil` for a store without persistent history.
  init?(connection: Connection, compiled: CompiledModel) {
    guard compiled.schema.history != nil else { return nil }
    self.connection = connection
    self.compiled = compiled
  }

  /// - Parameter inserted: Calls its argument with the entity and the key of each new object.
  func write(
    inserted: ((EntityID, Int64) throws -> Void) throws -> Void,
    updated: [RowKey: Set<ChangedProperty>]
  ) throws {
    var transaction: Int64?
    var changes = try table("CHANGE")
    let insert = try connection.prepare(
      "INSERT INTO ACHANGE(Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) "
        + "VALUES(?, ?, ?, ?, ?, ?, ?)")
    func add(_ type: Int64, _ entity: Int64, _ key: Int64, _ columns: SQLValue) throws {
      let id = try transaction ?? writeTransaction()
      transaction = id
      changes.last += 1
      try insert.bind([
        .integer(changes.last), .integer(changes.number), .integer(type), .integer(entity),
        .integer(key), .integer(id), columns,
      ])
      _ = try insert.step()
    }
    try inserted { entity, key in
      try add(0, Int64(compiled.schema[entity].number), key, .null)
    }
    for (row, properties) in updated.sorted(by: {
      ($0.key.root, $0.key.key) < ($1.key.root, $1.key.key)
    }) {
      guard let (entity, number) = try entity(of: row) else { continue }
      let columns = HistoryColumns(entity, compiled.model, compiled.schema)
      try add(1, number, row.key, .blob(columns.bits(properties)))
    }
    guard transaction != nil else { return }
    try keep(changes)
  }

  private func entity(of row: RowKey) throws -> (EntityID, Int64)? {
    let table = compiled.schema[row.root].table
    guard
      case .integer(let number)? = try connection.firstValue(
        "SELECT Z_ENT FROM \(name: table) WHERE Z_PK = ?", [.integer(row.key)]),
      let entity = compiled.model.entityIDs.first(where: {
        Int64(compiled.schema[$0].number) == number
      })
    else { return nil }
    return (entity, number)
  }

  // MARK: - The transaction

  private func writeTransaction() throws -> Int64 {
    var transactions = try table("TRANSACTION")
    transactions.last += 1
    let name = ProcessInfo.processInfo.processName
    let names: [(String, SQLValue)]
    // Stores of frameworks before iOS 13 have no table of strings; the texts are in the row itself.
    if compiled.schema.history?.tables.contains(where: { $0.name == "ATRANSACTIONSTRING" }) == true
    {
      let key = SQLValue.integer(try string(name))
      names = [("ZBUNDLEIDTS", key), ("ZPROCESSIDTS", key)]
    } else {
      names = [("ZBUNDLEID", .text(name)), ("ZPROCESSID", .text(name))]
    }
    let columns = ["Z_PK", "Z_ENT", "ZTIMESTAMP"] + names.map(\.0)
    let marks = [SQLFragment](repeating: "?", count: columns.count)
    try connection.execute(
      "INSERT INTO ATRANSACTION(\(names: columns)) VALUES(\(list: marks))",
      [.integer(transactions.last), .integer(transactions.number), .real(connection.options.now())]
        + names.map(\.1))
    try keep(transactions)
    return transactions.last
  }

  /// The key of a text in the table of strings, which has each text once.
  private func string(_ text: String) throws -> Int64 {
    if case .integer(let key)? = try connection.firstValue(
      "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", [.text(text)])
    {
      return key
    }
    var strings = try table("TRANSACTIONSTRING")
    strings.last += 1
    try connection.execute(
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
    try connection.execute(
      "UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
      [.integer(table.last), .integer(table.number)])
  }
}
