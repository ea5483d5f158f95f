import MomentumModel

/// Makes sentences about the rules of a relationship that no constraint of the tables enforces;
/// comments contain them.
struct PlainNotes {
  let index: ModelIndex
  let relationships: PlainRelationships

  private var model: ObjectModel { index.model }

  func notes(_ id: RelationshipID) -> [String] {
    guard let place = relationships.places[id] else { return [] }
    let name = "\(model[id.entity].name).\(model[id].name)"
    return [deleteRule(id, name, place), required(id, name, place), counts(id, name)]
      .compactMap { $0 }
  }

  /// The sentence for a delete rule that no foreign key enforces; `nil` if one enforces it. A
  /// foreign key acts only on rows that refer to the deleted row, so it cannot act if the deleted
  /// row itself or a join table holds the key.
  private func deleteRule(
    _ id: RelationshipID, _ name: String, _ place: PlainRelationships.Place
  ) -> String? {
    let rule = model[id].deleteRule
    let isHeld: Bool
    switch place {
    case .key: isHeld = rule != .cascade && rule != .deny
    case .inverseKey: isHeld = true
    case .join: isHeld = rule != .cascade
    }
    return isHeld ? nil : "Not enforced: delete rule \(rule.rawValue) of \(name)."
  }

  private func required(
    _ id: RelationshipID, _ name: String, _ place: PlainRelationships.Place
  ) -> String? {
    if case .key = place { return nil }
    return model[id].isOptional || model[id].isToMany
      ? nil : "Not enforced: \(name) is required."
  }

  private func counts(_ id: RelationshipID, _ name: String) -> String? {
    guard model[id].isToMany else { return nil }
    let least = model[id].minimumCount
    let most = model[id].maximumCount
    // A minimum does not apply to an optional relationship without objects.
    let minimum =
      model[id].isOptional
      ? (least > 1 ? "none or at least \(least)" : nil) : (least > 0 ? "at least \(least)" : nil)
    let bounds = [minimum, most > 0 ? "at most \(most)" : nil].compactMap { $0 }
    return bounds.isEmpty
      ? nil : "Not enforced: \(name) has \(bounds.joined(separator: ", "))."
  }
}
