import Foundation
import MomentumCLI
import MomentumTestSupport
import Testing

/// Batch changes on the command line, on a model of three entities.
@Suite struct BatchCommandTests {
  private static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Crew" representedClassName="Crew" syncable="YES">
        <attribute name="name" attributeType="String"/>
        <attribute name="pay" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
        <attribute name="rank" attributeType="Integer 16" defaultValueString="1" minValueString="0" maxValueString="9" usesScalarValueType="YES"/>
        <attribute name="joined" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
        <attribute name="nick" optional="YES" attributeType="String"/>
        <relationship name="boat" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Boat" inverseName="crew" inverseEntity="Boat"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <entity name="Boat" representedClassName="Boat" syncable="YES">
        <attribute name="title" attributeType="String"/>
        <relationship name="crew" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Crew" inverseName="boat" inverseEntity="Crew"/>
        <relationship name="sails" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Sail" inverseName="boat" inverseEntity="Sail"/>
      </entity>
      <entity name="Sail" representedClassName="Sail" syncable="YES">
        <attribute name="area" optional="YES" attributeType="Decimal" usesScalarValueType="NO"/>
        <relationship name="boat" maxCount="1" deletionRule="Nullify" destinationEntity="Boat" inverseName="sails" inverseEntity="Boat"/>
      </entity>
    </model>
    """

  private static let objects = """
    {"objects": [
      {"entity": "Boat", "id": "b1", "attributes": {"title": "Ida"}},
      {"entity": "Boat", "id": "b2", "attributes": {"title": "Ulla"}},
      {"entity": "Crew", "attributes": {"name": "Ana", "pay": 100, "rank": 2, "joined": 0.1},
       "relationships": {"boat": "b1"}},
      {"entity": "Crew", "attributes": {"name": "Bo", "pay": 200, "rank": 9},
       "relationships": {"boat": "b1"}},
      {"entity": "Crew", "attributes": {"name": "Cy"}},
      {"entity": "Sail", "attributes": {"area": "12.5"}, "relationships": {"boat": "b1"}},
      {"entity": "Sail", "relationships": {"boat": "b1"}}
    ]}
    """

  private struct Fixture {
    var model: String
    var store: String

    func run(_ verb: String, _ options: String...) -> Run {
      Run([verb, store, "--model", model] + options)
    }

    func rows(_ entity: String, _ properties: String...) -> String {
      Run(
        [
          "fetch", store, "--model", model, "--entity", entity, "--format", "csv", "--sort",
          "objectID",
        ]
          + properties.flatMap { ["--select", $0] }
      ).output.replacingOccurrences(of: "\r\n", with: "\n")
    }
  }

  private func withStore(_ body: (Fixture) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let model = folder.appendingPathComponent("Harbour.xcdatamodel")
      try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
      try Data(Self.contents.utf8).write(to: model.appendingPathComponent("contents"))
      let seed = folder.appendingPathComponent("seed.json")
      try Data(Self.objects.utf8).write(to: seed)
      let fixture = Fixture(
        model: model.path, store: folder.appendingPathComponent("harbour.sqlite").path)
      let created = Run("create", fixture.model, fixture.store)
      #expect(created.status == 0, "\(created.error)")
      let imported = fixture.run("import", seed.path)
      #expect(imported.status == 0, "\(imported.error)")
      try body(fixture)
    }
  }

  @Test func valuesAreReadByTheTypeOfTheAttribute() throws {
    try withStore { fixture in
      let run = fixture.run(
        "update", "--entity", "Crew", "--where", "rank > %@", "--arg", "1", "--set",
        "joined=2024-02-01T18:30:00.123456Z", "--set", "nick=rank", "--set", "pay=nil")
      #expect(run.output == "updated 2 objects\n", "\(run.error)")
      #expect(
        fixture.rows("Crew", "name", "pay", "joined", "nick") == """
          name,pay,joined,nick
          Ana,,2024-02-01T18:30:00.123456Z,rank
          Bo,,2024-02-01T18:30:00.123456Z,rank
          Cy,,,

