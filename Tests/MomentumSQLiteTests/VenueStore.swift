import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumPropertyList
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// A small model with its tables, written by hand: inheritance, one-to-many (ordered), one-to-one,
/// many-to-many (ordered on one side), a uniqueness constraint and a derived attribute.
enum VenueStore {
  static let location = EntityID(0)
  static let tag = EntityID(1)
  static let venue = EntityID(2)
  static let bar = EntityID(3)

  static let model = ObjectModel(entities: [
    Entity(
      name: "Location", attributes: [Attribute(name: "city", type: .string)],
      relationships: [
        Relationship(
          name: "venues", destination: venue, inverse: RelationshipID(venue, 0), isToMany: true,
          isOrdered: true, maximumCount: 3),
        Relationship(name: "owner", destination: venue, inverse: RelationshipID(venue, 2)),
      ]),
    Entity(
      name: "Tag", attributes: [Attribute(name: "label", type: .string, isOptional: true)],
      relationships: [
        Relationship(
          name: "venues", destination: venue, inverse: RelationshipID(venue, 1), isToMany: true)
      ]),
    Entity(
      name: "Venue",
      attributes: [
        Attribute(name: "name", type: .string, maximum: .integer(20)),
        Attribute(
          name: "rating", type: .integer16, defaultValue: .integer(3), minimum: .integer(0),
          maximum: .integer(5)),
        Attribute(name: "opened", type: .date, isOptional: true),
        Attribute(name: "updatedAt", type: .date, isOptional: true, derivation: "now()"),
        Attribute(name: "photo", type: .binary, isOptional: true, allowsExternalStorage: true),
        Attribute(name: "key", type: .uuid, isOptional: true),
        Attribute(name: "price", type: .decimal, isOptional: true),
        Attribute(name: "scratch", type: .string, isOptional: true, isTransient: true),
      ],
      relationships: [
        Relationship(
          name: "location", destination: location, inverse: RelationshipID(location, 0),
          isOptional: false),
        Relationship(
          name: "tags", destination: tag, inverse: RelationshipID(tag, 0), isToMany: true,
          isOrdered: true),
        Relationship(name: "owns", destination: location, inverse: RelationshipID(location, 1)),
      ], uniquenessConstraints: [["name"]]),
    Entity(
      name: "Bar", parent: venue,
      attributes: [Attribute(name: "hasStage", type: .boolean, isOptional: true)]),
    Entity(name: "Thing", isAbstract: true),
  ])

  static let schema: StoreSchema = {
    let venues = ForeignKey(column: "ZLOCATION", orderColumn: "Z_FOK_LOCATION")
    func storage(
      _ name: String, _ number: Int, _ table: String, parent: Int = 0, family: ClosedRange<Int>
    ) -> EntityStorage {
      EntityStorage(
        name: name, number: number, parentNumber: parent, familyNumbers: family, table: table,
        sharesTable: family.count > 1)
    }
    return StoreSchema(
      entities: [
        storage("Location", 1, "ZLOCATION", family: 1...1),
        storage("Tag", 2, "ZTAG", family: 2...2),
        storage("Venue", 4, "ZVENUE", family: 4...5),
        storage("Bar", 5, "ZVENUE", parent: 4, family: 5...5),
        storage("Thing", 3, "ZTHING", family: 3...3),
      ],
      attributeColumns: [
        AttributeID(location, 0): "ZCITY", AttributeID(tag, 0): "ZLABEL",
        AttributeID(venue, 0): "ZNAME", AttributeID(venue, 1): "ZRATING",
        AttributeID(venue, 2): "ZOPENED", AttributeID(venue, 3): "ZUPDATEDAT",
        AttributeID(venue, 4): "ZPHOTO", AttributeID(venue, 5): "ZKEY",
        AttributeID(venue, 6): "ZPRICE", AttributeID(bar, 0): "ZHASSTAGE",
      ],
      relationships: [
        RelationshipID(location, 0): .inverseForeignKey(venues),
        RelationshipID(venue, 0): .foreignKey(venues),
        RelationshipID(location, 1): .foreignKey(
          ForeignKey(column: "ZOWNER", entityColumn: "Z4_OWNER")),
        RelationshipID(venue, 2): .foreignKey(ForeignKey(column: "ZOWNS")),
        RelationshipID(tag, 0): .joinTable(
          JoinTableSide(table: "Z_2VENUES", sourceColumn: "Z_2TAGS", destinationColumn: "Z_4VENUES")
        ),
        RelationshipID(venue, 1): .joinTable(
          JoinTableSide(
            table: "Z_2VENUES", sourceColumn: "Z_4VENUES", destinationColumn: "Z_2TAGS",
            orderColumn: "Z_FOK_2TAGS")),
      ])
  }()

