import MomentumDiagnostics
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumRuntime
import MomentumSQL
import MomentumTestSupport
import MomentumVersionHash
import Testing

/// What an app's own work finds in the store before and after a stage, and what is verified between two stages.
@Suite struct StageStoreTests {
  private static func note(_ log: CallLog, _ name: String, _ sql: SQLFragment?) {
    log.add("\(name): \(sql?.text ?? "-")")
  }

  private static func stage(
    _ garage: GarageFixture, policies: [String: EntityMigrationPolicy] = [:],
    _ mapping: MappingModelFile? = nil, before: StageWork? = nil, after: StageWork? = nil
  ) -> StagedMigration {
    StagedMigration([
      .init(
        "new garage", from: garage.old, to: garage.new,
        kind: .mapping(MappingMigration(mapping ?? garage.mapping, policies: policies)),
        before: before, after: after)
    ])
  }

  @Test func tablesAndColumnsAreFoundByTheNamesOfTheVersion() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      let log = CallLog()
      let look: @Sendable (StageStore) -> Void = { store in
        for entity in ["Car", "SportCar", "Tag", "Maker", "Boat"] {
          Self.note(log, entity, store.table(entity))
          Self.note(log, "rows of \(entity)", store.condition(entity))
        }
        for (entity, property) in [
          ("Car", "label"), ("Car", "title"), ("SportCar", "label"), ("Car", "boost"),
          ("SportCar", "boost"), ("Car", "owner"), ("Person", "cars"), ("Tag", "cars"),
          ("Car", "none"), ("Boat", "label"),
        ] {
          Self.note(log, "\(entity).\(property)", store.column(entity, property))
        }
      }
      let staged = Self.stage(
        garage,
        before: .code { store in
          look(store)
          #expect(store.model.hashes.checksum == garage.old.hashes.checksum)
        },
        after: .code { store in
          log.add("after")
          look(store)
          #expect(store.model.hashes.checksum == garage.new.hashes.checksum)
        })
      _ = try staged.migrator().migrate(store: garage.store, among: [garage.old], to: garage.new)
      expectText(
        log.text,
        """
        Car: ZCAR
        rows of Car: Z_ENT = 1
        SportCar: ZCAR
        rows of SportCar: Z_ENT = 2
        Tag: ZTAG
        rows of Tag: Z_ENT = 6
        Maker: -
        rows of Maker: -
        Boat: -
        rows of Boat: -
        Car.label: ZLABEL
        Car.title: -
        SportCar.label: ZLABEL
        Car.boost: -
        SportCar.boost: ZBOOST
        Car.owner: ZOWNER
        Person.cars: -
        Tag.cars: -
        Car.none: -
        Boat.label: -
        after
        Car: ZCAR
        rows of Car: Z_ENT = 2
        SportCar: ZCAR
        rows of SportCar: Z_ENT = 3
        Tag: ZTAG
        rows of Tag: Z_ENT = 8
        Maker: ZMAKER
        rows of Maker: Z_ENT = 4
        Boat: -
        rows of Boat: -
        Car.label: -
        Car.title: ZTITLE
        SportCar.label: -
        Car.boost: -
        SportCar.boost: ZBOOST
        Car.owner: ZOWNER
        Person.cars: -
        Tag.cars: -
        Car.none: -
        Boat.label: -
        """, "what the work of an app finds")
    }
  }

  @Test func statementsGetTheirValuesAndSayWhatTheyChanged() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      let log = CallLog()
      let staged = Self.stage(
        garage,
        before: .code { store in
          log.add("\(try store.execute("UPDATE ZCAR SET ZPRICE = 1000 WHERE ZPRICE < 1000"))")
          let price = SQLValue.integer(2000)
          log.add(
            "\(try store.execute("UPDATE ZCAR SET ZPRICE = \(bind: price) WHERE Z_PK = ?", [.integer(9)]))"
          )
          log.add("\(try store.execute(sql: "DELETE FROM ZNOTE WHERE Z_PK > ?", [.integer(1)]))")
          log.add("\(try store.execute(sql: "DELETE FROM ZNOTE WHERE Z_PK > 1"))")
          try store.forEachRow(
            "SELECT Z_PK, ZPRICE FROM ZCAR WHERE ZPRICE >= \(bind: .integer(1000)) AND Z_PK <> ? ORDER BY 1",
            [.integer(4)]
          ) { log.add($0.map(\.debugText).joined(separator: "|")) }
          try store.forEachRow(sql: "SELECT count(*), ? FROM ZNOTE", [.text("x")]) {
            log.add($0.map(\.debugText).joined(separator: "|"))
          }
          try store.forEachRow(sql: "SELECT 1 WHERE 0") { _ in log.add("no row") }
        })
      _ = try staged.migrator().migrate(store: garage.store, among: [garage.old], to: garage.new)
      expectText(
        log.text, "2\n1\n2\n0\n2|1000\n9|2000\n10|1000\n1|\"x\"", "what the work of an app reads")
    }
  }

  /// The objects of a stage are counted before the work after it could make up for them.
  @Test(arguments: [[], ["Person"], ["Person", "Car"]])
  func aStageThatMakesMoreObjectsEndsBeforeTheWorkAfterIt(more: [String]) throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      var mapping = MappingCompiler.compile(
        try garage.syntax, old: garage.old.model, new: garage.new.model)
      mapping.entityMappings[1].policyClassName = "Cars"
      var cars = EntityMigrationPolicy()
      cars.end = { context in
        for entity in more {
          try context.insert(entity, values: [entity == "Car" ? "title" : "name": .text("x")])
        }
      }
      let log = CallLog()
      let staged = Self.stage(
        garage, policies: ["Cars": cars],
        .compiled(mapping, SourceFile(path: "M.cdm", utf8: [])),
        after: .code { _ in log.add("after") })
      func migrate() throws {
        _ = try staged.migrator().migrate(
          store: garage.store, among: [garage.old], to: garage.new)
      }
      let problems = more.sorted().map { "'new garage': rows of \($0) differ" }
      if problems.isEmpty {
        try migrate()
      } else {
        #expect(throws: MigrationError.verification(problems)) { try migrate() }
      }
      #expect(log.text == (problems.isEmpty ? "after" : ""))
    }
  }

  /// What a stage breaks is not left for the end, where the app's work may have hidden it.
  @Test func aStageWhoseLinksLeadNowhereEndsBeforeTheWorkAfterIt() throws {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      let before = try garage.rows("SELECT Z_PK, ZOWNER FROM ZCAR ORDER BY 1")
      var mapping = MappingCompiler.compile(
        try garage.syntax, old: garage.old.model, new: garage.new.model)
      mapping.entityMappings[1].policyClassName = "Cars"
      var cars = EntityMigrationPolicy()
      cars.end = { context in
        let source = MigratingObject(entity: "Car", key: 2)
        for car in try context.destinations(of: source, mapping: nil) {
          try context.set("owner", of: car, to: [MigratedObject(entity: "Person", key: 99)])
        }
      }
      let log = CallLog()
      let staged = Self.stage(
        garage, policies: ["Cars": cars],
        .compiled(mapping, SourceFile(path: "M.cdm", utf8: [])),
        after: .code { _ in log.add("after") })
      #expect(throws: MigrationError.verification(["'new garage': dangling links of Car.owner"])) {
        try staged.migrator().migrate(store: garage.store, among: [garage.old], to: garage.new)
      }
      #expect(log.text == "")
      #expect(try garage.rows("SELECT Z_PK, ZOWNER FROM ZCAR ORDER BY 1") == before)
    }
  }
}
