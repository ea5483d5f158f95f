import MomentumModel

// Rows 1 to 21 of the decision table, and 39.

extension ChangeAssessor {
  // MARK: - Added

  func attributeAdded(_ id: AttributeID) -> Assessment {
    attributeAdded(id, to: pair.receivers(id.entity))
  }

  /// - Parameter receivers: The entities whose stored rows get the attribute.
  func attributeAdded(_ id: AttributeID, to receivers: [EntityID]) -> Assessment {
    let attribute = new[id]
    let place = "\(new[id.entity].name).\(attribute.name)"
    if attribute.isTransient {
      return make(
        .nothing, .attributeAddedTransient,
        "'\(place)' is transient: stored rows have no column for it")
    }
    if attribute.derivation != nil {
      return make(
        .lossless, .attributeAddedDerived,
        "every row of '\(new[id.entity].name)' gets '\(attribute.name)', computed from its other "
          + "values")
    }
    if attribute.type.isComposite { return compositeAdded(id) }
    let rows = "existing rows of \(list(receivers))"
    if receivers.isEmpty {
      return make(
        .lossless, .attributeAdded,
        "no stored row has '\(attribute.name)': no entity that gets it "
          + "has rows")
    }
    let collision = defaultUnderConstraint(
      id, rows: "\(rows) that have no value of '\(attribute.name)' yet", among: receivers,
      recipe: "leave the default of attribute '\(place)' out and make it optional, or add the "
        + "constraint in a later version, when rows have values of their own")
    if let collision { return collision }
    if let value = attribute.defaultValue {
      return make(
        .lossless,
        attribute.isOptional ? .attributeAddedWithDefault : .attributeAddedRequiredWithDefault,
        "\(rows) get \(value.text) in '\(attribute.name)', its default")
    }
    if attribute.isOptional {
      return make(.lossless, .attributeAdded, "\(rows) have NULL in '\(attribute.name)'")
    }
    return make(
      .dependsOnData, .attributeAddedRequired,
      "the migration fails as soon as a store has one row of \(anyOf(receivers)): "
        + "'\(attribute.name)' is required and there is no value to give it",
      error: .missingValues, recipe: requiredRecipe(attribute, place: place))
  }

  func requiredRecipe(_ attribute: Attribute, place: String) -> String {
    let ways = [Recipe.defaultValue(for: attribute.type), "optional=\"YES\""].compactMap { $0 }
    return "add \(ways.joined(separator: " or ")) to attribute '\(place)'"
  }

  // MARK: - Removed

  func attributeRemoved(_ id: AttributeID) -> Assessment {
    let attribute = old[id]
    let place = "\(old[id.entity].name).\(attribute.name)"
    if attribute.isTransient {
      return make(.nothing, .notStored, "'\(place)' was transient: no row has a value of it")
    }
    let givers = pair.givers(id.entity)
    if attribute.derivation != nil || givers.isEmpty {
      return make(
        .lossless, .attributeRemoved,
        attribute.derivation != nil
          ? "the column of '\(place)' is dropped; its values were computed from others"
          : "no stored row has a value of '\(place)'")
    }
    let effect = "the values of '\(attribute.name)' in all rows of \(list(givers, of: old)) are "
    let label = ModelCorrespondence.Label(attribute.name, attribute.renamingIdentifier)
    if let suspicion = suspicion(of: .attribute(id)), case .attribute(let other) = suspicion.new {
      return make(
        .dropsData, .attributeRenamedWithoutIdentifier,
        effect + "dropped, though '\(new[other].name)' looks like its new name",
        recipe: "add \(Recipe.renamingIdentifier(label)) to attribute "
          + "'\(new[other.entity].name).\(new[other].name)'")
    }
    if hasNewRelationship(label, in: id.entity) {
      return make(
        .dropsData, .attributeBecameRelationship,
        effect + "dropped; the relationship of that name begins without links",
        recipe: "write a mapping model, or set the relationship in a custom migration stage while "
          + "the attribute is still there")
    }
    return make(
      .dropsData, .attributeRemoved, effect + "dropped without an error",
      recipe: "if it has a new name, add \(Recipe.renamingIdentifier(label)) to the attribute that "
        + "it became; otherwise acknowledge the loss")
  }

  // MARK: - Changed

