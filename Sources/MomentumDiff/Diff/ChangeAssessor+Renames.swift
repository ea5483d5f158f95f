import MomentumModel

// Beside row 8 of the decision table: elements that renaming identifiers do not join, or not alone.
//
// Documented is that equal identifiers join, where an element without one has its name as identifier. That an
// identifier may be the previous name of an element that has one too is assumed (the session on schema changes
// of WWDC 2022 asks for the previous name; a public bundle does so), and so is that a property's name counts where
// identifiers differ. That an entity's name does is observed: stores of one app kept all rows of an entity that got
// a wrong identifier in one version and lost it in the next.

extension ChangeAssessor {
  /// Of two elements that belong together though their renaming identifiers differ; `nil` for others.
  ///
  /// - Parameter rows: The old entities whose rows have the element.
  func joinedByName(
    _ source: ElementReference, _ id: ElementReference, rows: [EntityID]
  ) -> Assessment? {
    let before = pair.old.label(of: source)
    let after = pair.new.label(of: id)
    // A hash that stays means that no row is touched.
    guard before.identifier != after.identifier,
      rows.contains(where: { !pair.isHashEqual($0) })
    else { return nil }
    let place = pair.new.place(of: id).path
    if case .entity = id, before.name == after.name {
      return make(
        .lossless, .renamingIdentifierMismatch,
        "all rows of '\(place)' stay: its renaming identifier is another one, but its name is the same, "
          + "and in stores that Core Data migrated that counted")
    }
    let contents =
      switch id {
      case .entity: "rows"
      case .relationship: "links"
      case .model, .attribute, .fetchedProperty, .constraint, .fetchIndex, .compoundIndex,
        .composite, .configuration, .fetchRequest:
        "values"
      }
    let origin = pair.old.place(of: source).path
    return make(
      .unproven, .renamingIdentifierMismatch,
      "whether the \(contents) of '\(origin)' stay\(origin == place ? "" : " in '\(place)'") has not been "
        + "shown: documented is that equal renaming identifiers belong together, and its identifier was "
        + "'\(before.identifier)' and is '\(after.identifier)' (the name, where none is written)",
      recipe: before.identifier == after.name
        ? "remove elementID from \(words(id)) '\(place)'"
        : "write \(Recipe.renamingIdentifier(before)) on \(words(id)) '\(place)'")
  }

  /// Of an added or removed element whose renaming identifier others claim too; `nil` for others.
  func contested(_ change: FoundChange) -> Assessment? {
    guard let rival = rivals.rival(of: change), let element = change.new ?? change.old else {
      return nil
    }
    let isAdded = change.new != nil
    let model = isAdded ? pair.new : pair.old
    let label = model.label(of: element)
    let place = model.place(of: element).path
    let claim =
      "'\(place)' has the renaming identifier '\(label.identifier)' (the name, where none is written) and is "
      + "not alone with it in the \(isAdded ? "new" : "old") model: "
    return make(
      .unproven, .renamingIdentifierMismatch,
      claim
        + (isAdded
          ? "which of them has what '\(rival)' of the old one stored has not been shown"
          : "from which of them '\(rival)' of the new one gets what is stored has not been shown"),
      recipe: !isAdded
        ? "try it on a copy of a real store: momentum migrate STORE --to MODEL --rehearse"
        : label.identifier == label.name
          ? "give \(words(element)) '\(place)' a name that nothing had before"
          : "remove elementID from \(words(element)) '\(place)'")
  }

  private func words(_ id: ElementReference) -> String {
    switch id {
    case .entity: "entity"
    case .relationship: "relationship"
    case .model, .attribute, .fetchedProperty, .constraint, .fetchIndex, .compoundIndex, .composite,
      .configuration, .fetchRequest:
      "attribute"
    }
  }

  // MARK: - Relationships that their inverses join

  /// Of a relationship with another name whose inverse stayed.
  func renamedByInverse(_ source: RelationshipID, _ id: RelationshipID) -> Assessment {
    let before = old[source]
    let place = "\(new[id.entity].name).\(new[id].name)"
    if let inverse = keyOfInverse(source, id) {
      return make(
        .lossless, .relationshipRenamed,
        "'\(place)' has the links that '\(before.name)' had: '\(inverse)' stores them, and stays")
    }
    return make(
      .unproven, .relationshipRenamedWithoutIdentifier,
      "'\(place)' is '\(before.name)' under another name, since their inverse stayed; that its links "
        + "stay without a renaming identifier has not been shown",
      recipe: "add \(Recipe.renamingIdentifier(pair.old.label(of: .relationship(source)))) to "
        + "relationship '\(place)'")
  }

  /// The to-one relationship in whose column the links of one that is to-many now are stored, before and after.
  private func keyOfInverse(_ source: RelationshipID, _ id: RelationshipID) -> String? {
    guard let before = old[source].inverse, let after = new[id].inverse,
      new[id].isToMany, !old[before].isToMany, !new[after].isToMany
    else { return nil }
    return "\(new[after.entity].name).\(new[after].name)"
  }

  /// What the inverse of a removed relationship became, where it is stored still.
  func keptInverse(removed id: RelationshipID) -> RelationshipID? {
    guard let inverse = old[id].inverse, inverse != id, !old[inverse].isTransient else {
      return nil
    }
    return pair.destinations(of: inverse).first { !new[$0].isTransient }
  }

  /// What the inverse of an added relationship was, where it was stored already.
  func keptInverse(added id: RelationshipID) -> RelationshipID? {
    guard let inverse = new[id].inverse, inverse != id, !new[inverse].isTransient else {
      return nil
    }
    return pair.sources(of: inverse).first { !old[$0].isTransient }
  }
}
