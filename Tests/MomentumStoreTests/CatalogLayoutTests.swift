import MomentumModel
import MomentumStore
import Testing

/// A gallery whose three relationships to works all have inverses of one name.
private enum Gallery {
  static let work = EntityID(0)
  static let show = EntityID(1)
  static let hall = EntityID(2)
  static let album = EntityID(3)
  static let poster = EntityID(4)

  static let model = ObjectModel(entities: [
    Entity(
      name: "Work", attributes: [Attribute(name: "title", type: .string)],
      relationships: [
        toMany("shows", show, inverse: 0), toMany("halls", hall, inverse: 0),
        toMany("albums", album, inverse: 0), toMany("copies", work, inverse: 4),
        toMany("models", work, inverse: 3),
        Relationship(
          name: "album", destination: album, inverse: RelationshipID(album, 1)),
      ]),
    Entity(name: "Show", relationships: [toMany("works", work, inverse: 0)]),
    Entity(name: "Hall", relationships: [toMany("works", work, inverse: 1)]),
    Entity(
      name: "Album",
      relationships: [
        toMany("works", work, inverse: 2, isOrdered: true),
        toMany("pages", work, inverse: 5, isOrdered: true),
      ]),
    Entity(name: "Poster", parent: work, attributes: [Attribute(name: "size", type: .double)]),
    Entity(name: "Sketch", parent: work, attributes: [Attribute(name: "size", type: .string)]),
    Entity(name: "Drawing", parent: work, attributes: [Attribute(name: "size", type: .string)]),
  ])

  private static func toMany(
    _ name: String, _ entity: EntityID, inverse: Int, isOrdered: Bool = false
  ) -> Relationship {
    Relationship(
      name: name, destination: entity, inverse: RelationshipID(entity, inverse), isToMany: true,
      isOrdered: isOrdered)
  }

  static let schema = CoreDataLayout { _, _ in nil }.layOut(model)

  /// What a store of the layout has.
  static var catalog: StoreCatalog {
    let system = ["Z_PK", "Z_ENT", "Z_OPT"].map { StoreColumn(name: $0, sqlType: "INTEGER") }
    let tables = schema.tables.flatMap { table in
      [StoreCatalog.Table(name: table.name, columns: system + table.columns)]
        + table.joinTables.map { join in
          StoreCatalog.Table(
            name: join.name,
            columns: (join.keyColumns + join.orderColumns).map {
              StoreColumn(name: $0, sqlType: "INTEGER")
            })
        }
    }
    return StoreCatalog(
      tables: tables.sorted { $0.name < $1.name },
      entityNumbers: schema.entities.map {
        .init(number: $0.number, name: $0.name, parent: $0.parentNumber)
      })
  }

  static func side(_ entity: EntityID, _ index: Int, _ schema: StoreSchema) -> JoinTableSide? {
    guard case .joinTable(let side) = schema.relationships[RelationshipID(entity, index)] else {
      return nil
    }
    return side
  }
}

extension StoreCatalog {
  fileprivate mutating func rename(_ table: String, to name: String) {
    for index in tables.indices where tables[index].name == table { tables[index].name = name }
  }

  fileprivate mutating func rename(_ column: String, of table: String, to name: String) {
    for index in tables.indices where tables[index].name == table {
      for place in tables[index].columns.indices
      where tables[index].columns[place].name == column {
        tables[index].columns[place].name = name
      }
    }
  }

  fileprivate mutating func remove(_ column: String, of table: String) {
    for index in tables.indices where tables[index].name == table {
      tables[index].columns.removeAll { $0.name == column }
    }
  }
}

@Suite struct CatalogLayoutTests {
  private func own(
    evidence: StoreEvidence = .none, _ change: (inout StoreCatalog) -> Void
  ) -> CatalogLayout {
    var catalog = Gallery.catalog
    change(&catalog)
    return CatalogLayout(
      Gallery.model, laidOut: Gallery.schema, in: catalog, evidence: evidence)
  }

  @Test func aStoreOfTheLayoutHasItsNames() {
    let own = own { _ in }
    #expect(own.schema == Gallery.schema)
    #expect(!own.differs && own.missing.isEmpty)
  }

  @Test func namesOfTheStoreAreItsOwnLayout() {
    let first = own { $0.rename("Z_7WORKS", of: "Z_6SHOWS", to: "Z_7WORKS9") }
    var catalog = Gallery.catalog
    catalog.rename("Z_7WORKS", of: "Z_6SHOWS", to: "Z_7WORKS9")
    let again = CatalogLayout(Gallery.model, laidOut: first.schema, in: catalog)
    #expect(again.schema == first.schema && !again.differs)
  }

