import MomentumModel

// Rows 29 to 39 of the decision table.

extension ChangeAssessor {
  // MARK: - Added and removed

  func relationshipAdded(_ id: RelationshipID) -> Assessment {
    let relationship = new[id]
    let place = "\(new[id.entity].name).\(relationship.name)"
    if relationship.isTransient {
      return make(
        .nothing, .relationshipAddedTransient,
        "'\(place)' is transient: stored rows have no link of it")
    }
    let receivers = pair.receivers(id.entity)
    if let source = keptInverse(added: id), let inverse = relationship.inverse {
      return addedToInverse(id, inverse, was: source, place: place, receivers: receivers)
    }
    guard relationship.needsLinks, !receivers.isEmpty else {
      return make(
        .lossless, .relationshipAdded,
        "'\(place)' has no links in existing rows; nothing else of them changes")
    }
    return requiredRelationshipAdded(relationship, place: place, to: receivers)
  }

  /// A relationship that is added to one that stores links already.
  private func addedToInverse(
    _ id: RelationshipID, _ inverse: RelationshipID, was source: RelationshipID, place: String,
    receivers: [EntityID]
  ) -> Assessment {
    let other = "\(new[inverse.entity].name).\(new[inverse].name)"
    guard !new[inverse].isToMany, !old[source].isToMany else {
      return make(
        .unproven, .relationshipInverseReplaced,
        "whether '\(place)' has the links that its inverse '\(other)' has in existing rows has not "
          + "been shown",
        recipe: "try it on a copy of a real store: momentum migrate STORE --to MODEL --rehearse")
    }
    guard new[id].needsLinks, !receivers.isEmpty else {
      return make(
        .lossless, .relationshipAdded,
        new[id].isToMany
          ? "'\(place)' has the links that '\(other)' stores, which stay"
          : "stored links stay in '\(other)'; that '\(place)' has them too has not been shown")
    }
    return make(
      .dependsOnData, .relationshipAddedRequired,
      "the migration succeeds; rows of \(list(receivers)) that no '\(other)' leads to then cannot be "
        + "saved",
      error: new[id].isToMany ? .lacksMinimumCountOnSave : .missingPropertyOnSave,
      recipe: "add optional=\"YES\" to relationship '\(place)', or set it in such rows in a custom "
        + "migration stage")
  }

  func requiredRelationshipAdded(
    _ relationship: Relationship, place: String, to receivers: [EntityID]
  ) -> Assessment {
    make(
      .dependsOnData, .relationshipAddedRequired,
      "the migration succeeds with '\(place)' empty in every row of \(list(receivers)); such rows "
        + "then cannot be saved",
      error: relationship.isToMany ? .lacksMinimumCountOnSave : .missingPropertyOnSave,
      recipe: "add optional=\"YES\" to relationship '\(place)', or set it in existing rows in a "
        + "custom migration stage")
  }

  func relationshipRemoved(_ id: RelationshipID) -> Assessment {
    let relationship = old[id]
    let place = "\(old[id.entity].name).\(relationship.name)"
    if relationship.isTransient {
      return make(.nothing, .notStored, "'\(place)' was transient: no row has a link of it")
    }
    let givers = pair.givers(id.entity)
    guard !givers.isEmpty else {
      return make(.lossless, .relationshipRemoved, "no stored row has a link of '\(place)'")
    }
    if let kept = keptInverse(removed: id), let inverse = relationship.inverse {
      return removedFromInverse(id, inverse, is: kept, place: place)
    }
    let effect = "all links of '\(relationship.name)' from rows of \(list(givers, of: old)) are "
    let label = ModelCorrespondence.Label(relationship.name, relationship.renamingIdentifier)
    if let suspicion = suspicion(of: .relationship(id)),
      case .relationship(let other) = suspicion.new
    {
      return make(
        .dropsData, .relationshipRenamedWithoutIdentifier,
        effect + "dropped, though '\(new[other].name)' looks like its new name",
        recipe: "add \(Recipe.renamingIdentifier(label)) to relationship "
          + "'\(new[other.entity].name).\(new[other].name)'")
    }
    if hasNewAttribute(label, in: id.entity) {
      return make(
        .dropsData, .relationshipBecameAttribute,
        effect + "dropped; the attribute of that name begins without their values",
        recipe:
          "write a mapping model, or fill the attribute in a custom migration stage while the "
          + "relationship is still there")
    }
    return make(
      .dropsData, .relationshipRemoved, effect + "dropped without an error",
      recipe: "if it has a new name, add \(Recipe.renamingIdentifier(label)) to the relationship "
        + "that it became; otherwise acknowledge the loss")
  }

