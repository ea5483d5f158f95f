/// What a change of a model means for stored data.
///
/// Ordered by what a reviewer should fear: `--fail-on CLASS` means this class and every later one.
/// `unproven` stands last, since nothing is promised of it.
public enum MigrationClass: String, Sendable, Hashable, Comparable, CaseIterable {
  /// The version hashes stay; existing stores open as they are.
  case nothing
  /// Migrates by itself and loses nothing.
  case lossless
  /// Migrates by itself and drops values, rows or links without a word.
  case dropsData = "drops-data"
  /// Migrates by itself where the rows of a store allow it, and fails where they do not.
  case dependsOnData = "depends-on-data"
  /// Core Data finds no mapping model by itself.
  case notInferrable = "not-inferrable"
  /// Nobody has shown what happens.
  case unproven

  public static func < (left: MigrationClass, right: MigrationClass) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { MigrationClass.allCases.firstIndex(of: self) ?? 0 }
}
