/// How a SQLite store is opened.
package struct SQLiteStoreOptions: Sendable {
  /// `NSReadOnlyPersistentStoreOption`: no file changes. A file with a write-ahead log is read as
  /// it is now; later commits of other processes are not seen.
  package var isReadOnly = false
  /// `NSPersistentStoreTimeoutOption`: how many seconds an operation waits for a lock.
  package var timeout: Double = 240
  /// `NSSQLitePragmasOption`: pragmas by name, which are run on every connection.
  package var pragmas: [String: String] = [:]
  /// `NSSQLiteAnalyzeOption`: runs ANALYZE once at the opening.
  package var analyzes = false
  /// `NSSQLiteManualVacuumOption`: runs VACUUM once at the opening.
  package var vacuums = false
  /// `NSIgnorePersistentStoreVersioningOption`: opens a store of another version of the model.
  package var ignoresVersions = false
  /// Whether the file is checked for damage at the opening.
  package var checksIntegrity = false
  /// `NSPersistentHistoryTrackingKey`: writes each save and batch request into the persistent
  /// history.
  package var tracksHistory = false
  /// `NSPersistentStoreRemoteChangeNotificationPostOptionKey`: notifies observers of each
  /// transaction, also of those by other processes.
  package var postsRemoteChanges = false
  /// `NSPersistentStoreConnectionPoolMaxSizeKey`: the most connections for reading.
  package var readersMax = 4
  /// The locale of localized comparisons.
  package var localeIdentifier = "en"
  /// Returns the seconds since 2001-01-01 UTC; `nil` to use the system's clock.
  package var now: (@Sendable () -> Double)?
  package var hooks = SQLiteStoreHooks()

  package init() {}
}

/// Closures that a SQLite store calls while it works. They may read from the store.
package struct SQLiteStoreHooks: Sendable {
  /// Called before each statement; a test makes it throw to let the statement fail.
  package var willRun: (@Sendable (String) throws -> Void)?
  /// Called with each event, in the order of the lines in Core Data's log.
  package var observe: (@Sendable (SQLiteStoreEvent) -> Void)?
  /// Runs the maintenance that may follow a save, outside of it; `nil` to run it on a global queue.
  package var schedule: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
  /// Whether the events of statements have their query plans.
  package var explains = false

  package init() {}
}
