import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let relationshipDestinationChanged = MigrationRule(
    "migration.relationship-destination-changed", number: 38, [.unproven],
    "A relationship leads to another entity.",
    qualified:
      ", unless the new destination is the old one under another name (renaming identifier on the entity).",
    """
    Core Data infers a mapping model, but no store shows what happens to the links. Momentum keeps \
    the links to objects of the new destination and drops the others. Give the relationship a new \
    name, write a mapping model, or try the migration on a copy of a real store.
    """,
    .observed("the tests of an app, which migrate its old stores by inference"))

  /// Rules for the destination of a relationship.
  static let relationshipDestinations: [MigrationRule] = [
    .relationshipDestinationChanged
  ]
}

/// Assesses the effect of a new destination on the stored links of a relationship.
struct RelationshipDestination {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  /// The effect of a new destination. Core Data infers a mapping model for it. Observed: an app's
  /// own test migrates its stores by inference; one relationship then leads to a new sub-entity of
  /// its destination, others to an unrelated entity. The test only counts objects, so it is not
  /// known whether the links are kept.
  func changed(
    _ before: Relationship, _ after: Relationship, _ place: String
  ) -> Assessment {
    let label = ModelCorrespondence.Label(
      old[before.destination].name, old[before.destination].renamingIdentifier)
    let target = new[after.destination].name
    let isRenamed = pair.source(of: after.destination) == nil
    return Assessment(
      .relationshipDestinationChanged,
      linksToAnotherDestination(before, after, place),
      repair: isRenamed
        ? "if '\(target)' is its new name, add \(Repair.renamingIdentifier(label)) to entity "
          + "'\(target)'; otherwise \(Repair.forAnotherDestination)"
        : Repair.forAnotherDestination)
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
}
