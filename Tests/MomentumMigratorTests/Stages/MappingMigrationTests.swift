import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport
import Testing

@Suite struct MappingMigrationTests {
  @Test func aStoreIsCarriedOverByAMappingModel() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      let outcome = try garage.migrate()
      #expect(outcome.result == .migrated)
      expectText(
        try garage.rows("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME, ZNICKNAME FROM ZPERSON ORDER BY 1"),
        """
        1|6|1|"Ada"|"none"
        2|6|1|"Bo"|"none"
        """)
      expectText(
        try garage.rows(
          """
          SELECT Z_PK, Z_ENT, Z_OPT, ZTITLE, ZPRICE, ZSELLER, ZOLDPATH, ZOWNERNAME, ZOWNER,
            Z_FOK_OWNER, ZPHOTO, ZBOOST FROM ZCAR ORDER BY 1
          """),
        """
        1|2|1|"Mini"|900.0|"Unknown"|"/Car/p2"|"Ada"|1|2048|1|NULL
        2|2|1|"Kombi"|4000.0|"Unknown"|"/Car/p9"|NULL|NULL|NULL|NULL|NULL
        3|2|1|"Ente"|700.0|"Unknown"|"/Car/p10"|"Bo"|2|2048|NULL|NULL
        4|3|1|"Zonda"|2000000.0|"Unknown"|"/SportCar/p4"|"Ada"|1|3072|NULL|1
        """)
      expectText(try garage.rows("SELECT Z_PK, ZWIDTH, ZCAR FROM ZPHOTO"), "1|640|1")
      #expect(
        try garage.rows("SELECT count(*) FROM ZCAR WHERE ZIMPORTEDAT > 600000000") == "4")
      expectText(
        try garage.rows("SELECT * FROM Z_2TAGS ORDER BY 2, 3"),
        """
        2|1|2048
        1|1|3072
        4|2|2048
        """)
      expectText(
        try garage.rows(
          "SELECT Z_2PREVIOUSCARS, Z_6PREVIOUSOWNERS FROM Z_2PREVIOUSOWNERS ORDER BY 1"),
        """
        1|1
        3|2
        4|1
        """)
      expectText(
        try garage.rows("SELECT Z_PK, ZTEXT FROM ZNOTE ORDER BY 1"),
        """
        1|"plain"
        2|"with a picture"
        3|"another"
        """)
      expectText(
        try garage.rows("SELECT Z_PK, hex(ZIMAGE), ZNOTE FROM ZATTACHMENT ORDER BY 1"),
        """
        1|"0102"|2
        2|"03"|3
        """)
      expectText(
        try garage.rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1"),
        """
        1|"Attachment"|0|2
        2|"Car"|0|4
        3|"SportCar"|2|0
        4|"Maker"|0|0
        5|"Note"|0|3
        6|"Person"|0|2
        7|"Photo"|0|1
        8|"Tag"|0|2
        """)
    }
  }

  @Test func theResultIsAFreshStoreOfTheTarget() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore(["CREATE INDEX Z_OWN ON ZCAR (ZLABEL)"])
      try garage.migrate()
      let schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
      let migrated = try garage.rows(schema)
      let fresh = garage.folder.appendingPathComponent("fresh.sqlite").path
      try garage.new.createStore(at: fresh)
      let connection = try Connection(path: fresh, access: .readOnly)
      let statement = try connection.prepare(sql: schema)
      var lines: [String] = []
      while let row = try statement.nextRow() {
        lines.append(row.map(\.debugText).joined(separator: "|"))
      }
      expectText(migrated, lines.joined(separator: "\n"))
    }
  }

  @Test(arguments: [true, false])
  func aCompiledMappingModelDoesTheSame(isInPlace: Bool) throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      let compiled = MappingCompiler.compile(
        try garage.syntax, old: garage.old.model, new: garage.new.model)
      var options = MigrationOptions()
      options.isInPlace = isInPlace
      try garage.migrate(
        .compiled(compiled, SourceFile(path: "Garage.cdm", utf8: [])), options: options)
      #expect(try garage.rows("SELECT count(*), max(Z_PK) FROM ZCAR") == "4|4")
    }
  }

  @Test func aRequiredValueThatIsMissingFailsBeforeAnythingChanges() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore(["UPDATE ZCAR SET ZLABEL = NULL WHERE Z_PK IN (4, 9)"])
      let before = try Data(contentsOf: URL(fileURLWithPath: garage.store))
      do {
        try garage.migrate()
        Issue.record("it went through")
      } catch let error as MigrationError {
        guard case .rowsFail(let failed) = error else { throw error }
        #expect(failed.map(\.check.place) == ["Car.title", "SportCar.title"])
        #expect(failed.map(\.count) == [1, 1])
        #expect(failed.map { $0.firstRows.map(\.key) } == [[9], [4]])
        #expect(failed[0].check.coreDataError?.code == 1570)
      }
      expectEqual(
        try Data(contentsOf: URL(fileURLWithPath: garage.store)), before,
        "a migration that fails leaves the store")
    }
  }

  // MARK: - Refusals

  private func refusal(
    _ garage: GarageFixture, _ change: (inout MappingModel) -> Void
  ) throws -> [String] {
    var mapping = MappingCompiler.compile(
      try garage.syntax, old: garage.old.model, new: garage.new.model)
    change(&mapping)
    do {
      try garage.migrate(.compiled(mapping, SourceFile(path: "M.cdm", utf8: [])))
      return []
    } catch let error as MigrationError {
      guard case .mapping(let findings) = error else { throw error }
      return findings.filter { $0.severity == .error }.map { "\($0.id): \($0.text)" }
    }
  }

  @Test func whatCannotBeCarriedOutIsRefusedByName() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      func value(_ text: String, of name: String = "title") throws -> [String] {
        try refusal(garage) { mapping in
          for index in mapping.entityMappings[1].attributeMappings.indices
          where mapping.entityMappings[1].attributeMappings[index].name == name {
            mapping.entityMappings[1].attributeMappings[index].valueExpression = text
          }
        }
      }
      let start =
        "mapping.unsupported-expression: the expression of 'title' in 'CarToCar' is not carried out: "
      #expect(try value("TERNARY($source.price > 3, 'a', 'b')") == [start + "TERNARY"])
      #expect(try value("$source.price + 1", of: "price").count == 1)
      #expect(try value("$destination.title") == [start + "a key path of '$destination'"])
      #expect(try value("SELF.label") == [start + "a key path that does not begin with '$source'"])
      #expect(
        try value("$source.labels") == [
          "mapping.unknown-key-path: the expression of 'title' in 'CarToCar' has a key path '$source.labels' that leads nowhere: 'Car' has no property 'labels'"
        ])
      #expect(
        try value("$source.tags.word") == [
          "mapping.unknown-key-path: the expression of 'title' in 'CarToCar' has a key path '$source.tags.word' that leads nowhere: it has several values"
        ])
      #expect(
        try value("$source.price") == [
          "mapping.type-mismatch: the expression of 'title' in 'CarToCar' gives a number, which an attribute of type String does not take"
        ])
      #expect(
        try value("FUNCTION($entityPolicy, 'shorten:', $source.label)") == [
          start + "the method 'shorten:' of a policy, without a policy class"
        ])
      #expect(
        try refusal(garage) { $0.entityMappings[6].sourceFilter = "picture != nil" }.map {
          $0.prefix(30)
        } == ["mapping.unsupported-filter: th"])
      #expect(
        try refusal(garage) { $0.entityMappings[1].policyClassName = "App.CarPolicy" } == [
          "mapping.unregistered-policy: no code is given for the policy class 'App.CarPolicy' of entity mapping 'CarToCar'"
        ])
      #expect(
        try refusal(garage) { $0.entityMappings[1].sourceHash = [1] }.map { $0.prefix(13) } == [
          "mapping.stale"
        ])
    }
  }

  // MARK: - Policies

  @Test func methodsAndHooksOfAPolicyAreCalled() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      var mapping = MappingCompiler.compile(
        try garage.syntax, old: garage.old.model, new: garage.new.model)
      mapping.entityMappings[0].policyClassName = "People"
      mapping.entityMappings[0].attributeMappings[1].valueExpression =
        "FUNCTION($entityPolicy, 'nick:of:', $source.name, $source, $manager)"
      mapping.entityMappings[1].policyClassName = "Cars"
      let log = CallLog()
      var people = EntityMigrationPolicy()
      people.methods["nick:of:"] = { arguments in
        guard case .value(.text(let name)) = arguments[0] else { return .null }
        log.add("\(name) \(arguments[1]) \(arguments[2])")
        return .text(String(name.prefix(1)))
      }
      people.begin = { log.add("begin \($0.mappingName)") }
      people.end = { log.add("end \($0.mappingName)") }
      var cars = EntityMigrationPolicy()
      cars.createDestinationInstances = { source, context in
        let car = try context.insertAsMapped(from: source)
        guard case .text(let label) = try context.value("label", of: source), label != "Ente" else {
          return
        }
        let known = try context.objects("Maker", where: "name", equals: .text("M"))
        let maker = try known.first ?? context.insert("Maker", values: ["name": .text("M")])
        log.add("\(label) \(maker.key)")
        try context.set(["seller": .text("from \(label)")], of: car)
      }
      cars.createRelationships = { destination, source, context in
        let owners = try context.objects("owner", of: source)
        guard owners.isEmpty else { return }
        let person = MigratingObject(entity: "Person", key: 5)
        try context.set(
          "owner", of: destination, to: context.destinations(of: person, mapping: nil))
      }
      try garage.migrate(
        .compiled(mapping, SourceFile(path: "M.cdm", utf8: [])),
        policies: ["People": people, "Cars": cars])
      expectText(
        log.text,
        """
        begin PersonToPerson
        Ada object(Optional(MomentumMigrator.MigratingObject(entity: "Person", key: 3))) variable("manager")
        Bo object(Optional(MomentumMigrator.MigratingObject(entity: "Person", key: 5))) variable("manager")
        Mini 1
        Kombi 1
        end PersonToPerson
        """)
      expectText(
        try garage.rows("SELECT ZTITLE, ZSELLER, ZOWNERNAME, ZOWNER FROM ZCAR ORDER BY ZTITLE"),
        """
        "Ente"|"Unknown"|"Bo"|2
        "Kombi"|"from Kombi"|NULL|2
        "Mini"|"from Mini"|"Ada"|1
        "Zonda"|"Unknown"|"Ada"|1
        """)
      #expect(try garage.rows("SELECT ZNICKNAME FROM ZPERSON ORDER BY 1") == "\"A\"\n\"B\"")
      #expect(try garage.rows("SELECT Z_PK, ZNAME FROM ZMAKER") == "1|\"M\"")
    }
  }

  @Test func whatAPolicyThrowsLeavesTheStoreAsItWas() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      var mapping = MappingCompiler.compile(
        try garage.syntax, old: garage.old.model, new: garage.new.model)
      mapping.entityMappings[1].policyClassName = "Cars"
      var cars = EntityMigrationPolicy()
      cars.performCustomValidation = { _ in throw GarageFixture.Unexpected() }
      let before = try Data(contentsOf: URL(fileURLWithPath: garage.store))
      #expect(throws: MigrationError.stage(name: "CarToCar", message: "Unexpected()")) {
        try garage.migrate(
          .compiled(mapping, SourceFile(path: "M.cdm", utf8: [])), policies: ["Cars": cars])
      }
      expectEqual(
        try Data(contentsOf: URL(fileURLWithPath: garage.store)), before,
        "a migration that fails leaves the store")
    }
  }
}

/// What was called, in order.
final class CallLog: Sendable {
  private let lines = Locked<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var text: String { lines.withLock { $0.joined(separator: "\n") } }
}
