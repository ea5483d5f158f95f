// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

// Names of stores, options and metadata. Source: documented; the texts of the option keys are those
// that logs of apps show.

public let NSSQLiteStoreType = "SQLite"
public let NSBinaryStoreType = "Binary"
public let NSInMemoryStoreType = "InMemory"
/// XML stores, which on Apple's systems only macOS has.
public let NSXMLStoreType = "XML"

public let NSStoreTypeKey = "NSStoreType"
public let NSStoreUUIDKey = "NSStoreUUID"
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
/// The digest of the model's hashes, `versionChecksum` of the model.
public let NSStoreModelVersionChecksumKey = "NSStoreModelVersionChecksumKey"
/// A migration always ends before the store is open, so nothing is left to do later.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey =
  "NSPersistentStoreDeferredLightweightMigrationOptionKey"
public let NSPersistentStoreOSCompatibility = "NSPersistentStoreOSCompatibility"

public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
public let NSValidateXMLStoreOption = "NSValidateXMLStoreOption"
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
public let NSPersistentHistoryTokenKey = "historyToken"
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// A store has one connection here, so the option has no effect.
public let NSPersistentStoreConnectionPoolMaxSizeKey = "NSPersistentStoreConnectionPoolMaxSizeKey"
public let NSPersistentStoreURLKey = "storeURL"
public let NSAddedPersistentStoresKey = "added"
public let NSRemovedPersistentStoresKey = "removed"
public let NSUUIDChangedPersistentStoresKey = "changed"

extension Notification.Name {
  public static let NSPersistentStoreCoordinatorStoresWillChange =
    Notification.Name("NSPersistentStoreCoordinatorStoresWillChangeNotification")
  public static let NSPersistentStoreCoordinatorStoresDidChange =
    Notification.Name("NSPersistentStoreCoordinatorStoresDidChangeNotification")
  public static let NSPersistentStoreCoordinatorWillRemoveStore =
    Notification.Name("NSPersistentStoreCoordinatorWillRemoveStoreNotification")
  public static let NSPersistentStoreRemoteChange =
    Notification.Name("NSPersistentStoreRemoteChangeNotification")
}
