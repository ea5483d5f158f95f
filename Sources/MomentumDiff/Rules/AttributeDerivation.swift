import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let attributeMadeTransient = MigrationRule(
    "migration.attribute-made-transient", number: 7, [.dropsData, .lossless],
    "A stored attribute became transient.",
    """
    a transient attribute has no column, so its stored values are dropped. Keep it stored, or \
    accept the loss by an entry under 'acknowledged' in .momentum.json, which '--baseline' writes.
    """,
    .assumed)

  package static let attributeMadeDerived = MigrationRule(
    "migration.attribute-made-derived", [.dropsData],
    "A stored attribute became derived.",
    """
    the stored values are replaced by computed ones. Add the derived attribute under another name \
    and keep the stored one.
    """,
    .assumed)

  package static let attributeNoLongerDerived = MigrationRule(
    "migration.attribute-no-longer-derived", [.unproven],
    "A derived attribute became an ordinary one.",
    """
    no store shows whether the computed values stay. Try it on a copy of a real store first.
    """,
    .assumed)

  package static let attributeDerivationChanged = MigrationRule(
    "migration.attribute-derivation-changed", [.lossless],
    "The expression of a derived attribute changed.",
    """
    the values are computed again in every row. Nothing has to be done.
    """,
    .lightweightMigration)

  /// Rules for attributes whose values are computed or not stored.
  static let attributeDerivations: [MigrationRule] = [
    .attributeMadeTransient, .attributeMadeDerived, .attributeNoLongerDerived,
    .attributeDerivationChanged,
  ]
}

/// Assesses an attribute that is or was derived or transient.
struct AttributeDerivation {
  /// - Parameter place: The attribute in the new model, for example `Venue.rating`.
  static func madeTransient(_ before: Attribute, place: String) -> Assessment {
    Assessment(
      .attributeMadeTransient, as: before.derivation == nil ? .dropsData : .lossless,
      "the stored values of '\(place)' are dropped: a transient attribute has no column",
      repair: before.derivation == nil
        ? "remove transient=\"YES\" from attribute '\(place)'" : nil)
  }

  /// The effects for an attribute that is derived in at least one of the models.
  static func changed(
    _ before: Attribute, _ after: Attribute, place: String, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    if before.derivation == nil {
      return [
        Assessment(
          .attributeMadeDerived, "the stored values of '\(place)' are replaced by computed ones",
          repair: "give the derived attribute a name of its own and keep the old attribute")
      ]
    }
    if after.derivation == nil {
      return [
        Assessment(
          .attributeNoLongerDerived,
          "'\(place)' is computed no longer; whether the computed values stay has not been shown",
          repair: Repair.rehearse)
      ]
    }
    var result: [Assessment] = []
    if differences.contains(.derivation) {
      result.append(
        Assessment(
          .attributeDerivationChanged,
          "'\(place)' is computed anew in every row; stored values are not lost"))
    }
    if differences.contains(.name) {
      result.append(
        Assessment(
          .attributeRenamed, "'\(place)' is computed anew in every row under its new name"))
    }
    return result
  }
}
