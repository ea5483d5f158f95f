import MomentumModel

// Rows 40 and 41 of the decision table: properties that move within a hierarchy.

extension ChangeAssessor {
  func attributeMoved(
    _ source: AttributeID, _ id: AttributeID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let attribute = new[id]
    let place = "\(new[id.entity].name).\(attribute.name)"
    let isStored =
      !old[source].isTransient && !attribute.isTransient && old[source].derivation == nil
    let isUp = isMoveUp(source.entity, id.entity)
    let moved = make(
      .lossless, isUp ? .attributeMovedUp : .attributeMovedDown,
      "rows that have '\(place)' now keep their values of '\(old[source].name)'")
    guard isStored else { return attributeChanged(source, id, differences) + [moved] }
    let losers = pair.givers(source.entity).filter { giver in
      guard let other = pair.destination(of: giver) else { return false }
      return !pair.correspondence.attributePairs(old: giver, new: other).contains {
        $0.old == source
      }
    }
    let gainers = pair.receivers(id.entity).filter { receiver in
      guard let other = pair.source(of: receiver) else { return false }
      return !pair.correspondence.attributePairs(old: other, new: receiver).contains {
        $0.new == id
      }
    }
    var result: [Assessment] = []
    if !losers.isEmpty {
      result.append(
        make(
          .dropsData, isUp ? .attributeMovedUp : .attributeMovedDown,
          "the values of '\(old[source].name)' in rows of \(list(losers, of: old)) are dropped; "
            + "others keep them in '\(place)'",
          recipe: "leave the attribute in entity '\(old[source.entity].name)', or acknowledge the "
            + "loss"))
    }
    if !gainers.isEmpty, !attribute.isOptional, attribute.derivation == nil {
      result.append(attributeAdded(attribute, place: place, to: gainers))
    }
    return result + attributeChanged(source, id, differences) + [moved]
  }

  func relationshipMoved(
    _ source: RelationshipID, _ id: RelationshipID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let place = "\(new[id.entity].name).\(new[id].name)"
    let isUp = isMoveUp(source.entity, id.entity)
    let losers = pair.givers(source.entity).filter { giver in
      guard let other = pair.destination(of: giver) else { return false }
      return !pair.correspondence.relationshipPairs(old: giver, new: other).contains {
        $0.old == source
      }
    }
    let moved = make(
      .lossless, isUp ? .relationshipMovedUp : .relationshipMovedDown,
      "rows that have '\(place)' now keep their links of '\(old[source].name)'")
    let gainers = pair.receivers(id.entity).filter { receiver in
      guard let other = pair.source(of: receiver) else { return false }
      return !pair.correspondence.relationshipPairs(old: other, new: receiver).contains {
        $0.new == id
      }
    }
    var result: [Assessment] = []
    if !gainers.isEmpty, new[id].needsLinks, !new[id].isTransient {
      result.append(requiredRelationshipAdded(new[id], place: place, to: gainers))
    }
    if !losers.isEmpty, !old[source].isTransient {
      result.append(
        make(
          .dropsData, isUp ? .relationshipMovedUp : .relationshipMovedDown,
          "the links of '\(old[source].name)' from rows of \(list(losers, of: old)) are dropped; "
            + "others keep them in '\(place)'",
          recipe: "leave the relationship in entity '\(old[source.entity].name)', or acknowledge "
            + "the loss"))
    }
    return result + relationshipChanged(source, id, differences) + [moved]
  }

  /// Whether a property goes to an entity that its old one inherits from, before or now.
  private func isMoveUp(_ source: EntityID, _ id: EntityID) -> Bool {
    if let other = pair.destination(of: source), pair.new.inherits(other, from: id) { return true }
    guard let origin = pair.source(of: id) else { return pair.destination(of: source) == nil }
    return pair.old.inherits(source, from: origin)
  }
}
