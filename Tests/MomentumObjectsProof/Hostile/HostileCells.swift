import MomentumDifferential
import MomentumSQL
import MomentumSQLite

/// Values in a SQLite store that its program would never write, and tables that lack something.
enum HostileCells {
  private static let values = [
    "NULL", "-1", "0", "99", "9223372036854775807", "-9223372036854775808", "9e999", "0.5",
    "'text'", "'9'", "x'00ff'", "zeroblob(3000000)", "''", "'\u{FEFF}\u{0}'",
  ]

  /// Makes one to three changes.
  static func change(_ path: String, _ dice: inout Dice) throws {
    let connection = try Connection(path: path, access: .readWrite)
    var columns: [(table: String, column: String)] = []
    for table in try texts(connection, "SELECT name FROM sqlite_master WHERE type = 'table'", 0) {
      for column in try texts(connection, "PRAGMA table_info(\(table))", 1) {
        columns.append((table, column))
      }
    }
    for _ in 0..<dice.int(1...3) {
      guard let (table, column) = dice.pick(columns) else { return }
      let value = dice.pick(values) ?? "NULL"
      let rows = dice.chance(50) ? "" : " WHERE rowid % 3 = \(dice.int(0...2))"
      let sql =
        switch dice.int(0...19) {
        case 0: "DELETE FROM \(table)\(rows)"
        case 1: "DROP TABLE \(table)"
        case 2: "ALTER TABLE \(table) RENAME COLUMN \(column) TO ZODD"
        case _: "UPDATE OR IGNORE \(table) SET \(column) = \(value)\(rows)"
        }
      do {
        _ = try connection.execute(sql: sql)
      } catch {
        // SQLite refuses a few of the changes itself, such as a key that is no number.
        continue
      }
    }
  }

  private static func texts(
    _ connection: Connection, _ sql: String, _ column: Int
  ) throws -> [String] {
    let statement = try connection.prepare(sql: sql)
    var texts: [String] = []
    while let row = try statement.nextRow() { row[column].string.map { texts.append($0) } }
    return texts
  }
}
