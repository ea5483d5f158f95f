import MomentumObjects

/// An open store of a coordinator.
///
/// A subclass of `NSIncrementalStore` or `NSAtomicStore` that declares an initialiser of its own has to
/// write `required` there, since coordinators make stores of classes that they know by a name.
///
/// `@unchecked`: what it knows of itself is fixed when it is opened; metadata and the rest are in the
/// coordinator, which several threads may use. An incremental or atomic store of a program has to
/// protect its own state, as on a Mac.
open class NSPersistentStore: NSObject, @unchecked Sendable {
  open internal(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
  /// `NSStoreUUID` of the store.
  open internal(set) var identifier: String!
  open private(set) var configurationName: String
  open private(set) var options: [AnyHashable: Any]?
  open internal(set) var type: String
  open var url: URL?
  /// Whether the store cannot be changed. Set it before the store is added.
  open var isReadOnly: Bool
  /// The metadata of a store of the program; the coordinator has those of the others.
  private let own = Locked(OwnMetadata())

  /// `@unchecked`: property lists, which nothing changes.
  private struct OwnMetadata: @unchecked Sendable {
    var values: [String: Any] = [:]
    /// Whether the object graph gives the store its metadata at the moment.
    var isTaking = false
  }

  /// Called by a coordinator for a store of the program.
  public required init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
    configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    persistentStoreCoordinator = root
    configurationName = name ?? "PF_DEFAULT_CONFIGURATION_NAME"
    self.options = options
    self.url = url
    type = NSSQLiteStoreType
    isReadOnly = (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
  }

  convenience init(
    _ identifier: String, _ description: NSPersistentStoreDescription, isReadOnly: Bool,
    of coordinator: NSPersistentStoreCoordinator
  ) {
    self.init(
      persistentStoreCoordinator: coordinator, configurationName: description.configuration,
      at: description.url ?? URL(fileURLWithPath: "/dev/null"), options: description.options)
    url = description.url
    type = description.type
    self.identifier = identifier
    self.isReadOnly = isReadOnly
  }

  /// Whether the program has written the store itself.
  var isOfProgram: Bool { false }

  // MARK: - Metadata

  /// The metadata. A change reaches the file with the next save.
  open var metadata: [String: Any]! {
    get {
      if isOfProgram { return own.withLock { $0 }.values }
      return persistentStoreCoordinator?.metadata(for: self) ?? [:]
    }
    set {
      if isOfProgram {
        let made = OwnMetadata(values: newValue ?? [:])
        let isTaking = own.withLock { own in
          own.values = made.values
          return own.isTaking
        }
        guard !isTaking else { return }
      }
      persistentStoreCoordinator?.setOpenMetadata(newValue, for: self)
    }
  }

  /// Gives a store of the program the metadata that it has to write.
  func take(_ metadata: [String: Any]) {
    own.withLock { $0.isTaking = true }
    self.metadata = metadata
    own.withLock { $0.isTaking = false }
  }

  /// Reads the metadata, of which `NSStoreUUIDKey` and `NSStoreTypeKey` must be set.
  open func loadMetadata() throws {}

  /// The metadata in the file of a store of this class.
  open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    raiseAbstract("metadataForPersistentStore(with:)")
  }

  /// Replaces the metadata in the file of a store of this class.
  open class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreAt url: URL
  ) throws {
    raiseAbstract("setMetadata(_:forPersistentStoreAt:)")
  }

  /// The class that migrates stores of this class.
  open class func migrationManagerClass() -> AnyClass { NSMigrationManager.self }

  // MARK: - Hooks

  /// Called when a coordinator has added the store.
  open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}
  /// Called before a coordinator removes the store.
  open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

  open override var description: String {
    "<\(Swift.type(of: self))> (type: \(type); URL: \(url?.absoluteString ?? "(null)"))"
  }

  /// Stops the program: a subclass has to override a method.
  static func raiseAbstract(_ method: String) -> Never {
    CoreDataException.raise(
      "NSInvalidArgumentException",
      "\(method) only defined for abstract class. Define -[\(self) \(method)]!")
  }
}
