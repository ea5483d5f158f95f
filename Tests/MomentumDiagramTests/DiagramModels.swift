import Foundation
import MomentumDiagnostics
import MomentumDiagram
import MomentumModel
import MomentumModelFiles
import MomentumTestSupport
import Testing

/// The models that pictures are made of.
enum DiagramModels {
  /// One of everything that a picture shows.
  static let sample = ObjectModel(
    entities: [
      Entity(
        name: "Person", isAbstract: true, attributes: [Attribute(name: "name", type: .string)]),
      Entity(
        name: "Author", parent: EntityID(0),
        attributes: [
          Attribute(name: "born", type: .date, isOptional: true),
          Attribute(
            name: "bookCount", type: .integer64, isOptional: true, derivation: "books.@count"),
        ],
        relationships: [
          Relationship(
            name: "books", destination: EntityID(2), inverse: RelationshipID(EntityID(2), 0),
            isToMany: true, isOrdered: true),
          Relationship(
            name: "friends", destination: EntityID(1), inverse: RelationshipID(EntityID(1), 1),
            isToMany: true),
        ]),
      Entity(
        name: "Book",
        attributes: [
          Attribute(name: "title", type: .string),
          Attribute(name: "size", type: .composite(CompositeID(0)), isOptional: true),
          Attribute(name: "isOpen", type: .boolean, isTransient: true),
        ],
        relationships: [
          Relationship(
            name: "authors", destination: EntityID(1), inverse: RelationshipID(EntityID(1), 0),
            isToMany: true, isOptional: false, minimumCount: 1, maximumCount: 9),
          Relationship(name: "shelf", destination: EntityID(3), isOptional: false),
          Relationship(
            name: "sequel", destination: EntityID(2), inverse: RelationshipID(EntityID(2), 3)),
          Relationship(
            name: "prequel", destination: EntityID(2), inverse: RelationshipID(EntityID(2), 2)),
        ]),
      Entity(name: "Shelf"),
      Entity(
        name: "Setting", attributes: [Attribute(name: "value", type: .binary, isOptional: true)]),
    ],
    composites: [
      CompositeType(
        name: "Size",
        elements: [
          Attribute(name: "width", type: .double), Attribute(name: "height", type: .double),
        ])
    ])

  /// Names that a printer has to escape, or that nobody would choose.
  static let nastyNames = [
    "a<b>&\"c'", "]]>", "-->", "class", "note", "n0", "{x}", "a|b", "\\N", "\\", "#35;", "%%{x}%%",
    "x direction LR", "日本語の名前", "مرحبا", "👩‍👩‍👧‍👦", "e\u{301}", "a\u{0}b", "a\nb", "\u{202E}abc",
    "\u{FFFF}", "", " ", String(repeating: "long", count: 100),
  ]

  /// Every name of a model is one of the list.
  static func nasty(_ names: [String] = nastyNames) -> ObjectModel {
    let count = names.count
    return ObjectModel(
      entities: names.enumerated().map { index, name in
        Entity(
          name: name, isAbstract: index % 3 == 0,
          attributes: [
            Attribute(name: name, type: .transformable, valueClassName: names[(index + 1) % count])
          ],
          relationships: [Relationship(name: name, destination: EntityID((index + 1) % count))])
      },
      composites: names.map { CompositeType(name: $0, elements: []) })
  }

  /// A model of any shape: parents, pairs, loops, one-way relationships, lonely entities.
  static func random(seed: UInt64, entityCount: Int, relationshipCount: Int) -> ObjectModel {
    var generator = SeededGenerator(seed: seed)
    var entities = (0..<entityCount).map { index in
      let attributes = (0..<Int.random(in: 0...12, using: &generator)).map { number in
        Attribute(
          name: String(repeating: "x", count: Int.random(in: 1...20, using: &generator))
            + "\(number)", type: .string, isOptional: Bool.random(using: &generator))
      }
      let hasParent = index > 0 && Int.random(in: 0..<6, using: &generator) == 0
      return Entity(
        name: "Entity\(index)",
        parent: hasParent ? EntityID(Int.random(in: 0..<index, using: &generator)) : nil,
        attributes: attributes)
    }
    for number in 0..<(entityCount == 0 ? 0 : relationshipCount) {
      let from = Int.random(in: 0..<entityCount, using: &generator)
      let to = Int.random(in: 0..<entityCount, using: &generator)
      let kind = Int.random(in: 0..<5, using: &generator)
      let place = RelationshipID(EntityID(from), entities[from].relationships.count)
      var relationship = Relationship(
        name: "relationship\(number)", destination: EntityID(to),
        isToMany: Bool.random(using: &generator), isOrdered: Bool.random(using: &generator))
      if kind == 0 {
        entities[from].relationships.append(relationship)
        continue
      }
      let other = RelationshipID(
        EntityID(to), entities[to].relationships.count + (from == to ? 1 : 0))
      relationship.inverse = other
      entities[from].relationships.append(relationship)
      entities[to].relationships.append(
        Relationship(name: "inverse\(number)", destination: EntityID(from), inverse: place))
    }
    return ObjectModel(entities: entities)
  }

  /// The current version of a bundle of the repository.
  static func bundle(_ name: String) throws -> ObjectModel {
    var diagnostics = Diagnostics()
    let path = RepositoryFiles.url("Models/\(name).xcdatamodeld").path
    let file = try #require(try ModelBundle.load(path: path, &diagnostics))
    let syntax = try #require(ModelReader.read(contents: file.contents, &diagnostics))
    return try #require(ModelChecker.check(syntax, &diagnostics))
  }

  static let bundleNames = ["BubbleTea", "Newsroom", "Staff", "SurfJournal"]
}
