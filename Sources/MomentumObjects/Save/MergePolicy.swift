/// How a save treats rows that others have changed since they were read, and objects that break a
/// uniqueness constraint.
///
/// ```swift
/// context.mergePolicy = .objectTrump
/// try context.save()
/// ```
public enum MergePolicy: Sendable, Hashable {
  /// The save fails with an error.
  case error
  /// Both changes are merged by property. If both have changed a property, the store's value stays.
  case storeTrump
  /// Both changes are merged by property. If both have changed a property, the object's value
  /// stays.
  case objectTrump
  /// The object's values replace the whole row.
  case overwrite
  /// The changes of the object are discarded.
  case rollback
  /// A policy of the app. Batch insertions then treat existing rows as ``error`` does.
  case custom(CustomMergePolicy)
}
