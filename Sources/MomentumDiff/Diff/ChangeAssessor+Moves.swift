import MomentumModel

// Rows 40 and 41 of the decision table: properties that move within a hierarchy.

extension ChangeAssessor {
  func attributeMoved(
    _ source: AttributeID, _ id: AttributeID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let attribute = new[id]
    let isStored =
      !old[source].isTransient && !attribute.isTransient && old[source].derivation == nil
    let rule =
      isMoveUp(source.entity, id.entity)
      ? MigrationRule.attributeMovedUp : MigrationRule.attributeMovedDown
    let place = "\(new[id.entity].name).\(attribute.name)"
    let origin = "\(old[source.entity].name).\(old[source].name)"
    let gainers = pair.gainers(of: id)
    var result: [Assessment] = []
    let losers = pair.losers(of: source)
    if isStored, !losers.isEmpty {
      result.append(
        make(
          .dropsData, rule,
          "the values of '\(old[source].name)' in rows of \(list(losers, of: old)) are dropped; "
            + "others keep them in '\(place)'",
          recipe: "leave the attribute in entity '\(old[source.entity].name)', or acknowledge the "
            + "loss"))
    }
    var effect = "stored values of '\(origin)' stay, now in '\(place)'"
    if isStored, !gainers.isEmpty, attribute.derivation == nil, !attribute.type.isComposite {
      result.append(attributeAdded(id, to: gainers))
      let value = attribute.defaultValue.map { "get \($0.text), the default" } ?? "have NULL there"
      effect += "; rows of \(list(gainers)) \(value)"
    }
    // Before what is as harmless: it says more.
    result.insert(make(.lossless, rule, effect), at: 0)
    return result + attributeChanged(source, id, differences)
  }

  func relationshipMoved(
    _ source: RelationshipID, _ id: RelationshipID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let rule =
      isMoveUp(source.entity, id.entity)
      ? MigrationRule.relationshipMovedUp : MigrationRule.relationshipMovedDown
    let place = "\(new[id.entity].name).\(new[id].name)"
    let origin = "\(old[source.entity].name).\(old[source].name)"
    let gainers = pair.gainers(of: id)
    let losers = pair.losers(of: source)
    var result = [make(.lossless, rule, "stored links of '\(origin)' stay, now in '\(place)'")]
    if !gainers.isEmpty, new[id].needsLinks, !new[id].isTransient {
      result.append(requiredRelationshipAdded(new[id], place: place, to: gainers))
    }
    if !losers.isEmpty, !old[source].isTransient {
      result.append(
        make(
          .dropsData, rule,
          "the links of '\(old[source].name)' from rows of \(list(losers, of: old)) are dropped; "
            + "others keep them in '\(place)'",
          recipe: "leave the relationship in entity '\(old[source.entity].name)', or acknowledge "
            + "the loss"))
    }
    return result + relationshipChanged(source, id, differences)
  }

  /// Whether a property goes to an entity that its old one inherits from, before or now.
  private func isMoveUp(_ source: EntityID, _ id: EntityID) -> Bool {
    if let other = pair.destination(of: source), pair.new.inherits(other, from: id) { return true }
    guard let origin = pair.source(of: id) else { return pair.destination(of: source) == nil }
    return pair.old.inherits(source, from: origin)
  }
}
