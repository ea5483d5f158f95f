import MomentumObjects

/// An open store of a coordinator.
///
/// `@unchecked`: what it knows of itself is fixed when it is opened; metadata and the rest are in the
/// coordinator, which several threads may use. An incremental or atomic store of a program has to
/// protect its own state, as on a Mac.
open class NSPersistentStore: NSObject, @unchecked Sendable {
  public internal(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
  /// `NSStoreUUID` of the store.
  open private(set) var identifier: String!
  open private(set) var configurationName: String
  open private(set) var options: [AnyHashable: Any]?
  open private(set) var type: String
  open var url: URL?
  private let readsOnly: Bool

  init(
    _ identifier: String, _ description: NSPersistentStoreDescription, isReadOnly: Bool,
    of coordinator: NSPersistentStoreCoordinator
  ) {
    self.identifier = identifier
    persistentStoreCoordinator = coordinator
    configurationName = description.configuration ?? "PF_DEFAULT_CONFIGURATION_NAME"
    options = description.options
    type = description.type
    url = description.url
    readsOnly = isReadOnly
  }

  open var isReadOnly: Bool { readsOnly }

  /// The metadata. A change reaches the file with the next save.
  open var metadata: [String: Any]! {
    get {
      guard let coordinator = persistentStoreCoordinator else { return [:] }
      return coordinator.metadata(for: self)
    }
    set { persistentStoreCoordinator?.setMetadata(newValue, for: self) }
  }

  open override var description: String {
    "<NSPersistentStore> (type: \(type); URL: \(url?.absoluteString ?? "(null)"))"
  }
}
