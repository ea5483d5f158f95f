import MomentumModel

extension MigrationRule {
  package static let relationshipAdded = MigrationRule(
    "migration.relationship-added", number: 29, [.lossless],
    "An optional relationship was added.",
    """
    an empty column or join table is added. If the new relationship is the inverse of an existing \
    to-one relationship, it has the links that the existing one stores. Nothing has to be done.
    """,
    .migratedStores)

  package static let relationshipAddedRequired = MigrationRule(
    "migration.relationship-added-required", number: 30, [.dependsOnData],
    "A required relationship was added.",
    """
    the migration succeeds and leaves the relationship empty. Rows without a link then cannot be \
    saved: the save fails with error 1570, or 1580 if the relationship is to-many. Make it \
    optional, or set it in a custom migration stage.
    """,
    .postedErrors)

  package static let relationshipAddedTransient = MigrationRule(
    "migration.relationship-added-transient", number: 6, [.nothing],
    "A transient relationship was added.",
    qualified: " happens to stored rows:",
    """
    a transient relationship is not stored. Nothing has to be done.
    """,
    .versionHashes)

  /// Rules for a relationship that stored rows gain.
  static let relationshipAdditions: [MigrationRule] = [
    .relationshipAdded, .relationshipAddedRequired, .relationshipAddedTransient,
  ]
}

/// Assesses a relationship that stored rows gain.
struct RelationshipAddition {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  func assess(_ id: RelationshipID) -> Assessment {
    let relationship = new[id]
    let place = "\(new[id.entity].name).\(relationship.name)"
    if relationship.isTransient {
      return Assessment(
        .relationshipAddedTransient,
        "'\(place)' is transient: stored rows have no link of it")
    }
    let entities = pair.destinationsWithRows(below: id.entity)
    if let source = storedInverse(of: id), let inverse = relationship.inverse {
      return addedToInverse(id, inverse, was: source, place: place, entities: entities)
    }
    guard relationship.needsLinks, !entities.isEmpty else {
      return Assessment(
        .relationshipAdded,
        "'\(place)' has no links in existing rows; nothing else of them changes")
    }
    return requiredAdded(relationship, place: place, to: entities)
  }

  /// The effect for a relationship whose inverse already stores links.
  private func addedToInverse(
    _ id: RelationshipID, _ inverse: RelationshipID, was source: RelationshipID, place: String,
    entities: [EntityID]
  ) -> Assessment {
    let other = "\(new[inverse.entity].name).\(new[inverse].name)"
    guard !new[inverse].isToMany, !old[source].isToMany else {
      return Assessment(
        .relationshipInverseReplaced,
        "whether '\(place)' has the links that its inverse '\(other)' has in existing rows has not "
          + "been shown",
        repair: Repair.rehearse)
    }
    guard new[id].needsLinks, !entities.isEmpty else {
      return Assessment(
        .relationshipAdded,
        new[id].isToMany
          ? "'\(place)' has the links that '\(other)' stores, which stay"
          : "stored links stay in '\(other)'; that '\(place)' has them too has not been shown")
    }
    return Assessment(
      .relationshipAddedRequired,
      "the migration succeeds; rows of \(new.quotedNames(of: entities)) that no '\(other)' leads to then cannot be "
        + "saved",
      error: new[id].isToMany ? .lacksMinimumCountOnSave : .missingPropertyOnSave,
      repair: "add optional=\"YES\" to relationship '\(place)', or set it in such rows in a custom "
        + "migration stage")
  }

  func requiredAdded(
    _ relationship: Relationship, place: String, to entities: [EntityID]
  ) -> Assessment {
    Assessment(
      EmptyRelationshipDecision.rule(isAdded: true),
      "the migration succeeds with '\(place)' empty in every row of \(new.quotedNames(of: entities)); such rows "
        + "then cannot be saved",
      error: relationship.isToMany ? .lacksMinimumCountOnSave : .missingPropertyOnSave,
      repair: "add optional=\"YES\" to relationship '\(place)', or set it in existing rows in a "
        + "custom migration stage")
  }

  /// The old relationship that the inverse of an added relationship continues; `nil` if there is
  /// none or it was not stored.
  private func storedInverse(of id: RelationshipID) -> RelationshipID? {
    guard let inverse = new[id].inverse, inverse != id, !new[inverse].isTransient else {
      return nil
    }
    return pair.sources(of: inverse).first { !old[$0].isTransient }
  }
}

/// The rule for objects that cannot be saved because a required relationship is empty. A diff
/// reports it for a change; a plan searches for such rows.
package enum EmptyRelationshipDecision {
  /// - Parameter isAdded: Whether the rows did not have the relationship before.
  package static func rule(isAdded: Bool) -> MigrationRule {
    isAdded ? .relationshipAddedRequired : .relationshipMadeRequired
  }
}
