// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import MomentumObjects

/// The stores that contexts share, with their model.
///
/// `@unchecked`: the coordinator of the object graph may be used by several threads, the list of
/// stores is locked, and the model is only read once a coordinator has it. The name is set by the
/// program before it shares the coordinator.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  public let managedObjectModel: NSManagedObjectModel
  let core: StoreCoordinator
  open var name: String?
  private let stores = Locked<[NSPersistentStore]>([])
  let cloudKitEvents = Locked<[NSPersistentCloudKitContainer.Event]>([])
  private var remoteChanges: ContextObservation?
  private let ownLock = NSRecursiveLock()

  // Required, since static functions of programs call `self.init(managedObjectModel:)`.
  public required init(managedObjectModel model: NSManagedObjectModel) {
    managedObjectModel = model
    core = Self.detached(model.modelPlan)
    super.init()
    core.observe { [weak self] event in self?.handle(event) }
    remoteChanges = core.observeRemoteChanges { [weak self] identifier, token in
      self?.postRemoteChange(identifier, token)
    }
  }

  /// A coordinator of the object graph whose objects are those of this module.
  static func detached(_ plan: ModelPlan) -> StoreCoordinator {
    var classes = ObjectClasses()
    for entity in plan.entities { classes[entity.name] = ObjectCore.self }
    return StoreCoordinator(plan, classes: classes)
  }

  /// The coordinator of a context that has none yet.
  static let none = NSPersistentStoreCoordinator(managedObjectModel: NSManagedObjectModel())

  private func handle(_ event: StoreEvent) {
    // Lines are written as they would be without an observer.
    guard case .logged(let line) = event else { return }
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  private func postRemoteChange(_ identifier: String, _ token: HistoryToken?) {
    let store = persistentStores.first { $0.identifier == identifier }
    var userInfo: [AnyHashable: Any] = [NSStoreUUIDKey: identifier]
    userInfo[NSPersistentStoreURLKey] = store?.url
    userInfo[NSPersistentHistoryTokenKey] = token.map { NSPersistentHistoryToken($0) }
    post(.NSPersistentStoreRemoteChange, userInfo)
  }

  // MARK: - Stores

  /// The open stores, in the order in which they were added.
  open var persistentStores: [NSPersistentStore] { stores.withLock { $0 } }

  /// Opens a store, and migrates it if the options ask for it.
  @discardableResult
  open func addPersistentStore(
    ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try add(
      NSPersistentStoreDescription(
        type: storeType, configuration: configuration, url: storeURL, options: options))
  }

  /// Opens a store of a type that newer sources name.
  @discardableResult
  open func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try addPersistentStore(
      ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
  }

  /// Opens a store and calls a closure with its description, at once or, if the description asks for
  /// it, later on another thread.
  open func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let opening = StoreOpening(coordinator: self, description: storeDescription, completion: block)
    guard storeDescription.shouldAddStoreAsynchronously else { return opening.run() }
    DispatchQueue.global().async { opening.run() }
  }

  @discardableResult
  func add(_ description: NSPersistentStoreDescription) throws -> NSPersistentStore {
    let wanted = description.storeDescription
    if let url = description.url, description.type == NSSQLiteStoreType {
      try description.stagedMigrationManager?.migrate(url)
      if wanted.migrates, !wanted.isReadOnly {
        try PolicyMigration(model: managedObjectModel, url: url).run()
      }
    }
    let opener = StoreOpener(
      model: managedObjectModel.modelPlan,
      versions: wanted.migrates ? managedObjectModel.versions : [],
      mappings: wanted.migrates ? ModelFiles.mappings(in: nil) : [], coordinator: core)
    return try CoreDataException.reporting {
      let own = StoreTypes.shared.open(description, in: self)
      let identifier = try opener.add(wanted)
      let opened = core.openStores.first { $0.identifier == identifier }
      let store =
        own
        ?? NSPersistentStore(
          identifier, description, isReadOnly: opened?.description.isReadOnly ?? wanted.isReadOnly,
          of: self)
      store.identifier = identifier
      (store as? NSAtomicStore)?.renewIdentities()
      stores.withLock { $0.append(store) }
      store.didAdd(to: self)
      post(.NSPersistentStoreCoordinatorStoresDidChange, [NSAddedPersistentStoresKey: [store]])
      return store
    }
  }

  /// Closes a store.
  open func remove(_ store: NSPersistentStore) throws {
    store.willRemove(from: self)
    // Observed in tests of a public library: the object of this one is the store.
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store,
      userInfo: [NSRemovedPersistentStoresKey: [store]])
    try CoreDataException.reporting { try core.remove(store: store.identifier ?? "") }
    stores.withLock { list in list.removeAll { $0 === store } }
    store.persistentStoreCoordinator = nil
    post(.NSPersistentStoreCoordinatorStoresDidChange, [NSRemovedPersistentStoresKey: [store]])
  }

  /// Removes the stores from the list that the coordinator of the object graph has closed.
  func forgetRemovedStores() {
    let open = Set(core.openStores.map(\.identifier))
    stores.withLock { list in list.removeAll { !open.contains($0.identifier ?? "") } }
  }

  func replace(_ store: NSPersistentStore, by other: NSPersistentStore) {
    stores.withLock { list in
      list.removeAll { $0 === store }
      list.append(other)
    }
    store.persistentStoreCoordinator = nil
  }

  /// The open store of a URL.
  open func persistentStore(for URL: URL) -> NSPersistentStore? {
    persistentStores.first { $0.url?.standardizedFileURL == URL.standardizedFileURL }
  }

  open func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  private func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }

  /// The identity of a URI; `nil` if no open store has it.
  open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    core.objectID(forURI: url.absoluteString).map { NSManagedObjectID($0, self) }
  }

  // MARK: - Queue

  /// Runs a block on the calling thread: the coordinator may be used by several threads.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try block() }

  open func perform(_ block: @escaping () -> Void) { block() }

  /// Runs a block like `performAndWait(_:)`, and returns its result.
  public func perform<T>(_ block: @escaping () throws -> T) async rethrows -> T { try block() }

  // MARK: - Locking

  // For programs from before queues, which lock a coordinator themselves.

  @available(*, deprecated, message: "Use perform(_:) or performAndWait(_:).")
  open func lock() { ownLock.lock() }
  @available(*, deprecated, message: "Use perform(_:) or performAndWait(_:).")
  open func unlock() { ownLock.unlock() }
  @available(*, deprecated, message: "Use perform(_:) or performAndWait(_:).")
  open func tryLock() -> Bool { ownLock.try() }
}

/// One call of `addPersistentStore(with:completionHandler:)`.
///
/// `@unchecked`: the description and the handler are used by one thread, the one that opens the store.
/// The caller has given them away and gets them back when the handler is called; a handler that is
/// called on another thread is what its description asks for.
private struct StoreOpening: @unchecked Sendable {
  let coordinator: NSPersistentStoreCoordinator
  let description: NSPersistentStoreDescription
  let completion: (NSPersistentStoreDescription, (any Error)?) -> Void

  func run() {
    do {
      try coordinator.add(description)
      completion(description, nil)
    } catch {
      completion(description, error)
    }
  }
}

extension NSPersistentStore {
  /// The types of stores that newer sources name.
  public struct StoreType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let sqlite = Self(rawValue: NSSQLiteStoreType)
    public static let binary = Self(rawValue: NSBinaryStoreType)
    public static let inMemory = Self(rawValue: NSInMemoryStoreType)
    public static let xml = Self(rawValue: NSXMLStoreType)
  }
}
