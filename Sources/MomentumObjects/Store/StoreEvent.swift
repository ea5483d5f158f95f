/// An event of a coordinator's stores, for observers.
///
/// ```swift
/// coordinator.observe { event in
///   if case .logged(let line) = event { print(line) }
/// }
/// ```
public enum StoreEvent: Sendable {
  /// A store was opened and added; its `NSStoreUUID`.
  case didAdd(String)
  /// A store is about to be closed and removed.
  case willRemove(String)
  /// A store was removed. Its objects cannot be read or saved until it is added again.
  case didRemove(String)
  /// The objects of a store were moved to another store.
  case didMigrate(from: String, to: String)
  /// A line of the log: a warning, an error, or a statement if `SQLDebug` is on. If there are no
  /// observers, lines are written to standard error.
  case logged(String)
}
