import MomentumModel

/// A small library: authors, books, tags.
enum Sample {
  static let author = EntityID(0)
  static let book = EntityID(1)
  static let tag = EntityID(2)
  static let novel = EntityID(3)

  static let model = ObjectModel(
    entities: [
      Entity(
        name: "Author",
        attributes: [
          Attribute(name: "name", type: .string), Attribute(name: "age", type: .integer16),
        ],
        relationships: [
          Relationship(
            name: "books", destination: book, inverse: RelationshipID(book, 0), isToMany: true)
        ]),
      Entity(
        name: "Book",
        attributes: [
          Attribute(name: "title", type: .string), Attribute(name: "price", type: .decimal),
          Attribute(name: "published", type: .date), Attribute(name: "isSold", type: .boolean),
          Attribute(name: "code", type: .uuid), Attribute(name: "cover", type: .binary),
          Attribute(name: "draft", type: .string, isTransient: true),
          Attribute(name: "weight", type: .double), Attribute(name: "shape", type: .undefined),
          Attribute(name: "box", type: .composite(CompositeID(0))),
          Attribute(name: "size", type: .integer32), Attribute(name: "in", type: .string),
          Attribute(name: "photo", type: .transformable), Attribute(name: "link", type: .uri),
        ],
        relationships: [
          Relationship(name: "author", destination: author, inverse: RelationshipID(author, 0)),
          Relationship(
            name: "tags", destination: tag, inverse: RelationshipID(tag, 0), isToMany: true),
        ]),
      Entity(
        name: "Tag", attributes: [Attribute(name: "name", type: .string)],
        relationships: [
          Relationship(
            name: "books", destination: book, inverse: RelationshipID(book, 1), isToMany: true)
        ]),
      Entity(
        name: "Novel", parent: book, attributes: [Attribute(name: "genre", type: .string)],
        relationships: [
          Relationship(name: "prequel", destination: novel),
          Relationship(name: "adapted", destination: book),
        ]),
    ],
    composites: [
      CompositeType(
        name: "Box",
        elements: [
          Attribute(name: "width", type: .double), Attribute(name: "label", type: .string),
        ])
    ])
}
