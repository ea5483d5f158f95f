/// How a save treats rows that others have changed since they were read, and objects that break a
/// uniqueness constraint.
///
/// ```swift
/// context.mergePolicy = .objectTrump
/// try context.save()
/// ```
public enum MergePolicy: Sendable, Hashable {
  /// The save fails.
  case error
  /// Property by property; the store wins where both have changed one.
  case storeTrump
  /// Property by property; the object wins where both have changed one.
  case objectTrump
  /// The object's values replace the whole row.
  case overwrite
  /// The changes of the object are given up.
  case rollback
}
