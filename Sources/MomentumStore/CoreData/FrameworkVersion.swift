/// The form of stores that a version of Core Data writes, by `NSPersistenceFrameworkVersion`.
///
/// Source: observed in 178 stores of versions 230 (Mac OS X 10.5) to 1526 (macOS 26).
package struct FrameworkVersion: Sendable, Hashable {
  /// The `NSPersistenceFrameworkVersion`; `nil` stands for the newest version that is known.
  package let number: Int?

  package init(_ number: Int?) { self.number = number }

  private func isAtLeast(_ version: Int) -> Bool { number.map { $0 >= version } ?? true }

  /// Whether indexes are named `Z_<Entity>_<name>` and have `COLLATE BINARY`; older versions name
  /// them `Z<TABLE>_Z<COLUMN>_INDEX`.
  var namesIndexesByEntity: Bool { isAtLeast(830) }
  /// Whether a uniqueness constraint is a unique index; older versions write `UNIQUE` in CREATE
  /// TABLE.
  var hasUniqueIndexes: Bool { isAtLeast(860) }
  /// Whether the second column of a join table has an index.
  var indexesJoinTables: Bool { isAtLeast(540) }
  /// Whether the columns of a join table have no type and no primary key, but an index each: Mac OS
  /// X 10.6.
  ///
  /// Observed in one documentation set, whose version is not known; those of 10.5 and from 386 on
  /// are typed. That the second column has an index too is assumed.
  var leavesJoinTablesBare: Bool { number.map { (300..<386).contains($0) } ?? false }
  /// Whether the store has the table `Z_MODELCACHE`, which keeps a copy of the model.
  package var hasModelCache: Bool { isAtLeast(637) }
  /// Whether all tables are created before all indexes; older versions create the indexes of a
  /// table directly after the table.
  var createsIndexesLast: Bool { isAtLeast(637) }
  /// Whether the first statement on a store sets the size of the cache: up to iOS 7.
  package var setsCacheSize: Bool { number.map { $0 < 500 } ?? false }
  /// Whether persistent history exists: iOS 11 and later. Documented:
  /// `NSPersistentHistoryTrackingKey`.
  package var hasHistory: Bool { isAtLeast(830) }
  /// Whether the authors and the like of transactions are in a table of their own: not in version
  /// 851, but in later ones.
  var hasHistoryStrings: Bool { isAtLeast(860) }
  /// Whether the metadata has `NSStoreModelVersionHashesDigest`: not in version 866, but in 977.
  package var hasHashesDigest: Bool { isAtLeast(970) }
  /// Whether the metadata has `NSStoreModelVersionChecksumKey`: not in version 1251, but in 1333.
  package var hasModelChecksum: Bool { isAtLeast(1300) }
  /// Whether triggers keep derived attributes up to date.
  var hasDerivedTriggers: Bool { isAtLeast(1030) }
  /// Whether such a trigger has a condition on `Z_ENT`, so that it runs only for rows of the
  /// attribute's entity and its sub-entities. Only early versions with triggers write it.
  var restrictsTriggersToEntity: Bool { number.map { (1030..<1200).contains($0) } ?? false }
}
