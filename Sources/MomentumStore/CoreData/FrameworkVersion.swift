/// The form of stores that a version of Core Data writes, by `NSPersistenceFrameworkVersion`.
///
/// Source: observed in 178 stores of versions 230 (Mac OS X 10.5) to 1526 (macOS 26).
package struct FrameworkVersion: Sendable, Hashable {
  /// `nil` for the newest known.
  package let number: Int?

  package init(_ number: Int?) { self.number = number }

  private func isAtLeast(_ version: Int) -> Bool { number.map { $0 >= version } ?? true }

  /// `Z_<Entity>_<name>` with `COLLATE BINARY` instead of `Z<TABLE>_Z<COLUMN>_INDEX`.
  var namesIndexesByEntity: Bool { isAtLeast(830) }
  /// A unique index instead of `UNIQUE` inside CREATE TABLE.
  var hasUniqueIndexes: Bool { isAtLeast(860) }
  /// An index on the second column of a join table.
  var indexesJoinTables: Bool { isAtLeast(540) }
  /// The columns of a join table have no type and no key, but an index each: Mac OS X 10.6.
  ///
  /// Observed in one documentation set, whose version is not known; those of 10.5 and from 386 on
  /// are typed. That the second column has an index too is assumed.
  var leavesJoinTablesBare: Bool { number.map { (300..<386).contains($0) } ?? false }
  /// The table that keeps a copy of the model.
  var hasModelCache: Bool { isAtLeast(637) }
  /// All tables first, then all indexes; before, each table was followed by its own.
  var createsIndexesLast: Bool { isAtLeast(637) }
  /// The first statement on a store sets the size of the cache: up to iOS 7.
  package var setsCacheSize: Bool { number.map { $0 < 500 } ?? false }
  /// Persistent history exists: iOS 11 and later. Documented: `NSPersistentHistoryTrackingKey`.
  package var hasHistory: Bool { isAtLeast(830) }
  /// Authors and the like of transactions in a table of their own: not in 851, in later ones.
  var hasHistoryStrings: Bool { isAtLeast(860) }
  /// `NSStoreModelVersionHashesDigest` in the metadata: not in 866, in 977.
  package var hasHashesDigest: Bool { isAtLeast(970) }
  /// `NSStoreModelVersionChecksumKey` in the metadata: not in 1251, in 1333.
  package var hasModelChecksum: Bool { isAtLeast(1300) }
  /// Triggers that keep derived attributes.
  var hasDerivedTriggers: Bool { isAtLeast(1030) }
  /// An early form restricts a trigger to the numbers of the entity's family.
  var restrictsTriggersToEntity: Bool { number.map { (1030..<1200).contains($0) } ?? false }
}
