import Foundation
import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// One model with every part of a layout, and all its statements as they are recorded.
@Suite struct LayoutGoldenTests {
  private static func one(
    _ name: String, _ entity: Int, _ inverse: Int? = nil, required: Bool = false,
    _ rule: Relationship.DeleteRule = .nullify
  ) -> Relationship {
    Relationship(
      name: name, destination: EntityID(entity),
      inverse: inverse.map { RelationshipID(EntityID(entity), $0) }, isOptional: !required,
      deleteRule: rule)
  }

  private static func many(
    _ name: String, _ entity: Int, _ inverse: Int? = nil, ordered: Bool = false,
    _ rule: Relationship.DeleteRule = .nullify
  ) -> Relationship {
    Relationship(
      name: name, destination: EntityID(entity),
      inverse: inverse.map { RelationshipID(EntityID(entity), $0) }, isToMany: true,
      isOrdered: ordered, deleteRule: rule)
  }

  private static func derived(_ name: String, _ type: AttributeType, _ text: String) -> Attribute {
    Attribute(name: name, type: type, isOptional: true, derivation: text)
  }

  /// Work, with Book, Comic and Film below it; Person, with Author; Shelf; Tag.
  static let model: ObjectModel = {
    let place = CompositeType(
      name: "Place",
      elements: [
        Attribute(name: "city", type: .string, isOptional: true),
        Attribute(name: "zip", type: .integer32, defaultValue: .integer(7)),
      ])
    let work = Entity(
      name: "Work", isAbstract: true,
      attributes: [
        Attribute(name: "title", type: .string, isIndexed: true),
        Attribute(name: "day", type: .date, isOptional: true),
        derived("titleCopy", .string, "title"), derived("changed", .date, "now()"),
      ],
      relationships: [
        many("tags", 7, 0, ordered: true), one("owner", 4, 0, .deny), many("sequels", 0, 3),
        many("sources", 0, 2), many("twins", 0, 4),
      ], uniquenessConstraints: [["title"], ["title", "day"]],
      fetchIndexes: [
        FetchIndex(name: "byDay", elements: [.init(.property("day"), isAscending: false)]),
        FetchIndex(
          name: "both", elements: [.init(.property("title")), .init(.property("owner"))]),
      ], compoundIndexes: [["day", "title"]])
    let book = Entity(
      name: "Book", parent: EntityID(0),
      attributes: [
        Attribute(name: "size", type: .integer16, defaultValue: .integer(3), within: (1, 9)),
        Attribute(name: "where", type: .composite(CompositeID(0)), isOptional: true),
        Attribute(name: "imageURL", type: .uri, defaultValue: .uri("a:b")),
      ], relationships: [one("shelf", 6, 0), many("readers", 4, 1)],
      uniquenessConstraints: [["size"]],
      fetchIndexes: [
        FetchIndex(
          name: "thick", elements: [.init(.property("size"))], partialPredicate: "size")
      ])
    let comic = Entity(
      name: "Comic", parent: EntityID(1),
      attributes: [
        derived("shelfName", .string, "shelf.name"),
        Attribute(name: "size", type: .double, isOptional: true),
      ])
    let film = Entity(
      name: "Film", parent: EntityID(0),
      attributes: [
        Attribute(name: "isLong", type: .boolean, defaultValue: .boolean(false)),
        Attribute(name: "madeOn", type: .date, defaultValue: .date(0)),
        Attribute(name: "posterBytes", type: .binary, defaultValue: .binary([1, 2])),
        Attribute(name: "rate", type: .decimal, defaultValue: .decimal(2)),
        Attribute(name: "weightKG", type: .float, defaultValue: .double(0.5)),
        Attribute(name: "noteText", type: .string, defaultValue: .string("it's")),
      ], relationships: [many("stars", 5, 0)])
    let person = Entity(
      name: "Person", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
      relationships: [many("works", 0, 1, .cascade), many("read", 1, 1)])
    let author = Entity(
      name: "Author", parent: EntityID(4), relationships: [many("films", 3, 0)])
    let shelf = Entity(
      name: "Shelf",
      attributes: [
        Attribute(name: "name", type: .string), derived("count", .integer64, "books.@count"),
        Attribute(name: "latitude", type: .double), Attribute(name: "longitude", type: .double),
      ],
      relationships: [
        many("books", 1, 0, ordered: true, .cascade), many("labels", 7), one("room", 6),
      ],
      fetchIndexes: [
        FetchIndex(
          name: "byPlace",
          elements: ["latitude", "longitude"].map { .init(.property($0), kind: .rTree) })
      ])
    let tag = Entity(name: "Tag", relationships: [many("works", 0, 0)])
    return ObjectModel(
      entities: [work, book, comic, film, person, author, shelf, tag], composites: [place])
  }()

