internal import Foundation
internal import MomentumCompiler
internal import MomentumModel
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// A store of objects in a SQLite file with Core Data's layout.
///
///     let store = try SQLiteObjectStore(path: "app.sqlite", model: plan)
///     let rows = try store.rows(StoreFetch(FetchRequest(entity: venue.id)))
///
/// One connection writes. With a write-ahead log, other connections can read at the same time.
package final class SQLiteObjectStore: ObjectStore {
  package let type = "SQLite"
  package let path: String?
  package let identifier: String
  package let configuration: String?
  package let isReadOnly: Bool
  package let places: ObjectPlaces
  /// Why the store is read-only although the options do not ask for it.
  package let warning: String?
  let compiled: CompiledModel
  let source: RowSource
  let statements: StoreStatements
  let pool: ConnectionPool
  let hooks: SQLiteStoreHooks
  let now: @Sendable () -> Double
  let state: StoreState
  package let timeout: Double
  package let postsRemoteChanges: Bool
  /// Opens a further connection for reading; `nil` if the store can have one connection only.
  let openReader: (@Sendable () throws -> StoreConnection)?
  private let stored: ModelInStore
  private let held: Set<EntityID>?

  /// Opens a store, or makes it if there is no file.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `nil` or `/dev/null` for a private store in memory,
  ///     `/dev/null/NAME` for one that all stores of the process with this path share.
  ///   - configuration: The configuration whose entities the store has; `nil` for all entities.
  package init(
    path: String?, model: ModelPlan, configuration: String? = nil,
    options: SQLiteStoreOptions = SQLiteStoreOptions()
  ) throws {
    let sharedName = path.flatMap(Self.sharedName)
    let path = path == "/dev/null" || sharedName != nil ? nil : path
    let members = try configuration.map { name in
      guard let known = model.model.configurations.first(where: { $0.name == name }) else {
        throw SQLiteStoreError.unknownConfiguration(name)
      }
      return known.members
    }
    let opening = StoreOpening(
      path: path, sharedName: sharedName, compiled: model.compiled, members: members,
      options: options)
    let opened = try asStoreFailure { try opening.open() }
    self.path = path
    self.configuration = configuration
    held = members.map { Set($0) }
    isReadOnly = opened.isReadOnly
    warning = opened.warning
    identifier = opened.metadata.uuid
    stored = opened.stored
    compiled = opened.stored.model
    places = ObjectPlaces(store: opened.metadata.uuid, model)
    source = RowSource(
      model, compiled.schema, places, identifier: identifier, ExternalFiles(store: path))
    statements = StoreStatements(model: compiled.model, schema: compiled.schema)
    hooks = options.hooks
    now = options.now ?? { Date().timeIntervalSinceReferenceDate }
    state = StoreState(opened.metadata.information)
    timeout = options.timeout
    postsRemoteChanges = options.postsRemoteChanges
    if let path, opened.usesLog, !options.isReadOnly {
      openReader = { try opening.openReader(path) }
    } else {
      openReader = nil
    }
    pool = ConnectionPool(
      writer: opened.connection, readersMax: openReader == nil ? 0 : max(0, options.readersMax),
      timeout: options.timeout, open: { try opening.openReader(path ?? "") })
  }

  /// The name of a shared store in memory: `carts` for `/dev/null/carts`.
  ///
  /// Source: documented (WWDC 2019, session 230, Making Apps with Core Data).
  static func sharedName(_ path: String) -> String? {
    let prefix = "/dev/null/"
    return path.hasPrefix(prefix) && path != prefix ? String(path.dropFirst(prefix.count)) : nil
  }

  /// Makes a store that reads one state of another store, through a connection of its own.
  init(pinned original: SQLiteObjectStore, _ pool: ConnectionPool) {
    path = original.path
    identifier = original.identifier
    configuration = original.configuration
    isReadOnly = true
    places = original.places
    warning = nil
    compiled = original.compiled
    source = original.source
    statements = original.statements
    self.pool = pool
    hooks = original.hooks
    now = original.now
    state = StoreState(original.metadata)
    timeout = original.timeout
    postsRemoteChanges = false
    openReader = nil
    stored = original.stored
    held = original.held
  }

  package var metadata: StoreInformation {
    get { state.metadata }
    set { state.metadata = newValue }
  }

  package func holds(_ entity: EntityPlan) -> Bool { held?.contains(entity.id) ?? true }

  package func close() {
    pool.close()
    state.closePinned()
  }

  /// Runs `body`. If a statement failed because a table or column is missing, the thrown error
  /// names it.
  func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try asStoreFailure(body)
    } catch let error as StoreError {
      throw stored.explained(error, path ?? ":memory:")
    }
  }
}

/// Runs `body` and converts errors of SQLite to the type that all stores of this package throw.
func asStoreFailure<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as SQLiteError {
    throw StoreError.sqlite(error)
  }
}

/// The values of a store that change while it is open.
///
/// `@unchecked`: the values are read and written under the lock only.
final class StoreState: @unchecked Sendable {
  private let lock = NSLock()
  private var current: StoreInformation
  private var written: StoreInformation
  private var hasReserved = false
  private var isMaintained = false
  private var pinned: [WeakPool] = []

  private struct WeakPool {
    weak var pool: ConnectionPool?
  }

  init(_ metadata: StoreInformation) { (current, written) = (metadata, metadata) }

  var metadata: StoreInformation {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }

  /// The metadata if it has changes that the file lacks; otherwise `nil`.
  var unwrittenMetadata: StoreInformation? {
    lock.withLock { current == written ? nil : current }
  }

  /// Records the connections of a pinned state, so that they are closed with the store.
  func keep(_ pool: ConnectionPool) {
    lock.withLock {
      pinned.removeAll { $0.pool == nil }
      pinned.append(WeakPool(pool: pool))
    }
  }

  func closePinned() {
    for pool in lock.withLock({ pinned.compactMap(\.pool) }) { pool.close() }
  }

  /// Whether maintenance may begin: `false` while another one waits or runs.
  func beginMaintenance() -> Bool {
    lock.withLock {
      guard !isMaintained else { return false }
      isMaintained = true
      return true
    }
  }

  func endMaintenance() { lock.withLock { isMaintained = false } }

  func didWrite(_ metadata: StoreInformation) { lock.withLock { written = metadata } }

  /// Whether this is the first call, so that no numbers were reserved yet.
  func isFirstReservation() -> Bool {
    lock.withLock {
      defer { hasReserved = true }
      return !hasReserved
    }
  }
}
