import MomentumObjects

extension NSManagedObjectContext {
  /// Takes over what another context has saved.
  public func mergeChanges(fromContextDidSave notification: Notification) {
    let changes = NotifiedChanges(notification.userInfo ?? [:], persistentStoreCoordinator).changes
    CoreDataException.stopping { try core.merge(changes) }
  }

  /// Takes over what a batch request or another process has changed.
  ///
  /// - Parameter changeNotificationData: Identities, objects or URIs by the keys of notifications.
  public class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
    into contexts: [NSManagedObjectContext]
  ) {
    let coordinator = contexts.first?.persistentStoreCoordinator
    let changes = NotifiedChanges(changeNotificationData, coordinator).changes
    CoreDataException.stopping {
      try ObjectContext.mergeRemoteChanges(changes, into: contexts.map(\.core))
    }
  }
}

/// The changes in the user info of a notification.
private struct NotifiedChanges {
  let changes: MergedChanges

  init(_ userInfo: [AnyHashable: Any], _ coordinator: NSPersistentStoreCoordinator?) {
    func ids(_ keys: String...) -> [ObjectID] {
      var seen: Set<ObjectID> = []
      return keys.flatMap { Self.list(userInfo[$0]) }
        .compactMap { Self.id($0, coordinator) }
        .filter { seen.insert($0).inserted }
    }
    changes = MergedChanges(
      inserted: ids(NSInsertedObjectsKey, NSInsertedObjectIDsKey),
      updated: ids(
        NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey, NSRefreshedObjectIDsKey),
      deleted: ids(NSDeletedObjectsKey, NSDeletedObjectIDsKey))
  }

  private static func list(_ value: Any?) -> [Any] {
    switch value {
    case let objects as Set<NSManagedObject>: objects.sorted(by: isBefore)
    case let set as NSSet: set.allObjects
    case let ids as Set<NSManagedObjectID>: Array(ids)
    case let list as [Any]: list
    default: []
    }
  }

  private static func isBefore(_ one: NSManagedObject, _ other: NSManagedObject) -> Bool {
    one.core.objectID.isBefore(other.core.objectID)
  }

  private static func id(
    _ value: Any, _ coordinator: NSPersistentStoreCoordinator?
  ) -> ObjectID? {
    switch value {
    case let object as NSManagedObject: object.core.objectID
    case let id as NSManagedObjectID: id.core
    case let url as URL: coordinator?.core.objectID(forURI: url.absoluteString)
    default: nil
    }
  }
}