          """)
    }
  }

  @Test func expressionsAreComputedFromEachObject() throws {
    try withStore { fixture in
      let run = fixture.run(
        "update", "--entity", "Crew", "--all", "--set", "pay=pay * 1.5", "--set",
        "nick:=uppercase:(name)", "--set", "rank=rank - 0.5")
      #expect(run.output == "updated 3 objects\n", "\(run.error)")
      #expect(
        fixture.rows("Crew", "name", "pay", "nick", "rank") == """
          name,pay,nick,rank
          Ana,150.0,ANA,1
          Bo,300.0,BO,8
          Cy,,CY,0

          """)
    }
  }

  @Test func aChangeOfARowIsCountedOnce() throws {
    try withStore { fixture in
      let run = fixture.run(
        "update", "--entity", "Crew", "--where", "name == 'Cy'", "--set", "boat=Boat/p2", "--set",
        "rank=3", "--sql-debug", "1")
      #expect(run.output == "updated 1 object\n", "\(run.error)")
      #expect(run.error.contains("UPDATE ZCREW SET ZRANK = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK IN"))
      #expect(fixture.rows("Crew", "name", "boat").contains("Cy,Boat/p2\n"))
      let log = fixture.run(
        "fetch", "--entity", "Crew", "--where", "name == 'Cy'", "--sql-debug", "3")
      #expect(log.status == 0)
      #expect(fixture.run("update", "--entity", "Crew", "--all", "--set", "boat=nil").status == 0)
      #expect(fixture.rows("Crew", "boat") == "boat\n\n\n\n")
    }
  }

  @Test func aDryRunChangesNothing() throws {
    try withStore { fixture in
      let before = fixture.rows("Crew", "name", "pay")
      let run = fixture.run(
        "update", "--entity", "Crew", "--all", "--set", "pay=0", "--dry-run", "--format", "json")
      #expect(
        run.output == """
          {
            "formatVersion": 1,
            "dryRun": true,
            "matched": 3,
            "cascaded": 0
          }

