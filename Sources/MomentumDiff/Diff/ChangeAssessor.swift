import MomentumModel

/// Says what a change means for stored rows, by the decision table.
struct ChangeAssessor {
  let pair: ModelPair
  /// The new elements that removed ones may have become, by the old element.
  private let suspicions: [ElementReference: RenameSuspicion]
  /// New attributes and relationships of entities in both models, for what changes from one into the other.
  private let newAttributes: Set<OwnedName>
  private let newRelationships: Set<OwnedName>
  let rivals: RenamingRivals
  /// Composite attributes that are in one of the models only, in the order found.
  let lostComposites: [AttributeID]
  let gainedComposites: [AttributeID]

  var old: ObjectModel { pair.old.model }
  var new: ObjectModel { pair.new.model }

  /// A name in a new entity.
  private struct OwnedName: Hashable {
    var entity: EntityID
    var name: String
  }

  init(_ pair: ModelPair, found: [FoundChange], suspicions: [RenameSuspicion]) {
    self.pair = pair
    self.suspicions = Dictionary(suspicions.map { ($0.old, $0) }) { first, _ in first }
    rivals = RenamingRivals(pair, found: found)
    lostComposites = found.compactMap { change in
      guard change.kind == .removed, case .attribute(let id) = change.old else { return nil }
      return pair.old.model[id].type.isComposite ? id : nil
    }
    gainedComposites = found.compactMap { change in
      guard change.kind == .added, case .attribute(let id) = change.new else { return nil }
      return pair.new.model[id].type.isComposite ? id : nil
    }
    var attributes = Set<OwnedName>()
    var relationships = Set<OwnedName>()
    for change in found where change.kind == .added {
      switch change.new {
      case .attribute(let id):
        let label = ModelCorrespondence.Label(
          pair.new.model[id].name, pair.new.model[id].renamingIdentifier)
        attributes.insert(OwnedName(entity: id.entity, name: label.identifier))
        attributes.insert(OwnedName(entity: id.entity, name: label.name))
      case .relationship(let id):
        let label = ModelCorrespondence.Label(
          pair.new.model[id].name, pair.new.model[id].renamingIdentifier)
        relationships.insert(OwnedName(entity: id.entity, name: label.identifier))
        relationships.insert(OwnedName(entity: id.entity, name: label.name))
      case .model, .entity, .fetchedProperty, .constraint, .fetchIndex, .compoundIndex,
        .composite, .configuration, .fetchRequest, nil:
        break
      }
    }
    newAttributes = attributes
    newRelationships = relationships
  }

  /// The gravest of all that applies, then the others that are graver than lossless or ask for something to
  /// be done.
  ///
  /// Of equally grave ones the first is taken, so the telling ones stand first.
  func assess(_ change: FoundChange) -> (gravest: Assessment, further: [Assessment]) {
    let candidates = candidates(change)
    let shown = isHidden(change) ? withoutMigration(candidates, change) : candidates
    var gravest = shown.first ?? notStored(change)
    for candidate in shown where candidate.migrationClass > gravest.migrationClass {
      gravest = candidate
    }
    var said: Set<Assessment> = [gravest]
    let further = shown.filter { candidate in
      let counts =
        switch candidate.migrationClass {
        case .nothing: candidate.recipe != nil
        case .lossless: false
        case .dropsData, .dependsOnData, .unproven, .notInferrable: true
        }
      return counts && said.insert(candidate).inserted
    }
    return (gravest, further)
  }

  /// Of a change that no migration carries out: what only a migration does is left out, and that is said.
  private func withoutMigration(_ candidates: [Assessment], _ change: FoundChange) -> [Assessment] {
    let remaining = candidates.filter { $0.migrationClass == .nothing || isReadByCode($0) }
    return remaining.count == candidates.count ? candidates : [hidden(change)] + remaining
  }

  /// Whether code alone meets the effect, with a migration or without one.
  private func isReadByCode(_ assessment: Assessment) -> Bool {
    let rules: [MigrationRule] = [.attributeTransformerChanged, .attributeValidationChanged]
    return rules.contains { $0.rawValue == assessment.rule }
  }

