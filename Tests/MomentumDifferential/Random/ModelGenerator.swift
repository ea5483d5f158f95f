package import MomentumModel

/// Random models: inheritance, composites, every type, every kind of relationship, and names that are
/// words of SQL, of the predicate language or of Swift.
package struct ModelGenerator {
  private static let entityNames = [
    "Order", "Group", "Select", "Index", "Person", "Table", "Value", "Where", "Join", "Union",
    "Author", "Key", "Limit", "Primary", "Self_", "Type", "Venue", "Café",
  ].filter { $0.utf8.allSatisfy { $0 < 128 } }

  private static let attributeNames = [
    "order", "group", "select", "index", "size", "first", "last", "name", "value", "count", "from",
    "where", "key", "any", "all", "in", "some", "like", "between", "case", "default", "date",
    "title",
    "limit", "offset", "distinct", "rowid", "isActive", "n1", "userID", "selfie", "t0", "z", "nil_",
    "subquery", "cast", "total", "left", "exists", "values", "desc", "collate",
  ]

  private static let relationshipNames = [
    "parent", "owner", "items", "tags", "to", "on", "join", "references", "union", "using",
    "foreign",
    "next", "friends", "orders", "primary", "having", "with", "table", "links", "members", "no",
    "not", "null", "rows", "set", "update", "end", "then", "of", "by", "as",
  ]

  private var dice: Dice
  private var model = ObjectModel()

  private init(_ dice: Dice) { self.dice = dice }

  /// The model of a seed.
  package static func model(seed: UInt64) -> ObjectModel {
    var generator = ModelGenerator(Dice(seed: seed, part: 1))
    generator.generate()
    return generator.model
  }

  private mutating func generate() {
    let count = 1 + dice.weighted([2, 3, 4, 4, 3, 2])
    let names = dice.shuffled(Self.entityNames).prefix(count)
    makeComposites()
    for (index, name) in names.enumerated() {
      var entity = Entity(name: name)
      if index > 0, dice.chance(35) { entity.parent = EntityID(dice.int(0...index - 1)) }
      model.entities.append(entity)
    }
    for entity in model.entityIDs where !model.children(of: entity).isEmpty {
      model.entities[entity.index].isAbstract = dice.chance(35)
    }
    for entity in model.entityIDs { makeAttributes(of: entity) }
    let relationships = dice.int(count...count * 3)
    for _ in 0..<relationships { makeRelationship() }
  }

  // MARK: - Attributes

  private mutating func makeComposites() {
    guard dice.chance(40) else { return }
    for index in 0..<dice.int(1...2) {
      var elements: [Attribute] = []
      let names = dice.shuffled(Self.attributeNames).prefix(dice.int(1...3))
      for name in names {
        elements.append(Attribute(name: name, type: scalarType(), isOptional: dice.chance(75)))
      }
      if index > 0, dice.chance(50) {
        elements.append(
          Attribute(name: "inner", type: .composite(CompositeID(0)), isOptional: true))
      }
      model.composites.append(CompositeType(name: "Composite\(index)", elements: elements))
    }
  }

  private mutating func makeAttributes(of entity: EntityID) {
    var names = dice.shuffled(Self.attributeNames.filter { !isTaken($0, entity) })
    for _ in 0..<dice.int(2...7) {
      guard let name = names.popLast() else { return }
      var type = scalarType()
      if !model.composites.isEmpty, dice.chance(15) {
        type = .composite(CompositeID(dice.int(0...model.composites.count - 1)))
      }
      model.entities[entity.index].attributes.append(
        Attribute(
          name: name, type: type, isOptional: dice.chance(75), usesScalarType: dice.chance(50)))
    }
  }

  private mutating func scalarType() -> AttributeType {
    let types: [AttributeType] = [
      .string, .integer16, .integer32, .integer64, .double, .float, .decimal, .boolean, .date,
      .uuid, .uri, .binary, .transformable,
    ]
    return types[dice.weighted([9, 3, 4, 4, 4, 2, 3, 4, 4, 2, 2, 2, 1])]
  }

  /// Whether a name stands in the entity, above or below it, in whatever case.
  private func isTaken(_ name: String, _ entity: EntityID) -> Bool {
    let family = model.entityIDs.filter {
      model.inherits($0, from: entity) || model.inherits(entity, from: $0)
    }
    return family.contains { member in
      model[member].attributes.contains { $0.name == name }
        || model[member].relationships.contains { $0.name == name }
    }
  }

  // MARK: - Relationships

  private mutating func freeName(_ entity: EntityID) -> String? {
    dice.pick(Self.relationshipNames.filter { !isTaken($0, entity) })
  }

  private mutating func makeRelationship() {
    let source = EntityID(dice.int(0...model.entities.count - 1))
    let isOwn = dice.chance(25)
    let destination = isOwn ? source : EntityID(dice.int(0...model.entities.count - 1))
    guard let name = freeName(source) else { return }
    var first = Relationship(name: name, destination: destination)
    // One-to-one, one-to-many, many-to-many, each with or without inverse; own inverses.
    let shape = dice.weighted([2, 5, 5, 2, 1, source == destination ? 3 : 0])
    first.isToMany = [false, true, true, false, true, dice.chance(70)][shape]
    first.isOrdered = first.isToMany && shape != 4 && dice.chance(20)
    first.maximumCount = first.isToMany ? 0 : 1
    let id = RelationshipID(source, model[source].relationships.count)
    model.entities[source.index].relationships.append(first)
    switch shape {
    case 0, 1, 2: makeInverse(of: id, isToMany: shape == 2)
    case 5:
      // A position in one's own inverse has no column of its own.
      model.entities[source.index].relationships[id.index].isOrdered = false
      model.entities[source.index].relationships[id.index].inverse = id
    case _: break
    }
  }

  private mutating func makeInverse(of id: RelationshipID, isToMany: Bool) {
    let destination = model[id].destination
    guard let name = freeName(destination) else { return }
    var second = Relationship(name: name, destination: id.entity, inverse: id, isToMany: isToMany)
    second.isOrdered = isToMany && dice.chance(15)
    let inverse = RelationshipID(destination, model[destination].relationships.count)
    model.entities[destination.index].relationships.append(second)
    model.entities[id.entity.index].relationships[id.index].inverse = inverse
  }
}
