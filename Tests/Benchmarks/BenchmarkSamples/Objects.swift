import CFetch
import Foundation
import GRDB
import MomentumRuntime
import MomentumSQL
import MomentumSQLite

/// Objects of an entity with six attributes in a store, read as values.
package struct ObjectSample {
  package let path: String
  private let store: Store<SampleModel>

  package init(count: Int, in folder: URL) throws {
    path = folder.appendingPathComponent("objects-\(count).sqlite").path
    _ = try SampleModel.create(path)
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
        + "INSERT INTO ZSAMPLE(Z_PK, Z_ENT, Z_OPT, ZCITY, ZDAY, ZFLAG, ZNAME, ZRANK, ZSCORE) "
        + "SELECT i, 1, 1, 'City ' || (i % 97), i * 60.25, i % 2, "
        + "'Venue number ' || printf('%07d', i), i, i * 0.5 FROM n",
      [.integer(Int64(count))])
    store = try SampleModel.open(path)
  }

  /// What the fetch of all objects runs.
  package static let query =
    "SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZCITY, t0.ZDAY, t0.ZFLAG, t0.ZNAME, t0.ZRANK, t0.ZSCORE FROM ZSAMPLE t0"

  package func readValues() throws -> Int { try store.fetch(Sample.all).count }

  /// The same rows as stored values, in blocks.
  package func readRows() throws -> Int {
    try StoreReader(path: path).fetch(SQLText(text: Self.query)).count
  }

  /// The hand-written loop in C.
  package func readWithC() throws -> Int {
    guard let database = cfetch_open(path) else { throw Failure.refused }
    defer { cfetch_close(database) }
    var rows = cfetch_rows()
    guard cfetch_read(database, Self.query, Int32(CFETCH_VALIDATES), &rows) == 0 else {
      throw Failure.refused
    }
    defer { cfetch_free(&rows) }
    return rows.count / 9
  }

  private struct Record: Codable, FetchableRecord {
    var id: Int64
    var city: String
    var day: Date
    var flag: Bool
    var name: String
    var rank: Int32
    var score: Double

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
      .timeIntervalSinceReferenceDate
    }
  }

  /// A record that reads its columns by index, which GRDB's guide advises where speed counts.
  private struct QuickRecord: FetchableRecord {
    var id: Int64
    var city: String
    var day: Date
    var flag: Bool
    var name: String
    var rank: Int32
    var score: Double

    init(row: GRDB.Row) {
      id = row[1]
      city = row[3]
      day = Date(timeIntervalSinceReferenceDate: row[4])
      flag = row[5]
      name = row[6]
      rank = row[7]
      score = row[8]
    }
  }

  private static let namedQuery =
    "SELECT Z_PK AS id, ZCITY AS city, ZDAY AS day, ZFLAG AS flag, ZNAME AS name, ZRANK AS rank, ZSCORE AS score FROM ZSAMPLE"

  package func readWithGRDB(quickly: Bool) throws -> Int {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration).read { database in
      quickly
        ? try QuickRecord.fetchAll(database, sql: Self.query).count
        : try Record.fetchAll(database, sql: Self.namedQuery).count
    }
  }
}

/// As generated for the model.
enum SampleModel: StoredModel {
  static let model = RuntimeModel(
    name: "Sample",
    contents: """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Sample" representedClassName="Sample" syncable="YES">
          <attribute name="city" attributeType="String"/>
          <attribute name="day" attributeType="Date" usesScalarValueType="NO"/>
          <attribute name="flag" attributeType="Boolean" usesScalarValueType="YES"/>
          <attribute name="name" attributeType="String"/>
          <attribute name="rank" attributeType="Integer 32" usesScalarValueType="YES"/>
          <attribute name="score" attributeType="Double" usesScalarValueType="YES"/>
        </entity>
      </model>
      """)
}

struct Sample: StoredEntity {
  typealias Model = SampleModel

  struct ID: ObjectKey { var rawValue: Int64 }

  struct Paths: EntityPaths {
    init(_ path: PropertyPath) {}
  }

  static let entityName = "Sample"
  static let storedProperties = ["city", "day", "flag", "name", "rank", "score"]

  var objectID: ID
  var city: String
  var day: Date
  var flag: Bool
  var name: String
  var rank: Int32
  var score: Double

  init(row: MomentumRuntime.Row) throws(RowError) {
    objectID = try row.key(1)
    city = try row.string(3)
    day = try row.date(4)
    flag = try row.bool(5)
    name = try row.string(6)
    rank = try row.int32(7)
    score = try row.double(8)
  }

  func encode(into row: inout RowEncoder) {
    row.append(city)
    row.append(day)
    row.append(flag)
    row.append(name)
    row.append(rank)
    row.append(score)
  }
}
