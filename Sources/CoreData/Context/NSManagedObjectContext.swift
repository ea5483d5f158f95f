import MomentumObjects

/// How a context is used by threads. Source of the numbers: documented.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  case confinementConcurrencyType = 0
  case privateQueueConcurrencyType = 1
  case mainQueueConcurrencyType = 2
}

/// Managed objects and their unsaved changes.
///
/// `@unchecked`: a context is used inside `perform` and `performAndWait`, which run on its own queue,
/// one block at a time, or by the one thread of a program. Only `perform` itself may be called by
/// other threads, and it touches nothing but the queue.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  private(set) var core: ContextCore
  private var observation: ContextObservation?
  private var ownCoordinator: NSPersistentStoreCoordinator?
  private var ownParent: NSManagedObjectContext?
  /// Objects with unsaved changes, which are not released although the program may have let them go.
  private var kept: Set<NSManagedObject> = []
  open private(set) var concurrencyType: NSManagedObjectContextConcurrencyType
  open private(set) lazy var userInfo = NSMutableDictionary()
  private var undo: ContextUndo?
  /// Whether the main queue will process the changes.
  private var isProcessingDue = false
  /// Whether a migration reads or writes its objects in the context.
  var isOfMigration = false
  private var policy: Any = NSMergePolicy.error
  private let ownLock = NSRecursiveLock()
  /// The objects of which incremental stores know that the context has them.
  var told = ToldObjects()

  /// A context without a coordinator or a parent, which has to be set before objects are used.
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    concurrencyType = ct
    core = ContextCore(NSPersistentStoreCoordinator.none.core, Self.concurrency(ct))
    super.init()
    begin(with: core)
  }

  /// A context with a private queue.
  public convenience init(_ type: ConcurrencyType) { self.init(concurrencyType: type.type) }

  /// Runs a block on the context's queue later.
  open func perform(_ block: @escaping () -> Void) { runLater(block) }

  /// Runs a block on the context's queue and waits for it.
  open func performAndWait(_ block: () -> Void) { runAndWait(block) }

  /// The kinds of contexts that newer sources name.
  public struct ConcurrencyType: Sendable, Hashable {
    let type: NSManagedObjectContextConcurrencyType

    public static let privateQueue = Self(type: .privateQueueConcurrencyType)
    public static let mainQueue = Self(type: .mainQueueConcurrencyType)
  }

  private static func concurrency(
    _ type: NSManagedObjectContextConcurrencyType
  ) -> ObjectContext.Concurrency {
    type == .mainQueueConcurrencyType ? .mainQueue : .privateQueue
  }

  private func begin(with core: ContextCore) {
    core.face = self
    observation = core.observe { [weak self] event in self?.handle(event) }
  }

  /// Replaces the context of the object graph, with the settings that were made before.
  private func replaceCore(_ made: ContextCore) {
    let old = core
    made.name = old.name
    made.transactionAuthor = old.transactionAuthor
    made.mergePolicy = old.mergePolicy
    made.stalenessInterval = old.stalenessInterval
    made.propagatesDeletesAtEndOfEvent = old.propagatesDeletesAtEndOfEvent
    made.retainsRegisteredObjects = old.retainsRegisteredObjects
    made.deletesInaccessibleFaults = old.deletesInaccessibleFaults
    made.mergesChangesFromParent = old.mergesChangesFromParent
    made.undoHistory = old.undoHistory
    core = made
    begin(with: made)
  }

  // MARK: - Stores

  /// The coordinator whose stores the context uses: its own, or that of its parent.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { ownCoordinator ?? ownParent?.persistentStoreCoordinator }
    set {
      ownCoordinator = newValue
      ownParent = nil
      let made = newValue ?? NSPersistentStoreCoordinator.none
      replaceCore(ContextCore(made.core, Self.concurrency(concurrencyType)))
    }
  }

  /// The context that a save writes to.
  open var parent: NSManagedObjectContext? {
    get { ownParent }
    set {
      guard let newValue else {
        persistentStoreCoordinator = nil
        return
      }
      ownParent = newValue
      ownCoordinator = nil
      replaceCore(ContextCore(parent: newValue.core, Self.concurrency(concurrencyType)))
    }
  }

  /// The coordinator for identities.
  var identityCoordinator: NSPersistentStoreCoordinator? { persistentStoreCoordinator }
  var model: NSManagedObjectModel? { persistentStoreCoordinator?.managedObjectModel }

  func entity(of core: ObjectCore) -> NSEntityDescription? {
    model?.entitiesByName[core.entityName]
  }

  // MARK: - Settings

  open var name: String? {
    get { core.name }
    set { core.name = newValue }
  }
  open var transactionAuthor: String? {
    get { core.transactionAuthor }
    set { core.transactionAuthor = newValue }
  }
  open var stalenessInterval: TimeInterval {
    get { core.stalenessInterval }
    set { core.stalenessInterval = newValue }
  }
  open var propagatesDeletesAtEndOfEvent: Bool {
    get { core.propagatesDeletesAtEndOfEvent }
    set { core.propagatesDeletesAtEndOfEvent = newValue }
  }
  /// Whether all objects are kept in memory, not only changed ones.
  open var retainsRegisteredObjects: Bool {
    get { core.retainsRegisteredObjects }
    set {
      core.retainsRegisteredObjects = newValue
      if newValue { for object in registeredObjects { kept.insert(object) } }
      sweep()
    }
  }
  open var shouldDeleteInaccessibleFaults: Bool {
    get { core.deletesInaccessibleFaults }
    set { core.deletesInaccessibleFaults = newValue }
  }
  open var automaticallyMergesChangesFromParent: Bool {
    get { core.mergesChangesFromParent }
    set { core.mergesChangesFromParent = newValue }
  }
  /// How a save treats rows that others have changed: an `NSMergePolicy`.
  open var mergePolicy: Any {
    get { policy }
    set {
      policy = newValue
      guard let wanted = newValue as? NSMergePolicy else {
        CoreDataException.raise(
          "NSInvalidArgumentException", "'\(newValue)' is no NSMergePolicy.")
      }
      core.mergePolicy = wanted.policy(in: self)
    }
  }

  /// Whether a fault whose row was deleted becomes an empty and deleted object.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for oid: NSManagedObjectID,
    triggeredByProperty property: NSPropertyDescription?
  ) -> Bool { shouldDeleteInaccessibleFaults }

  // MARK: - Undo

  open var undoManager: UndoManager? {
    get { undo?.manager }
    set { undo = newValue.map { ContextUndo($0, self) } }
  }

  /// Undoes the changes of the last event; those that were not processed yet are a part of it.
  open func undo(_ sender: Any? = nil) {
    guard let undo else { return }
    processPendingChanges()
    undo.manager.undo()
  }

  open func redo(_ sender: Any? = nil) {
    guard let undo else { return }
    processPendingChanges()
    undo.manager.redo()
  }

  // MARK: - Keeping objects

  /// Keeps an object in memory while it has unsaved changes.
  func keep(_ object: NSManagedObject) {
    guard object.hasChanges else { return }
    kept.insert(object)
    processLater()
  }

  /// Processes changes at the end of the present turn of the main run loop, as a Mac does (OG-806).
  /// Changes that a program makes on another thread, which it must not, are left alone.
  private func processLater() {
    guard concurrencyType == .mainQueueConcurrencyType, !isProcessingDue, core.queue.isCurrent
    else { return }
    isProcessingDue = true
    DispatchQueue.main.async { [weak self] in
      guard let self else { return }
      isProcessingDue = false
      processPendingChanges()
    }
  }

  /// Keeps the objects of an event that have unsaved changes. Objects that others have saved, and that
  /// a merge has brought, stay only as long as the program uses them.
  func keep(_ objects: [ManagedObject]) {
    for object in objects where object.hasChanges || retainsRegisteredObjects {
      kept.insert(ManagedObjectClasses.shared.object(of: object))
    }
  }

  /// Releases the objects without unsaved changes.
  func sweep() {
    guard !retainsRegisteredObjects else { return }
    kept = kept.filter(\.hasChanges)
  }

  private func handle(_ event: ContextEvent) {
    if case .didChange(let changes) = event {
      keep(changes.inserted)
      keep(changes.updated)
      undo?.changesWereProcessed()
    }
    ContextNotifications(self).post(event)
    if case .didSave = event { sweep() }
  }

  // MARK: - Finding

  func object(of id: ObjectID) -> NSManagedObject {
    ManagedObjectClasses.shared.object(of: core.object(with: id))
  }

  /// The object that an error names; also a new one, by the identity that the failed save has
  /// reserved for it.
  func object(named id: ObjectID) -> NSManagedObject {
    core.object(savedAs: id).map { ManagedObjectClasses.shared.object(of: $0) } ?? object(of: id)
  }

  /// The object of an identity; a fault if the context does not have it yet.
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
    object(of: objectID.core)
  }

  /// The object of an identity if the context has it.
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    core.registeredObject(for: objectID.core).map { ManagedObjectClasses.shared.object(of: $0) }
  }

  /// The object of an identity with its values. Throws error 133000 if it does not exist.
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    try CoreDataException.reporting(in: self) {
      ManagedObjectClasses.shared.object(of: try core.existingObject(with: objectID.core))
    }
  }

  // MARK: - Sets

  open var insertedObjects: Set<NSManagedObject> { faces(core.insertedObjects) }
  open var updatedObjects: Set<NSManagedObject> { faces(core.updatedObjects) }
  open var deletedObjects: Set<NSManagedObject> { faces(core.deletedObjects) }
  open var registeredObjects: Set<NSManagedObject> { faces(core.registeredObjects) }
  open var hasChanges: Bool { core.hasChanges }

  func faces(_ objects: [ManagedObject]) -> Set<NSManagedObject> {
    Set(objects.map { ManagedObjectClasses.shared.object(of: $0) })
  }

  // MARK: - Changing

  /// Inserts an object that was made without a context.
  open func insert(_ object: NSManagedObject) {
    CoreDataException.stopping { try core.insert(object.core) }
    keep(object)
  }

  /// Deletes an object at the next save.
  open func delete(_ object: NSManagedObject) {
    CoreDataException.stopping { try core.delete(object.core) }
    keep(object)
  }

  /// Reads an object's values again when they are next used.
  ///
  /// - Parameter flag: Whether unsaved changes stay.
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    core.refresh(object.core, keepingChanges: flag)
    sweep()
  }

  open func refreshAllObjects() { core.refreshAllObjects() }

  /// Makes the next save test that others have not changed an object.
  open func detectConflicts(for object: NSManagedObject) {
    core.detectConflicts(for: object.core)
  }

  open func processPendingChanges() { core.processPendingChanges() }

  /// Gives up unsaved changes.
  open func rollback() {
    undoManager?.removeAllActions(withTarget: self)
    core.rollback()
    sweep()
  }

  /// Forgets all objects and unsaved changes.
  open func reset() {
    undoManager?.removeAllActions(withTarget: self)
    core.reset()
    core.forgetBatches()
    sweep()
    tellStoresOfObjects()
  }

  /// Chooses the store in which a new object is saved.
  open func assign(_ object: Any, to store: NSPersistentStore) {
    guard let object = object as? NSManagedObject else { return }
    CoreDataException.stopping {
      try core.assign(object.core, toStore: store.identifier ?? "")
    }
  }

  /// Gives new objects their permanent identities before they are saved.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    try CoreDataException.reporting(in: self) {
      try core.obtainPermanentIDs(for: objects.map(\.core))
    }
  }

  // MARK: - Locking

  // For programs from before queues, which lock a context themselves.

  @available(*, deprecated, message: "Use perform(_:) or performAndWait(_:).")
  open func lock() { ownLock.lock() }
  @available(*, deprecated, message: "Use perform(_:) or performAndWait(_:).")
  open func unlock() { ownLock.unlock() }
  @available(*, deprecated, message: "Use perform(_:) or performAndWait(_:).")
  open func tryLock() -> Bool { ownLock.try() }

  // MARK: - Saving

  /// Writes unsaved changes to the stores or to the parent context.
  ///
  /// Throws an `NSError` of Core Data's domain and codes.
  open func save() throws {
    let hasOwnStores = usesStoresOfProgram
    try CoreDataException.reporting(in: self) {
      guard hasOwnStores else { return try core.save() }
      // Such a store reads the objects themselves, which then have their identities already.
      try StoreCaller.running(self) {
        try core.obtainPermanentIDs(for: core.insertedObjects)
        try core.save()
      }
    }
    sweep()
    if hasOwnStores { tellStoresOfObjects() }
  }
}