  @Test func joinColumnsNumberedTheOtherWayAreFoundInTheirTables() throws {
    let works = try [(Gallery.show, 0), (Gallery.hall, 0), (Gallery.album, 0)].map {
      try #require(Gallery.side($0.0, $0.1, Gallery.schema))
    }
    // Each table gets the number of the next one.
    let own = own { catalog in
      for (index, side) in works.enumerated() {
        let next = works[(index + 1) % 3].destinationColumn
        catalog.rename(side.destinationColumn, of: side.table, to: next)
        if let order = side.orderColumn {
          catalog.rename(order, of: side.table, to: "Z_FOK_" + next.dropFirst(2))
        }
      }
    }
    #expect(own.differs && own.missing.isEmpty)
    for (index, id) in [(Gallery.show, 0), (Gallery.hall, 0), (Gallery.album, 0)].enumerated() {
      let side = try #require(Gallery.side(id.0, id.1, own.schema))
      #expect(side.table == works[index].table)
      #expect(side.destinationColumn == works[(index + 1) % 3].destinationColumn)
      #expect(side.sourceColumn == works[index].sourceColumn)
    }
    let ordered = try #require(Gallery.side(Gallery.album, 0, own.schema))
    #expect(ordered.orderColumn == "Z_FOK_" + ordered.destinationColumn.dropFirst(2))
  }

  @Test func theOtherSideMayNameTheTable() throws {
    for (entity, index, inverse) in [(Gallery.work, 0, "WORKS"), (Gallery.work, 3, "MODELS")] {
      let side = try #require(Gallery.side(entity, index, Gallery.schema))
      let relationship = Gallery.model[RelationshipID(entity, index)]
      let other = Gallery.schema[relationship.destination].number
      let name =
        side.table == "Z_\(other)\(inverse)"
        ? "Z_\(Gallery.schema[entity].number)\(relationship.name.uppercased())"
        : "Z_\(other)\(inverse)"
      let own = own { $0.rename(side.table, to: name) }
      let found = try #require(Gallery.side(entity, index, own.schema))
      #expect(found.table == name && found.table != side.table)
      #expect(found.destinationColumn == side.destinationColumn)
      #expect(own.missing.isEmpty)
    }
  }

  @Test func columnsOfOneNameAreToldByType() throws {
    let poster = AttributeID(Gallery.poster, 0)
    let column = try #require(Gallery.schema.attributeColumns[poster])
    let sketch = try #require(Gallery.schema.attributeColumns[AttributeID(EntityID(5), 0)])
    let own = own { catalog in
      catalog.rename(column, of: "ZWORK", to: "aside")
      catalog.rename(sketch, of: "ZWORK", to: column)
      catalog.rename("aside", of: "ZWORK", to: sketch)
    }
    #expect(own.schema.attributeColumns[poster] == sketch)
    #expect(own.missing.isEmpty)
  }

  @Test func columnsOfOneNameAndTypeAreToldByTheirRows() throws {
    let (sketch, drawing) = (AttributeID(EntityID(5), 0), AttributeID(EntityID(6), 0))
    let first = try #require(Gallery.schema.attributeColumns[sketch])
    let second = try #require(Gallery.schema.attributeColumns[drawing])
    let numbers = (
      Gallery.schema[EntityID(5)].number, Gallery.schema[EntityID(6)].number
    )
    func evidence(_ values: [String: Set<Int>]) -> StoreEvidence {
      StoreEvidence(
        entityNumbers: { _, column in values[column] }, hasStrayKey: { _, _, _, _ in nil })
    }
    let exchanged = own(evidence: evidence([first: [numbers.1], second: [numbers.0]])) { _ in }
    #expect(exchanged.schema.attributeColumns[sketch] == second)
    #expect(exchanged.schema.attributeColumns[drawing] == first)
    // A value left behind in another entity's row fits no reading: the computed one stays.
    let stale = own(evidence: evidence([first: [numbers.0, numbers.1], second: [numbers.1]])) {
      _ in
    }
    #expect(stale.schema.attributeColumns[sketch] == first)
  }

  @Test func anEntityWithItsOldNameIsFoundByItsPlace() {
    let own = own { catalog in
      let poster = Gallery.schema[Gallery.poster].number
      for index in catalog.entityNumbers.indices
      where catalog.entityNumbers[index].number == poster {
        catalog.entityNumbers[index].name = "Placard"
      }
    }
    #expect(own.schema == Gallery.schema && own.missing.isEmpty)
  }

