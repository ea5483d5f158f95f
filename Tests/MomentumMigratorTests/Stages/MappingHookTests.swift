import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumSQL
import MomentumTestSupport
import Testing

/// Hooks that are called for very many rows, where they stop, and what they set.
@Suite struct MappingHookTests {
  private final class Calls: Sendable {
    private let number = Locked(0)
    let limit: Int
    init(limit: Int) { self.limit = limit }
    func add() { number.withLock { $0 += 1 } }
    var count: Int { number.withLock { $0 } }
    var isCancelled: Bool { count >= limit }
  }

  /// With the four of the fixture, of which one is a sports car, 2,003 cars.
  private static let manyCars = [
    """
    INSERT INTO ZCAR (Z_PK, Z_ENT, Z_OPT, ZLABEL, ZPRICE)
      WITH RECURSIVE c(x) AS (SELECT 101 UNION ALL SELECT x + 1 FROM c WHERE x < 2100)
      SELECT x, 1, 1, 'extra', 1 FROM c
    """, "UPDATE Z_PRIMARYKEY SET Z_MAX = 2100",
  ]

  enum Hook: CaseIterable, Sendable { case create, relate }

  /// Nothing but the hook notices that the user cancelled: it runs no statement.
  @Test(
    arguments: Hook.allCases,
    [(1, 1000), (999, 1000), (1000, 1000), (1001, 2000), (2001, 2003), (5000, 2003)])
  func cancellingIsNoticedAfterAThousandRows(
    hook: Hook, row: (limit: Int, calls: Int)
  ) throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore(Self.manyCars)
      var mapping = MappingCompiler.compile(
        try garage.syntax, old: garage.old.model, new: garage.new.model)
      mapping.entityMappings[1].policyClassName = "Cars"
      let calls = Calls(limit: row.limit)
      var cars = EntityMigrationPolicy()
      switch hook {
      case .create: cars.createDestinationInstances = { _, _ in calls.add() }
      case .relate: cars.createRelationships = { _, _, _ in calls.add() }
      }
      let migration = MappingMigration(
        .compiled(mapping, SourceFile(path: "M.cdm", utf8: [])), policies: ["Cars": cars])
      var wasCancelled = false
      do {
        _ = try migration.migrator().migrate(
          store: garage.store, among: [garage.old], to: garage.new,
          isCancelled: { calls.isCancelled })
      } catch {
        wasCancelled = error as? MigrationError == .cancelled
      }
      #expect(wasCancelled == (row.limit <= 2003))
      #expect(calls.count == row.calls)
    }
  }

  /// The order is that of the hook, whatever keys the objects have.
  @Test func anOrderedRelationshipHasTheOrderOfTheHook() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      var mapping = MappingCompiler.compile(
        try garage.syntax, old: garage.old.model, new: garage.new.model)
      mapping.entityMappings[1].policyClassName = "Cars"
      var cars = EntityMigrationPolicy()
      cars.end = { context in
        func made(_ entity: String, _ key: Int64) throws -> [MigratedObject] {
          try context.destinations(of: MigratingObject(entity: entity, key: key), mapping: nil)
        }
        // Ada's cars, the second one first.
        let owned = try [made("SportCar", 4), made("Car", 2)].compactMap(\.first)
        for person in try made("Person", 3).prefix(1) {
          try context.set("cars", of: person, to: owned)
        }
      }
      try garage.migrate(
        .compiled(mapping, SourceFile(path: "M.cdm", utf8: [])), policies: ["Cars": cars])
      let owned = "FROM ZCAR WHERE ZOWNER = (SELECT Z_PK FROM ZPERSON WHERE ZNAME = 'Ada')"
      #expect(
        try garage.rows("SELECT ZTITLE \(owned) ORDER BY Z_FOK_OWNER")
          == "\"Zonda\"\n\"Mini\"")
      #expect(try garage.rows("SELECT count(DISTINCT Z_FOK_OWNER) \(owned)") == "2")
    }
  }

  /// Several values are set by one statement, in the order of their names.
  @Test func severalValuesOfAnObjectAreSetTogether() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      var mapping = MappingCompiler.compile(
        try garage.syntax, old: garage.old.model, new: garage.new.model)
      mapping.entityMappings[1].policyClassName = "Cars"
      var cars = EntityMigrationPolicy()
      cars.end = { context in
        func made(_ entity: String, _ key: Int64) throws -> [MigratedObject] {
          try context.destinations(of: MigratingObject(entity: entity, key: key), mapping: nil)
        }
        for car in try made("Car", 2) {
          try context.set(
            [
              "seller": .text("S"), "oldPath": .text("P"), "importedAt": .real(3),
              "ownerName": .null,
            ], of: car)
        }
        for sport in try made("SportCar", 4) {
          try context.set([:], of: sport)
          try context.set(
            ["boost": .integer(0), "importedAt": .real(4), "seller": .text("R")], of: sport)
        }
      }
      let statements = CallLog()
      var options = MigrationOptions()
      options.beforeCall = { call throws(MigrationError) in
        if call.subject.hasPrefix("UPDATE ZCAR SET ZIMPORTEDAT") {
          statements.add(call.subject)
        }
      }
      try garage.migrate(
        .compiled(mapping, SourceFile(path: "M.cdm", utf8: [])), policies: ["Cars": cars],
        options: options)
      expectText(
        try garage.rows(
          """
          SELECT ZTITLE, ZSELLER, ZOLDPATH, ZIMPORTEDAT, ZOWNERNAME, ZBOOST FROM ZCAR
          WHERE ZTITLE IN ('Mini', 'Zonda') ORDER BY ZTITLE
          """),
        """
        "Mini"|"S"|"P"|3|NULL|NULL
        "Zonda"|"R"|"/SportCar/p4"|4|"Ada"|0
        """)
      let first = try #require(statements.text.split(separator: "\n").first)
      let columns = first.components(separatedBy: " = ").dropLast()
        .compactMap { $0.split(separator: " ").last }
      #expect(columns.prefix(4) == ["ZIMPORTEDAT", "ZOLDPATH", "ZOWNERNAME", "ZSELLER"])
    }
  }
}
