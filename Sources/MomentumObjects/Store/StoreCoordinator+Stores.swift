import Foundation

// Operations on the open stores of a coordinator.

extension StoreCoordinator {
  /// The open stores, by `NSStoreUUID`, in the order in which they were added, with the
  /// descriptions that they were opened with. A store that had to be opened for reading only has
  /// ``StoreDescription/isReadOnly`` set.
  public var openStores: [(identifier: String, description: StoreDescription)] {
    stores.map { store in
      var description = self.description(ofStore: store.identifier) ?? store.ownDescription
      description.isReadOnly = store.isReadOnly
      return (store.identifier, description)
    }
  }

  /// The metadata of an open store; `nil` for an unknown store. A change is written to the file by
  /// the next save of any context, even a save without changes.
  ///
  /// The keys that describe the store (`NSStoreUUID`, `NSStoreType` and the hashes of the model)
  /// keep their values.
  public subscript(metadata identifier: String) -> [String: MetadataValue]? {
    get { store(identifier)?.metadata.metadata }
    set {
      guard let newValue, let store = store(identifier) else { return }
      store.metadata = StoreInformation(metadata: newValue)
    }
  }

  /// Closes a store. Its objects cannot be read or saved any more, until the store is added again.
  ///
  /// Throws ``ObjectError`` if no such store is open.
  public func remove(store identifier: String) throws {
    guard let store = store(identifier) else { throw ObjectError.removedStore(identifier) }
    remove(store)
  }

  /// Calls a closure after each event, on the thread that caused the event, as long as the
  /// coordinator exists.
  public func observe(_ body: @escaping @Sendable (StoreEvent) -> Void) { addObserver(body) }

  /// Writes a line to the log.
  func log(_ line: String) {
    guard !notify(.logged(line)) else { return }
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

extension ObjectStore {
  /// The description of a store that was added without one.
  fileprivate var ownDescription: StoreDescription {
    var description = StoreDescription(kind)
    description.configuration = configuration
    return description
  }

  private var kind: StoreDescription.Kind {
    switch type {
    case "SQLite": path.map { .sqlite($0) } ?? .sqliteInMemory
    case "InMemory": .memory
    case "XML": .xml(path ?? "")
    case "Binary": .binary(path ?? "")
    default: .custom(type: type, path: path)
    }
  }
}

/// Whether two paths lead to one file.
func isSameFile(_ one: String, _ other: String) -> Bool {
  func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
  return one == other || resolved(one) == resolved(other)
}
