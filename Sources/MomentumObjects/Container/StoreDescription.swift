/// A store for a container to open, with its options.
///
/// ```swift
/// var description = StoreDescription(.sqlite("Shop.sqlite"))
/// description.tracksHistory = true
/// ```
public struct StoreDescription: Sendable {
  /// The kind and the place of a store.
  public enum Kind: Sendable, Hashable {
    /// A SQLite file with Core Data's layout.
    case sqlite(String)
    /// SQLite in memory. It is gone when it is closed.
    case sqliteInMemory
    /// Values in memory, without SQLite.
    case memory
    /// An XML file, which each save replaces as a whole.
    case xml(String)
    /// A binary file, which each save replaces as a whole.
    case binary(String)
  }

  /// The kind and the place of the store.
  public var kind: Kind
  /// The configuration of the model whose entities the store has; `nil` for all entities.
  public var configuration: String?
  /// Whether the store cannot be changed.
  public var isReadOnly = false
  /// Whether a store of another version of the model is migrated. Only SQLite files are.
  public var migrates = true
  /// Whether a migration without mapping model or stages may be inferred.
  public var infersMapping = true
  /// Seconds that an operation waits for another process.
  public var timeout = 240.0
  /// Settings of SQLite, by name.
  public var pragmas: [String: String] = [:]
  /// Whether changes are written into the persistent history.
  public var tracksHistory = false
  /// Whether observers of the coordinator are told of each transaction, also of other processes.
  public var postsRemoteChanges = false

  /// A description with the defaults: a store that can be changed and migrates.
  public init(_ kind: Kind) { self.kind = kind }
}
