import MomentumModel
import MomentumSQL
import MomentumStore
import Testing

/// Tables of a store under other names, and what of a schema follows them.
@Suite struct CatalogNameTests {
  private static let place = CompositeType(
    name: "Place", elements: [Attribute(name: "city", type: .string)])

  /// Venue, with Hall below it; Shop, with as many columns as Venue; and artists, many to many.
  private static let model = ObjectModel(
    entities: [
      Entity(
        name: "Venue",
        attributes: [
          Attribute(name: "title", type: .string, isIndexed: true),
          Attribute(name: "size", type: .integer16),
          Attribute(name: "changed", type: .date, derivation: "now()"),
          Attribute(name: "place", type: .composite(CompositeID(0))),
        ], relationships: [many("artists", 2)], uniquenessConstraints: [["title", "size"]],
        fetchIndexes: [
          FetchIndex(
            name: "large", elements: [.init(.property("size")), .init(.expression("self"))],
            partialPredicate: "size")
        ]), Entity(name: "Hall", parent: EntityID(0)),
      Entity(
        name: "Artist", attributes: [Attribute(name: "name", type: .string)],
        relationships: [many("venues", 0)]),
      Entity(name: "Shop", attributes: [Attribute(name: "name", type: .string)]),
    ], composites: [place])

  private static func many(_ name: String, _ entity: Int) -> Relationship {
    Relationship(
      name: name, destination: EntityID(entity), inverse: RelationshipID(EntityID(entity), 0),
      isToMany: true)
  }

  private static func schema(_ framework: Int? = nil) -> StoreSchema {
    CoreDataLayout(frameworkVersion: framework) { predicate, column in
      column(predicate).map { "\(name: $0) > 5" }
    }.layOut(model)
  }

  private func own(
    _ framework: Int? = nil, _ change: (inout StoreCatalog) -> Void
  ) -> CatalogLayout {
    let schema = Self.schema(framework)
    func integer(_ name: String) -> StoreColumn { StoreColumn(name: name, sqlType: "INTEGER") }
    var catalog = StoreCatalog(
      tables: schema.tables.flatMap { table in
        [
          StoreCatalog.Table(
            name: table.name, columns: ["Z_PK", "Z_ENT", "Z_OPT"].map(integer) + table.columns)
        ]
          + table.joinTables.map { join in
            StoreCatalog.Table(name: join.name, columns: join.keyColumns.map(integer))
          }
      },
      entityNumbers: schema.entities.map {
        .init(number: $0.number, name: $0.name, parent: $0.parentNumber)
      })
    change(&catalog)
    return CatalogLayout(Self.model, laidOut: schema, in: catalog)
  }

  private func statements(_ schema: StoreSchema) -> [String] {
    schema.tables.flatMap(\.indexes).map { SQLDefinition.createIndex($0).sql.text(in: .coreData) }
  }

  // MARK: - What follows

  @Test func theStoreOfTheLayoutIsTheLayout() {
    let own = own { _ in }
    #expect(!own.differs && own.missing.isEmpty)
    #expect(own.schema == Self.schema())
    #expect(own.schema.tables.contains { !$0.triggers.isEmpty })
  }

