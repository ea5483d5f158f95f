import MomentumModel

// Rows 22 and 45 of the decision table.

extension ChangeAssessor {
  func indexChanged(_ change: FoundChange) -> Assessment {
    let entity = change.new?.entity ?? change.old?.entity.flatMap { pair.destination(of: $0) }
    return entity.map(indexChanged)
      ?? make(.nothing, .indexChanged, "no index of a stored table changes")
  }

  /// An index comes with a migration of its table, and with nothing else.
  func indexChanged(of entity: EntityID) -> Assessment {
    let name = new[entity].name
    if pair.source(of: entity).map(pair.isHashEqual) ?? false {
      return make(
        .nothing, .indexChanged,
        "existing stores keep the indexes they have: no migration runs for an index of '\(name)'",
        recipe: modifierRecipe(entity))
    }
    return make(
      .nothing, .indexChanged,
      "the table of '\(name)' is migrated for other changes, and its indexes with it")
  }

  /// Whether the hash of the entity differs, so that a migration runs already.
  func isMigrated(_ id: EntityID) -> Bool {
    pair.source(of: id).map { !pair.isHashEqual($0) } ?? true
  }

  // MARK: - Configurations

  func configurationChanged(_ change: FoundChange) -> Assessment {
    make(
      .nothing, .configurationChanged,
      "no row moves: an entity that goes to another configuration is looked for in another store, "
        + "and its rows stay in the old one",
      recipe: "copy the rows of such entities from the old store to the new one in the app")
  }
}
