import CFetch
import Foundation
import GRDB
import MomentumSQL
import MomentumSQLite

/// Rows of six columns: two integers, two reals, a text of 19 bytes and one of 7.
package struct FetchSample {
  package static let query = "SELECT id, name, city, score, day, flag FROM sample"

  package let path: String
  package let count: Int

  package init(count: Int, in folder: URL) throws {
    self.count = count
    path = folder.appendingPathComponent("rows-\(count).sqlite").path
    let connection = try Connection(path: path, access: .createExclusively)
    try connection.execute(
      "CREATE TABLE sample (id INTEGER PRIMARY KEY, name TEXT, city TEXT, score REAL, day REAL, flag INTEGER)"
    )
    try connection.execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
        + "INSERT INTO sample SELECT i, 'Venue number ' || printf('%07d', i), 'City ' || (i % 97), i * 0.5, i * 60.25, i % 2 FROM n",
      [.integer(Int64(count))])
  }

  /// The hand-written loop in C.
  package func readWithC(validates: Bool, asValues: Bool = false) throws -> Int {
    guard let database = cfetch_open(path) else { throw Failure.refused }
    defer { cfetch_close(database) }
    var rows = cfetch_rows()
    let way = (validates ? CFETCH_VALIDATES : 0) | (asValues ? CFETCH_VALUES : 0)
    guard cfetch_read(database, Self.query, Int32(way), &rows) == 0 else {
      throw Failure.refused
    }
    defer { cfetch_free(&rows) }
    return rows.count / 6
  }

  package func readWithMomentum() throws -> Int {
    try StoreReader(path: path).fetch(SQLText(text: Self.query)).count
  }

  package func readAsArrays() throws -> Int {
    try StoreReader(path: path).rows(SQLText(text: Self.query)).count
  }

  package func readOneByOne() throws -> Int {
    try StoreReader(path: path).forEachRow(SQLText(text: Self.query)) { row in
      keep(row.count)
      return true
    }
  }

  private struct Record: Codable, FetchableRecord {
    var id: Int64
    var name: String
    var city: String
    var score: Double
    var day: Double
    var flag: Int64
  }

  /// A record that reads its columns by index, which GRDB's guide advises where speed counts.
  private struct QuickRecord: FetchableRecord {
    var id: Int64
    var name: String
    var city: String
    var score: Double
    var day: Double
    var flag: Int64

    init(row: Row) {
      id = row[0]
      name = row[1]
      city = row[2]
      score = row[3]
      day = row[4]
      flag = row[5]
    }
  }

  package func readWithGRDB(quickly: Bool) throws -> Int {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).read { database in
      quickly
        ? try QuickRecord.fetchAll(database, sql: Self.query).count
        : try Record.fetchAll(database, sql: Self.query).count
    }
  }
}

package enum Failure: Error {
  case refused
}
