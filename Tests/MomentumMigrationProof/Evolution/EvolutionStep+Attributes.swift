import MomentumDifferential
import MomentumModel

// Attributes that come, go and change where they are.

extension EvolutionStep {
  static let attributes: [EvolutionStep] = [
    EvolutionStep("add optional attribute", 6) { add(&$0, &$1, optional: true, filled: false) },
    EvolutionStep("add optional attribute with default", 5) {
      add(&$0, &$1, optional: true, filled: true)
    },
    EvolutionStep("add required attribute with default", 5) {
      add(&$0, &$1, optional: false, filled: true)
    },
    EvolutionStep("add required attribute without default", 2) {
      add(&$0, &$1, optional: false, filled: false)
    },
    EvolutionStep("add transient attribute", 1) { model, dice in
      let entity = dice.int(0...model.entities.count - 1)
      let name = model.newName("transient")
      model.append(
        Attribute(name: name, type: .string, isOptional: true, isTransient: true), to: entity)
      return "\(model.entities[entity].entity.name).\(name)"
    },
    EvolutionStep("add derived attribute", 3) { addDerived(&$0, &$1) },
    EvolutionStep("add composite attribute", 2) { model, dice in
      guard let id = model.composites.indices.randomElement(&dice) else { return nil }
      let entity = dice.int(0...model.entities.count - 1)
      let name = model.newName(EvolvingModel.stem(&dice, upper: false))
      model.append(
        Attribute(name: name, type: .composite(CompositeID(id)), isOptional: true), to: entity)
      return "\(model.entities[entity].entity.name).\(name)"
    },
    EvolutionStep("add element of a composite", 2) { model, dice in
      guard let id = model.composites.indices.randomElement(&dice) else { return nil }
      let name = model.newName(EvolvingModel.stem(&dice, upper: false))
      let type = randomType(&dice)
      let value = dice.chance(50) ? ValueGenerator.defaultValue(type, &dice) : nil
      model.composites[id].elements.append(
        Attribute(name: name, type: type, isOptional: true, defaultValue: value))
      return "\(model.composites[id].name).\(name)"
    },
    EvolutionStep("remove element of a composite", 1) { model, dice in
      guard let id = model.composites.indices.randomElement(&dice),
        model.composites[id].elements.count > 1
      else { return nil }
      let index = dice.int(0...model.composites[id].elements.count - 1)
      let gone = model.composites[id].elements.remove(at: index)
      return "\(model.composites[id].name).\(gone.name)"
    },
    EvolutionStep("remove attribute", 5) { model, dice in
      let spots = model.attributeSpots { _ in true }
      guard let spot = spots.randomElement(&dice) else { return nil }
      let path = model.path(spot)
      model.removeAttribute(at: spot.index, of: spot.entity)
      return path
    },
    EvolutionStep("rename attribute", 5) { rename(&$0, &$1) },
    change(
      "make attribute optional", 3, { $0.isPlain && !$0.isOptional },
      { attribute, _ in
        attribute.isOptional = true
      }),
    change("make attribute required with default", 4, isScalarOptional) { attribute, dice in
      attribute.isOptional = false
      attribute.defaultValue = ValueGenerator.defaultValue(attribute.type, &dice)
      if attribute.defaultValue == nil { attribute.isOptional = true }
    },
    change("make attribute required", 3, isScalarOptional) { attribute, _ in
      attribute.isOptional = false
      attribute.defaultValue = nil
    },
    change(
      "widen integer", 4, { [.integer16, .integer32].contains($0.type) && $0.isPlain },
      {
        attribute, dice in
        attribute.type = attribute.type == .integer16 && dice.chance(50) ? .integer32 : .integer64
      }),
    change(
      "narrow integer", 1, { [.integer64, .integer32].contains($0.type) && $0.isPlain },
      {
        attribute, dice in
        attribute.type = attribute.type == .integer64 && dice.chance(50) ? .integer32 : .integer16
        attribute.defaultValue = nil
        attribute.isOptional = true
      }),
    change(
      "integer to real", 3, { isInteger($0.type) && $0.isPlain },
      { attribute, dice in
        attribute.type = dice.chance(50) ? .double : .float
        if case .integer(let number)? = attribute.defaultValue {
          attribute.defaultValue = .double(Double(number))
        }
      }),
    change(
      "boolean to number", 3, { $0.type == .boolean && $0.isPlain },
      { attribute, dice in
        attribute.type = dice.one(.integer16, .integer32, .integer64, .double)
        attribute.defaultValue = nil
      }),
    change(
      "real to real", 1, { [.double, .float].contains($0.type) && $0.isPlain },
      { attribute, _ in
        attribute.type = attribute.type == .double ? .float : .double
      }),
    change(
      "real to integer", 3, { [.double, .float].contains($0.type) && $0.isPlain },
      { attribute, dice in
        attribute.type = dice.one(.integer16, .integer32, .integer64)
        attribute.defaultValue = nil
      }),
    change(
      "change type to one that cannot be had from it", 1, { $0.type == .string && $0.isPlain },
      { attribute, dice in
        attribute.type = dice.one(.integer32, .date, .uuid, .binary, .boolean, .double)
        attribute.defaultValue = nil
        attribute.isOptional = true
      }),
    change(
      "change default", 2, { $0.isPlain && $0.defaultValue != nil },
      { attribute, dice in
        attribute.defaultValue =
          ValueGenerator.defaultValue(attribute.type, &dice) ?? attribute.defaultValue
      }),
    change(
      "toggle external storage", 1, { $0.type == .binary && $0.isPlain },
      { attribute, _ in
        attribute.allowsExternalStorage.toggle()
      }),
    change("hash modifier", 1, \.isPlain) { attribute, dice in
      attribute.versionHashModifier = "\(dice.int(1...9))"
    },
    change(
      "make attribute transient", 1, { $0.isPlain && !$0.isComposite },
      { attribute, _ in
        attribute.isTransient = true
        attribute.isOptional = true
        attribute.defaultValue = nil
      }),
    change(
      "store transient attribute", 1, { $0.isTransient && $0.type != .undefined },
      {
        attribute, _ in attribute.isTransient = false
      }),
  ]

