import MomentumObjects

/// A store for a coordinator to open, with its options.
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
  // `@unchecked`: a description is filled by one thread before a container gets it. A store that is
  // opened asynchronously uses a copy, and gives the description back to the completion handler
  // only, when nobody here uses it any more.
  open var type = NSSQLiteStoreType
  open var configuration: String?
  open var url: URL?
  open private(set) var options: [String: NSObject] = [
    NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
    NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
  ]
  open var shouldAddStoreAsynchronously = false

  public override init() { super.init() }

  public init(url: URL) { self.url = url }

  open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }

  /// SQLite's pragmas by their names. They are kept in the option `NSSQLitePragmasOption`, so that one
  /// set by `setOption(_:forKey:)` and one set by `setValue(_:forPragmaNamed:)` both take effect.
  open var sqlitePragmas: [String: NSObject] {
    let pragmas = options[NSSQLitePragmasOption] as? NSDictionary as? [String: Any] ?? [:]
    return pragmas.mapValues { $0 as? NSObject ?? NSString(string: "\($0)") }
  }

  open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    var pragmas = sqlitePragmas
    pragmas[name] = value
    options[NSSQLitePragmasOption] = NSDictionary(dictionary: pragmas)
  }

  open var isReadOnly: Bool {
    get { flag(NSReadOnlyPersistentStoreOption) ?? false }
    set { options[NSReadOnlyPersistentStoreOption] = NSNumber(value: newValue) }
  }
  open var timeout: TimeInterval {
    get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
    set { options[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
  }
  open var shouldMigrateStoreAutomatically: Bool {
    get { flag(NSMigratePersistentStoresAutomaticallyOption) ?? false }
    set { options[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: newValue) }
  }
  open var shouldInferMappingModelAutomatically: Bool {
    get { flag(NSInferMappingModelAutomaticallyOption) ?? false }
    set { options[NSInferMappingModelAutomaticallyOption] = NSNumber(value: newValue) }
  }

  /// The stages that a store passes before it is opened.
  var stagedMigrationManager: NSStagedMigrationManager? {
    options[NSPersistentStoreStagedMigrationManagerOptionKey] as? NSStagedMigrationManager
  }

  private func flag(_ key: String) -> Bool? { (options[key] as? NSNumber)?.boolValue }

  /// A description for the older calls, whose options are a dictionary.
  convenience init(
    type: String, configuration: String?, url: URL?, options: [AnyHashable: Any]?
  ) {
    self.init()
    self.type = type
    self.configuration = configuration
    self.url = url
    self.options = [:]
    for (key, value) in options ?? [:] {
      guard let key = key.base as? String else { continue }
      if let pragmas = value as? [String: Any] {
        self.options[key] = NSDictionary(dictionary: pragmas)
      } else {
        self.options[key] = (value as AnyObject) as? NSObject
      }
    }
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreDescription()
    copy.type = type
    copy.configuration = configuration
    copy.url = url
    copy.options = options
    copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
    return copy
  }

  // MARK: - The object graph's description

  var storeDescription: StoreDescription {
    var result = StoreDescription(kind)
    result.configuration =
      configuration == "PF_DEFAULT_CONFIGURATION_NAME" ? nil : configuration
    result.isReadOnly = isReadOnly
    result.migrates = shouldMigrateStoreAutomatically
    result.infersMapping = shouldInferMappingModelAutomatically
    result.timeout = timeout
    result.pragmas = sqlitePragmas.mapValues { "\($0)" }
    result.tracksHistory = options[NSPersistentHistoryTrackingKey].map(Self.isOn) ?? false
    result.postsRemoteChanges =
      flag(NSPersistentStoreRemoteChangeNotificationPostOptionKey) ?? false
    if flag(NSIgnorePersistentStoreVersioningOption) == true {
      result.options.insert(.ignoresVersions)
    }
    if flag(NSSQLiteManualVacuumOption) == true { result.options.insert(.vacuums) }
    if flag(NSSQLiteAnalyzeOption) == true { result.options.insert(.analyzes) }
    return result
  }

  /// The tracking of history is switched on by `true` or by a dictionary of settings.
  private static func isOn(_ option: NSObject) -> Bool {
    (option as? NSNumber)?.boolValue ?? (option is NSDictionary)
  }

  private var kind: StoreDescription.Kind { Self.kind(type, url) }

  static func kind(_ type: String, _ url: URL?) -> StoreDescription.Kind {
    let path = url?.path
    switch type {
    case NSSQLiteStoreType: return path.map { .sqlite($0) } ?? .sqliteInMemory
    case NSInMemoryStoreType: return .memory
    case NSXMLStoreType: return .xml(path ?? "")
    case NSBinaryStoreType: return .binary(path ?? "")
    default: return .custom(type: type, path: path)
    }
  }
}