  func attributeChanged(
    _ source: AttributeID, _ id: AttributeID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let before = old[source]
    let after = new[id]
    let place = "\(new[id.entity].name).\(after.name)"
    switch (before.isTransient, after.isTransient) {
    case (true, true): return []
    case (true, false): return [attributeAdded(id)]
    case (false, true):
      return [
        make(
          before.derivation == nil ? .dropsData : .lossless, .attributeMadeTransient,
          "the stored values of '\(place)' are dropped: a transient attribute has no column",
          recipe: before.derivation == nil
            ? "remove transient=\"YES\" from attribute '\(place)'" : nil)
      ]
    case (false, false): break
    }
    switch (before.derivation, after.derivation) {
    case (nil, nil): break
    case (nil, _?), (_?, nil), (_?, _?):
      return derivedChanged(before, after, place, differences)
        + unseenChanges(before, after, place, id.entity, differences)
    }
    if before.type.isComposite, after.type.isComposite {
      return compositeAttributeChanged(source, id, differences)
    }
    let rows = pair.keepers(of: source, as: id)
    return [
      typeChanged(before.type, after.type, entity: new[id.entity].name, property: after.name),
      defaultForNull(before, id, place: place, rows: rows)
        ?? optionalChanged(before, after, place: place, rows: rows),
      differences.contains(.externalStorage) ? externalStorageChanged(place) : nil,
      joinedByName(.attribute(source), .attribute(id), rows: rows),
      differences.contains(.name) ? renamed(before, after, source.entity) : nil,
    ].compactMap { $0 } + unseenChanges(before, after, place, id.entity, differences)
  }

  private func renamed(_ before: Attribute, _ after: Attribute, _ entity: EntityID) -> Assessment {
    make(
      .lossless, .attributeRenamed,
      "rows of '\(old[entity].name)' keep their values of '\(before.name)' under the name "
        + "'\(after.name)'")
  }

  private func externalStorageChanged(_ place: String) -> Assessment {
    make(
      .unproven, .attributeExternalStorageChanged,
      "new values of '\(place)' follow the new rule, stored ones are said to stay where they are; "
        + "no store has shown it",
      recipe: "try it on a copy of a real store: momentum migrate STORE --to MODEL --rehearse")
  }

  private func derivedChanged(
    _ before: Attribute, _ after: Attribute, _ place: String,
    _ differences: ModelChange.Differences
  ) -> [Assessment] {
    if before.derivation == nil {
      return [
        make(
          .dropsData, .attributeMadeDerived,
          "the stored values of '\(place)' are replaced by computed ones",
          recipe: "give the derived attribute a name of its own and keep the old attribute")
      ]
    }
    if after.derivation == nil {
      return [
        make(
          .unproven, .attributeNoLongerDerived,
          "'\(place)' is computed no longer; whether the computed values stay has not been shown",
          recipe: "try it on a copy of a real store: momentum migrate STORE --to MODEL --rehearse")
      ]
    }
    var result: [Assessment] = []
    if differences.contains(.derivation) {
      result.append(
        make(
          .lossless, .attributeDerivationChanged,
          "'\(place)' is computed anew in every row; stored values are not lost"))
    }
    if differences.contains(.name) {
      result.append(
        make(
          .lossless, .attributeRenamed,
          "'\(place)' is computed anew in every row under its new name"))
    }
    return result
  }

  /// Of an attribute that became required, where a constraint forbids what rows without a value get.
  private func defaultForNull(
    _ before: Attribute, _ id: AttributeID, place: String, rows: [EntityID]
  ) -> Assessment? {
    guard before.isOptional, !new[id].isOptional else { return nil }
    return defaultUnderConstraint(
      id, rows: "rows that have NULL in '\(place)'",
      among: rows.compactMap { pair.destination(of: $0) },
      recipe:
        "keep optional=\"YES\" on attribute '\(place)', or give such rows values of their own "
        + "in a release before this one")
  }