  /// Indexes of a table have its name and those of its columns; triggers, whose texts have computed names, go.
  @Test func indexesFollowTheNamesOfTheStore() {
    let plain = own { _ in }
    let changed = own { $0.lower("ZVENUE") }
    #expect(changed.differs && changed.missing.isEmpty)
    let table = changed.schema.tables.first { $0.name == "zvenue" }
    #expect(table?.triggers == [])
    #expect(
      table?.columns.map(\.name)
        == Self.schema().tables.first { $0.name == "ZVENUE" }?.columns.map { $0.name.lowercased() })
    let own = table?.indexes.map { SQLDefinition.createIndex($0).sql.text(in: .coreData) } ?? []
    #expect(
      own.filter { $0.contains("zvenue") } == [
        "CREATE INDEX ZVENUE_Z_ENT_INDEX ON zvenue (Z_ENT)",
        "CREATE INDEX Z_Venue_title ON zvenue (ztitle COLLATE BINARY ASC)",
        "CREATE INDEX Z_Venue_large ON zvenue (zsize COLLATE BINARY ASC, Z_PK COLLATE BINARY ASC) WHERE zsize > 5",
        "CREATE UNIQUE INDEX Z_Venue_UNIQUE_title_size ON zvenue (ztitle COLLATE BINARY ASC, zsize COLLATE BINARY ASC)",
      ])
    // An index of a join table names none of these.
    #expect(
      statements(changed.schema).filter { $0.contains("ON Z_") }
        == statements(plain.schema).filter { $0.contains("ON Z_") })
    #expect(
      self.own(800) { $0.lower("ZVENUE") }.schema.tables.first { $0.name == "zvenue" }?
        .inlineUniqueness == [["ztitle", "zsize"]])
  }

  /// One name or one number makes a schema another one, whatever it belongs to.
  @Test func eachKindOfNameMakesADifference() {
    let computed = Self.schema()
    let number = own { catalog in
      for index in catalog.entityNumbers.indices where catalog.entityNumbers[index].name == "Shop" {
        catalog.entityNumbers[index].number = 9
      }
    }
    #expect(number.differs && number.missing.isEmpty)
    #expect(number.schema.entities != computed.entities)
    #expect(number.schema.attributeColumns == computed.attributeColumns)
    #expect(number.schema.compositeColumns == computed.compositeColumns)
    #expect(number.schema.relationships == computed.relationships)
    let attribute = own { $0.lower("ZNAME", of: "ZSHOP") }
    #expect(attribute.differs && attribute.schema.entities == computed.entities)
    #expect(attribute.schema.attributeColumns != computed.attributeColumns)
    #expect(attribute.schema.compositeColumns == computed.compositeColumns)
    #expect(attribute.schema.relationships == computed.relationships)
    let composite = own { $0.lower("ZCITY", of: "ZVENUE") }
    #expect(composite.differs && composite.schema.entities == computed.entities)
    #expect(composite.schema.attributeColumns == computed.attributeColumns)
    #expect(composite.schema.compositeColumns != computed.compositeColumns)
    #expect(composite.schema.relationships == computed.relationships)
    let join = computed.tables.flatMap(\.joinTables).first?.name ?? ""
    let relationship = own { $0.lower(join) }
    #expect(relationship.differs && relationship.schema.entities == computed.entities)
    #expect(relationship.schema.attributeColumns == computed.attributeColumns)
    #expect(relationship.schema.compositeColumns == computed.compositeColumns)
    #expect(relationship.schema.relationships != computed.relationships)
  }

  // MARK: - Tables

  /// A renamed entity may keep its old name in the store, and with it the name of its table, though that lacks
  /// a column.
  @Test func aTableIsFoundUnderTheOldNameOfItsEntity() {
    func changed(_ oldName: String, _ table: String) -> CatalogLayout {
      own { catalog in
        for index in catalog.entityNumbers.indices
        where catalog.entityNumbers[index].name == "Shop" {
          catalog.entityNumbers[index].name = oldName
        }
        for index in catalog.tables.indices where catalog.tables[index].name == "ZSHOP" {
          catalog.tables[index].name = table
          catalog.tables[index].columns.removeLast()
        }
      }
    }
    let found = changed("Store", "ZSTORE")
    #expect(found.schema[EntityID(3)].table == "ZSTORE")
    #expect(found.missing.map(\.text) == ["table ZSTORE has no column ZNAME"])
    #expect(changed("Store", "zstore").schema[EntityID(3)].table == "zstore")
    for lost in [changed("Store", "ZOTHER"), changed("Shop", "ZSTORE")] {
      #expect(lost.schema[EntityID(3)].table == "ZSHOP")
      #expect(lost.missing.map(\.text) == ["the store has no table ZSHOP"])
      #expect(lost.missing.map(\.place) == ["table ZSHOP"])
      #expect(lost.missing.map(\.name) == ["ZSHOP"])
    }
  }

  /// A table that another entity has is never taken, though it has all the columns.
  @Test func aTableOfAnotherEntityIsNotTaken() {
    let lost = own { catalog in catalog.tables.removeAll { $0.name == "ZSHOP" } }
    #expect(lost.missing.map(\.text) == ["the store has no table ZSHOP"])
    #expect(lost.schema[EntityID(3)].table == "ZSHOP")
    let found = own { $0.rename("ZSHOP", to: "zstore") }
    #expect(found.missing.isEmpty && found.schema[EntityID(3)].table == "zstore")
    for column in ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME"] {
      let without = own { catalog in
        catalog.rename("ZSHOP", to: "ZSTORE")
        for index in catalog.tables.indices where catalog.tables[index].name == "ZSTORE" {
          catalog.tables[index].columns.removeAll { $0.name == column }
        }
      }
      #expect(without.missing.map(\.text) == ["the store has no table ZSHOP"], "\(column)")
    }
  }

  /// Without the columns that every table has, rows cannot be told.
  @Test func everyTableHasThreeColumns() {
    for column in ["Z_PK", "Z_ENT", "Z_OPT"] {
      let without = own { catalog in
        for index in catalog.tables.indices where catalog.tables[index].name == "ZSHOP" {
          catalog.tables[index].columns.removeAll { $0.name == column }
        }
      }
      #expect(without.missing.map(\.text) == ["table ZSHOP has no column \(column)"])
      #expect(without.missing.map(\.place) == ["table ZSHOP"])
      #expect(without.missing.map(\.name) == [column])
      #expect(without.missing.map(\.isRequired) == [true])
    }
  }

  /// Numbers of a family need not lie side by side.
  @Test func aFamilyHasTheNumbersFromItsFirstToItsLast() {
    let own = own { catalog in
      for index in catalog.entityNumbers.indices {
        switch catalog.entityNumbers[index].name {
        case "Venue": catalog.entityNumbers[index].number = 9
        case "Hall":
          catalog.entityNumbers[index].number = 5
          catalog.entityNumbers[index].parent = 9
        default: break
        }
      }
    }
    #expect(own.schema[EntityID(0)].number == 9 && own.schema[EntityID(1)].number == 5)
    #expect(own.schema[EntityID(0)].familyNumbers == 5...9)
    #expect(own.schema[EntityID(1)].familyNumbers == 5...5)
    #expect(own.schema[EntityID(0)].parentNumber == 0 && own.schema[EntityID(1)].parentNumber == 9)
  }

  // MARK: - History

  /// The table of changes has as many tombstones as the entity that keeps the most, inherited ones included.
  @Test(arguments: [
    ([0, 0, 0], 0), ([1, 0, 0], 1), ([0, 2, 0], 2), ([1, 2, 0], 3), ([1, 2, 4], 4), ([2, 1, 3], 3),
  ])
  func tombstonesAreCountedWithTheParents(counts: [Int], expected: Int) {
    let entities = counts.enumerated().map { index, count in
      Entity(
        name: "E\(index)", parent: index == 1 ? EntityID(0) : nil,
        attributes: (0..<3).map {
          Attribute(name: "plain\(index)\($0)", type: .string)
        }
          + (0..<count).map {
            Attribute(
              name: "kept\(index)\($0)", type: .string, preservesValueInHistoryOnDeletion: true)
          })
    }
    let schema = CoreDataLayout(keepsHistory: true) { _, _ in nil }.layOut(
      ObjectModel(entities: entities))
    #expect(
      schema.history?.tables.first?.columns.map(\.name).filter { $0.hasPrefix("ZTOMBSTONE") }
        == (0..<expected).map { "ZTOMBSTONE\($0)" })
    #expect(schema.history?.entities.map(\.number) == [16_001, 16_002, 16_003])
    #expect(
      schema.history?.entities.map(\.table) == ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"])
  }
}

extension StoreCatalog {
  fileprivate mutating func rename(_ table: String, to name: String) {
    for index in tables.indices where tables[index].name == table { tables[index].name = name }
  }

  /// Writes a column, or a table and all its columns but the three of every table, in lower case.
  fileprivate mutating func lower(_ name: String, of table: String? = nil) {
    for index in tables.indices where tables[index].name == table ?? name {
      if table == nil { tables[index].name = name.lowercased() }
      for column in tables[index].columns.indices {
        let old = tables[index].columns[column].name
        if table == nil ? !["Z_PK", "Z_ENT", "Z_OPT"].contains(old) : old == name {
          tables[index].columns[column].name = old.lowercased()
        }
      }
    }
  }
}
