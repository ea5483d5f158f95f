// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import MomentumObjects

extension NSPersistentStoreCoordinator {
  // MARK: - Metadata

  /// The metadata of an open store.
  public func metadata(for store: NSPersistentStore) -> [String: Any] {
    core[metadata: store.identifier ?? ""]?.mapValues(\.foundationValue) ?? [:]
  }

  /// Replaces the app's own keys. A change reaches the file with the next save.
  public func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    guard store.isOfProgram else {
      setOpenMetadata(metadata, for: store)
      return
    }
    store.metadata = metadata
  }

  func setOpenMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    core[metadata: store.identifier ?? ""] =
      (metadata ?? [:]).compactMapValues { MetadataValue(foundation: $0) }
  }

  /// The metadata in the file of a store.
  public class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    if let own = StoreTypes.shared[storeType] {
      return try own.metadataForPersistentStore(with: url)
    }
    return try CoreDataException.reporting {
      try NSPersistentStoreDescription.kind(storeType, url).fileMetadata()
        .mapValues(\.foundationValue)
    }
  }

  public class func metadataForPersistentStore(
    type: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: type.rawValue, at: storeURL, options: options)
  }

  /// Replaces the app's own keys in the file of a store.
  public class func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    if let own = StoreTypes.shared[storeType] {
      return try own.setMetadata(metadata, forPersistentStoreAt: url)
    }
    try CoreDataException.reporting {
      try NSPersistentStoreDescription.kind(storeType, url).setFileMetadata(
        (metadata ?? [:]).compactMapValues { MetadataValue(foundation: $0) })
    }
  }

  public class func setMetadata(
    _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws {
    try setMetadata(
      metadata, forPersistentStoreOfType: type.rawValue, at: storeURL, options: options)
  }

  // MARK: - Files

  /// Deletes all rows of a store.
  public func destroyPersistentStore(
    at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
  ) throws {
    // Observed: a public library destroys a store that is open and adds it again at once.
    let open = persistentStores.filter { $0.url?.standardizedFileURL == url.standardizedFileURL }
    for store in open { try remove(store) }
    try CoreDataException.reporting {
      // Observed: another one removes the file, its log and the log's index afterwards, and expects
      // all three, since a Mac still has the store open.
      try StoreCoordinator.destroy(
        NSPersistentStoreDescription.kind(storeType, url), keepsLog: !open.isEmpty)
    }
  }

  public func destroyPersistentStore(
    at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
  }

  /// Replaces a store by a copy of another one.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    ofType storeType: String
  ) throws {
    try CoreDataException.reporting {
      try core.replace(
        NSPersistentStoreDescription.kind(storeType, destinationURL),
        with: NSPersistentStoreDescription.kind(storeType, sourceURL))
    }
    forgetRemovedStores()
  }

  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    type sourceType: NSPersistentStore.StoreType
  ) throws {
    try replacePersistentStore(
      at: destinationURL, destinationOptions: destinationOptions,
      withPersistentStoreFrom: sourceURL, sourceOptions: sourceOptions,
      ofType: sourceType.rawValue)
  }

  /// Copies the objects of a store into a new one, which replaces the old one in the coordinator.
  @discardableResult
  public func migratePersistentStore(
    _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil,
    withType storeType: String
  ) throws -> NSPersistentStore {
    let description = NSPersistentStoreDescription(
      type: storeType,
      configuration: store.configurationName == "PF_DEFAULT_CONFIGURATION_NAME"
        ? nil : store.configurationName, url: URL, options: options)
    let identifier = try CoreDataException.reporting {
      try core.migrate(store: store.identifier ?? "", to: description.storeDescription)
    }
    let migrated = NSPersistentStore(
      identifier, description, isReadOnly: description.isReadOnly, of: self)
    replace(store, by: migrated)
    return migrated
  }

  @discardableResult
  public func migratePersistentStore(
    _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    try migratePersistentStore(
      store, to: storeURL, options: options, withType: storeType.rawValue)
  }
}