  static let statements = [
    "CREATE TABLE ZLOCATION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZOWNER INTEGER, Z4_OWNER INTEGER, ZCITY VARCHAR )",
    "CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLABEL VARCHAR )",
    "CREATE TABLE Z_2VENUES ( Z_2TAGS INTEGER, Z_4VENUES INTEGER, Z_FOK_2TAGS INTEGER, PRIMARY KEY (Z_2TAGS, Z_4VENUES) )",
    "CREATE TABLE ZTHING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER )",
    "CREATE TABLE ZVENUE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZRATING INTEGER, ZLOCATION INTEGER, ZOWNS INTEGER, ZHASSTAGE INTEGER, Z_FOK_LOCATION INTEGER, ZOPENED TIMESTAMP, ZUPDATEDAT TIMESTAMP, ZPRICE DECIMAL, ZNAME VARCHAR, ZKEY BLOB, ZPHOTO BLOB )",
    "CREATE INDEX ZVENUE_ZLOCATION_INDEX ON ZVENUE (ZLOCATION)",
    "CREATE UNIQUE INDEX Z_Venue_UNIQUE_name ON ZVENUE (ZNAME COLLATE BINARY ASC)",
    "CREATE TRIGGER Z_DA_ZVENUE_Venue_updatedAt_INSERT AFTER INSERT ON ZVENUE FOR EACH ROW WHEN (NEW.Z_OPT NOT NULL) BEGIN UPDATE ZVENUE SET ZUPDATEDAT = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; SELECT NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZVENUE', Z_ENT, Z_PK, 'updatedAt', ZUPDATEDAT) FROM ZVENUE WHERE Z_PK = NEW.Z_PK; END",
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  static let metadata = StoreMetadata(
    uuid: "6f99dceb-e351-44b4-a9ee-e419c7f1a040", frameworkVersion: 1344,
    entityHashes: ["Venue": Array(0..<32), "Tag": Array(repeating: 7, count: 32)],
    hashesDigest: "ZGlnZXN0", modelChecksum: "Y2hlY2tzdW0=",
    others: ["app.token": .data([1, 2, 3]), "launches": .integer(-5)])

  static let options = ConnectionOptions(busyTimeoutMilliseconds: 50, now: { 800_000_000.5 })

  @discardableResult
  static func create(in folder: URL, _ name: String = "venues.sqlite") throws -> String {
    let path = folder.appendingPathComponent(name).path
    try StoreWriter(options: options).create(
      path: path, schema: schema, statements: statements, metadata: metadata)
    return path
  }

  static func plan(_ text: String, _ issues: inout Diagnostics) -> ImportPlan? {
    ImportPlan.make(
      SourceFile(path: "venues.json", text: text), model: model, schema: schema, &issues)
  }

  @discardableResult
  static func load(_ text: String, into path: String) throws -> [String: Int] {
    var issues = Diagnostics()
    guard let plan = plan(text, &issues) else { throw Refused(issues: issues) }
    let connection = try Connection(path: path, access: .readWrite, options: options)
    return try StoreImporter(model: model, schema: schema).run(plan, on: connection)
  }

  struct Refused: Error { var issues: Diagnostics }

  /// The rows of a table as lines, values parted by bars.
  static func rows(_ sql: String, _ connection: Connection) throws -> String {
    let statement = try connection.prepare(sql: sql)
    var lines: [String] = []
    while try statement.step() {
      lines.append(statement.values.map(text).joined(separator: "|"))
    }
    return lines.joined(separator: "\n")
  }
}

func text(_ value: SQLValue) -> String {
  switch value {
  case .null: "NULL"
  case .integer(let number): String(number)
  case .real(let number): String(number)
  case .text(let text): text
  case .blob(let bytes): "x" + bytes.map { String($0, radix: 16) }.joined(separator: ".")
  }
}
