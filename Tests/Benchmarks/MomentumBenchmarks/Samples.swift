import CLibXML2
import CSQLite
import Foundation
import GRDB
import Momentum
import MomentumDiagnostics
import MomentumModelFiles
import MomentumSQL
import MomentumSQLite

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Texts and files that the benchmarks share. Made once a run, outside what is measured.
enum Samples {
  /// 500 entities with six attributes and two relationships each, 0.6 MB.
  static let largeModel = SourceFile(path: "contents", text: modelText(entities: 500))
  /// Ten times as many.
  static let hugeModel = SourceFile(path: "contents", text: modelText(entities: 5_000))

  static let bubbleTea: CompiledModel = {
    var diagnostics = Diagnostics()
    let bundle = repository.appendingPathComponent("Models/BubbleTea.xcdatamodeld").path
    guard let file = try? ModelBundle.load(path: bundle, &diagnostics),
      let model = CompiledModel.compile(file.contents, &diagnostics)
    else { preconditionFailure("the bundle in Models/ compiles") }
    return model
  }()

  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func modelText(entities: Int) -> String {
    let types = ["String", "Integer 32", "Date", "Boolean", "Double", "UUID"]
    let attributes = types.enumerated().map { index, type in
      "<attribute name=\"value\(index)\" optional=\"YES\" attributeType=\"\(type)\"/>\n"
    }.joined()
    let bodies = (0..<entities).map { entity in
      let next = (entity + 1) % entities
      let previous = (entity + entities - 1) % entities
      return "<entity name=\"Entity\(entity)\" syncable=\"YES\">\n" + attributes
        + "<relationship name=\"next\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"Entity\(next)\" inverseName=\"previous\" inverseEntity=\"Entity\(next)\"/>\n"
        + "<relationship name=\"previous\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Entity\(previous)\" inverseName=\"next\" inverseEntity=\"Entity\(previous)\"/>\n"
        + "</entity>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
      + "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n"
      + bodies.joined() + "</model>\n"
  }

  /// Predicates as apps write them, from one comparison to a dozen.
  static let predicates = [
    "name == 'Bubble & Co'",
    "priceInfo.priceCategory == \"$\" AND specialCount > 0",
    "name CONTAINS[cd] 'tea' OR (location.distance < 500.5 AND NOT category.name IN {'Café', 'Bar'})",
    "(stats.tipCount >= 10 AND stats.tipCount <= 90) AND (favorite == YES OR name BEGINSWITH[c] 'T') AND phone != nil AND location.city LIKE '*burg' AND specialCount BETWEEN {1, 9}",
  ]

  // MARK: - XML

  /// What xmllint does: a tree of the whole text.
  static func tree(_ source: SourceFile) -> Bool {
    source.utf8.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        let document = xmlReadMemory(text.baseAddress, Int32(text.count), nil, nil, 0)
        defer { xmlFreeDoc(document) }
        return document != nil
      }
    }
  }

  static func walk(_ source: SourceFile) -> Bool {
    XMLParser(data: Data(source.utf8)).parse()
  }

  // MARK: - Rows

  static let query = "SELECT id, name, city, score, day, flag FROM sample"

  /// A database of 100,000 rows in the temporary folder.
  static let largeStore: String = {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-benchmark-\(UUID().uuidString).sqlite").path
    do {
      let connection = try Connection(path: path, access: .createExclusively)
      try connection.execute(
        "CREATE TABLE sample (id INTEGER PRIMARY KEY, name TEXT, city TEXT, score REAL, day REAL, flag INTEGER)"
      )
      try connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) "
          + "INSERT INTO sample SELECT i, 'Venue number ' || i, 'City ' || (i % 97), i * 0.5, i * 60.25, i % 2 FROM n"
      )
    } catch {
      preconditionFailure("the sample database can be made: \(error)")
    }
    return path
  }()

  static func readWithC(_ path: String) -> Int {
    var database: OpaquePointer?
    var statement: OpaquePointer?
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK
    else { preconditionFailure("the sample database opens") }
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(database)
    }
    var sum = 0
    while sqlite3_step(statement) == SQLITE_ROW {
      sum &+= Int(sqlite3_column_int64(statement, 0))
      sum &+= String(cString: sqlite3_column_text(statement, 1)).utf8.count
      sum &+= String(cString: sqlite3_column_text(statement, 2)).utf8.count
      sum &+= Int(sqlite3_column_double(statement, 3) + sqlite3_column_double(statement, 4))
      sum &+= Int(sqlite3_column_int64(statement, 5))
    }
    return sum
  }

  static func readWithReaders(_ path: String) throws -> Int {
    let reader = try StoreReader(path: path)
    var sum = 0
    try reader.run(SQLText(text: query)) { row in
      sum &+= Int(row.integer(at: 0) ?? 0)
      sum &+= (row.text(at: 1) ?? "").utf8.count
      sum &+= (row.text(at: 2) ?? "").utf8.count
      sum &+= Int((row.real(at: 3) ?? 0) + (row.real(at: 4) ?? 0))
      sum &+= Int(row.integer(at: 5) ?? 0)
      return true
    }
    return sum
  }

  static func readAsValues(_ path: String) throws -> Int {
    try StoreReader(path: path).rows(SQLText(text: query)).count
  }

  static func readWithGRDB(_ path: String) throws -> Int {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    return try queue.read { database in
      var sum = 0
      let rows = try Row.fetchCursor(database, sql: query)
      while let row = try rows.next() {
        sum &+= Int(row[0] as Int64)
        sum &+= (row[1] as String).utf8.count
        sum &+= (row[2] as String).utf8.count
        sum &+= Int((row[3] as Double) + (row[4] as Double))
        sum &+= Int(row[5] as Int64)
      }
      return sum
    }
  }
}
