import MomentumCompiler
import MomentumSQL
import MomentumSQLite
import Testing

/// The whole content of a store as text: its tables, indexes and triggers, and all rows with the storage
/// classes of their values.
enum StoreDump {
  static func lines(_ path: String) throws -> [String] {
    let connection = try StoreReader(path: path).connection
    var lines: [String] = []
    let objects = try connection.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY name")
    var tables: [String] = []
    while let row = try objects.nextRow() {
      lines.append("\(row)")
      if case .text("table") = row[0], case .text(let name) = row[1] { tables.append(name) }
    }
    // The rows of persistent history are not copied.
    let skipped = ["Z_METADATA", "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING", "sqlite_stat1"]
    for table in tables where !skipped.contains(table) {
      let filter: SQLFragment = table == "Z_PRIMARYKEY" ? " WHERE Z_ENT < 16000" : ""
      let rows = try connection.prepare("SELECT * FROM \(name: table)\(sql: filter)")
      var found: [String] = []
      while let row = try rows.nextRow() { found.append("\(table) \(row.map(text))") }
      lines += found.sorted()
    }
    let metadata = try StoreMetadata.read(from: connection)
    return lines + ["\(metadata.hashValue)"]
  }

  private static func text(_ value: SQLValue) -> String {
    if case .real(let number) = value { return "real \(number.bitPattern)" }
    return "\(value)"
  }

  static func expectSame(
    _ left: String, _ right: String, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (old, new) = (try lines(left), try lines(right))
    let difference = zip(old, new).first { $0 != $1 }
    let first = difference.map { "\($0.0.prefix(900))\n\($0.1.prefix(900))" } ?? ""
    #expect(
      old.count == new.count && difference == nil,
      "\(comment?.rawValue ?? "") \(old.count) and \(new.count) lines; first: \(first)",
      sourceLocation: sourceLocation)
  }
}
