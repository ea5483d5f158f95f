/// The effect of a change of a model on stored data.
///
/// The classes are ordered by gravity: `--fail-on CLASS` means this class and every later one. An
/// unproven change may lose as much as the classes before it. A change that cannot be inferred
/// makes the migration of every store fail, so it is last.
///
/// ```swift
/// let changes = new.changes(since: old)
/// if changes.migrationClass >= .dropsData { print(changes.text) }
/// ```
public enum MigrationClass: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Existing stores open without a migration, and their rows stay unchanged.
  case nothing
  /// The store migrates without a mapping model and loses nothing.
  case lossless
  /// The store migrates without a mapping model, and values, rows or links are dropped without an
  /// error.
  case dropsData = "drops-data"
  /// The effect depends on the rows. If they break the new rules, the migration fails, or they
  /// cannot be read or saved later; the latter also if the hash is unchanged and no migration runs.
  case dependsOnData = "depends-on-data"
  /// No store and no documentation shows what happens.
  case unproven
  /// Core Data cannot infer a mapping model.
  case notInferrable = "not-inferrable"

  /// Whether the left class is less grave.
  public static func < (left: MigrationClass, right: MigrationClass) -> Bool {
    left.rank < right.rank
  }

  /// The class in words: `Depends on data`.
  var title: String {
    switch self {
    case .nothing: "Nothing"
    case .lossless: "Lossless"
    case .dropsData: "Drops data"
    case .dependsOnData: "Depends on data"
    case .unproven: "Unproven"
    case .notInferrable: "Not inferrable"
    }
  }

  private var rank: Int { MigrationClass.allCases.firstIndex(of: self) ?? 0 }
}
