import MomentumObjects

/// A position in the persistent history.
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // `@unchecked`: the token is a constant. `NSObject` is not marked `Sendable`, and the class is open
  // because Apple's is; a subclass of a program would have to keep the promise itself, but nothing
  // makes objects of such a subclass.
  let core: HistoryToken

  init(_ core: HistoryToken) { self.core = core }

  public static var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    // Foundation on Linux stops the program for a key that an archive does not have.
    guard coder.containsValue(forKey: "token"),
      let data = coder.decodeObject(of: NSData.self, forKey: "token") as Data?,
      let core = try? JSONDecoder().decode(HistoryToken.self, from: data)
    else { return nil }
    self.core = core
  }

  open func encode(with coder: NSCoder) {
    let data = try? JSONEncoder().encode(core)
    coder.encode(data.map { $0 as NSData }, forKey: "token")
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
  open override var hash: Int { core.hashValue }
  open override var description: String { core.description }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.core == core
  }
}

/// The kind of a change. Source of the numbers: documented.
public enum NSPersistentHistoryChangeType: Int, Sendable {
  case insert = 0
  case update = 1
  case delete = 2
}

/// One save or batch request in the persistent history.
open class NSPersistentHistoryTransaction: NSObject, NSCopying {
  let core: HistoryTransaction
  private let coordinator: NSPersistentStoreCoordinator?

  init(_ core: HistoryTransaction, _ coordinator: NSPersistentStoreCoordinator?) {
    self.core = core
    self.coordinator = coordinator
  }

  open var timestamp: Date { Date(timeIntervalSinceReferenceDate: core.timestamp) }
  open var storeID: String { core.storeIdentifier }
  open var bundleID: String { core.bundleID ?? "" }
  open var processID: String { core.processID ?? "" }
  open var contextName: String? { core.contextName }
  open var author: String? { core.author }
  open var transactionNumber: Int64 { core.number }
  open var token: NSPersistentHistoryToken { NSPersistentHistoryToken(core.token) }

  /// The changes; `nil` if they were not read.
  open var changes: [NSPersistentHistoryChange]? {
    core.records?.map { NSPersistentHistoryChange($0, self, coordinator) }
  }

  /// The changes as a notification that a context can merge.
  open func objectIDNotification() -> Notification {
    let merged = core.mergedChanges
    func ids(_ ids: [ObjectID]) -> Set<NSManagedObjectID> {
      Set(ids.map { NSManagedObjectID($0, coordinator) })
    }
    return Notification(
      name: .NSManagedObjectContextDidSaveObjectIDs, object: nil,
      userInfo: [
        NSInsertedObjectIDsKey: ids(merged.inserted), NSUpdatedObjectIDsKey: ids(merged.updated),
        NSDeletedObjectIDsKey: ids(merged.deleted),
      ])
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The change of one object.
open class NSPersistentHistoryChange: NSObject, NSCopying {
  public let changeID: Int64
  public let changedObjectID: NSManagedObjectID
  public let changeType: NSPersistentHistoryChangeType
  /// The values of a deleted object that its model preserves.
  public let tombstone: [AnyHashable: Any]?
  public let updatedProperties: Set<NSPropertyDescription>?
  public let transaction: NSPersistentHistoryTransaction?

  init(
    _ record: HistoryRecord, _ transaction: NSPersistentHistoryTransaction?,
    _ coordinator: NSPersistentStoreCoordinator?
  ) {
    changeID = record.number
    self.transaction = transaction
    let id = record.change.objectID
    changedObjectID = NSManagedObjectID(id, coordinator)
    switch record.change {
    case .inserted:
      (changeType, tombstone, updatedProperties) = (.insert, nil, nil)
    case .updated(_, let names):
      let known = coordinator?.managedObjectModel.entitiesByName[id.entityName]?.propertiesByName
      (changeType, tombstone) = (.update, nil)
      updatedProperties = Set(names.compactMap { known?[$0] })
    case .deleted(_, let values):
      (changeType, updatedProperties) = (.delete, nil)
      tombstone = Dictionary(
        values.map { (AnyHashable($0), Self.value($1)) }
      ) { $1 }
    }
  }

  private static func value(_ value: StoredValue) -> Any {
    guard case .attribute(let value) = value else { return NSNull() }
    return value.foundationValue
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}