  /// A relationship that is gone, of which the inverse stays.
  private func removedFromInverse(
    _ id: RelationshipID, _ inverse: RelationshipID, is kept: RelationshipID, place: String
  ) -> Assessment {
    let other = "\(new[kept.entity].name).\(new[kept].name)"
    if !old[inverse].isToMany, !new[kept].isToMany {
      return make(
        .lossless, .relationshipRemoved,
        "no link is lost: those of '\(place)' are those of its inverse '\(other)', which stores them "
          + "and stays")
    }
    let label = pair.old.label(of: .relationship(id))
    return make(
      .unproven, .relationshipRemoved,
      "the links of '\(place)' are those of its inverse '\(other)', which stays; whether it keeps them "
        + "has not been shown",
      recipe: "if it has a new name, add \(Recipe.renamingIdentifier(label)) to the relationship "
        + "that it became; otherwise try it on a copy of a real store: momentum migrate STORE --to "
        + "MODEL --rehearse")
  }

  // MARK: - Changed

  func relationshipChanged(
    _ source: RelationshipID, _ id: RelationshipID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let before = old[source]
    let after = new[id]
    let place = "\(new[id.entity].name).\(after.name)"
    switch (before.isTransient, after.isTransient) {
    case (true, true): return []
    case (true, false): return [relationshipAdded(id)]
    case (false, true):
      return [
        make(
          .dropsData, .relationshipMadeTransient,
          "all links of '\(place)' are dropped: a transient relationship is not stored",
          recipe: "remove transient=\"YES\" from relationship '\(place)'")
      ]
    case (false, false): break
    }
    let isJoinedByInverse = pair.isJoinedByInverse(id)
    return [
      differences.contains(.destination) ? destinationChanged(before, after, place) : nil,
      differences.contains(.cardinality) ? cardinalityChanged(before, after, place) : nil,
      differences.contains(.ordered) ? orderChanged(after, place) : nil,
      differences.contains(.optional) ? optionalChanged(source, after, place) : nil,
      differences.contains(.count) ? countChanged(before, after, place) : nil,
      isJoinedByInverse
        ? renamedByInverse(source, id)
        : joinedByName(
          .relationship(source), .relationship(id), rows: pair.givers(source.entity)),
      differences.contains(.name) && !isJoinedByInverse
        ? make(
          .lossless, .relationshipRenamed,
          "rows keep their links of '\(before.name)' under the name '\(after.name)'") : nil,
      // Where the links cannot stay, nobody asks where they are stored.
      differences.contains(.inverse) && !differences.contains(.destination)
        ? inverseChanged(source, id, place) : nil,
      differences.contains(.versionHashModifier) ? modifierChanged("relationship '\(place)'") : nil,
      differences.contains(.deleteRule) ? deleteRuleChanged(after, place, id.entity) : nil,
      differences.contains(.indexed) ? indexChanged(of: id.entity) : nil,
    ].compactMap { $0 }
  }

  /// Core Data infers a mapping model for it. Observed: an app's own test migrates its stores by inference where
  /// one relationship then leads to a new sub-entity of its destination, and others to an unrelated entity. The
  /// test counts objects, so what becomes of the links is not known.
  private func destinationChanged(
    _ before: Relationship, _ after: Relationship, _ place: String
  ) -> Assessment {
    let label = ModelCorrespondence.Label(
      old[before.destination].name, old[before.destination].renamingIdentifier)
    let target = new[after.destination].name
    let isRenamed = pair.source(of: after.destination) == nil
    return make(
      .unproven, .relationshipDestinationChanged,
      linksToAnotherDestination(before, after, place),
      recipe: isRenamed
        ? "if '\(target)' is its new name, add \(Recipe.renamingIdentifier(label)) to entity "
          + "'\(target)'; otherwise \(Recipe.forAnotherDestination)"
        : Recipe.forAnotherDestination)
  }

  private func linksToAnotherDestination(
    _ before: Relationship, _ after: Relationship, _ place: String
  ) -> String {
    let source = old[before.destination].name
    let target = new[after.destination].name
    let taken = pair.old.families[before.destination.index].filter { member in
      pair.destination(of: member).map { pair.new.inherits($0, from: after.destination) } ?? false
    }
    let origin = "rows that '\(place)' leads to are of '\(source)'"
    if taken.isEmpty {
      return "\(origin), and none of them becomes a '\(target)'; what becomes of the links has not "
        + "been shown"
    }
    return taken.count == pair.old.families[before.destination.index].count
      ? "\(origin), and all of them are '\(target)' too; that the links stay has not been shown"
      : "\(origin), and some of them become a '\(target)'; which links stay has not been shown"
  }

  private func cardinalityChanged(
    _ before: Relationship, _ after: Relationship, _ place: String
  ) -> Assessment {
    if after.isToMany {
      return make(
        .lossless, .relationshipMadeToMany,
        "the one link that a row has in '\(place)' becomes the first of many")
    }
    return make(
      .unproven, .relationshipMadeToOne,
      "of the links that a row has in '\(place)' one can stay, and nothing says which; the others "
        + "are dropped",
      recipe: "keep toMany=\"YES\" on relationship '\(place)', or choose the link in a custom "
        + "migration stage or mapping model")
  }

