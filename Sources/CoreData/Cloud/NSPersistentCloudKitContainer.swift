/// A container that mirrors its stores to CloudKit on Apple's systems.
///
/// Linux has no CloudKit: the stores are opened and work, nothing is mirrored, and what only CloudKit
/// can do throws an error.
open class NSPersistentCloudKitContainer: NSPersistentContainer, @unchecked Sendable {
  // `@unchecked`: nothing is stored here; see `NSPersistentContainer` for what it stores. Apple's
  // class is open as well, and a subclass of an app has to keep the promise for what it adds
  // itself.

  open override func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      guard let options = description.cloudKitContainerOptions else { continue }
      FileHandle.standardError.write(
        Data(
          ("CoreData: warning: CloudKit is not available on Linux; the store is not mirrored to "
            + "\(options.containerIdentifier)\n").utf8))
    }
    let coordinator = persistentStoreCoordinator
    super.loadPersistentStores { description, error in
      if error == nil, description.cloudKitContainerOptions != nil, let url = description.url,
        let store = coordinator.persistentStore(for: url)
      {
        coordinator.noteFailedSetup(of: store)
      }
      block(description, error)
    }
  }

  /// Throws: there is no CloudKit.
  open func initializeCloudKitSchema(
    options: NSPersistentCloudKitContainerSchemaInitializationOptions = []
  ) throws { throw CloudKitUnavailable.error }

  open func canUpdateRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool { true }
  open func canDeleteRecord(forManagedObjectWith objectID: NSManagedObjectID) -> Bool { true }
  open func canModifyManagedObjects(in store: NSPersistentStore) -> Bool { !store.isReadOnly }
}

public struct NSPersistentCloudKitContainerSchemaInitializationOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let dryRun = Self(rawValue: 2)
  public static let printSchema = Self(rawValue: 4)
}

/// The CloudKit container that a store is mirrored to on Apple's systems.
open class NSPersistentCloudKitContainerOptions: NSObject {
  public let containerIdentifier: String

  public init(containerIdentifier: String) { self.containerIdentifier = containerIdentifier }
}

extension NSPersistentStoreDescription {
  private static let optionKey = "NSPersistentStoreMirroringOptionsKey"

  /// The CloudKit container of the store. It has no effect on Linux.
  public var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions? {
    get { options[Self.optionKey] as? NSPersistentCloudKitContainerOptions }
    set { setOption(newValue, forKey: Self.optionKey) }
  }
}

/// The error of what needs CloudKit or Spotlight.
enum CloudKitUnavailable {
  static let error = NSError(
    domain: NSCocoaErrorDomain, code: NSCoreDataError,
    userInfo: [
      NSLocalizedDescriptionKey: "CloudKit is not available on Linux.",
      NSLocalizedFailureReasonErrorKey:
        "The module CoreData on Linux keeps stores on this machine.",
    ])
}

/// Adds objects to Spotlight's index on Apple's systems. Linux has no Spotlight: nothing is indexed.
open class NSCoreDataCoreSpotlightDelegate: NSObject {
  open private(set) var isIndexingEnabled = false

  public init(
    forStoreWith description: NSPersistentStoreDescription,
    coordinator psc: NSPersistentStoreCoordinator
  ) {}

  public init(
    forStoreWith description: NSPersistentStoreDescription, model: NSManagedObjectModel
  ) {}

  open func domainIdentifier() -> String { "" }
  open func indexName() -> String? { nil }
  open func startSpotlightIndexing() {}
  open func stopSpotlightIndexing() {}

  /// Ends with an error: there is no index to delete.
  open func deleteSpotlightIndex(completionHandler: @escaping ((any Error)?) -> Void) {
    completionHandler(
      NSError(
        domain: NSCocoaErrorDomain, code: NSCoreDataError,
        userInfo: [NSLocalizedDescriptionKey: "Spotlight is not available on Linux."]))
  }
}
