import MomentumModel

/// Finds the differences between two models. `ChangeAssessor` then finds their effects on stored
/// rows.
///
/// If an entity is in only one of the models, its properties are not listed, except those that
/// sub-entities in both models inherit.
struct ChangeFinder {
  let pair: ModelPair
  private(set) var found: [FoundChange] = []

  var old: ObjectModel { pair.old.model }
  var new: ObjectModel { pair.new.model }

  init(_ pair: ModelPair) { self.pair = pair }

  static func changes(_ pair: ModelPair) -> [FoundChange] {
    guard pair.old.model != pair.new.model else { return [] }
    var finder = ChangeFinder(pair)
    finder.findModelChanges()
    for id in pair.old.model.entityIDs where pair.destination(of: id) == nil {
      finder.findRemoved(id)
    }
    for id in pair.new.model.entityIDs {
      if let source = pair.source(of: id) {
        finder.findChanges(source, id)
      } else {
        finder.findAdded(id)
      }
    }
    return finder.found
  }

  mutating func report(
    _ element: ModelChange.Element, _ kind: ModelChange.Kind, _ old: ElementReference?,
    _ new: ElementReference?, _ facts: DifferenceList = DifferenceList()
  ) {
    found.append(FoundChange(element: element, kind: kind, old: old, new: new, facts: facts))
  }

  /// Reports the differences of two matching elements, if there are any.
  mutating func report(
    _ element: ModelChange.Element, _ old: ElementReference, _ new: ElementReference,
    _ facts: DifferenceList
  ) {
    guard !facts.isEmpty else { return }
    report(element, facts.differences.contains(.name) ? .renamed : .changed, old, new, facts)
  }

  // MARK: - Entities

  private mutating func findAdded(_ id: EntityID) {
    report(.entity, .added, nil, .entity(id), DifferenceList(describing: id, in: new, isNew: true))
    guard pair.survives(new: id) else { return }
    findNewAttributes(of: id)
    findNewRelationships(of: id)
    for index in new[id].uniquenessConstraints.indices {
      report(.uniquenessConstraint, .added, nil, .constraint(id, index))
    }
  }

  private mutating func findRemoved(_ id: EntityID) {
    report(
      .entity, .removed, .entity(id), nil, DifferenceList(describing: id, in: old, isNew: false))
    guard pair.survives(old: id) else { return }
    findLostAttributes(of: id)
    findLostRelationships(of: id)
    for index in old[id].uniquenessConstraints.indices {
      report(.uniquenessConstraint, .removed, .constraint(id, index), nil)
    }
  }

  private mutating func findChanges(_ source: EntityID, _ id: EntityID) {
    report(.entity, .entity(source), .entity(id), entityFacts(source, id))
    findNewAttributes(of: id)
    findLostAttributes(of: source)
    findNewRelationships(of: id)
    findLostRelationships(of: source)
    findConstraintChanges(source, id)
    findIndexChanges(source, id)
    findFetchedPropertyChanges(source, id)
  }

  private func entityFacts(_ source: EntityID, _ id: EntityID) -> DifferenceList {
    let before = old[source]
    let after = new[id]
    var facts = DifferenceList()
    facts.compare(.name, "name", before.name, after.name)
    facts.compareTexts(
      .renamingIdentifier, "renaming identifier", before.renamingIdentifier,
      after.renamingIdentifier)
    facts.compareTexts(
      .versionHashModifier, "hash modifier", before.versionHashModifier,
      after.versionHashModifier)
    facts.compare(before.userInfo, after.userInfo)
    facts.compare(.syncable, "syncable", before.isSyncable, after.isSyncable)
    if !pair.isSame(before.parent, after.parent) {
      facts.add(
        .parent, "parent entity", from: before.parent.map { old[$0].name },
        to: after.parent.map { new[$0].name })
    }
    facts.compare(.abstract, "abstract entity", before.isAbstract, after.isAbstract)
    facts.compare(.className, "class", before.className, after.className)
    facts.compare(
      .codeGeneration, "codegen", before.codeGeneration.rawValue, after.codeGeneration.rawValue)
    return facts
  }

  // MARK: - Properties that may move

  private mutating func findNewAttributes(of id: EntityID) {
    for index in new[id].attributes.indices {
      let attribute = AttributeID(id, index)
      let sources = pair.sources(of: attribute)
      if sources.isEmpty {
        report(
          .attribute, .added, nil, .attribute(attribute),
          DifferenceList(describing: new[attribute], in: new, isNew: true))
      }
      for source in sources {
        let facts = attributeFacts(source, attribute)
        if pair.isSame(source.entity, id) {
          report(.attribute, .attribute(source), .attribute(attribute), facts)
        } else {
          report(.attribute, .moved, .attribute(source), .attribute(attribute), facts)
        }
      }
    }
  }

  private mutating func findLostAttributes(of id: EntityID) {
    for index in old[id].attributes.indices {
      let attribute = AttributeID(id, index)
      guard pair.destinations(of: attribute).isEmpty else { continue }
      report(
        .attribute, .removed, .attribute(attribute), nil,
        DifferenceList(describing: old[attribute], in: old, isNew: false))
    }
  }

  private mutating func findNewRelationships(of id: EntityID) {
    for index in new[id].relationships.indices {
      let relationship = RelationshipID(id, index)
      let sources = pair.sources(of: relationship)
      if sources.isEmpty {
        report(
          .relationship, .added, nil, .relationship(relationship),
          DifferenceList(describing: relationship, in: new, isNew: true))
      }
      for source in sources {
        let facts = relationshipFacts(source, relationship)
        if pair.isSame(source.entity, id) {
          report(.relationship, .relationship(source), .relationship(relationship), facts)
        } else {
          report(
            .relationship, .moved, .relationship(source), .relationship(relationship), facts)
        }
      }
    }
  }

  private mutating func findLostRelationships(of id: EntityID) {
    for index in old[id].relationships.indices {
      let relationship = RelationshipID(id, index)
      guard pair.destinations(of: relationship).isEmpty else { continue }
      report(
        .relationship, .removed, .relationship(relationship), nil,
        DifferenceList(describing: relationship, in: old, isNew: false))
    }
  }
}
