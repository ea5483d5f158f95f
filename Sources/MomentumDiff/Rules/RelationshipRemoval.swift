import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let relationshipRemoved = MigrationRule(
    "migration.relationship-removed", number: 31, [.dropsData, .unproven, .lossless],
    "A relationship was removed.",
    """
    its links are dropped without an error. If it has a new name, put the old one as renaming \
    identifier on the new relationship; otherwise accept the loss by an entry under 'acknowledged' \
    in .momentum.json, which '--baseline' writes. If its inverse stays, the links of the removed \
    relationship are also those of the inverse. If the inverse is to-one before and after, the \
    column of the inverse stores the links, so none is lost, and this is only a note, of the class \
    lossless. Otherwise the class is unproven, because no store shows whether the inverse keeps \
    the links: try the migration on a copy of a real store first.
    """,
    .migratedStores)

  package static let relationshipRenamedWithoutIdentifier = MigrationRule(
    "migration.relationship-renamed-without-identifier", number: 9, [.dropsData, .unproven],
    "A relationship was removed, and a similar one was added.",
    """
    for Core Data these are two relationships, and the old links are dropped. Put the old name as \
    renaming identifier on the new one. If they are really two different relationships, accept the \
    loss by an entry under 'acknowledged' in .momentum.json, which '--baseline' writes. If their \
    inverse stayed, the two are certainly one relationship under two names; then the class is \
    unproven, because no store shows whether its links stay without a renaming identifier.
    """,
    .lightweightMigration)

  package static let relationshipBecameAttribute = MigrationRule(
    "migration.relationship-became-attribute", number: 39, [.dropsData],
    "A relationship was replaced by an attribute of its name.",
    """
    for Core Data, one property was removed and another one was added; the links are dropped and \
    the attribute is empty. To keep the links, leave the relationship in this version, add the \
    attribute under another name, and set its values in a custom migration stage; or write a \
    mapping model.
    """,
    .migratedStores)

  package static let relationshipMadeTransient = MigrationRule(
    "migration.relationship-made-transient", number: 31, [.dropsData],
    "A stored relationship became transient.",
    """
    a transient relationship is not stored, so its links are dropped. Leave it stored if the links \
    are needed.
    """,
    .assumed)

  /// Rules for a relationship whose links are removed.
  static let relationshipRemovals: [MigrationRule] = [
    .relationshipRemoved, .relationshipRenamedWithoutIdentifier, .relationshipBecameAttribute,
    .relationshipMadeTransient,
  ]
}

/// Assesses the effect of a removed relationship on rows that had links of it.
struct RelationshipRemoval {
  let pair: ModelPair
  /// The added relationship that is probably the removed one under a new name; `nil` if there is
  /// none.
  let suspicion: RenameSuspicion?
  let added: AddedNames

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  func assess(_ id: RelationshipID) -> Assessment {
    let relationship = old[id]
    let place = "\(old[id.entity].name).\(relationship.name)"
    if relationship.isTransient {
      return Assessment(.notStored, "'\(place)' was transient: no row has a link of it")
    }
    let entities = pair.survivingSources(below: id.entity)
    guard !entities.isEmpty else {
      return Assessment(
        .relationshipRemoved, as: .lossless, "no stored row has a link of '\(place)'")
    }
    if let kept = storedInverse(of: id), let inverse = relationship.inverse {
      return removedFromInverse(id, inverse, is: kept, place: place)
    }
    let effect =
      "all links of '\(relationship.name)' from rows of \(old.quotedNames(of: entities)) are "
    let label = ModelCorrespondence.Label(relationship.name, relationship.renamingIdentifier)
    if let suspicion, case .relationship(let other) = suspicion.new {
      return Assessment(
        .relationshipRenamedWithoutIdentifier,
        effect + "dropped, though '\(new[other].name)' looks like its new name",
        repair: "add \(Repair.renamingIdentifier(label)) to relationship "
          + "'\(new[other.entity].name).\(new[other].name)'")
    }
    if added.hasAttribute(label, inDestinationOf: id.entity, pair) {
      return Assessment(
        .relationshipBecameAttribute,
        effect + "dropped; the attribute of that name begins without their values",
        repair:
          "write a mapping model, or fill the attribute in a custom migration stage while the "
          + "relationship is still there")
    }
    return Assessment(
      .relationshipRemoved, effect + "dropped without an error",
      repair: "if it has a new name, add \(Repair.renamingIdentifier(label)) to the relationship "
        + "that it became; otherwise acknowledge the loss")
  }

  /// The effect for a removed relationship whose inverse stays.
  private func removedFromInverse(
    _ id: RelationshipID, _ inverse: RelationshipID, is kept: RelationshipID, place: String
  ) -> Assessment {
    let other = "\(new[kept.entity].name).\(new[kept].name)"
    if !old[inverse].isToMany, !new[kept].isToMany {
      return Assessment(
        .relationshipRemoved, as: .lossless,
        "no link is lost: those of '\(place)' are those of its inverse '\(other)', which stores them "
          + "and stays")
    }
    let label = pair.old.label(of: .relationship(id))
    return Assessment(
      .relationshipRemoved, as: .unproven,
      "the links of '\(place)' are those of its inverse '\(other)', which stays; whether it keeps them "
        + "has not been shown",
      repair: "if it has a new name, add \(Repair.renamingIdentifier(label)) to the relationship "
        + "that it became; otherwise \(Repair.rehearse)")
  }

  /// The new relationship that continues the inverse of a removed one; `nil` if there is none or it
  /// is not stored.
  private func storedInverse(of id: RelationshipID) -> RelationshipID? {
    guard let inverse = old[id].inverse, inverse != id, !old[inverse].isTransient else {
      return nil
    }
    return pair.destinations(of: inverse).first { !new[$0].isTransient }
  }
}
