import MomentumModel

// Rows 22 to 24 and 45 of the decision table.

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

  // MARK: - Uniqueness constraints

  func constraintAdded(_ id: EntityID, _ index: Int) -> Assessment {
    let names = new[id].uniquenessConstraints[index]
    let text = names.map { "'\($0)'" }.joined(separator: ", ")
    let receivers = pair.receivers(id)
    if receivers.isEmpty || isImplied(names, by: id) {
      return make(
        .lossless, .uniquenessConstraintWeaker,
        "no stored rows of '\(new[id].name)' can have equal values of \(text)")
    }
    return make(
      .dependsOnData, .uniquenessConstraintAdded,
      "the migration fails as soon as two rows of '\(new[id].name)' have equal values of \(text)",
      error: .constraintViolation,
      recipe: "remove duplicates in a release before this one; momentum migrate STORE --to MODEL "
        + "--preflight lists them")
  }

  /// Whether an old constraint over some of the properties forbids equal rows already.
  private func isImplied(_ names: [String], by id: EntityID) -> Bool {
    guard let source = pair.source(of: id) else { return false }
    guard !old[source].uniquenessConstraints.isEmpty else { return false }
    let wanted = Set(names)
    return pair.constraintsInNewNames(source, id).contains { constraint in
      !constraint.isEmpty && constraint.allSatisfy(wanted.contains)
    }
  }

  func constraintReordered(_ id: EntityID, _ index: Int) -> Assessment {
    make(
      .lossless, .uniquenessConstraintWeaker,
      "the unique index of '\(new[id].name)' is built anew; rows that the old order allowed stay "
        + "allowed")
  }

  func constraintRemoved(_ id: EntityID, _ index: Int) -> Assessment {
    make(
      .lossless, .uniquenessConstraintRemoved,
      "rows of '\(old[id].name)' stay as they are; their unique index is dropped")
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
