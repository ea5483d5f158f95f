// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import MomentumObjects

extension Notification.Name {
  public static let NSManagedObjectContextWillSave =
    Notification.Name("NSManagingContextWillSaveChangesNotification")
  public static let NSManagedObjectContextDidSave =
    Notification.Name("NSManagingContextDidSaveChangesNotification")
  public static let NSManagedObjectContextObjectsDidChange =
    Notification.Name("NSObjectsChangedInManagingContextNotification")
  public static let NSManagedObjectContextDidSaveObjectIDs =
    Notification.Name("NSManagedObjectContextDidSaveObjectIDsNotification")
  public static let NSManagedObjectContextDidMergeChangesObjectIDs =
    Notification.Name("NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}

extension NSManagedObjectContext {
  public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
  public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
  public static let didChangeObjectsNotification =
    Notification.Name.NSManagedObjectContextObjectsDidChange
  public static let didSaveObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidSaveObjectIDs
  public static let didMergeChangesObjectIDsNotification =
    Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs

  /// The keys of notifications.
  public struct NotificationKey: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let insertedObjects = Self(rawValue: NSInsertedObjectsKey)
    public static let updatedObjects = Self(rawValue: NSUpdatedObjectsKey)
    public static let deletedObjects = Self(rawValue: NSDeletedObjectsKey)
    public static let refreshedObjects = Self(rawValue: NSRefreshedObjectsKey)
    public static let invalidatedObjects = Self(rawValue: NSInvalidatedObjectsKey)
    public static let invalidatedAllObjects = Self(rawValue: NSInvalidatedAllObjectsKey)
    public static let insertedObjectIDs = Self(rawValue: NSInsertedObjectIDsKey)
    public static let updatedObjectIDs = Self(rawValue: NSUpdatedObjectIDsKey)
    public static let deletedObjectIDs = Self(rawValue: NSDeletedObjectIDsKey)
    public static let refreshedObjectIDs = Self(rawValue: NSRefreshedObjectIDsKey)
    public static let invalidatedObjectIDs = Self(rawValue: NSInvalidatedObjectIDsKey)
    public static let queryGeneration = Self(rawValue: NSManagedObjectContextQueryGenerationKey)
  }
}

public let NSInsertedObjectsKey = "inserted"
public let NSUpdatedObjectsKey = "updated"
public let NSDeletedObjectsKey = "deleted"
public let NSRefreshedObjectsKey = "refreshed"
public let NSInvalidatedObjectsKey = "invalidated"
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"

/// Posts the events of a context to the notification centre.
struct ContextNotifications {
  /// The key of the position in the history after a save, for which the headers have no constant (SR-277).
  private static let changeTokenKey = "newChangeToken"

  private let context: NSManagedObjectContext

  init(_ context: NSManagedObjectContext) { self.context = context }

  func post(_ event: ContextEvent) {
    switch event {
    case .didChange(let changes):
      post(.NSManagedObjectContextObjectsDidChange, objects(of: changes))
    case .willSave: post(.NSManagedObjectContextWillSave, nil)
    case .didSave(let changes):
      post(.NSManagedObjectContextDidSave, objects(of: changes, isSave: true))
      post(.NSManagedObjectContextDidSaveObjectIDs, identities(of: changes.merged))
    case .didMerge(let changes):
      var identities = identities(of: changes)
      identities[NSRefreshedObjectIDsKey] = self.identities(changes.refreshed)
      post(.NSManagedObjectContextDidMergeChangesObjectIDs, identities)
    // A store that cannot be read has reported its error where it was read.
    case .failed: break
    }
  }

  private func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]?) {
    NotificationCenter.default.post(name: name, object: context, userInfo: userInfo)
  }

  /// The objects by key. A key without objects is left out of the notification of a change, and is
  /// an empty set in that of a save (OG-603).
  private func objects(
    of changes: ContextChanges, isSave: Bool = false
  ) -> [AnyHashable: Any] {
    var result: [AnyHashable: Any] = [:]
    let lists = [
      (NSInsertedObjectsKey, changes.inserted), (NSUpdatedObjectsKey, changes.updated),
      (NSDeletedObjectsKey, changes.deleted), (NSRefreshedObjectsKey, changes.refreshed),
    ]
    for (key, objects) in lists {
      let isKept = isSave && key != NSRefreshedObjectsKey
      if !objects.isEmpty || isKept { result[key] = context.faces(objects) }
    }
    if let token = changes.token {
      result[Self.changeTokenKey] = NSPersistentHistoryToken(token)
      result[NSPersistentHistoryTokenKey] = NSPersistentHistoryToken(token)
    }
    if isSave, let generation = context.queryGenerationToken {
      result[NSManagedObjectContextQueryGenerationKey] = generation
    }
    if !changes.invalidatedAll.isEmpty {
      result[NSInvalidatedAllObjectsKey] = Array(identities(changes.invalidatedAll))
    }
    return result
  }

  private func identities(of changes: MergedChanges) -> [AnyHashable: Any] {
    [
      NSInsertedObjectIDsKey: identities(changes.inserted),
      NSUpdatedObjectIDsKey: identities(changes.updated),
      NSDeletedObjectIDsKey: identities(changes.deleted),
    ]
  }

  private func identities(_ ids: [ObjectID]) -> Set<NSManagedObjectID> {
    let coordinator = context.identityCoordinator
    return Set(ids.map { NSManagedObjectID($0, coordinator) })
  }
}
