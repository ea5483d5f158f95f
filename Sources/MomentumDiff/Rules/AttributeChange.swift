import MomentumModel

/// Assesses the effect on stored values if an attribute differs between the models.
struct AttributeChange {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  func assess(
    _ source: AttributeID, _ id: AttributeID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let before = old[source]
    let after = new[id]
    let place = "\(new[id.entity].name).\(after.name)"
    switch (before.isTransient, after.isTransient) {
    case (true, true): return []
    case (true, false): return [AttributeAddition(pair: pair).assess(id)]
    case (false, true): return [AttributeDerivation.madeTransient(before, place: place)]
    case (false, false): break
    }
    if before.derivation != nil || after.derivation != nil {
      return AttributeDerivation.changed(before, after, place: place, differences)
        + AttributeSettings(pair: pair).assess(before, id, place: place, differences)
    }
    if before.type.isComposite, after.type.isComposite {
      return CompositeChange(pair: pair).attributeChanged(source, id, differences)
    }
    return stored(source, id, place: place, differences)
      + AttributeSettings(pair: pair).assess(before, id, place: place, differences)
  }

  /// The effects for an attribute that has a column in both models.
  private func stored(
    _ source: AttributeID, _ id: AttributeID, place: String, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let before = old[source]
    let after = new[id]
    let rows = pair.entitiesKeeping(source, as: id)
    return [
      AttributeTypeAssessor(old: old, new: new).assess(
        before.type, after.type, entity: new[id.entity].name, property: after.name),
      defaultForNull(before, id, place: place, rows: rows)
        ?? AttributeRequirement(old: old).assess(before, after, place: place, rows: rows),
      differences.contains(.externalStorage)
        ? AttributeSettings.externalStorageChanged(place) : nil,
      RenamingIdentifiers(pair: pair).joinedByName(.attribute(source), .attribute(id), rows: rows),
      differences.contains(.name)
        ? Assessment(
          .attributeRenamed,
          "rows of '\(old[source.entity].name)' keep their values of '\(before.name)' under the name "
            + "'\(after.name)'") : nil,
    ].compactMap { $0 }
  }

  /// The effect of the default that rows without a value get when an attribute becomes required;
  /// `nil` unless a uniqueness constraint forbids that several rows have this value.
  private func defaultForNull(
    _ before: Attribute, _ id: AttributeID, place: String, rows: [EntityID]
  ) -> Assessment? {
    guard before.isOptional, !new[id].isOptional else { return nil }
    return DefaultUnderConstraint(pair: pair).assess(
      id, rows: "rows that have NULL in '\(place)'",
      among: rows.compactMap { pair.destination(of: $0) },
      repair:
        "keep optional=\"YES\" on attribute '\(place)', or give such rows values of their own "
        + "in a release before this one")
  }
}
