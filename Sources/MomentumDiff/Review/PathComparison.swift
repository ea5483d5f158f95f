import MomentumModel

/// Compares two migrations of a store: to the former current version, and to the present one.
///
/// An effect of the present migration is new if the former migration has no effect as grave on the
/// same element, and neither has the migration between the two current versions (`step`), whose
/// effects are reported separately.
struct PathComparison {
  /// The diff from the former current version to the present one.
  let step: ModelDiff
  /// Whether the effects of `step` are reported separately, so that they are not repeated for each
  /// older store.
  let coversByStep: Bool
  /// The diff from the store's version to the present current version.
  let now: ModelDiff
  /// The diff from the store's version to the former current version; a closure, since it is often
  /// not needed.
  let before: () -> ModelDiff

  /// The diff of the present migration with its new effects only; `nil` if there are none.
  func worse() -> ModelDiff? {
    let candidates = now.changes.filter { change in
      change.assessments.contains { $0.migrationClass > .lossless }
    }
    if candidates.isEmpty { return nil }
    let earlier = EarlierEffects(before: before(), step: step, coversByStep: coversByStep)
    let changes = candidates.compactMap { change -> ModelChange? in
      let new = change.assessments.filter {
        $0.migrationClass > .lossless && !earlier.covers($0, of: change)
      }
      guard let gravest = new.first else { return nil }
      var copy = change
      copy.assessment = gravest
      copy.furtherAssessments = Array(new.dropFirst())
      return copy
    }
    if changes.isEmpty { return nil }
    var result = now
    result.changes = changes
    result.suspectedRenames.removeAll { rename in
      !changes.contains { $0.element == rename.element && $0.old == rename.old && $0.new == nil }
    }
    return result
  }
}

/// The effects of the former migration and of `step`, by element.
private struct EarlierEffects {
  private struct Key: Hashable {
    var element: ModelChange.Element
    var path: String

    init(_ element: ModelChange.Element, _ place: ModelChange.Place) {
      self.element = element
      path = place.path
    }
  }

  private let before: ModelDiff
  private let step: ModelDiff
  private let coversByStep: Bool
  private var beforeByOld: [Key: [ModelChange]] = [:]
  private var beforeAdded: [Key: [ModelChange]] = [:]
  private var stepByOld: [Key: [ModelChange]] = [:]
  private var stepByNew: [Key: [ModelChange]] = [:]

  init(before: ModelDiff, step: ModelDiff, coversByStep: Bool) {
    self.coversByStep = coversByStep
    self.before = before
    self.step = step
    for change in before.changes {
      if let old = change.old {
        beforeByOld[Key(change.element, old), default: []].append(change)
      } else if let new = change.new {
        beforeAdded[Key(change.element, new), default: []].append(change)
      }
    }
    for change in step.changes {
      if let old = change.old { stepByOld[Key(change.element, old), default: []].append(change) }
      if let new = change.new { stepByNew[Key(change.element, new), default: []].append(change) }
    }
  }

  func covers(_ effect: Assessment, of change: ModelChange) -> Bool {
    earlier(change).contains { other in
      let isSameLoss = isRemoval(other) && isRemoval(change)
      return other.assessments.contains { one in
        isGraver(one, than: effect)
          || (one.migrationClass == effect.migrationClass
            && (isSameLoss || one.rule == effect.rule))
      }
    }
      || coversByStep
        && later(change).contains { other in
          // A removal in `step` alone does not count: the direct migration keeps those values.
          isRemoval(other) == isRemoval(change)
            && other.assessments.contains {
              isGraver($0, than: effect) || $0.migrationClass == effect.migrationClass
            }
        }
  }

  private func isRemoval(_ change: ModelChange) -> Bool { change.new == nil }

  /// Whether an effect is graver than another; an unproven one is not, since it must not hide a
  /// certain loss.
  private func isGraver(_ one: Assessment, than effect: Assessment) -> Bool {
    one.migrationClass > effect.migrationClass && one.migrationClass != .unproven
  }

  /// The changes of the same element in the former migration, from the store's version to the
  /// former current version.
  private func earlier(_ change: ModelChange) -> [ModelChange] {
    if let old = change.old { return beforeByOld[Key(change.element, old)] ?? [] }
    guard let new = change.new, let pair = step.origin?.pair else { return [] }
    return pair.sources(of: new, change.element).flatMap {
      beforeAdded[Key(change.element, $0)] ?? []
    }
  }

  /// The changes of the same element in `step`, from the former current version to the present one.
  private func later(_ change: ModelChange) -> [ModelChange] {
    if let new = change.new { return stepByNew[Key(change.element, new)] ?? [] }
    guard let old = change.old, let pair = before.origin?.pair else { return [] }
    return pair.destinations(of: old, change.element).flatMap {
      stepByOld[Key(change.element, $0)] ?? []
    }
  }
}

extension ModelPair {
  /// The places of the elements in the new model that continue an element of the old model.
  fileprivate func destinations(
    of place: ModelChange.Place, _ element: ModelChange.Element
  ) -> [ModelChange.Place] {
    guard let entity = place.entity else { return [place] }
    guard let id = old.model.entity(named: entity) else { return [] }
    switch element {
    case .attribute:
      guard let index = old.model[id].attributes.firstIndex(where: { $0.name == place.name })
      else { break }
      return destinations(of: AttributeID(id, index)).map {
        new.model.place($0.entity, new.model[$0].name)
      }
    case .relationship:
      guard let index = old.model[id].relationships.firstIndex(where: { $0.name == place.name })
      else { break }
      return destinations(of: RelationshipID(id, index)).map {
        new.model.place($0.entity, new.model[$0].name)
      }
    case .model, .entity, .fetchedProperty, .uniquenessConstraint, .fetchIndex, .fetchRequest,
      .configuration, .composite:
      break
    }
    return destination(of: id).map { [new.model.place($0, place.name)] } ?? []
  }

  /// The places in the old model of the elements that an element of the new model continues.
  fileprivate func sources(
    of place: ModelChange.Place, _ element: ModelChange.Element
  ) -> [ModelChange.Place] {
    guard let entity = place.entity else { return [place] }
    guard let id = new.model.entity(named: entity) else { return [] }
    switch element {
    case .attribute:
      guard let index = new.model[id].attributes.firstIndex(where: { $0.name == place.name })
      else { break }
      return sources(of: AttributeID(id, index)).map {
        old.model.place($0.entity, old.model[$0].name)
      }
    case .relationship:
      guard let index = new.model[id].relationships.firstIndex(where: { $0.name == place.name })
      else { break }
      return sources(of: RelationshipID(id, index)).map {
        old.model.place($0.entity, old.model[$0].name)
      }
    case .model, .entity, .fetchedProperty, .uniquenessConstraint, .fetchIndex, .fetchRequest,
      .configuration, .composite:
      break
    }
    return source(of: id).map { [old.model.place($0, place.name)] } ?? []
  }
}

extension ObjectModel {
  fileprivate func place(_ entity: EntityID, _ name: String?) -> ModelChange.Place {
    ModelChange.Place(entity: self[entity].name, name: name)
  }
}
