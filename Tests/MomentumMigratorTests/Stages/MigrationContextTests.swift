import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumSQL
import MomentumTestSupport
import Testing

/// What a hook reads and writes in both stores, and what it is told that asks for something that is not there.
@Suite struct MigrationContextTests {
  /// Runs `body` in a hook at the end of the mapping `CarToCar`, and ends the migration there.
  private func run(
    _ body: @escaping @Sendable (MigrationContext) throws -> [String]
  ) throws -> [String] {
    try RepositoryFiles.withGarage { garage in
      try garage.makeStore()
      var mapping = MappingCompiler.compile(
        try garage.syntax, old: garage.old.model, new: garage.new.model)
      mapping.entityMappings[1].policyClassName = "Cars"
      let log = CallLog()
      var cars = EntityMigrationPolicy()
      cars.end = { context in
        for line in try body(context) { log.add(line) }
        throw GarageFixture.Unexpected()
      }
      #expect(throws: MigrationError.stage(name: "CarToCar", message: "Unexpected()")) {
        try garage.migrate(
          .compiled(mapping, SourceFile(path: "M.cdm", utf8: [])), policies: ["Cars": cars])
      }
      return log.text.split(separator: "\n").map(String.init)
    }
  }

  private static func text(_ body: () throws -> String) -> String {
    do { return try body() } catch { return "error: \(error)" }
  }

  private static func old(_ entity: String, _ key: Int64) -> MigratingObject {
    MigratingObject(entity: entity, key: key)
  }

  /// Relationship mappings find an object that was made from another one, and no object that was made from none.
  @Test func whatIsMadeFromAnObjectIsItsDestination() throws {
    let found = try run { context in
      let made = try context.insert("SportCar", from: Self.old("Car", 2))
      let alone = try context.insert("SportCar")
      let all = try context.destinations(of: Self.old("Car", 2), mapping: "CarToCar")
      return ["\(all.contains(made)) \(all.contains(alone))"]
    }
    #expect(found == ["true false"])
  }

  @Test func theOldStoreIsRead() throws {
    let found = try run { context in
      func value(_ attribute: String, _ entity: String, _ key: Int64) -> String {
        Self.text { try context.value(attribute, of: Self.old(entity, key)).debugText }
      }
      func objects(_ relationship: String, _ entity: String, _ key: Int64) -> String {
        Self.text {
          try context.objects(relationship, of: Self.old(entity, key)).map {
            "\($0.entity) \($0.key)"
          }.joined(separator: ", ")
        }
      }
      return [
        context.mappingName, value("label", "Car", 2), value("price", "SportCar", 4),
        value("label", "SportCar", 4), value("boost", "SportCar", 4), value("label", "Car", 99),
        value("owner", "Car", 2), value("boost", "Car", 2), value("label", "Boat", 2), "-",
        objects("owner", "Car", 2), objects("photo", "Car", 2), objects("car", "Photo", 8),
        objects("cars", "Person", 3), objects("cars", "Tag", 1), objects("tags", "SportCar", 4),
        objects("tags", "Car", 10) + ".", objects("owner", "Car", 9) + ".",
        objects("label", "Car", 2), objects("owner", "Boat", 2),
      ]
    }
    expectEqual(
      found,
      [
        "CarToCar", "\"Mini\"", "2000000", "\"Zonda\"", "1", "NULL",
        "error: entity 'Car' has no stored property 'owner' of that kind",
        "error: entity 'Car' has no stored property 'boost' of that kind",
        "error: the old model has no entity 'Boat'", "-", "Person 3", "Photo 8", "Car 2",
        "Car 2, SportCar 4", "Car 9, Car 2", "Tag 7", ".", ".",
        "error: entity 'Car' has no stored property 'label' of that kind",
        "error: the old model has no entity 'Boat'",
      ], "what a hook reads in the old store")
  }

  @Test func theNewStoreIsReadAndWritten() throws {
    let found = try run { context in
      func text(_ objects: [MigratedObject]) -> String {
        objects.map { "\($0.entity) \($0.key)" }.joined(separator: ", ")
      }
      func value(_ attribute: String, _ object: MigratedObject) -> String {
        Self.text { try context.value(attribute, of: object).debugText }
      }
      let maker = try context.insert("Maker", values: ["name": .text("M")])
      let again = try context.insert("Maker")
      let person = try context.insert("Person", values: ["name": .text("P")])
      let car = try #require(
        try context.destinations(of: Self.old("Car", 2), mapping: "CarToCar").first)
      let sport = try context.insert("SportCar", values: ["title": .text("Mini")])
      try context.associate(sport, with: Self.old("Car", 2))
      return [
        text([maker, again]), value("name", maker), value("name", again), value("nickname", person),
        value("price", sport), value("title", car),
        value("name", MigratedObject(entity: "Maker", key: 99)), value("x", maker),
        value("owner", car), value("name", MigratedObject(entity: "Boat", key: 1)), "-",
        Self.text { text([try context.insert("Boat")]) },
        Self.text { text([try context.insert("Maker", values: ["x": .null])]) },
        Self.text {
          try context.set("owner", of: car, to: [maker])
          return "set"
        },
        Self.text {
          try context.set("cars", of: person, to: [sport, car])
          return "set"
        },
        Self.text {
          try context.set("title", of: car, to: [])
          return "set"
        },
        Self.text { text([try context.insertAsMapped(from: Self.old("Note", 1))]) }, "-",
        text(try context.objects("Maker", where: "name", equals: .text("M"))),
        text(try context.objects("Maker", where: "name", equals: .null)),
        "\(try context.objects("Car", where: "title", equals: .text("Mini")) == [car, sport])",
        text(try context.objects("SportCar", where: "title", equals: .text("Zonda"))).isEmpty
          ? "none" : "one",
        Self.text { text(try context.objects("Car", where: "owner", equals: .null)) }, "-",
        "\(try context.destinations(of: Self.old("Car", 2), mapping: "CarToCar") == [car, sport])",
        "\(try context.destinations(of: Self.old("Car", 2), mapping: nil).prefix(2) == [car, sport])",
        text(try context.destinations(of: Self.old("Car", 2), mapping: "None")) + ".",
        text(try context.destinations(of: Self.old("Car", 99), mapping: nil)) + ".",
      ]
    }
    expectEqual(
      found,
      [
        "Maker 1, Maker 2", "\"M\"", "NULL", "\"none\"", "0.0", "\"Mini\"", "NULL",
        "error: entity 'Maker' has no stored property 'x' of that kind",
        "error: entity 'Car' has no stored property 'owner' of that kind",
        "error: the new model has no entity 'Boat'", "-",
        "error: the new model has no entity 'Boat'",
        "error: entity 'Maker' has no stored property 'x' of that kind",
        "error: 'owner' of 'Car' holds no 'Maker'", "set",
        "error: entity 'Car' has no stored property 'title' of that kind",
        "error: entity mapping 'CarToCar' makes nothing of 'Note'", "-", "Maker 1",
        "Maker 2, Maker 3", "true", "one",
        "error: entity 'Car' has no stored property 'owner' of that kind", "-", "true", "true", ".",
        ".",
      ], "what a hook reads in the new store")
  }
}
