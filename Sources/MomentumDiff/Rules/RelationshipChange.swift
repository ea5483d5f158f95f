import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let relationshipDeleteRuleChanged = MigrationRule(
    "migration.relationship-delete-rule-changed", number: 36, [.nothing],
    "A delete rule changed.",
    qualified: " happens to stored rows:",
    """
    the delete rule is not in the version hash, so no migration runs. The app deletes by the new \
    rule, and rows that the old rule has not deleted stay. Nothing has to be done.
    """,
    .versionHashes)

  /// Rules for settings that leave stored links unchanged.
  static let relationshipSettings: [MigrationRule] = [
    .relationshipDeleteRuleChanged
  ]
}

/// Assesses the effect on stored links if a relationship differs between the models.
struct RelationshipChange {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  func assess(
    _ source: RelationshipID, _ id: RelationshipID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let before = old[source]
    let after = new[id]
    let place = "\(new[id.entity].name).\(after.name)"
    switch (before.isTransient, after.isTransient) {
    case (true, true): return []
    case (true, false): return [RelationshipAddition(pair: pair).assess(id)]
    case (false, true):
      return [
        Assessment(
          .relationshipMadeTransient,
          "all links of '\(place)' are dropped: a transient relationship is not stored",
          repair: "remove transient=\"YES\" from relationship '\(place)'")
      ]
    case (false, false): break
    }
    return links(source, id, place: place, differences)
      + hidden(id, place: place, differences)
  }

  private func links(
    _ source: RelationshipID, _ id: RelationshipID, place: String,
    _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let before = old[source]
    let after = new[id]
    let counts = RelationshipCounts(pair: pair)
    let inverse = RelationshipInverse(pair: pair)
    let isJoinedByInverse = pair.isJoinedByInverse(id)
    return [
      differences.contains(.destination)
        ? RelationshipDestination(pair: pair).changed(before, after, place) : nil,
      differences.contains(.cardinality)
        ? RelationshipCounts.cardinalityChanged(before, after, place) : nil,
      differences.contains(.ordered) ? RelationshipCounts.orderChanged(after, place) : nil,
      differences.contains(.optional) ? counts.optionalChanged(source, after, place) : nil,
      differences.contains(.count) ? RelationshipCounts.countChanged(before, after, place) : nil,
      isJoinedByInverse
        ? inverse.renamedByInverse(source, id)
        : RenamingIdentifiers(pair: pair).joinedByName(
          .relationship(source), .relationship(id),
          rows: pair.survivingSources(below: source.entity)),
      differences.contains(.name) && !isJoinedByInverse
        ? Assessment(
          .relationshipRenamed,
          "rows keep their links of '\(before.name)' under the name '\(after.name)'") : nil,
      // With another destination no link is kept, so a changed inverse has no further effect.
      differences.contains(.inverse) && !differences.contains(.destination)
        ? inverse.changed(source, id, place) : nil,
    ].compactMap { $0 }
  }

  /// The effects of changed settings: first those that are part of the hash, then the others.
  private func hidden(
    _ id: RelationshipID, place: String, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    [
      differences.contains(.versionHashModifier)
        ? HashSettings.modifierChanged("relationship '\(place)'") : nil,
      differences.contains(.deleteRule) ? deleteRuleChanged(new[id], place, id.entity) : nil,
      differences.contains(.indexed)
        ? HashSettings(pair: pair).indexChanged(of: id.entity) : nil,
    ].compactMap { $0 }
  }

  private func deleteRuleChanged(
    _ after: Relationship, _ place: String, _ entity: EntityID
  ) -> Assessment {
    Assessment(
      .relationshipDeleteRuleChanged,
      "stored rows stay as they are; the app of this version deletes by the rule "
        + "\(after.deleteRule.rawValue), and no migration corrects what the old rule left",
      repair: pair.isMigrated(entity)
        ? "correct rows that the old rule left in a custom stage of the migration that "
          + "'\(new[entity].name)' has for other changes"
        : "to correct rows that the old rule left, add "
          + "\(Repair.modifier(after: after.versionHashModifier)) to relationship '\(place)' "
          + Repair.migrationRuns)
  }
}
