import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

@testable import MomentumSQLite

/// Values, relationships and files of an export.
@Suite struct ExportValueTests {
  private func exported(
    _ value: SQLValue, _ type: AttributeType, isExternal: Bool = false
  ) -> JSONNode.Value {
    JSONNode.Value(
      exported: value,
      of: Attribute(name: "a", type: type, allowsExternalStorage: isExternal))
  }

  @Test(
    arguments: [
      (.integer(5), .integer16, "5"), (.integer(40000), .integer16, #"{"$integer": 40000}"#),
      (.integer(.min), .integer64, "-9223372036854775808"),
      (.real(1.5), .integer64, #"{"$real": 1.5}"#),
      (.real(2), .integer32, #"{"$real": 2.0}"#), (.text("5"), .integer32, #"{"$text": "5"}"#),
      (.integer(1), .boolean, "true"), (.integer(0), .boolean, "false"),
      (.integer(2), .boolean, #"{"$integer": 2}"#), (.real(1), .double, "1.0"),
      (.integer(3), .double, "3.0"), (.real(.infinity), .double, #""Infinity""#),
      (.real(-.infinity), .double, #""-Infinity""#), (.real(-.infinity), .float, #""-Infinity""#),
      (.real(0.1), .float, #"{"$real": 0.1}"#), (.real(0.5), .float, "0.5"),
      (.real(10.11), .decimal, "10.11"), (.integer(7), .decimal, "7"),
      (.real(.infinity), .integer16, #"{"$real": "Infinity"}"#),
      (.real(-.infinity), .string, #"{"$real": "-Infinity"}"#),
      (.real(86400), .date, #""2001-01-02T00:00:00Z""#),
      (.integer(0), .date, #""2001-01-01T00:00:00Z""#),
      (.real(.infinity), .date, #""Infinity""#), (.real(1e300), .date, "1e+300"),
      (.text("x"), .date, #"{"$text": "x"}"#), (.text("a\u{0}é"), .string, #""a\u0000é""#),
      (.integer(5), .string, #"{"$integer": 5}"#), (.blob([1]), .string, #"{"$blob": "AQ=="}"#),
      (.text("http://a"), .uri, #""http://a""#), (.text(""), .uri, #"{"$text": ""}"#),
      (.blob([1, 255]), .binary, #""Af8=""#), (.blob([]), .binary, #""""#),
      (.text("a"), .binary, #"{"$text": "a"}"#),
      (.blob(Array(0..<16)), .uuid, #""00010203-0405-0607-0809-0A0B0C0D0E0F""#),
      (.blob([1]), .uuid, #"{"$blob": "AQ=="}"#), (.blob([7]), .transformable, #""Bw==""#),
      (.integer(5), .undefined, #"{"$integer": 5}"#), (.null, .undefined, "null"),
      (.null, .string, "null"),
    ] as [(SQLValue, AttributeType, String)])
  func aValueIsWrittenSoThatItIsReadBack(value: SQLValue, type: AttributeType, expected: String)
    throws
  {
    let node = exported(value, type)
    #expect(node.compact == expected)
    if value == .null { return }
    let back = try node.rawColumn ?? AttributeValue(node, type: type).stored
    #expect(ExportedColumn.isSame(back, value), "\(back)")
  }

  /// A byte in front of the value tells whether the value is in the column.
  @Test(arguments: [
    ([1, 7, 8], #""Bwg=""#), ([1], #""""#), ([2, 7], #"{"$blob": "Agc="}"#),
    ([], #"{"$blob": ""}"#),
    ([0, 1], #"{"$blob": "AAE="}"#),
  ])
  func aBinaryThatMayBeAFileHasAByteInFront(bytes: [UInt8], expected: String) {
    #expect(exported(.blob(bytes), .binary, isExternal: true).compact == expected)
    #expect(exported(.text("a"), .string, isExternal: true).compact == #"{"$text": "a"}"#)
  }

  @Test func columnsAreTheSameByTheirBytes() {
    for (left, right, isSame) in [
      (.integer(2), .real(2), true), (.real(2), .integer(2), true),
      (.real(2.5), .integer(2), false),
      (.integer(3), .real(2), false), (.real(1e300), .integer(.max), false),
      (.text("é"), .text("é"), true), (.text("é"), .text("e\u{301}"), false),
      (.text("a"), .text("ab"), false), (.null, .null, true), (.null, .integer(0), false),
      (.blob([1]), .blob([1]), true), (.blob([1]), .blob([2]), false),
      (.text("1"), .integer(1), false),
      (.real(1.5), .real(1.5), true), (.real(1.5), .real(2.5), false),
      (.integer(1), .integer(2), false),
    ] as [(SQLValue, SQLValue, Bool)] {
      #expect(ExportedColumn.isSame(left, right) == isSame, "\(left) \(right)")
    }
  }

  // MARK: - Relationships

  private static let (team, player) = (EntityID(0), EntityID(1))
  private static let trial = ImportTrial(
    ObjectModel(
      entities: [
        Entity(
          name: "Team",
          attributes: [
            Attribute(name: "name", type: .string, isOptional: true),
            Attribute(name: "scratch", type: .string, isOptional: true, isTransient: true),
            Attribute(name: "day", type: .date, isOptional: true, derivation: "now()"),
            Attribute(name: "shape", type: .composite(CompositeID(0)), isOptional: true),
            Attribute(name: "photo", type: .binary, isOptional: true, allowsExternalStorage: true),
          ],
          relationships: [
            Relationship(
              name: "members", destination: player, inverse: RelationshipID(player, 0),
              isToMany: true, isOrdered: true),
            Relationship(
              name: "fans", destination: player, inverse: RelationshipID(player, 1), isToMany: true),
            Relationship(
              name: "coaches", destination: player, inverse: RelationshipID(player, 2),
              isToMany: true),
            Relationship(
              name: "scouts", destination: player, inverse: RelationshipID(player, 3),
              isToMany: true),
            Relationship(name: "guests", destination: player, isToMany: true),
            Relationship(
              name: "rivals", destination: team, inverse: RelationshipID(team, 5), isToMany: true),
            Relationship(name: "captain", destination: player),
            Relationship(name: "ghost", destination: player, isTransient: true),
            Relationship(name: "ghosts", destination: player, isToMany: true, isTransient: true),
          ]),
        Entity(
          name: "Player",
          relationships: [
            Relationship(name: "team", destination: team, inverse: RelationshipID(team, 0)),
            Relationship(name: "fanOf", destination: team, inverse: RelationshipID(team, 1)),
            Relationship(
              name: "coached", destination: team, inverse: RelationshipID(team, 2), isToMany: true),
            Relationship(
              name: "watched", destination: team, inverse: RelationshipID(team, 3), isToMany: true,
              isOrdered: true),
          ]),
        Entity(
          name: "Star", parent: player,
          attributes: [Attribute(name: "rank", type: .integer16, isOptional: true)]),
        Entity(name: "Thing", isAbstract: true),
      ],
      composites: [
        CompositeType(
          name: "Shape",
          elements: [
            Attribute(name: "width", type: .double, isOptional: true),
            Attribute(name: "inner", type: .composite(CompositeID(1)), isOptional: true),
          ]),
        CompositeType(
          name: "Inner", elements: [Attribute(name: "text", type: .string, isOptional: true)]),
      ]))

  private func exporter(_ connection: Connection) -> StoreExporter {
    StoreExporter(model: Self.trial.model, schema: Self.trial.schema, connection: connection)
  }

  @Test func eachRelationshipIsWrittenOnOneSide() throws {
    let exporter = try exporter(Self.trial.store())
    let model = Self.trial.model
    func names(_ ids: [RelationshipID]) -> String {
      ids.map { model[$0].name }.joined(separator: " ")
    }
    #expect(names(exporter.toldToManys(of: Self.team)) == "members coaches scouts guests rivals")
    #expect(names(exporter.toldToManys(of: Self.player)) == "watched")
    #expect(names(exporter.toldToManys(of: EntityID(2))) == "watched")
    #expect(names(exporter.toOnes(of: Self.team)) == "captain")
    #expect(names(exporter.toOnes(of: Self.player)) == "team fanOf")
    #expect(
      exporter.attributes(of: Self.team).map { model[$0].name } == ["name", "shape", "photo"])
    #expect(exporter.entities.map { model[$0].name } == ["Team", "Player", "Star"])
  }

  /// Records as JSON, without the attributes that have no value.
  private func records(_ connection: Connection) throws -> [String] {
    var lines: [String] = []
    let exporter = exporter(connection)
    for entity in exporter.entities {
      try exporter.forEachRecord(of: entity) { record in
        let values = record.attributes.filter { $0.value != .null }
          .map { "\($0.name)=\($0.value.compact)" }
        let ones = record.toOnes.compactMap { one in one.object.map { "\(one.name)=\($0)" } }
        let manys = record.toManys.filter { !$0.objects.isEmpty }
          .map { "\($0.name)=\($0.objects.joined(separator: ","))" }
        lines.append(
          (["\(record.id) v\(record.version)"] + values + ones + manys).joined(separator: " "))
      }
    }
    return lines
  }

  @Test func recordsHaveTheirLinksInOrder() throws {
    let connection = try Self.trial.store()
    var issues = Diagnostics()
    let words =
      "Team a members=q,p fans=p coaches=s,p scouts=s,q guests=q rivals=b captain=s | Player p | "
      + "Star s | Player q | Team b scouts=s members=s | Team c"
    let plan = try #require(Self.trial.plan(words, &issues), "\(issues.all.map(\.text))")
    try StoreImporter(model: Self.trial.model, schema: Self.trial.schema).run(plan, on: connection)
    try connection.execute("UPDATE ZTEAM SET ZNAME = 'A', Z_OPT = 4 WHERE Z_PK = 1")
    #expect(
      try records(connection)
        == [
          "Team/p1 v4 name=\"A\" captain=Star/p2 members=Player/p3,Player/p1 "
            + "coaches=Player/p1,Star/p2 scouts=Star/p2,Player/p3 guests=Player/p3 rivals=Team/p2",
          "Team/p2 v1 members=Star/p2 scouts=Star/p2 rivals=Team/p1", "Team/p3 v1",
          "Player/p1 v1 team=Team/p1 fanOf=Team/p1", "Player/p3 v1 team=Team/p1",
          "Star/p2 v1 team=Team/p2 watched=Team/p1,Team/p2",
        ].map {
          $0.replacing(
            "Player/p3 v1 team=Team/p1", with: "Player/p3 v1 team=Team/p1 watched=Team/p1")
        })
    #expect(
      try exporter(connection).lastKeys().map { "\($0.entity) \($0.key)" }
        == ["Team 3", "Player 3", "Thing 0"])
    // A row that is gone is not referred to.
    try connection.execute("DELETE FROM ZPLAYER WHERE Z_PK = 2")
    #expect(
      try records(connection).contains { $0.contains("p2 v") && $0.hasPrefix("Star") } == false)
    #expect(try records(connection).allSatisfy { !$0.contains("captain") && !$0.contains("Star") })
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = NULL WHERE Z_NAME = 'Player'")
    #expect(try exporter(connection).lastKeys().map(\.entity) == ["Team", "Thing"])
  }

  @Test func compositesAreObjectsWithTheirElements() throws {
    let connection = try Self.trial.store()
    let leaves = try #require(Self.trial.schema.compositeColumns[AttributeID(Self.team, 3)])
    #expect(leaves.map(\.path) == [["width"], ["inner", "text"]])
    func shape(_ width: SQLValue, _ text: SQLValue) throws -> String {
      try connection.execute("DELETE FROM ZTEAM")
      try connection.execute(
        "INSERT INTO ZTEAM(Z_PK, Z_ENT, Z_OPT, \(name: leaves[0].column), \(name: leaves[1].column)) "
          + "SELECT 1, Z_ENT, 1, ?, ? FROM Z_PRIMARYKEY WHERE Z_NAME = 'Team'", [width, text])
      var found = ""
      try exporter(connection).forEachRecord(of: Self.team) { record in
        found = record.attributes.first { $0.name == "shape" }?.value.compact ?? "none"
      }
      return found
    }
    #expect(try shape(.null, .null) == "null")
    #expect(try shape(.real(2), .null) == #"{"width": 2.0, "inner": null}"#)
    #expect(try shape(.null, .text("x")) == #"{"width": null, "inner": {"text": "x"}}"#)
    #expect(try shape(.real(2), .text("x")) == #"{"width": 2.0, "inner": {"text": "x"}}"#)
  }

  // MARK: - Files

  @Test func aLargeBinaryIsReadFromItsFile() throws {
    try RepositoryFiles.withTemporaryFolder { (folder: URL) throws in
      let path = folder.path + "/a.sqlite"
      let trial = Self.trial
      try StoreWriter(options: VenueStore.options).create(
        path: path, schema: trial.schema,
        statements: trial.schema.creationStatements(framework: FrameworkVersion(nil)),
        metadata: VenueStore.metadata)
      let (here, lost) = (
        "6F99DCEB-E351-44B4-A9EE-E419C7F1A040", "00000000-E351-44B4-A9EE-E419C7F1A040"
      )
      #expect(ExternalData(storePath: path).write([9, 8, 7], as: here))
      let connection = try Connection(path: path, access: .readWrite, options: VenueStore.options)
      for (key, bytes) in [
        [1, 65], ExternalData.reference(to: here), ExternalData.reference(to: lost),
      ].enumerated() {
        try connection.execute(
          "INSERT INTO ZTEAM(Z_PK, Z_ENT, Z_OPT, ZPHOTO) SELECT ?, Z_ENT, 1, ? FROM Z_PRIMARYKEY WHERE Z_NAME = 'Team'",
          [.integer(Int64(key + 1)), .blob(bytes)])
      }
      let found = try records(connection)
      #expect(found[0] == "Team/p1 v1 photo=\"QQ==\"")
      #expect(found[1] == "Team/p2 v1 photo=\"\(Data([9, 8, 7]).base64EncodedString())\"")
      let reference = Data(ExternalData.reference(to: lost)).base64EncodedString()
      #expect(found[2] == "Team/p3 v1 photo={\"$blob\": \"\(reference)\"}")
    }
  }

  @Test func aStoreIsWrittenAsJSONAndCSV() throws {
    let connection = try Self.trial.store()
    var issues = Diagnostics()
    let words = "Team a members=p,s | Player p | Star s"
    let plan = try #require(Self.trial.plan(words, &issues))
    try StoreImporter(model: Self.trial.model, schema: Self.trial.schema).run(plan, on: connection)
    try connection.execute("UPDATE ZTEAM SET ZNAME = 'a,\"b\"'")
    var json = ""
    #expect(try exporter(connection).writeJSON { json += $0 } == 3)
    expectText(
      json,
      #"""
      {"formatVersion": 1,
      "lastKeys": {"Team": 1, "Player": 2, "Thing": 0},
      "objects": [
      {"entity": "Team", "id": "Team/p1", "key": 1, "version": 1, "attributes": {"name": "a,\"b\"", "shape": null, "photo": null}, "relationships": {"members": ["Player/p1", "Star/p2"]}},
      {"entity": "Player", "id": "Player/p1", "key": 1, "version": 1, "attributes": {}, "relationships": {"team": "Team/p1"}},
      {"entity": "Star", "id": "Star/p2", "key": 2, "version": 1, "attributes": {"rank": null}, "relationships": {"team": "Team/p1"}}
      ]}

      """#)
    var files: [String: String] = [:]
    #expect(try exporter(connection).writeCSV { files[$0, default: ""] += $1 } == 3)
    #expect(
      files == [
        "$lastKeys.csv": "entity,key\r\nTeam,1\r\nPlayer,2\r\nThing,0\r\n",
        "Team.csv":
          "$id,$key,$version,name,shape,photo,captain,members,coaches,scouts,guests,rivals\r\n"
          + "Team/p1,1,1,\"a,\"\"b\"\"\",,,,Player/p1 Star/p2,,,,\r\n",
        "Player.csv": "$id,$key,$version,team,fanOf,watched\r\nPlayer/p1,1,1,Team/p1,,\r\n",
        "Star.csv": "$id,$key,$version,rank,team,fanOf,watched\r\nStar/p2,2,1,,Team/p1,,\r\n",
      ])
    var empty = ""
    #expect(try exporter(Self.trial.store()).writeJSON { empty += $0 } == 0)
    #expect(empty.hasSuffix("\"objects\": [\n]}\n"))
  }
}