  private func candidates(_ change: FoundChange) -> [Assessment] {
    switch (change.old, change.new) {
    case (.entity(let left), .entity(let right)):
      return entityChanged(left, right, change.facts.differences)
    case (.entity(let id), _):
      return [entityRemoved(id), contested(change)].compactMap { $0 }
    case (_, .entity(let id)):
      return [entityAdded(id), contested(change)].compactMap { $0 }
    case (.attribute(let left), .attribute(let right)):
      return change.kind == .moved
        ? attributeMoved(left, right, change.facts.differences)
        : attributeChanged(left, right, change.facts.differences)
    case (.attribute(let id), _):
      return [attributeRemoved(id), contested(change)].compactMap { $0 }
    case (_, .attribute(let id)):
      return [attributeAdded(id), contested(change)].compactMap { $0 }
    case (.relationship(let left), .relationship(let right)):
      return change.kind == .moved
        ? relationshipMoved(left, right, change.facts.differences)
        : relationshipChanged(left, right, change.facts.differences)
    case (.relationship(let id), _):
      return [relationshipRemoved(id), contested(change)].compactMap { $0 }
    case (_, .relationship(let id)):
      return [relationshipAdded(id), contested(change)].compactMap { $0 }
    case (.constraint(_, _), .constraint(let id, let index)):
      return [constraintReordered(id, index)]
    case (.constraint(let id, let index), _): return [constraintRemoved(id, index)]
    case (_, .constraint(let id, let index)): return [constraintAdded(id, index)]
    case (.composite(let left), .composite(let right)): return compositeChanged(left, right)
    case (.fetchIndex, _), (.compoundIndex, _), (_, .fetchIndex), (_, .compoundIndex):
      return [indexChanged(change)]
    case (.configuration, _), (_, .configuration): return [configurationChanged(change)]
    case (.model, _), (_, .model), (.composite, _), (_, .composite), (.fetchedProperty, _),
      (_, .fetchedProperty), (.fetchRequest, _), (_, .fetchRequest), (nil, nil):
      return []
    }
  }

  // MARK: - What several rules need

  func make(
    _ migrationClass: MigrationClass, _ rule: MigrationRule, _ effect: String,
    error: CoreDataError? = nil, recipe: String? = nil
  ) -> Assessment {
    Assessment(
      migrationClass, rule: rule.rawValue, effect: effect, coreDataError: error, recipe: recipe)
  }

  func suspicion(of reference: ElementReference) -> RenameSuspicion? { suspicions[reference] }

  /// Whether the entity that this one became has a new attribute that was called so.
  func hasNewAttribute(_ label: ModelCorrespondence.Label, in entity: EntityID) -> Bool {
    guard let id = pair.destination(of: entity) else { return false }
    return newAttributes.contains(OwnedName(entity: id, name: label.identifier))
  }

  func hasNewRelationship(_ label: ModelCorrespondence.Label, in entity: EntityID) -> Bool {
    guard let id = pair.destination(of: entity) else { return false }
    return newRelationships.contains(OwnedName(entity: id, name: label.identifier))
  }

  // MARK: - What the hashes do not show

  /// Whether no migration would touch the elements: theirs, or all, hashes are equal.
  private func isHidden(_ change: FoundChange) -> Bool {
    if pair.isHashEqual { return true }
    let before = change.old?.entity
    let after = change.new?.entity
    guard before != nil || after != nil else { return false }
    return (before.map(pair.isFamilyHashEqual) ?? true)
      && (after.map { pair.source(of: $0).map(pair.isFamilyHashEqual) ?? false } ?? true)
  }

  private func hidden(_ change: FoundChange) -> Assessment {
    if let kept = compositeKept(change) { return kept }
    let entity = change.new?.entity ?? change.old?.entity.flatMap { pair.destination(of: $0) }
    return make(
      .nothing, .hiddenByHash,
      "the version hashes do not show this change, so no migration carries it out and the rows "
        + "of existing stores stay in their old form",
      recipe: entity.map(modifierRecipe))
  }

  private func notStored(_ change: FoundChange) -> Assessment {
    make(.nothing, .notStored, "stored rows are not touched, and existing stores open as they are")
  }
}
