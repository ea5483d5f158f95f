import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let attributeTransformerChanged = MigrationRule(
    "migration.attribute-transformer-changed", number: 18, [.dependsOnData],
    "A transformable attribute got another transformer or class.",
    """
    the change is not in the hash, and no migration decodes stored bytes, so the new transformer \
    has to be able to read the bytes that the old one wrote. Otherwise the values are nil, or the \
    app crashes. Let the new transformer read both forms, or add a new attribute and copy the \
    values in code.
    """,
    .versionHashes, isReadByCode: true)

  package static let attributeExternalStorageChanged = MigrationRule(
    "migration.attribute-external-storage-changed", number: 19, [.unproven],
    "The external storage of an attribute was switched on or off.",
    """
    new values follow the new setting. Stored values are said to stay where they are, but no store \
    shows it. Try it on a copy of a real store first.
    """,
    .assumed)

  package static let attributeDefaultChanged = MigrationRule(
    "migration.attribute-default-changed", number: 20, [.nothing],
    "A default value changed.",
    qualified: " happens to stored rows:",
    """
    the default is not in the version hash. Only new objects get the new default, or none if it \
    was removed; existing rows keep their values. With a version hash modifier a migration runs, \
    in which a custom stage can set the values.
    """,
    .versionHashes)

  package static let attributeValidationChanged = MigrationRule(
    "migration.attribute-validation-changed", number: 21, [.dependsOnData, .nothing],
    "Minimum, maximum or regular expression of an attribute changed.",
    qualified: " where the limits became stricter:",
    """
    the limits are not in the hash and no migration checks stored values, but rows outside the new \
    limits fail with a validation error when they are saved the next time; correct them in the app \
    first. If the limits allow more, nothing happens to stored rows, and this is only a note.
    """,
    .versionHashes, isReadByCode: true)

  package static let attributeHistoryChanged = MigrationRule(
    "migration.attribute-history-changed", [.lossless],
    "The setting Preserve After Deletion of an attribute changed.",
    """
    the setting says whether the persistent history keeps the attribute's value of a deleted row. \
    Stored rows are not touched; the history follows the new setting from then on. Nothing has to \
    be done.
    """,
    .versionHashes)

  /// Rules for settings that leave stored values unchanged.
  static let attributeSettings: [MigrationRule] = [
    .attributeTransformerChanged, .attributeExternalStorageChanged, .attributeDefaultChanged,
    .attributeValidationChanged, .attributeHistoryChanged,
  ]
}

/// Assesses changed settings of an attribute whose values stay in their column.
struct AttributeSettings {
  let pair: ModelPair

  private var new: ObjectModel { pair.new.model }

  /// The effects of changed settings: first those that are part of the hash, then the others.
  func assess(
    _ before: Attribute, _ id: AttributeID, place: String, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let after = new[id]
    var result: [Assessment] = []
    if differences.contains(.preservedAfterDeletion) {
      result.append(
        Assessment(
          .attributeHistoryChanged,
          "stored rows are not touched; the history keeps '\(place)' of deleted rows by the new "
            + "rule"))
    }
    if differences.contains(.versionHashModifier) {
      result.append(HashSettings.modifierChanged("attribute '\(place)'"))
    }
    if !differences.isDisjoint(with: [.valueTransformer, .valueClass]), after.type == .transformable
    {
      result.append(
        Assessment(
          .attributeTransformerChanged,
          "stored bytes of '\(place)' stay as they are, and no migration decodes them: a value that "
            + "the new transformer or class cannot read is nil, or the app crashes",
          repair:
            "make the new transformer decode what the old one wrote, or write the values anew "
            + "in a custom migration stage"))
    }
    // `MissingValueDecision` reports the default that rows without a value get, so do not report it
    // here.
    let fillsNull = before.isOptional && !after.isOptional && after.defaultValue != nil
    if differences.contains(.defaultValue), !fillsNull {
      result.append(defaultChanged(after, place, id.entity))
    }
    if differences.contains(.validation) {
      result.append(validationChanged(before, after, place, id.entity))
    }
    if differences.contains(.indexed) {
      result.append(HashSettings(pair: pair).indexChanged(of: id.entity))
    }
    return result
  }

  static func externalStorageChanged(_ place: String) -> Assessment {
    Assessment(
      .attributeExternalStorageChanged,
      "new values of '\(place)' follow the new rule, stored ones are said to stay where they are; "
        + "no store has shown it",
      repair: Repair.rehearse)
  }

  private func validationChanged(
    _ before: Attribute, _ after: Attribute, _ place: String, _ entity: EntityID
  ) -> Assessment {
    let rejectsStored =
      ValueLimits(after).forbids(whatFits: ValueLimits(before))
      && !pair.destinationsWithRows(below: entity).isEmpty
    guard rejectsStored else {
      return Assessment(
        .attributeValidationChanged, as: .nothing,
        "stored values of '\(place)' stay, and every one that was valid is valid")
    }
    return Assessment(
      .attributeValidationChanged,
      "stored values of '\(place)' stay, and no migration looks at them; rows outside the new "
        + "limits fail with a validation error (1550 to 1680) when they are next saved",
      repair: "correct such rows in the app before they are saved")
  }

  private func defaultChanged(
    _ after: Attribute, _ place: String, _ entity: EntityID
  ) -> Assessment {
    guard after.defaultValue != nil else {
      return Assessment(
        .attributeDefaultChanged,
        "stored rows keep the value they have in '\(place)'; new objects begin without one"
          + (after.isOptional ? "" : ", and cannot be saved before the app sets it"),
        repair: after.isOptional
          ? nil : "set '\(place)' wherever the app makes such an object, or keep the default")
    }
    return Assessment(
      .attributeDefaultChanged,
      "stored rows keep the value they have in '\(place)'; only new objects get the new default",
      repair: pair.isMigrated(entity)
        ? "to reach existing rows, set their values in a custom stage of the migration that "
          + "'\(new[entity].name)' has for other changes"
        : "to reach existing rows, add \(Repair.modifier(after: after.versionHashModifier)) to "
          + "attribute '\(place)' \(Repair.migrationRuns), and set their values in a custom stage")
  }
}
