import MomentumDiagnostics
import MomentumModel

extension MigrationRule {
  package static let indexChanged = MigrationRule(
    "migration.index-changed", number: 22, [.nothing],
    "A fetch index was added, changed or removed.",
    qualified: " happens to stored rows:",
    """
    a fetch index is not in the version hash. Existing stores keep the indexes that they have, and \
    only new stores get the new ones. If existing stores need the new index, set a version hash \
    modifier on the entity: then a migration runs and builds it.
    """,
    .observed("apps that set a hash modifier for it"))

  package static let configurationChanged = MigrationRule(
    "migration.configuration-changed", number: 45, [.nothing],
    "The entities of a configuration changed.",
    qualified: " moves:",
    """
    Core Data looks for the objects of a moved entity in the store of its new configuration, but \
    their rows stay in the old store. Let the app copy them to the other store.
    """,
    .assumed)

  package static let hashModifierChanged = MigrationRule(
    "migration.hash-modifier-changed", number: 47, [.lossless],
    "A version hash modifier changed.",
    """
    the migration changes no row and builds indexes anew. Nothing has to be done.
    """,
    .migratedStores)

  package static let hiddenByHash = MigrationRule(
    "migration.hidden-by-hash", [.nothing],
    "A change that affects stored rows does not change the version hashes.",
    qualified: " happens to stored rows:",
    """
    no migration runs, so they stay in their old form. If the change has to reach existing rows, \
    set a version hash modifier: then a migration runs. If only the name of a composite attribute \
    changed, its values stay without a migration, because columns have the names of its elements; \
    give the attribute its old name as renaming identifier, which keeps the values in later \
    migrations.
    """,
    .versionHashes)

  package static let notStored = MigrationRule(
    "migration.not-stored", [.nothing],
    "The change is about something that is not in stores.",
    qualified: " happens to stored rows:",
    """
    class names, code generation, user info, stored fetch requests and similar settings are not in \
    a store. Existing stores open as they are. Nothing has to be done.
    """,
    .versionHashes)

  /// Rules for settings that only change hashes, for changes that hashes do not show, and for
  /// settings that stores do not have.
  static let settings: [MigrationRule] = [
    .indexChanged, .configurationChanged, .hashModifierChanged, .hiddenByHash, .notStored,
  ]
}

/// Assesses changes that are in the version hash but not in rows, in rows but not in the hash, or
/// in neither of the two.
struct HashSettings {
  let pair: ModelPair

  private var new: ObjectModel { pair.new.model }

  static func modifierChanged(_ element: String) -> Assessment {
    Assessment(
      .hashModifierChanged,
      "rows stay as they are; the hash modifier of \(element) makes a migration run, which "
        + "refreshes hashes and indexes")
  }

  static func configurationChanged() -> Assessment {
    Assessment(
      .configurationChanged,
      "no row moves: an entity that goes to another configuration is looked for in another store, "
        + "and its rows stay in the old one",
      repair: "copy the rows of such entities from the old store to the new one in the app")
  }

  static func notStored() -> Assessment {
    Assessment(.notStored, "stored rows are not touched, and existing stores open as they are")
  }

  func indexChanged(_ change: FoundChange) -> Assessment {
    entity(of: change).map(indexChanged)
      ?? Assessment(.indexChanged, "no index of a stored table changes")
  }

  /// The effect of a changed index. Core Data makes indexes only when it migrates the table.
  func indexChanged(of entity: EntityID) -> Assessment {
    let name = new[entity].name
    if pair.isMigrated(entity) {
      return Assessment(
        .indexChanged,
        "the table of '\(name)' is migrated for other changes, and its indexes with it")
    }
    return Assessment(
      .indexChanged,
      "existing stores keep the indexes they have: no migration runs for an index of '\(name)'",
      repair: modifierRecipe(entity))
  }

  /// The assessment of a change that should alter rows but is in no version hash: Core Data finds
  /// the hashes equal and runs no migration.
  func hidden(_ change: FoundChange) -> Assessment {
    Assessment(
      .hiddenByHash,
      "the version hashes do not show this change, so no migration carries it out and the rows "
        + "of existing stores stay in their old form",
      repair: entity(of: change).map(modifierRecipe))
  }

  /// Whether Core Data does not migrate the element, because the hashes of its entity, or of the
  /// whole model, are equal.
  func isHidden(_ change: FoundChange) -> Bool {
    if pair.isHashEqual { return true }
    let before = change.old?.entity
    let after = change.new?.entity
    guard before != nil || after != nil else { return false }
    return (before.map(pair.isFamilyHashEqual) ?? true)
      && (after.map { pair.source(of: $0).map(pair.isFamilyHashEqual) ?? false } ?? true)
  }

  /// The entity in the new model; `nil` for elements of the whole model.
  private func entity(of change: FoundChange) -> EntityID? {
    change.new?.entity ?? change.old?.entity.flatMap { pair.destination(of: $0) }
  }

  private func modifierRecipe(_ id: EntityID) -> String {
    "add \(Repair.modifier(after: new[id].versionHashModifier)) to entity '\(new[id].name)' "
      + Repair.migrationRuns
  }
}

extension ModelPair {
  /// Whether the hash of a new entity differs, so that a migration already runs.
  func isMigrated(_ id: EntityID) -> Bool { source(of: id).map { !isHashEqual($0) } ?? true }
}
