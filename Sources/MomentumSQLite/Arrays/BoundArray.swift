internal import CSQLite
internal import MomentumSQL

/// A list of values that a statement reads as a virtual table. `lend` lets the table find the
/// values in its slot for one step, `takeBack` removes them.
struct BoundArray {
  let slot: ArraySlot
  let values: ArrayValues

  func lend() { slot.values = values }
  func takeBack() { slot.values = nil }
}

/// The values of a list. The statement and each open cursor retain the object, so that a cursor can
/// still read the values after the statement has taken them back.
final class ArrayValues {
  let all: [SQLValue]
  init(_ all: [SQLValue]) { self.all = all }
}

/// The values that the virtual table of one name shows. Statements that use the same name share the
/// object, so each statement sets its own values before it steps.
final class ArraySlot {
  /// The values of the statement that is being stepped; `nil` between steps.
  var values: ArrayValues?
  /// The number of values in the last prepared statement, for SQLite's planner.
  var expectedCount = 0
}

/// The slots of a connection, by the name of their table.
final class ArraySlots {
  private var slots: [String: ArraySlot] = [:]

  /// The slot of a name; SQLite ignores the case of ASCII letters only.
  func slot(named name: String) -> ArraySlot {
    let key = String(
      decoding: name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
    if let slot = slots[key] { return slot }
    let slot = ArraySlot()
    slots[key] = slot
    return slot
  }
}

extension Connection {
  /// Creates the missing tables and pairs each list with the slot from which its table reads.
  ///
  /// The tables are temporary, so that they have precedence over a table of that name in the file
  /// (documented: <https://sqlite.org/lang_naming.html>) and can be created if the file is
  /// read-only. They stay, empty, until the connection closes: dropping a table would fail while a
  /// statement runs.
  func bound(_ arrays: [SQLValueArray]) throws(SQLiteError) -> [BoundArray] {
    var result: [BoundArray] = []
    var names: [ObjectIdentifier: SQLValueArray] = [:]
    for array in arrays {
      let slot = arraySlots.slot(named: array.name)
      if let other = names.updateValue(array, forKey: ObjectIdentifier(slot)) {
        guard other.values == array.values else {
          throw SQLiteError(
            .bind, code: .misuse, message: "two lists have the name '\(array.name)'")
        }
        continue
      }
      try makeTable(array.name)
      slot.expectedCount = array.values.count
      result.append(BoundArray(slot: slot, values: ArrayValues(array.values)))
    }
    return result
  }

  /// Creates the tables of lists outside of a transaction, so that a rollback does not remove them.
  package func makeListTables(_ names: [String]) throws(SQLiteError) {
    for name in names { try makeTable(name) }
  }

  /// Makes the table of a list if it is missing. This runs for each statement, because a rollback
  /// removes tables that were made in the transaction.
  private func makeTable(_ name: String) throws(SQLiteError) {
    guard !name.utf8.contains(0) else {
      throw SQLiteError(
        .prepare, code: .misuse, message: "the name of a list holds a NUL character")
    }
    let fragment: SQLFragment =
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.\(name: name) USING \(name: ArrayModule.name)"
    let sql = fragment.text
    // Do not prepare it as a statement of the connection: it would be reported like one of the
    // caller's.
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(.prepare, code, sql: sql) }
  }
}