  static let types: [AttributeType] = [
    .string, .integer16, .integer32, .integer64, .double, .float, .decimal, .boolean, .date, .uuid,
    .uri, .binary, .transformable,
  ]

  static func randomType(_ dice: inout Dice) -> AttributeType {
    types[dice.weighted([5, 2, 2, 3, 3, 1, 2, 3, 3, 1, 1, 1, 1])]
  }

  static func isInteger(_ type: AttributeType) -> Bool {
    [.integer16, .integer32, .integer64].contains(type)
  }

  private static func isScalarOptional(_ attribute: Attribute) -> Bool {
    attribute.isPlain && !attribute.isComposite && attribute.isOptional
  }

  /// A change of one attribute that fits; a constraint or an index of it stays.
  private static func change(
    _ name: String, _ weight: Int, _ accepts: @escaping @Sendable (Attribute) -> Bool,
    _ body: @escaping @Sendable (inout Attribute, inout Dice) -> Void
  ) -> EvolutionStep {
    EvolutionStep(name, weight) { model, dice in
      guard let spot = model.attributeSpots(accepts).randomElement(&dice) else { return nil }
      var changed = model.entities[spot.entity].attributes[spot.index].attribute
      body(&changed, &dice)
      // What is not in a column any more cannot be constrained, indexed or derived from.
      if changed.isTransient {
        model.forget(property: changed.name, of: spot.entity)
      }
      guard model.entities[spot.entity].attributes.indices.contains(spot.index) else { return nil }
      model.entities[spot.entity].attributes[spot.index].attribute = changed
      return model.path(spot)
    }
  }

  private static func add(
    _ model: inout EvolvingModel, _ dice: inout Dice, optional: Bool, filled: Bool
  ) -> String? {
    let entity = dice.int(0...model.entities.count - 1)
    let type = randomType(&dice)
    let value = filled ? ValueGenerator.defaultValue(type, &dice) : nil
    if filled, value == nil { return nil }
    let name = model.newName(EvolvingModel.stem(&dice, upper: false))
    model.append(
      Attribute(name: name, type: type, isOptional: optional, defaultValue: value), to: entity)
    return "\(model.entities[entity].entity.name).\(name)"
  }