  /// Rows 10 to 12.
  func optionalChanged(
    _ before: Attribute, _ after: Attribute, place: String, rows: [EntityID]
  ) -> Assessment? {
    guard before.isOptional != after.isOptional else { return nil }
    if after.isOptional {
      return make(
        .lossless, .attributeMadeOptional, "stored values of '\(place)' stay as they are")
    }
    if let value = after.defaultValue {
      return make(
        .lossless, .attributeMadeRequiredWithDefault,
        "rows that have NULL in '\(place)' get \(value.text), its default")
    }
    guard !rows.isEmpty else {
      return make(
        .lossless, .attributeMadeRequiredWithDefault, "no stored row has '\(place)'")
    }
    let ways = [
      Recipe.defaultValue(for: after.type).map { "add \($0) to" }, "keep optional=\"YES\" on",
    ].compactMap { $0 }
    return make(
      .dependsOnData, .attributeMadeRequired,
      "the migration fails as soon as one row of \(list(rows, of: old, "or")) has NULL in "
        + "'\(before.name)'",
      error: .missingValues, recipe: "\(ways.joined(separator: ", or ")) attribute '\(place)'")
  }

  /// What changes the hash and nothing else, then what the hash does not show.
  private func unseenChanges(
    _ before: Attribute, _ after: Attribute, _ place: String, _ entity: EntityID,
    _ differences: ModelChange.Differences
  ) -> [Assessment] {
    var result: [Assessment] = []
    if differences.contains(.preservedAfterDeletion) {
      result.append(
        make(
          .lossless, .attributeHistoryChanged,
          "stored rows are not touched; the history keeps '\(place)' of deleted rows by the new "
            + "rule"))
    }
    if differences.contains(.versionHashModifier) {
      result.append(modifierChanged("attribute '\(place)'"))
    }
    if !differences.isDisjoint(with: [.valueTransformer, .valueClass]), after.type == .transformable
    {
      result.append(
        make(
          .dependsOnData, .attributeTransformerChanged,
          "stored bytes of '\(place)' stay as they are, and no migration decodes them: a value that "
            + "the new transformer or class cannot read is nil, or the app crashes",
          recipe:
            "make the new transformer decode what the old one wrote, or write the values anew "
            + "in a custom migration stage"))
    }
    // Of an attribute that became required the default is what rows without a value get: row 11.
    let fillsNull = before.isOptional && !after.isOptional && after.defaultValue != nil
    if differences.contains(.defaultValue), !fillsNull {
      result.append(defaultChanged(after, place, entity))
    }
    if differences.contains(.validation) {
      result.append(validationChanged(before, after, place, entity))
    }
    if differences.contains(.indexed) { result.append(indexChanged(of: entity)) }
    return result
  }

  private func validationChanged(
    _ before: Attribute, _ after: Attribute, _ place: String, _ entity: EntityID
  ) -> Assessment {
    guard ValueLimits(after).forbids(whatFits: ValueLimits(before)), !pair.receivers(entity).isEmpty
    else {
      return make(
        .nothing, .attributeValidationChanged,
        "stored values of '\(place)' stay, and every one that was valid is valid")
    }
    return make(
      .dependsOnData, .attributeValidationChanged,
      "stored values of '\(place)' stay, and no migration looks at them; rows outside the new "
        + "limits fail with a validation error (1550 to 1680) when they are next saved",
      recipe: "correct such rows in the app before they are saved")
  }

  private func defaultChanged(
    _ after: Attribute, _ place: String, _ entity: EntityID
  ) -> Assessment {
    guard after.defaultValue != nil else {
      return make(
        .nothing, .attributeDefaultChanged,
        "stored rows keep the value they have in '\(place)'; new objects begin without one"
          + (after.isOptional ? "" : ", and cannot be saved before the app sets it"),
        recipe: after.isOptional
          ? nil : "set '\(place)' wherever the app makes such an object, or keep the default")
    }
    return make(
      .nothing, .attributeDefaultChanged,
      "stored rows keep the value they have in '\(place)'; only new objects get the new default",
      recipe: isMigrated(entity)
        ? "to reach existing rows, set their values in a custom stage of the migration that "
          + "'\(new[entity].name)' has for other changes"
        : "to reach existing rows, add \(Recipe.modifier(after: after.versionHashModifier)) to "
          + "attribute '\(place)' \(Recipe.migrationRuns), and set their values in a custom stage")
  }

  func modifierChanged(_ element: String) -> Assessment {
    make(
      .lossless, .hashModifierChanged,
      "rows stay as they are; the hash modifier of \(element) makes a migration run, which "
        + "refreshes hashes and indexes")
  }
}
