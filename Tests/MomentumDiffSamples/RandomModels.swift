package import MomentumModel
package import MomentumTestSupport

/// Small models with hierarchies, inverses, composites and renaming identifiers, and edits of every kind.
package enum RandomModels {
  package static let types: [AttributeType] = [
    .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
    .binary, .uuid, .uri, .transformable, .composite(CompositeID(0)), .composite(CompositeID(1)),
  ]

  package static func model(_ random: inout SeededGenerator) -> ObjectModel {
    var model = ObjectModel(
      entities: (0..<6).map { Entity(name: "E\($0)") },
      composites: [
        CompositeType(
          name: "Address",
          elements: [
            Attribute(name: "city", type: .string, isOptional: true),
            Attribute(name: "code", type: .integer32),
          ]),
        CompositeType(
          name: "Place",
          elements: [Attribute(name: "address", type: .composite(CompositeID(0)))]),
      ])
    for index in 1...3 {
      model.entities[index].parent = EntityID(Int.random(in: 0..<index, using: &random))
    }
    model.entities[0].isAbstract = Bool.random(using: &random)
    for entity in model.entities.indices {
      for index in 0..<Int.random(in: 1...4, using: &random) {
        model.entities[entity].attributes.append(attribute("a\(entity)_\(index)", &random))
      }
    }
    for pair in 0..<3 { relate(&model, "r\(pair)", "s\(pair)", &random) }
    model.entities[4].uniquenessConstraints = [[model.entities[4].attributes[0].name]]
    return model
  }

  private static func attribute(
    _ name: String, _ random: inout SeededGenerator
  ) -> Attribute {
    let type = types.randomElement(using: &random) ?? .string
    var result = Attribute(
      name: name, type: type, isOptional: Bool.random(using: &random),
      isTransient: Int.random(in: 0..<8, using: &random) == 0)
    if Int.random(in: 0..<10, using: &random) == 0 { result.derivation = "now()" }
    if type == .string, Bool.random(using: &random) { result.defaultValue = .string("x") }
    return result
  }

  private static func relate(
    _ model: inout ObjectModel, _ name: String, _ back: String, _ random: inout SeededGenerator
  ) {
    let one = EntityID(Int.random(in: 0..<model.entities.count, using: &random))
    let other = EntityID(Int.random(in: 0..<model.entities.count, using: &random))
    let position = model.entities[one.index].relationships.count
    let far = model.entities[other.index].relationships.count + (one == other ? 1 : 0)
    model.entities[one.index].relationships.append(
      Relationship(
        name: name, destination: other, inverse: RelationshipID(other, far),
        isToMany: Bool.random(using: &random), isOptional: Bool.random(using: &random)))
    model.entities[other.index].relationships.append(
      Relationship(
        name: back, destination: one, inverse: RelationshipID(one, position), isToMany: true,
        isOrdered: Bool.random(using: &random)))
  }

  // MARK: - Edits

  package static func edit(_ model: inout ObjectModel, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: editEntity(&model, &random)
    case 1: editRelationship(&model, &random)
    default: editAttribute(&model, &random)
    }
  }

  private static func editEntity(_ model: inout ObjectModel, _ random: inout SeededGenerator) {
    let index = Int.random(in: 0..<model.entities.count, using: &random)
    let serial = Int.random(in: 10..<1000, using: &random)
    switch Int.random(in: 0..<13, using: &random) {
    case 0: model.entities.append(Entity(name: "N\(serial)", attributes: [attribute("n", &random)]))
    case 1: model.entities[index].name = "R\(serial)"
    case 2:
      model.entities[index].renamingIdentifier =
        model.entities[index].renamingIdentifier ?? model.entities[index].name
      model.entities[index].name = "R\(serial)"
    case 3: model.entities[index].isAbstract.toggle()
    case 4: model.entities[index].versionHashModifier = "m\(serial)"
    case 5: model.entities[index].className = ".C\(serial)"
    case 6:
      model.entities[index].fetchIndexes.append(
        FetchIndex(name: "i\(serial)", elements: [.init(.property("a"))]))
    case 7:
      model.entities[index].uniquenessConstraints.append(
        model.entities[index].attributes.prefix(2).map(\.name))
    case 8: model.entities[index].uniquenessConstraints = []
    case 9:
      let parent = EntityID(Int.random(in: 0..<model.entities.count, using: &random))
      if !model.inherits(parent, from: EntityID(index)) { model.entities[index].parent = parent }
    case 10: model.entities[index].parent = nil
    case 11:
      model.entities[index].userInfo = [
        UserInfoEntry(
          key: "NSPersistentHistoryTombstoneAttributes",
          value: model.entities[index].attributes.map(\.name).joined(separator: ", "))
      ]
    default: model.versionIdentifiers = ["\(serial)"]
    }
  }

  private static func editRelationship(
    _ model: inout ObjectModel, _ random: inout SeededGenerator
  ) {
    let owners = model.entityIDs.filter { !model[$0].relationships.isEmpty }
    let serial = Int.random(in: 10..<1000, using: &random)
    guard let owner = owners.randomElement(using: &random) else { return }
    let index = Int.random(in: 0..<model[owner].relationships.count, using: &random)
    var changed = model.entities[owner.index].relationships[index]
    switch Int.random(in: 0..<11, using: &random) {
    case 0: changed.isOptional.toggle()
    case 1:
      changed.isToMany.toggle()
      changed.maximumCount = changed.isToMany ? 0 : 1
    case 2: changed.isOrdered.toggle()
    case 3: changed.deleteRule = .cascade
    case 4: changed.minimumCount += 1
    case 5: changed.versionHashModifier = "m\(serial)"
    case 6: changed.destination = EntityID(Int.random(in: 0..<6, using: &random))
    case 7: changed.name = "q\(serial)"
    case 8:
      changed.renamingIdentifier = changed.renamingIdentifier ?? changed.name
      changed.name = "q\(serial)"
    case 9: changed.isTransient.toggle()
    default: changed.inverse = nil
    }
    model.entities[owner.index].relationships[index] = changed
  }

  private static func editAttribute(_ model: inout ObjectModel, _ random: inout SeededGenerator) {
    let owners = model.entityIDs.filter { !model[$0].attributes.isEmpty }
    let serial = Int.random(in: 10..<1000, using: &random)
    guard let owner = owners.randomElement(using: &random) else { return }
    let index = Int.random(in: 0..<model[owner].attributes.count, using: &random)
    var changed = model.entities[owner.index].attributes[index]
    switch Int.random(in: 0..<18, using: &random) {
    case 0: changed.isOptional.toggle()
    case 1: changed.type = types.randomElement(using: &random) ?? .string
    case 2: changed.name = "b\(serial)"
    case 3:
      changed.renamingIdentifier = changed.renamingIdentifier ?? changed.name
      changed.name = "b\(serial)"
    case 4: changed.isTransient.toggle()
    case 5: changed.derivation = changed.derivation == nil ? "now()" : nil
    case 6: changed.derivation = "canonical:(a\(serial))"
    case 7: changed.defaultValue = .string("\(serial)")
    case 8: changed.allowsExternalStorage.toggle()
    case 9: changed.preservesValueInHistoryOnDeletion.toggle()
    case 10: changed.versionHashModifier = Bool.random(using: &random) ? "" : "m\(serial)"
    case 11: changed.valueTransformerName = "T\(serial)"
    case 12: changed.regularExpression = "\(serial)"
    case 13: changed.isIndexed.toggle()
    case 14: changed.userInfo = [UserInfoEntry(key: "k", value: "\(serial)")]
    case 15:
      model.entities[owner.index].attributes.append(attribute("c\(serial)", &random))
      return
    case 16:
      model.entities[owner.index].attributes.remove(at: index)
      return
    default:
      move(&model, AttributeID(owner, index), &random)
      return
    }
    model.entities[owner.index].attributes[index] = changed
    if Int.random(in: 0..<20, using: &random) == 0 { editComposite(&model, &random) }
  }

  /// To another entity, up, down or aside.
  private static func move(
    _ model: inout ObjectModel, _ id: AttributeID, _ random: inout SeededGenerator
  ) {
    let attribute = model[id]
    let target = Int.random(in: 0..<model.entities.count, using: &random)
    model.entities[id.entity.index].attributes.remove(at: id.index)
    model.entities[target].attributes.append(attribute)
  }

  private static func editComposite(_ model: inout ObjectModel, _ random: inout SeededGenerator) {
    let index = Int.random(in: 0..<model.composites[0].elements.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: model.composites[0].elements[index].isOptional.toggle()
    case 1: model.composites[0].elements[index].defaultValue = .string("x")
    case 2:
      model.composites[0].elements.append(
        Attribute(name: "x\(Int.random(in: 0..<99, using: &random))", type: .date))
    default: model.composites[0].name += "s"
    }
  }
}