          """)
      #expect(fixture.run("delete", "--entity", "Boat", "--all", "--dry-run").status == 0)
      #expect(fixture.rows("Crew", "name", "pay") == before)
      #expect(fixture.rows("Boat", "title") == "title\nIda\nUlla\n")
    }
  }

  /// Each with a part of what is said, and nothing changes.
  @Test(arguments: [
    ("rnak=3", "no property 'rnak' in entity 'Crew'; did you mean 'rank'?"),
    ("rank=10", "the value of 'rank' has to be at most 9"),
    ("rank=70000", "the value of 'rank' has to be from -32768 to 32767"),
    ("name=nil", "'name' of entity 'Crew' is not optional and cannot be set to nil"),
    ("rank=ten", "no property 'ten' in entity 'Crew'"),
    ("rank:=name", "the expression for 'rank' has to give a number"),
    ("rank=rank + 40000", "the value of attribute 'rank' of entity 'Crew' has to be from"),
    ("rank=rank + 5", "the value of attribute 'rank' of entity 'Crew' has to be at most 9"),
    ("boat=Sail/p1", "the value of 'boat' has to be nil or an object such as Boat/p12"),
    ("boat=Boat/p77", "no object"),
    ("name=same", "another object of entity 'Crew' has the same 'name', which must be unique"),
    ("rank", "a value is set by key=value, or by key:=expression, not by 'rank'"),
  ])
  func wrongValuesAreRefused(_ assignment: String, _ text: String) throws {
    try withStore { fixture in
      let before = fixture.rows("Crew", "name", "rank", "boat")
      let run = fixture.run("update", "--entity", "Crew", "--all", "--set", assignment)
      #expect(run.status == 65)
      #expect(run.error.contains(text), "\(run.error)")
      #expect(fixture.rows("Crew", "name", "rank", "boat") == before)
    }
  }

  @Test func deletingFollowsTheRulesOfTheModel() throws {
    try withStore { fixture in
      let run = fixture.run("delete", "--entity", "Boat", "--where", "title == 'Ida'")
      #expect(run.output == "deleted 1 object and 2 that go along\n", "\(run.error)")
      #expect(fixture.rows("Crew", "name", "boat") == "name,boat\nAna,\nBo,\nCy,\n")
      #expect(fixture.rows("Sail", "area") == "area\n")
    }
  }

  @Test func aLimitTakesTheFirstBySortAndThenByKey() throws {
    try withStore { fixture in
      let dry = fixture.run(
        "delete", "--entity", "Crew", "--all", "--limit", "2", "--sort", "rank:desc", "--dry-run",
        "--sql-debug", "1")
      #expect(dry.output == "would delete 2 objects\n", "\(dry.error)")
      #expect(dry.error.contains("ORDER BY t0.ZRANK DESC, t0.Z_PK LIMIT 2"), "\(dry.error)")
      let run = fixture.run(
        "delete", "--entity", "Crew", "--all", "--limit", "2", "--sort", "rank:desc")
      #expect(run.output == "deleted 2 objects\n", "\(run.error)")
      #expect(fixture.rows("Crew", "name") == "name\nCy\n")
      // Without --sort the oldest by key; what goes along is not counted.
      #expect(
        fixture.run("delete", "--entity", "Boat", "--all", "--limit", "1").output
          == "deleted 1 object and 2 that go along\n")
      #expect(fixture.rows("Boat", "title") == "title\nUlla\n")
    }
  }

  @Test(arguments: [
    (["delete", "--all", "--limit", "0"], 64, "--limit is a number from 1"),
    (["delete", "--all", "--limit", "-1"], 64, "--limit is a number from 1"),
    (["delete", "--all", "--limit", "two"], 64, "two"),
    (["delete", "--limit", "1"], 64, "give --all to delete every object"),
    (["delete", "--all", "--sort", "rank"], 64, "give --limit too"),
    (["delete", "--all", "--limit", "1", "--sort", "rnak"], 65, "did you mean 'rank'?"),
    (["update", "--all", "--set", "rank=2", "--limit", "1"], 64, "update has no --limit"),
    (["update", "--all", "--set", "rank=2", "--sort", "rank"], 64, "update has no --sort"),
  ])
  func limitsThatMeanNothingAreRefused(
    _ arguments: [String], _ status: Int32, _ text: String
  ) throws {
    try withStore { fixture in
      let run = Run(
        [arguments[0], fixture.store, "--model", fixture.model, "--entity", "Crew"]
          + arguments.dropFirst())
      #expect(run.status == status)
      #expect(run.error.contains(text), "\(run.error)")
      #expect(fixture.rows("Crew", "name", "rank") == "name,rank\nAna,2\nBo,9\nCy,1\n")
    }
  }

  @Test func everyObjectNeedsAWord() throws {
    try withStore { fixture in
      let run = fixture.run("delete", "--entity", "Boat")
      #expect(run.status == 64)
      #expect(run.error.contains("give --all to delete every object of the entity"))
    }
  }

  @Test func aStoreOfAnotherVersionIsRefused() throws {
    try withStore { fixture in
      let text = Self.contents.replacingOccurrences(of: "name=\"nick\"", with: "name=\"alias\"")
      try Data(text.utf8).write(to: URL(fileURLWithPath: fixture.model + "/contents"))
      let run = fixture.run("delete", "--entity", "Boat", "--all")
      #expect(run.status == 65)
      #expect(run.error.contains("the store was made with another version of the model"))
    }
  }

  @Test func aRepeatedUniqueValueOfAnImportIsToldInTheWordsOfTheModel() throws {
    try withStore { fixture in
      let file = fixture.store + ".json"
      let text = #"{"objects": [{"entity": "Crew", "id": "x", "attributes": {"name": "Ana"}}]}"#
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let run = fixture.run("import", file)
      #expect(run.status == 65)
      #expect(
        run.error.contains(
          "object 'x' cannot be inserted: another object of entity 'Crew' has the same 'name', which must be unique"
        ), "\(run.error)")
      #expect(!run.error.contains("ZNAME"))
    }
  }
}