  private static let frameworks: [Int?] = [
    nil, 1199, 1029, 900, 754, 638, 600, 520, 400, 320, 250,
  ]

  @Test(arguments: frameworks) func aStoreIsAsRecorded(framework: Int?) throws {
    let layout = CoreDataLayout(frameworkVersion: framework, keepsHistory: true) {
      predicate, column in column(predicate).map { "\(name: $0) > 5" }
    }
    let schema = layout.layOut(Self.model)
    let derivations = schema.tables.flatMap(\.derivations).map { "-- \($0.sql)\n" }.joined()
    try RepositoryFiles.expectGolden(
      schema.creationScript(framework: layout.framework) + derivations,
      at: "Tests/Cases/Layouts/core-data-\(framework.map { String($0) } ?? "newest").sql")
  }

  @Test func theColumnsOfPropertiesAreAsRecorded() throws {
    let schema = CoreDataLayout { _, _ in nil }.layOut(Self.model)
    try RepositoryFiles.expectGolden(
      Self.columns(schema), at: "Tests/Cases/Layouts/columns.txt")
  }

  /// Where each property of the model is.
  static func columns(_ schema: StoreSchema) -> String {
    var lines: [String] = []
    for id in model.entityIDs {
      let storage = schema[id]
      lines.append(
        "\(storage.name) \(storage.number) below \(storage.parentNumber), family \(storage.familyNumbers), \(storage.table)\(storage.sharesTable ? ", shared" : "")"
      )
      for index in model[id].attributes.indices {
        let attribute = AttributeID(id, index)
        let leaves = schema.compositeColumns[attribute]?.map {
          "\($0.path.joined(separator: ".")) \($0.column)"
        }
        lines.append(
          "  \(model[attribute].name): \(schema.attributeColumns[attribute] ?? "none") \(leaves ?? [])"
        )
      }
      for index in model[id].relationships.indices {
        let relationship = RelationshipID(id, index)
        let text =
          switch schema.relationships[relationship] {
          case .foreignKey(let key):
            "key \(key.column) \(key.entityColumn ?? "-") \(key.orderColumn ?? "-")"
          case .inverseForeignKey(let key):
            "their key \(key.column) \(key.entityColumn ?? "-") \(key.orderColumn ?? "-")"
          case .joinTable(let side):
            "\(side.table) \(side.sourceColumn) \(side.destinationColumn) \(side.orderColumn ?? "-")"
          case nil: "none"
          }
        lines.append("  \(model[relationship].name): \(text)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func plainTablesAreAsRecorded() throws {
    let schema = PlainLayout { predicate in
      predicate == "size" ? .comparison("size", .greater, .integer(5)) : nil
    }.layOut(Self.model)
    for (dialect, name) in [(SQLDialect.sqlite, "sqlite"), (.postgreSQL, "postgresql")] {
      try RepositoryFiles.expectGolden(
        schema.creationScript(dialect), at: "Tests/Cases/Layouts/plain-\(name).sql")
    }
  }
}

extension Attribute {
  fileprivate init(
    name: String, type: AttributeType, defaultValue: AttributeValue, within range: (Int64, Int64)
  ) {
    self.init(
      name: name, type: type, defaultValue: defaultValue, minimum: .integer(range.0),
      maximum: .integer(range.1))
  }
}
