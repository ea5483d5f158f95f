// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

// Names of the synchronisation by iCloud, which ended with macOS 10.12. Sources that were written for
// it still name them. As on a Mac of today, the options have no effect and nothing is posted.
//
// Source: documented (<https://developer.apple.com/documentation/coredata>, deprecated symbols). The
// texts of the constants are assumed to be their names.

public let NSPersistentStoreUbiquitousContentNameKey = "NSPersistentStoreUbiquitousContentNameKey"
public let NSPersistentStoreUbiquitousContentURLKey = "NSPersistentStoreUbiquitousContentURLKey"
public let NSPersistentStoreUbiquitousContainerIdentifierKey =
  "NSPersistentStoreUbiquitousContainerIdentifierKey"
public let NSPersistentStoreUbiquitousPeerTokenOption = "NSPersistentStoreUbiquitousPeerTokenOption"
public let NSPersistentStoreUbiquitousTransitionTypeKey =
  "NSPersistentStoreUbiquitousTransitionTypeKey"
public let NSPersistentStoreRebuildFromUbiquitousContentOption =
  "NSPersistentStoreRebuildFromUbiquitousContentOption"
public let NSPersistentStoreRemoveUbiquitousMetadataOption =
  "NSPersistentStoreRemoveUbiquitousMetadataOption"

/// What happened to the account of a store that iCloud synchronised.
public enum NSPersistentStoreUbiquitousTransitionType: UInt, Sendable {
  case accountAdded = 1
  case accountRemoved = 2
  case contentRemoved = 3
  case initialImportCompleted = 4
}

extension Notification.Name {
  public static let NSPersistentStoreDidImportUbiquitousContentChanges = Notification.Name(
    "NSPersistentStoreDidImportUbiquitousContentChangesNotification")
}