  @Test func numbersAreThoseOfTheStore() {
    let own = own { catalog in
      for index in catalog.entityNumbers.indices {
        let row = catalog.entityNumbers[index]
        catalog.entityNumbers[index].number = 20 - row.number
        catalog.entityNumbers[index].parent = row.parent == 0 ? 0 : 20 - row.parent
      }
    }
    for id in Gallery.model.entityIDs {
      #expect(own.schema[id].number == 20 - Gallery.schema[id].number)
    }
    #expect(own.schema.relationships == Gallery.schema.relationships)
    let family = own.schema[Gallery.work].familyNumbers
    #expect(family.upperBound == own.schema[Gallery.work].number && family.count == 4)
  }

  @Test func whatIsMissingIsNamedWithItsProperty() throws {
    let size = try #require(
      Gallery.schema.attributeColumns[AttributeID(Gallery.poster, 0)])
    let join = try #require(Gallery.side(Gallery.show, 0, Gallery.schema)).table
    let own = own { catalog in
      catalog.remove("ZTITLE", of: "ZWORK")
      catalog.remove("Z_FOK_ALBUM", of: "ZWORK")
      catalog.tables.removeAll { $0.name == join || $0.name == "ZHALL" }
    }
    #expect(
      own.missing.map { "\($0.place): \($0.text)" }.sorted() == [
        "Work.album: table ZWORK has no column Z_FOK_ALBUM",
        "Work.shows: the store has no table \(join)",
        "Work.title: table ZWORK has no column ZTITLE",
        "table ZHALL: the store has no table ZHALL",
      ])
    #expect(own.missing.filter { !$0.isRequired }.map(\.kind) == [.orderColumn])
    #expect(own.schema.attributeColumns[AttributeID(Gallery.poster, 0)] == size)
    guard
      case .inverseForeignKey(let key) =
        own.schema.relationships[RelationshipID(Gallery.album, 1)]
    else {
      Issue.record("the key itself is there")
      return
    }
    #expect(key.column == "ZALBUM" && key.orderColumn == nil)
  }

  @Test func tablesThatNothingTellsApartAreRefused() throws {
    let side = try #require(Gallery.side(Gallery.show, 0, Gallery.schema))
    let own = own { catalog in
      guard let table = catalog.tables.first(where: { $0.name == side.table }) else { return }
      catalog.tables.removeAll { $0.name == side.table }
      for number in [31, 32] {
        var copy = table
        copy.name = "Z_\(number)SHOWS"
        copy.columns = [
          StoreColumn(name: "Z_\(number)WORKS", sqlType: "INTEGER"),
          StoreColumn(name: "Z_\(number + 10)SHOWS", sqlType: "INTEGER"),
        ]
        catalog.tables.append(copy)
      }
    }
    #expect(
      own.missing.map(\.text) == ["each of the tables Z_31SHOWS and Z_32SHOWS could be the one"])
    #expect(own.missing.map(\.kind) == [.ambiguous])
  }

  // MARK: - Tables under other names

  @Test func theOnlyTableWithAllColumnsIsTaken() {
    let own = own { $0.rename("ZWORK", to: "ZPIECE") }
    #expect(own.schema[Gallery.work].table == "ZPIECE")
    #expect(own.missing.isEmpty)
  }

  /// Either could hold the rows; the first of them would be read as if it were known.
  @Test func ofTwoTablesWithAllColumnsNoneIsTaken() {
    let own = own { catalog in
      catalog.rename("ZWORK", to: "ZPIECE")
      for var copy in catalog.tables where copy.name == "ZPIECE" {
        copy.name = "ZPAINTING"
        catalog.tables.append(copy)
      }
    }
    #expect(own.schema[Gallery.work].table == "ZWORK", "the computed name stays")
    #expect(own.missing.map(\.text).contains("the store has no table ZWORK"))
  }

  /// Z_PK, Z_ENT and Z_OPT are in every table and tell nothing.
  @Test func aTableWithoutColumnsOfItsOwnIsFoundByItsNameAlone() {
    let own = own { $0.rename("ZHALL", to: "ZROOM") }
    #expect(own.schema[Gallery.hall].table == "ZHALL", "the computed name stays")
    #expect(own.missing.map(\.text) == ["the store has no table ZHALL"])
  }
}
