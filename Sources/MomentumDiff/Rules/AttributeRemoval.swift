import MomentumModel

extension MigrationRule {
  package static let attributeRemoved = MigrationRule(
    "migration.attribute-removed", number: 7, [.dropsData, .lossless],
    "An attribute was removed.",
    """
    the migration is inferred, and the values of all rows are dropped without an error. If the \
    attribute has a new name, put its old name as renaming identifier on the new one; otherwise \
    accept the loss by an entry under 'acknowledged' in .momentum.json, which '--baseline' writes. \
    This is only a note, of the class lossless, if no row has values of its own, because the \
    attribute was derived, or because no entity with the attribute can have rows.
    """,
    .migratedStores)

  package static let attributeRenamedWithoutIdentifier = MigrationRule(
    "migration.attribute-renamed-without-identifier", number: 9, [.dropsData],
    "An attribute was removed, and a similar one was added.",
    """
    for Core Data these are two attributes; the old values are dropped and the new column is \
    empty. Set Xcode's *Renaming ID* (elementID in the file) to the old name to keep the values. \
    If they are really two different attributes, accept the loss by an entry under 'acknowledged' \
    in .momentum.json, which '--baseline' writes.
    """,
    .lightweightMigration)

  package static let attributeBecameRelationship = MigrationRule(
    "migration.attribute-became-relationship", number: 39, [.dropsData],
    "An attribute was replaced by a relationship of its name.",
    """
    for Core Data, one property was removed and another one was added; the values are dropped and \
    the relationship is empty. To keep the values, leave the attribute in this version, add the \
    relationship under another name, and set its links in a custom migration stage; or write a \
    mapping model.
    """,
    .migratedStores)

  /// Rules for an attribute whose values are removed.
  static let attributeRemovals: [MigrationRule] = [
    .attributeRemoved, .attributeRenamedWithoutIdentifier, .attributeBecameRelationship,
  ]
}

/// Assesses the effect of a removed attribute on rows with values of it.
struct AttributeRemoval {
  let pair: ModelPair
  /// The added attribute that is probably the removed one under a new name; `nil` if there is none.
  let suspicion: RenameSuspicion?
  let added: AddedNames

  func assess(_ id: AttributeID) -> Assessment {
    let (old, new) = (pair.old.model, pair.new.model)
    let attribute = old[id]
    let place = "\(old[id.entity].name).\(attribute.name)"
    if attribute.isTransient {
      return Assessment(.notStored, "'\(place)' was transient: no row has a value of it")
    }
    let entities = pair.survivingSources(below: id.entity)
    if attribute.derivation != nil || entities.isEmpty {
      return Assessment(
        .attributeRemoved, as: .lossless,
        attribute.derivation != nil
          ? "the column of '\(place)' is dropped; its values were computed from others"
          : "no stored row has a value of '\(place)'")
    }
    let effect =
      "the values of '\(attribute.name)' in all rows of \(old.quotedNames(of: entities)) are "
    let label = ModelCorrespondence.Label(attribute.name, attribute.renamingIdentifier)
    if let suspicion, case .attribute(let other) = suspicion.new {
      return Assessment(
        .attributeRenamedWithoutIdentifier,
        effect + "dropped, though '\(new[other].name)' looks like its new name",
        repair: "add \(Repair.renamingIdentifier(label)) to attribute "
          + "'\(new[other.entity].name).\(new[other].name)'")
    }
    if added.hasRelationship(label, inDestinationOf: id.entity, pair) {
      return Assessment(
        .attributeBecameRelationship,
        effect + "dropped; the relationship of that name begins without links",
        repair: "write a mapping model, or set the relationship in a custom migration stage while "
          + "the attribute is still there")
    }
    return Assessment(
      .attributeRemoved, effect + "dropped without an error",
      repair: "if it has a new name, add \(Repair.renamingIdentifier(label)) to the attribute that "
        + "it became; otherwise acknowledge the loss")
  }
}

/// The names and renaming identifiers of added properties.
///
/// If a removed property has one of them, it became a property of another kind.
struct AddedNames {
  private struct OwnedName: Hashable {
    var entity: EntityID
    var name: String
  }

  private var attributes: Set<OwnedName> = []
  private var relationships: Set<OwnedName> = []

  init(_ changes: [FoundChange], in new: DiffedModel) {
    for change in changes where change.kind == .added {
      guard let added = change.new else { continue }
      let label = new.label(of: added)
      switch added {
      case .attribute(let id):
        attributes.insert(OwnedName(entity: id.entity, name: label.identifier))
        attributes.insert(OwnedName(entity: id.entity, name: label.name))
      case .relationship(let id):
        relationships.insert(OwnedName(entity: id.entity, name: label.identifier))
        relationships.insert(OwnedName(entity: id.entity, name: label.name))
      case .model, .entity, .fetchedProperty, .constraint, .fetchIndex, .compoundIndex,
        .composite, .configuration, .fetchRequest:
        break
      }
    }
  }

  /// Whether an added attribute with this name or identifier is in the new entity of an old one.
  func hasAttribute(
    _ label: ModelCorrespondence.Label, inDestinationOf entity: EntityID, _ pair: ModelPair
  ) -> Bool {
    AddedNames.has(label, pair.destination(of: entity), in: attributes)
  }

  func hasRelationship(
    _ label: ModelCorrespondence.Label, inDestinationOf entity: EntityID, _ pair: ModelPair
  ) -> Bool {
    AddedNames.has(label, pair.destination(of: entity), in: relationships)
  }

  private static func has(
    _ label: ModelCorrespondence.Label, _ entity: EntityID?, in names: Set<OwnedName>
  ) -> Bool {
    guard let entity else { return false }
    return names.contains(OwnedName(entity: entity, name: label.identifier))
      || names.contains(OwnedName(entity: entity, name: label.name))
  }
}