  /// Each kind of derivation whose triggers are known.
  private static func addDerived(
    _ model: inout EvolvingModel, _ dice: inout Dice
  ) -> String? {
    let spots = model.relationshipSpots { relationship in
      guard relationship.relationship.isToMany else { return true }
      // A count over a join table has no trigger.
      return relationship.inverse.flatMap { model.relationship($0) }?.relationship.isToMany != true
    }
    guard let spot = spots.randomElement(&dice) else { return nil }
    let relationship = model.entities[spot.entity].relationships[spot.index]
    let name = model.newName("derived")
    if relationship.relationship.isToMany {
      model.append(
        Attribute(
          name: name, type: .integer64, isOptional: true,
          derivation: "\(relationship.relationship.name).@count"), to: spot.entity)
    } else {
      guard let destination = model.index(of: relationship.destination),
        let source = model.entities[destination].attributes.filter({
          $0.attribute.isPlain && !$0.attribute.isComposite
        }).randomElement(&dice)
      else { return nil }
      model.append(
        Attribute(
          name: name, type: source.attribute.type, isOptional: true,
          derivation: "\(relationship.relationship.name).\(source.attribute.name)"),
        to: spot.entity)
    }
    return "\(model.entities[spot.entity].entity.name).\(name)"
  }

  private static func rename(_ model: inout EvolvingModel, _ dice: inout Dice) -> String? {
    let spots = model.attributeSpots { $0.isPlain || $0.isTransient }
    guard let spot = spots.randomElement(&dice) else { return nil }
    let path = model.path(spot)
    let old = model.entities[spot.entity].attributes[spot.index].attribute
    let new = model.newName(EvolvingModel.stem(&dice, upper: false))
    guard !model.isDerivedFrom(old.name) else { return nil }
    model.entities[spot.entity].attributes[spot.index].attribute.name = new
    model.entities[spot.entity].attributes[spot.index].attribute.renamingIdentifier =
      old.renamingIdentifier ?? old.name
    model.renameInLists(old.name, new, near: spot.entity)
    return "\(path) to \(new)"
  }
}

extension EvolvingModel {
  mutating func append(_ attribute: Attribute, to entity: Int) {
    let tag = newTag()
    entities[entity].attributes.append(EvolvingAttribute(tags: [tag], attribute: attribute))
  }

  /// Whether a derivation names it, or may.
  func isDerivedFrom(_ name: String) -> Bool {
    entities.contains { entity in
      entity.attributes.contains { attribute in
        attribute.attribute.derivation?.split(whereSeparator: { ".:()".contains($0) })
          .contains(Substring(name)) ?? false
      }
    }
  }

  /// Constraints and indexes follow a rename.
  mutating func renameInLists(_ old: String, _ new: String, near entity: Int) {
    for member in kin(entity) {
      entities[member].entity.uniquenessConstraints =
        entities[member].entity.uniquenessConstraints.map { $0.map { $0 == old ? new : $0 } }
      for index in entities[member].entity.fetchIndexes.indices {
        for element in entities[member].entity.fetchIndexes[index].elements.indices
        where entities[member].entity.fetchIndexes[index].elements[element].key == .property(old) {
          entities[member].entity.fetchIndexes[index].elements[element].key = .property(new)
        }
      }
    }
  }
}

extension ValueGenerator {
  /// A value that a model can name as a default; `nil` for types that have none in a model's text.
  static func defaultValue(_ type: AttributeType, _ dice: inout Dice) -> AttributeValue? {
    switch type {
    case .string:
      .string(dice.one("", "plain", "it's", "\"x\"", "50%", "ä😀", "'); DROP TABLE ZORDER; --"))
    case .integer16, .integer32, .integer64: .integer(Int64(dice.int(-3...100)))
    case .double, .float: .double(Double(dice.int(-12...12)) / 4)
    case .decimal: .decimal(decimalDefault(dice.int(-500...500)))
    case .boolean: .boolean(dice.chance(50))
    case .date: .date(Double(dice.int(-3...600)) * 86400)
    case .uuid, .uri, .binary, .transformable, .undefined, .objectID, .composite: nil
    }
  }
}

extension Collection {
  func randomElement(_ dice: inout Dice) -> Element? { dice.pick(Array(self)) }
}
