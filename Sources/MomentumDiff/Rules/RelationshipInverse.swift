import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let relationshipInverseChanged = MigrationRule(
    "migration.relationship-inverse-changed", number: 35, [.lossless],
    "The inverse of a relationship has another name.",
    """
    stored links stay. Either the relationship stores its links itself, or its inverse is the same \
    relationship under a new name. Nothing has to be done.
    """,
    .versionHashes)

  package static let relationshipInverseReplaced = MigrationRule(
    "migration.relationship-inverse-replaced", [.unproven],
    "A relationship got another inverse.",
    """
    how links are stored depends on the inverse. No store shows which rows the links connect if \
    another relationship is the inverse now, or if the inverse was renamed without a renaming \
    identifier. If it was renamed, put its old name as renaming identifier on it. Otherwise try \
    the migration on a copy of a real store first.
    """,
    .assumed)

  /// Rules for the inverse of a relationship, which may store its links.
  static let relationshipInverses: [MigrationRule] = [
    .relationshipInverseChanged, .relationshipInverseReplaced,
  ]
}

/// Assesses the effect on stored links if a relationship has another inverse, or matches its old
/// one only through the inverse.
struct RelationshipInverse {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  func changed(
    _ source: RelationshipID, _ id: RelationshipID, _ place: String
  ) -> Assessment {
    let before = old[source].inverse
    let after = new[id].inverse
    // The links of a to-many relationship may be stored in the column of its inverse.
    let wereStoredThere = old[source].isToMany || new[id].isToMany
    if wereStoredThere, let before, let after, pair.isJoinedByInverse(after) {
      return Assessment(
        .relationshipInverseReplaced,
        "links of '\(place)' are stored with its inverse, which has another name and no renaming "
          + "identifier; that they stay has not been shown",
        repair: "add \(Repair.renamingIdentifier(pair.old.label(of: .relationship(before)))) to "
          + "relationship '\(new[after.entity].name).\(new[after].name)'")
    }
    let isRename =
      if let before, let after { pair.destinations(of: before).contains(after) } else { false }
    if wereStoredThere, !isRename {
      return Assessment(
        .relationshipInverseReplaced,
        "links of '\(place)' are stored with its inverse, and which rows they join under the other "
          + "inverse has not been shown",
        repair: Repair.rehearse)
    }
    return Assessment(
      .relationshipInverseChanged, "stored links of '\(place)' stay as they are")
  }

  /// The effect for a relationship that was renamed, and matches only through its unchanged
  /// inverse.
  func renamedByInverse(_ source: RelationshipID, _ id: RelationshipID) -> Assessment {
    let before = old[source]
    let place = "\(new[id.entity].name).\(new[id].name)"
    if let inverse = keyOfInverse(source, id) {
      return Assessment(
        .relationshipRenamed,
        "'\(place)' has the links that '\(before.name)' had: '\(inverse)' stores them, and stays")
    }
    return Assessment(
      .relationshipRenamedWithoutIdentifier, as: .unproven,
      "'\(place)' is '\(before.name)' under another name, since their inverse stayed; that its links "
        + "stay without a renaming identifier has not been shown",
      repair: "add \(Repair.renamingIdentifier(pair.old.label(of: .relationship(source)))) to "
        + "relationship '\(place)'")
  }

  /// The name of the to-one inverse whose column stores the links of a to-many relationship, if it
  /// does so in both models; otherwise `nil`.
  private func keyOfInverse(_ source: RelationshipID, _ id: RelationshipID) -> String? {
    guard let before = old[source].inverse, let after = new[id].inverse,
      new[id].isToMany, !old[before].isToMany, !new[after].isToMany
    else { return nil }
    return "\(new[after.entity].name).\(new[after].name)"
  }
}
