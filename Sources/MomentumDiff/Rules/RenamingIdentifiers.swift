import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let attributeRenamed = MigrationRule(
    "migration.attribute-renamed", number: 8, [.lossless],
    "An attribute was renamed with a renaming identifier.",
    """
    rows keep their values under the new name. Keep the identifier in later versions, because \
    users skip versions.
    """,
    .lightweightMigration)

  package static let relationshipRenamed = MigrationRule(
    "migration.relationship-renamed", number: 8, [.lossless],
    "A relationship was renamed with a renaming identifier, or its inverse identifies it.",
    """
    rows keep their links under the new name. Keep the identifier in later versions, because users \
    skip versions. A to-many relationship needs no identifier if its inverse is to-one and stays, \
    because the column of the inverse stores the links.
    """,
    .migratedStores)

  package static let renamingIdentifierMismatch = MigrationRule(
    "migration.renaming-identifier-mismatch", number: 8, [.unproven, .lossless],
    "Renaming identifiers do not say for certain which element is which.",
    """
    it is documented that elements with equal renaming identifiers are the same, and that an \
    element without an identifier has its name as identifier. Here it is not documented what Core \
    Data does, for one of three reasons: an element kept its name but has another identifier, the \
    identifier is the former name of an element that itself had an identifier, or the identifier \
    names an element that still exists. Give the new element the identifier of the old element, or \
    the old element's name if it had no identifier, and keep it in later versions. For an entity \
    that keeps its name this is only a note: stores that Core Data migrated show that its rows \
    stay.
    """,
    .assumed)

  /// Rules for names and renaming identifiers.
  static let renames: [MigrationRule] = [
    .attributeRenamed, .relationshipRenamed, .renamingIdentifierMismatch,
  ]
}

/// Assesses renaming identifiers that do not tell with certainty which elements match.
///
/// Documented: elements with equal identifiers match, and an element without one has its name as
/// identifier. Assumed: an identifier may be the previous name of an element that has an identifier
/// too (the session on schema changes of WWDC 2022 asks for the previous name; a public bundle has
/// it). Assumed: properties match by name if identifiers differ. Observed: entities do; stores of
/// one app kept all rows of an entity that got a wrong identifier in one version and lost it in the
/// next.
struct RenamingIdentifiers {
  let pair: ModelPair

  /// The effect for two elements that match although their renaming identifiers differ; `nil` for
  /// others.
  ///
  /// - Parameter rows: The old entities whose rows have the element.
  func joinedByName(
    _ source: ElementReference, _ id: ElementReference, rows: [EntityID]
  ) -> Assessment? {
    let before = pair.old.label(of: source)
    let after = pair.new.label(of: id)
    // If the hash of no entity with rows changes, the migration changes no row.
    guard before.identifier != after.identifier,
      rows.contains(where: { !pair.isHashEqual($0) })
    else { return nil }
    let place = pair.new.place(of: id).path
    if case .entity = id, before.name == after.name {
      return Assessment(
        .renamingIdentifierMismatch, as: .lossless,
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
    return Assessment(
      .renamingIdentifierMismatch,
      "whether the \(contents) of '\(origin)' stay\(origin == place ? "" : " in '\(place)'") has not been "
        + "shown: documented is that equal renaming identifiers belong together, and its identifier was "
        + "'\(before.identifier)' and is '\(after.identifier)' (the name, where none is written)",
      repair: before.identifier == after.name
        ? "remove elementID from \(words(id)) '\(place)'"
        : "write \(Repair.renamingIdentifier(before)) on \(words(id)) '\(place)'")
  }

  /// The effect for an added or removed element whose renaming identifier other elements have too;
  /// `nil` for others.
  func ambiguous(_ change: FoundChange, _ claims: AmbiguousIdentifiers) -> Assessment? {
    guard let other = claims.other(than: change), let element = change.new ?? change.old else {
      return nil
    }
    let isAdded = change.new != nil
    let model = isAdded ? pair.new : pair.old
    let label = model.label(of: element)
    let place = model.place(of: element).path
    let claim =
      "'\(place)' has the renaming identifier '\(label.identifier)' (the name, where none is written) and is "
      + "not alone with it in the \(isAdded ? "new" : "old") model: "
    return Assessment(
      .renamingIdentifierMismatch,
      claim
        + (isAdded
          ? "which of them has what '\(other)' of the old one stored has not been shown"
          : "from which of them '\(other)' of the new one gets what is stored has not been shown"),
      repair: !isAdded
        ? Repair.rehearse
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
}
