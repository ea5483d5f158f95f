/// What a change of a model means for stored data.
///
/// Ordered by gravity: `--fail-on CLASS` means this class and every later one. An unproven change may lose as much
/// as the classes before it. A change that cannot be inferred makes the migration of every store fail, so it is last.
public enum MigrationClass: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Existing stores open as they are, and their rows stay what they were.
  case nothing
  /// Migrates by itself and loses nothing.
  case lossless
  /// Migrates by itself and drops values, rows or links without an error.
  case dropsData = "drops-data"
  /// Works if the rows satisfy the new rules. Otherwise the migration fails, or the rows cannot be read or saved
  /// later: even with no migration, if the hash is unchanged.
  case dependsOnData = "depends-on-data"
  /// No store and no document shows what happens.
  case unproven
  /// Core Data finds no mapping model by itself.
  case notInferrable = "not-inferrable"

  public static func < (left: MigrationClass, right: MigrationClass) -> Bool {
    left.rank < right.rank
  }

  /// `Depends on data`
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