  private func orderChanged(_ after: Relationship, _ place: String) -> Assessment {
    guard after.isToMany else {
      return make(
        .lossless, .relationshipMadeOrdered, "the one link of '\(place)' has no order to lose")
    }
    if after.isOrdered {
      return make(
        .lossless, .relationshipMadeOrdered,
        "all links of '\(place)' stay; their first order is undefined")
    }
    return make(
      .dropsData, .relationshipMadeUnordered,
      "all links of '\(place)' stay, their order is dropped",
      recipe:
        "keep ordered=\"YES\" on relationship '\(place)', or copy the order into an attribute "
        + "in a custom migration stage")
  }

  private func optionalChanged(
    _ source: RelationshipID, _ after: Relationship, _ place: String
  ) -> Assessment {
    let givers = pair.givers(source.entity)
    guard after.needsLinks, !givers.isEmpty else {
      return make(
        .lossless, after.isOptional ? .relationshipMadeOptional : .relationshipMadeRequired,
        "stored links of '\(place)' stay as they are")
    }
    return make(
      .dependsOnData, .relationshipMadeRequired,
      "the migration succeeds; rows of \(list(givers, of: old)) without a link in '\(place)' then "
        + "cannot be saved",
      error: after.isToMany ? .lacksMinimumCountOnSave : .missingPropertyOnSave,
      recipe:
        "keep optional=\"YES\" on relationship '\(place)', or set it in such rows in a custom "
        + "migration stage")
  }

  private func countChanged(
    _ before: Relationship, _ after: Relationship, _ place: String
  ) -> Assessment? {
    guard before.isToMany || after.isToMany else {
      return make(
        .lossless, .relationshipCountWidened,
        "stored links of '\(place)' stay: whether a to-one relationship may be empty is for its "
          + "optional to say, not for its counts")
    }
    let most = { (relationship: Relationship) in
      relationship.maximumCount <= 0 ? Int.max : relationship.maximumCount
    }
    // Whether a to-one relationship may be empty is for `isOptional` to say.
    let least = { (relationship: Relationship) in
      relationship.isToMany ? relationship.minimumCount : relationship.isOptional ? 0 : 1
    }
    let isWider =
      least(after) <= least(before)
      && (most(after) >= most(before) || before.isToMany != after.isToMany)
    if isWider {
      return make(
        .lossless, .relationshipCountWidened,
        "stored links of '\(place)' stay, and the wider counts allow them all")
    }
    return make(
      .dependsOnData, .relationshipCountNarrowed,
      "the migration does not count the links of '\(place)'; rows outside the new counts cannot be "
        + "saved afterwards",
      recipe: "keep minCount=\"\(before.minimumCount)\" and maxCount=\"\(before.maximumCount)\" on "
        + "relationship '\(place)', or correct such rows in a custom migration stage")
  }

  // MARK: - Inverses and delete rules

  private func inverseChanged(
    _ source: RelationshipID, _ id: RelationshipID, _ place: String
  ) -> Assessment {
    let before = old[source].inverse
    let after = new[id].inverse
    // A to-many relationship may have its links in the column of its inverse.
    let wereStoredThere = old[source].isToMany || new[id].isToMany
    if wereStoredThere, let before, let after, pair.isJoinedByInverse(after) {
      return make(
        .unproven, .relationshipInverseReplaced,
        "links of '\(place)' are stored with its inverse, which has another name and no renaming "
          + "identifier; that they stay has not been shown",
        recipe: "add \(Recipe.renamingIdentifier(pair.old.label(of: .relationship(before)))) to "
          + "relationship '\(new[after.entity].name).\(new[after].name)'")
    }
    let isRename =
      if let before, let after { pair.destinations(of: before).contains(after) } else { false }
    if wereStoredThere, !isRename {
      return make(
        .unproven, .relationshipInverseReplaced,
        "links of '\(place)' are stored with its inverse, and which rows they join under the other "
          + "inverse has not been shown",
        recipe: "try it on a copy of a real store: momentum migrate STORE --to MODEL --rehearse")
    }
    return make(
      .lossless, .relationshipInverseChanged, "stored links of '\(place)' stay as they are")
  }

  private func deleteRuleChanged(
    _ after: Relationship, _ place: String, _ entity: EntityID
  ) -> Assessment {
    make(
      .nothing, .relationshipDeleteRuleChanged,
      "stored rows stay as they are; the app of this version deletes by the rule "
        + "\(after.deleteRule.rawValue), and no migration corrects what the old rule left",
      recipe: isMigrated(entity)
        ? "correct rows that the old rule left in a custom stage of the migration that "
          + "'\(new[entity].name)' has for other changes"
        : "to correct rows that the old rule left, add "
          + "\(Recipe.modifier(after: after.versionHashModifier)) to relationship '\(place)' "
          + Recipe.migrationRuns)
  }
}

extension Relationship {
  /// Whether a row without links cannot be saved.
  var needsLinks: Bool { leastObjects > 0 }
}
