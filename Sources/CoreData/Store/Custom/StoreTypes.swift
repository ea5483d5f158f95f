import MomentumObjects

/// The classes of stores that a program has registered, by type.
final class StoreTypes: Sendable {
  static let shared = StoreTypes()

  private let classes = Locked<[String: NSPersistentStore.Type]>([:])

  subscript(type: String) -> NSPersistentStore.Type? {
    get { classes.withLock { $0[type] } }
    set { classes.withLock { $0[type] = newValue } }
  }

  var all: [String: NSPersistentStore.Type] { classes.withLock { $0 } }

  /// Makes a store of a registered class and tells the coordinator of the object graph how to open it;
  /// `nil` for a type of the module's own.
  func open(
    _ description: NSPersistentStoreDescription, in coordinator: NSPersistentStoreCoordinator
  ) -> NSPersistentStore? {
    guard let found = self[description.type] else { return nil }
    let store = found.init(
      persistentStoreCoordinator: coordinator, configurationName: description.configuration,
      at: description.url ?? URL(fileURLWithPath: "/dev/null"), options: description.options)
    store.type = description.type
    coordinator.core.register(description.type) { _, make in
      switch store {
      case let store as NSIncrementalStore: .incremental(IncrementalAdapter(store, make))
      case let store as NSAtomicStore: .atomic(AtomicAdapter(store, make))
      default: NSPersistentStore.raiseAbstract("init(persistentStoreCoordinator:)")
      }
    }
    return store
  }
}

extension NSPersistentStoreCoordinator {
  /// Makes a class of stores known by a type's name; `nil` forgets the type.
  public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
    guard let storeClass else {
      StoreTypes.shared[storeType] = nil
      return
    }
    guard let found = storeClass as? NSPersistentStore.Type else {
      CoreDataException.raise(
        "NSInvalidArgumentException", "'\(storeClass)' is no subclass of NSPersistentStore.")
    }
    StoreTypes.shared[storeType] = found
  }

  /// Makes a class of stores known by a type.
  public class func registerStoreClass(
    _ storeClass: AnyClass, type: NSPersistentStore.StoreType
  ) { registerStoreClass(storeClass, forStoreType: type.rawValue) }

  /// The types of stores that can be opened, each with the address of its class.
  public class var registeredStoreTypes: [String: NSValue] {
    var types = StoreTypes.shared.all
    for type in [NSSQLiteStoreType, NSInMemoryStoreType, NSXMLStoreType, NSBinaryStoreType] {
      types[type] = types[type] ?? NSPersistentStore.self
    }
    return types.mapValues { type in
      NSNumber(value: UInt(bitPattern: Unmanaged.passUnretained(type as AnyObject).toOpaque()))
    }
  }
}
