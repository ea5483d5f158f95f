import Foundation
import MomentumSQL
import MomentumSQLite

/// `IN` with a list of keys, every second one of a table's.
package struct ListSample {
  private let connection: Connection
  private let text: SQLText
  private let keys: [SQLValue]

  package init(count: Int64) throws {
    keys = (1...count).map { .integer($0 * 2) }
    connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (Z_PK INTEGER PRIMARY KEY, name TEXT)")
    try connection.execute(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO t SELECT i, 'n' || i FROM n",
      [.integer(count * 2)])
    text = SQLText(
      text: "SELECT COUNT(*) FROM t t0 WHERE  t0.Z_PK IN (SELECT * FROM _Z_intarray0) ",
      arrays: [SQLValueArray(name: "_Z_intarray0", values: keys)])
  }

  package func asArray() throws -> Int {
    try connection.prepare(text).remainingRows().count
  }

  /// The other way: a temporary table, filled in one transaction with one statement.
  package func asTemporaryTable() throws -> Int {
    try connection.transaction(.deferred) {
      try connection.execute("CREATE TEMP TABLE list (value)")
      let insert = try connection.prepare("INSERT INTO list VALUES (?)")
      for key in keys {
        try insert.bind([key])
        _ = try insert.step()
      }
      let count = try connection.firstValue(
        "SELECT COUNT(*) FROM t t0 WHERE  t0.Z_PK IN (SELECT * FROM list) ")
      try connection.execute("DROP TABLE list")
      return count == nil ? 0 : 1
    }
  }
}
