/// What a change of a model means for stored data.
///
/// Ordered by what a reviewer should fear: `--fail-on CLASS` means this class and every later one. What nobody
/// has shown may lose as much as anything before it; that the migration fails for every store is certain, so it
/// stands last.
public enum MigrationClass: String, Sendable, Hashable, Comparable, CaseIterable {
  /// Existing stores open as they are, and their rows stay what they were.
  case nothing
  /// Migrates by itself and loses nothing.
  case lossless
  /// Migrates by itself and drops values, rows or links without a word.
  case dropsData = "drops-data"
  /// Well where the rows of a store allow it: elsewhere the migration fails, or such rows cannot be read or saved
  /// afterwards. The latter may be without a migration, where the hashes do not show the change.
  case dependsOnData = "depends-on-data"
  /// Nobody has shown what happens.
  case unproven
  /// Core Data finds no mapping model by itself.
  case notInferrable = "not-inferrable"

  public static func < (left: MigrationClass, right: MigrationClass) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { MigrationClass.allCases.firstIndex(of: self) ?? 0 }
}
