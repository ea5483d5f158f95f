import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let attributeMovedUp = MigrationRule(
    "migration.attribute-moved-up", number: 40, [.lossless, .dropsData],
    "An attribute moved to the parent entity.",
    """
    rows keep their values, and rows of other sub-entities get the default. But if an entity with \
    the attribute no longer inherits from that parent, its rows lose their values, and this is a \
    warning: leave the attribute where it is, or accept the loss by an entry under 'acknowledged' \
    in .momentum.json.
    """,
    .migratedStores)

  package static let attributeMovedDown = MigrationRule(
    "migration.attribute-moved-down", number: 41, [.lossless, .dropsData],
    "An attribute moved to a sub-entity.",
    qualified: " for rows of that sub-entity.",
    """
    Values of the parent's own rows and of other sub-entities are dropped; if there can be such \
    rows, this is a warning: leave the attribute where it is, or accept the loss by an entry under \
    'acknowledged' in .momentum.json.
    """,
    .lightweightMigration)

  package static let relationshipMovedUp = MigrationRule(
    "migration.relationship-moved-up", number: 40, [.lossless, .dropsData],
    "A relationship moved to the parent entity.",
    """
    rows keep their links. But if an entity with the relationship no longer inherits from that \
    parent, its rows lose their links, and this is a warning: leave the relationship where it is, \
    or accept the loss by an entry under 'acknowledged' in .momentum.json.
    """,
    .assumed)

  package static let relationshipMovedDown = MigrationRule(
    "migration.relationship-moved-down", number: 41, [.lossless, .dropsData],
    "A relationship moved to a sub-entity.",
    qualified: " for rows of that sub-entity.",
    """
    Links of the parent's own rows and of other sub-entities are dropped; if there can be such \
    rows, this is a warning: leave the relationship where it is, or accept the loss by an entry \
    under 'acknowledged' in .momentum.json.
    """,
    .assumed)

  /// Rules for properties that move within a hierarchy.
  static let moves: [MigrationRule] = [
    .attributeMovedUp, .attributeMovedDown, .relationshipMovedUp, .relationshipMovedDown,
  ]
}

/// Assesses a property that moves to another entity of its hierarchy.
struct PropertyMove {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  func moved(
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
    let gaining = pair.entitiesGaining(id)
    var result: [Assessment] = []
    let losing = pair.entitiesLosing(source)
    if isStored, !losing.isEmpty {
      result.append(
        Assessment(
          rule, as: .dropsData,
          "the values of '\(old[source].name)' in rows of \(old.quotedNames(of: losing)) are dropped; "
            + "others keep them in '\(place)'",
          repair: "leave the attribute in entity '\(old[source.entity].name)', or acknowledge the "
            + "loss"))
    }
    var effect = "stored values of '\(origin)' stay, now in '\(place)'"
    if isStored, !gaining.isEmpty, attribute.derivation == nil, !attribute.type.isComposite {
      result.append(AttributeAddition(pair: pair).assess(id, to: gaining))
      let value = attribute.defaultValue.map { "get \($0.text), the default" } ?? "have NULL there"
      effect += "; rows of \(new.quotedNames(of: gaining)) \(value)"
    }
    // If several effects are equally grave, the first is shown, so put the most informative one
    // first.
    result.insert(Assessment(rule, effect), at: 0)
    return result + AttributeChange(pair: pair).assess(source, id, differences)
  }

  func moved(
    _ source: RelationshipID, _ id: RelationshipID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let rule =
      isMoveUp(source.entity, id.entity)
      ? MigrationRule.relationshipMovedUp : MigrationRule.relationshipMovedDown
    let place = "\(new[id.entity].name).\(new[id].name)"
    let origin = "\(old[source.entity].name).\(old[source].name)"
    let gaining = pair.entitiesGaining(id)
    let losing = pair.entitiesLosing(source)
    var result = [Assessment(rule, "stored links of '\(origin)' stay, now in '\(place)'")]
    if !gaining.isEmpty, new[id].needsLinks, !new[id].isTransient {
      result.append(
        RelationshipAddition(pair: pair).requiredAdded(new[id], place: place, to: gaining))
    }
    if !losing.isEmpty, !old[source].isTransient {
      result.append(
        Assessment(
          rule, as: .dropsData,
          "the links of '\(old[source].name)' from rows of \(old.quotedNames(of: losing)) are dropped; "
            + "others keep them in '\(place)'",
          repair: "leave the relationship in entity '\(old[source.entity].name)', or acknowledge "
            + "the loss"))
    }
    return result + RelationshipChange(pair: pair).assess(source, id, differences)
  }

  /// Whether a property moves to an ancestor of its old entity, in the old or in the new model.
  private func isMoveUp(_ source: EntityID, _ id: EntityID) -> Bool {
    if let other = pair.destination(of: source), pair.new.inherits(other, from: id) { return true }
    guard let origin = pair.source(of: id) else { return pair.destination(of: source) == nil }
    return pair.old.inherits(source, from: origin)
  }
}
