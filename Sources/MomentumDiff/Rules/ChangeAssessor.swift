import MomentumModel

/// Assesses what each change between two models means for stored rows, by the rules of the decision
/// table.
struct ChangeAssessor {
  private let pair: ModelPair
  /// The suspected renames, by their removed element.
  private let suspicions: [ElementReference: RenameSuspicion]
  private let added: AddedNames
  private let claims: AmbiguousIdentifiers
  private let hiddenComposites: HiddenComposites

  init(_ pair: ModelPair, found changes: [FoundChange], suspicions: [RenameSuspicion]) {
    self.pair = pair
    self.suspicions = Dictionary(suspicions.map { ($0.old, $0) }) { first, _ in first }
    added = AddedNames(changes, in: pair.new)
    claims = AmbiguousIdentifiers(pair, found: changes)
    hiddenComposites = HiddenComposites(pair, changes)
  }

  /// The gravest effect, then the others that are graver than lossless or require an action.
  ///
  /// If several are equally grave, the first one counts as the gravest, so assessors return the
  /// most informative one first.
  func assess(_ change: FoundChange) -> (gravest: Assessment, further: [Assessment]) {
    let candidates = candidates(change)
    let shown =
      HashSettings(pair: pair).isHidden(change) ? withoutMigration(candidates, change) : candidates
    var gravest = shown.first ?? HashSettings.notStored()
    for candidate in shown where candidate.migrationClass > gravest.migrationClass {
      gravest = candidate
    }
    var listed: Set<Assessment> = [gravest]
    let further = shown.filter { candidate in
      let counts =
        switch candidate.migrationClass {
        case .nothing: candidate.repair != nil
        case .lossless: false
        case .dropsData, .dependsOnData, .unproven, .notInferrable: true
        }
      return counts && listed.insert(candidate).inserted
    }
    return (gravest, further)
  }

  /// The effects of a change that the hashes do not show. Core Data then runs no migration, so
  /// effects of a migration are left out, and the first effect says that the hashes hide the
  /// change.
  private func withoutMigration(_ candidates: [Assessment], _ change: FoundChange) -> [Assessment] {
    let remaining = candidates.filter { $0.migrationClass == .nothing || $0.rule.isReadByCode }
    if remaining.count == candidates.count { return candidates }
    return [hiddenComposites.assess(change) ?? HashSettings(pair: pair).hidden(change)] + remaining
  }

  // MARK: - By element

  private func candidates(_ change: FoundChange) -> [Assessment] {
    switch (change.old, change.new) {
    case (.entity, _), (_, .entity): return entity(change)
    case (.attribute, _), (_, .attribute): return attribute(change)
    case (.relationship, _), (_, .relationship): return relationship(change)
    case (.constraint, .constraint(let id, _)): return [ConstraintChange(pair: pair).reordered(id)]
    case (.constraint(let id, _), _): return [ConstraintChange(pair: pair).removed(id)]
    case (_, .constraint(let id, let index)):
      return [ConstraintChange(pair: pair).added(id, index)]
    case (.composite(let left), .composite(let right)):
      return CompositeChange(pair: pair).typeChanged(left, right)
    case (.fetchIndex, _), (.compoundIndex, _), (_, .fetchIndex), (_, .compoundIndex):
      return [HashSettings(pair: pair).indexChanged(change)]
    case (.configuration, _), (_, .configuration): return [HashSettings.configurationChanged()]
    case (.model, _), (_, .model), (.composite, _), (_, .composite), (.fetchedProperty, _),
      (_, .fetchedProperty), (.fetchRequest, _), (_, .fetchRequest), (nil, nil):
      return []
    }
  }

  private func entity(_ change: FoundChange) -> [Assessment] {
    let assessor = EntityChange(pair: pair)
    switch (change.old, change.new) {
    case (.entity(let left), .entity(let right)):
      return assessor.changed(left, right, change.facts.differences)
    case (.entity(let id), _):
      return withAmbiguity(assessor.removed(id, suspicion: suspicions[.entity(id)]), change)
    case (_, .entity): return withAmbiguity(EntityChange.added(), change)
    default: return []
    }
  }

  private func attribute(_ change: FoundChange) -> [Assessment] {
    switch (change.old, change.new) {
    case (.attribute(let left), .attribute(let right)):
      return change.kind == .moved
        ? PropertyMove(pair: pair).moved(left, right, change.facts.differences)
        : AttributeChange(pair: pair).assess(left, right, change.facts.differences)
    case (.attribute(let id), _):
      let removal = AttributeRemoval(
        pair: pair, suspicion: suspicions[.attribute(id)], added: added)
      return withAmbiguity(removal.assess(id), change)
    case (_, .attribute(let id)):
      return withAmbiguity(AttributeAddition(pair: pair).assess(id), change)
    default: return []
    }
  }

  private func relationship(_ change: FoundChange) -> [Assessment] {
    switch (change.old, change.new) {
    case (.relationship(let left), .relationship(let right)):
      return change.kind == .moved
        ? PropertyMove(pair: pair).moved(left, right, change.facts.differences)
        : RelationshipChange(pair: pair).assess(left, right, change.facts.differences)
    case (.relationship(let id), _):
      let removal = RelationshipRemoval(
        pair: pair, suspicion: suspicions[.relationship(id)], added: added)
      return withAmbiguity(removal.assess(id), change)
    case (_, .relationship(let id)):
      return withAmbiguity(RelationshipAddition(pair: pair).assess(id), change)
    default: return []
    }
  }

  private func withAmbiguity(_ assessment: Assessment, _ change: FoundChange) -> [Assessment] {
    [assessment, RenamingIdentifiers(pair: pair).ambiguous(change, claims)].compactMap { $0 }
  }
}
