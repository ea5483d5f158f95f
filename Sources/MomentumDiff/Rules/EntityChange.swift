import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let entityAdded = MigrationRule(
    "migration.entity-added", number: 25, [.lossless],
    "An entity was added.",
    """
    a table is added. Entities whose names sort after it get new numbers in the store, which the \
    migration adjusts. Nothing has to be done.
    """,
    .migratedStores)

  package static let entityRemoved = MigrationRule(
    "migration.entity-removed", number: 26, [.dropsData],
    "An entity was removed.",
    """
    all its rows are dropped without an error, with the relationships to them. If it has a new \
    name, put its old name as renaming identifier on the new entity; otherwise accept the loss by \
    an entry under 'acknowledged' in .momentum.json, which '--baseline' writes.
    """,
    .migratedStores)

  package static let entityRemovedAbstract = MigrationRule(
    "migration.entity-removed-abstract", number: 26, [.lossless],
    "An abstract entity was removed.",
    """
    it had no rows of its own. Nothing has to be done.
    """,
    .assumed)

  package static let entityRenamed = MigrationRule(
    "migration.entity-renamed", number: 27, [.lossless],
    "An entity was renamed with a renaming identifier.",
    """
    all rows stay, under the new entity name. Keep the identifier in later versions, because users \
    skip versions.
    """,
    .migratedStores)

  package static let entityRenamedWithoutIdentifier = MigrationRule(
    "migration.entity-renamed-without-identifier", number: 28, [.dropsData, .lossless],
    "An entity was removed, and a similar one was added.",
    """
    for Core Data these are two entities, and all rows of the old one are dropped. Put the old \
    name as renaming identifier on the new entity. If they are really two different entities, \
    accept the loss by an entry under 'acknowledged' in .momentum.json, which '--baseline' writes.
    """,
    .lightweightMigration)

  package static let entityMadeAbstract = MigrationRule(
    "migration.entity-made-abstract", number: 44, [.dependsOnData],
    "An entity became abstract.",
    """
    rows of the entity itself cannot be fetched any more. Move them to a sub-entity in an earlier \
    release, or leave the entity concrete.
    """,
    .lightweightMigration)

  package static let entityMadeConcrete = MigrationRule(
    "migration.entity-made-concrete", number: 44, [.lossless],
    "An abstract entity became concrete.",
    """
    it had no rows. Nothing has to be done.
    """,
    .assumed)

  /// Rules for entities that are added, removed or renamed.
  static let entities: [MigrationRule] = [
    .entityAdded, .entityRemoved, .entityRemovedAbstract, .entityRenamed,
    .entityRenamedWithoutIdentifier, .entityMadeAbstract, .entityMadeConcrete,
  ]
}

/// Assesses a change of an entity for its rows.
struct EntityChange {
  let pair: ModelPair

  private var old: ObjectModel { pair.old.model }
  private var new: ObjectModel { pair.new.model }

  static func added() -> Assessment {
    Assessment(
      .entityAdded,
      "no stored row changes; later entities of the model get new numbers in the store")
  }

  /// - Parameter suspicion: The added entity that is probably the removed one under a new name;
  ///   `nil` if there is none.
  func removed(_ id: EntityID, suspicion: RenameSuspicion?) -> Assessment {
    let entity = old[id]
    let label = ModelCorrespondence.Label(entity.name, entity.renamingIdentifier)
    if let suspicion, case .entity(let other) = suspicion.new {
      return Assessment(
        .entityRenamedWithoutIdentifier, as: entity.isAbstract ? .lossless : .dropsData,
        "all rows of '\(entity.name)' are dropped, though '\(new[other].name)' looks like its new "
          + "name",
        repair: "add \(Repair.renamingIdentifier(label)) to entity '\(new[other].name)'")
    }
    if entity.isAbstract {
      return Assessment(
        .entityRemovedAbstract, "no row is of '\(entity.name)': it was abstract")
    }
    return Assessment(
      .entityRemoved,
      "all rows of '\(entity.name)' are dropped without an error, with the links to them",
      repair: "if it has a new name, add \(Repair.renamingIdentifier(label)) to the entity that it "
        + "became; otherwise acknowledge the loss")
  }

  func changed(
    _ source: EntityID, _ id: EntityID, _ differences: ModelChange.Differences
  ) -> [Assessment] {
    let before = old[source]
    let after = new[id]
    var result: [Assessment] = []
    if differences.contains(.parent) {
      result += HierarchyChange(pair: pair).parentChanged(source, id)
    }
    if differences.contains(.abstract) { result.append(abstractChanged(after)) }
    let joined = RenamingIdentifiers(pair: pair).joinedByName(
      .entity(source), .entity(id), rows: [source])
    if let joined { result.append(joined) }
    if differences.contains(.name) {
      result.append(
        Assessment(
          .entityRenamed,
          "all rows of '\(before.name)' stay, under the entity name '\(after.name)'"))
    }
    if differences.contains(.versionHashModifier) {
      result.append(HashSettings.modifierChanged("entity '\(after.name)'"))
    }
    return result
  }

  private func abstractChanged(_ after: Entity) -> Assessment {
    if after.isAbstract {
      return Assessment(
        .entityMadeAbstract,
        "rows of '\(after.name)' itself cannot be fetched any more: an abstract entity has no "
          + "objects",
        repair: "keep isAbstract off entity '\(after.name)', or move its rows to a sub-entity in a "
          + "custom migration stage")
    }
    return Assessment(
      .entityMadeConcrete,
      "no stored row changes: '\(after.name)' was abstract and has none")
  }
}
