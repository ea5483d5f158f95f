/// A store for a container to open, with its options.
///
/// ```swift
/// var description = StoreDescription(.sqlite("Shop.sqlite"))
/// description.tracksHistory = true
/// description.options = [.opensAsynchronously, .sqlDebug(1)]
/// ```
public struct StoreDescription: Sendable {
  /// The type of a store, and its file if it has one.
  public enum Kind: Sendable, Hashable {
    /// A SQLite file with Core Data's layout. `/dev/null` means ``sqliteInMemory``, and
    /// `/dev/null/NAME` a store in memory that all coordinators of the process with this path share;
    /// it is lost when the last of them closes it.
    case sqlite(String)
    /// SQLite in memory. The data is lost when the store is closed.
    case sqliteInMemory
    /// Values in memory, without SQLite.
    case memory
    /// An XML file, which each save replaces as a whole.
    case xml(String)
    /// A binary file, which each save replaces as a whole.
    case binary(String)
    /// A store of a type that was registered with ``StoreCoordinator/register(_:open:)``.
    case custom(type: String, path: String?)
  }

  /// A further setting for opening a store.
  public enum Option: Sendable, Hashable {
    /// Opens the store on the coordinator's queue while the program goes on.
    case opensAsynchronously
    /// Opens a store of another version of the model without a migration. If a table lacks a column
    /// of the model, fetches and saves of its entity throw an error of SQLite.
    case ignoresVersions
    /// Rebuilds a SQLite file once, so that it takes no more space than it needs.
    case vacuums
    /// Runs ANALYZE once, so that SQLite makes better query plans.
    case analyzes
    /// Checks a SQLite file for damage before it is used.
    case checksIntegrity
    /// Logs statements, at a level from 1 to 4, as `-com.apple.CoreData.SQLDebug` does for all
    /// stores.
    case sqlDebug(Int)
  }

  /// The type of the store, and its file if it has one.
  public var kind: Kind
  /// The configuration of the model whose entities the store has; `nil` for all entities.
  public var configuration: String?
  /// Whether the store cannot be changed.
  public var isReadOnly = false
  /// Whether a store of another version of the model is migrated. Only SQLite stores can be.
  public var migrates = true
  /// Whether a migration may be inferred if there is no mapping model and no stages.
  public var infersMapping = true
  /// How many seconds an operation waits for a lock of another process.
  public var timeout = 240.0
  /// Pragmas to run on each connection, by name: the value to set.
  public var pragmas: [String: String] = [:]
  /// Whether changes are written into the persistent history.
  public var tracksHistory = false
  /// Whether observers of the coordinator are notified of each transaction, including those of
  /// other processes.
  public var postsRemoteChanges = false
  /// Further settings for opening the store.
  public var options: Set<Option> = []

  /// A description with the defaults: a store that can be changed and migrates.
  public init(_ kind: Kind) { self.kind = kind }
}

extension StoreDescription.Kind {
  /// The path of the store's file; `nil` for a store without a file.
  var path: String? {
    switch self {
    case .sqlite(let path), .xml(let path), .binary(let path): path
    case .custom(_, let path): path
    case .sqliteInMemory, .memory: nil
    }
  }

  /// The type's name under `NSStoreType` in the metadata.
  var type: String {
    switch self {
    case .sqlite, .sqliteInMemory: "SQLite"
    case .memory: "InMemory"
    case .xml: "XML"
    case .binary: "Binary"
    case .custom(let type, _): type
    }
  }
}

extension StoreDescription {
  /// The level of ``Option/sqlDebug(_:)``, the highest if there are several; `nil` if there is
  /// none.
  var sqlDebugLevel: Int? {
    options.compactMap { if case .sqlDebug(let level) = $0 { level } else { nil } }.max()
  }
}
