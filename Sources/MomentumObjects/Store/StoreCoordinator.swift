import Dispatch
import Foundation
import MomentumModel
import MomentumQuery

/// The stores that contexts share, with the model and the newest saved rows.
///
/// ```swift
/// let coordinator = StoreCoordinator(model)
/// try coordinator.add(MemoryObjectStore(model))
/// let context = ObjectContext(coordinator)
/// ```
public final class StoreCoordinator: @unchecked Sendable {
  package let model: ModelPlan
  /// The classes of objects, by entity.
  public let classes: ObjectClasses
  /// The classes of objects by index of the entity, for fast access.
  let objectTypes: [ManagedObject.Type]
  /// Whether some objects have a class of the program, which may have hooks.
  let hasOwnClasses: Bool
  let temporaryPlaces: ObjectPlaces
  let remoteChanges = RemoteChangeCenter()
  let state = Locked(State())
  /// Locked while a save writes to the stores and records its rows, so that two saves record their
  /// rows in the order in which they write them.
  private let saving = NSRecursiveLock()
  /// The queue on which stores are opened asynchronously.
  let queue = DispatchQueue(label: "coordinator")

  struct State {
    var stores: [any ObjectStore] = []
    /// How the stores were opened, by identifier.
    var descriptions: [String: StoreDescription] = [:]
    var observers: [@Sendable (StoreEvent) -> Void] = []
    /// The types of stores that the program has registered.
    var types: [String: StoreFactory] = [:]
    /// The types of stores that other modules of this package have registered.
    var moduleTypes: [String: ModuleStoreType] = [:]
    /// Why the last store could not be opened, as a short phrase.
    var openingFailure: String?
    var contexts: [WeakContext] = []
    /// The permanent identities of saved objects, by their temporary identities.
    var renamed: [ObjectID: ObjectID] = [:]
    var saved = SavedStates()
    /// The identifiers of stores that were removed: their rows must not be used any more.
    var removed: Set<String> = []
  }

  struct WeakContext {
    weak var context: ObjectContext?
  }

  package init(_ model: ModelPlan, classes: ObjectClasses = ObjectClasses()) {
    self.model = model
    let inherited = classes.inherited(in: model)
    self.classes = inherited
    objectTypes = model.entities.map { inherited.type(of: $0) }
    hasOwnClasses = objectTypes.contains { $0 != ManagedObject.self }
    temporaryPlaces = ObjectPlaces(store: nil, model)
  }

  // MARK: - Stores

  /// The open stores in the order in which they were added.
  package var stores: [any ObjectStore] { state.withLock { $0.stores } }

  /// Adds an open store. Throws if a store of the same file was added already.
  package func add(_ store: any ObjectStore, _ description: StoreDescription? = nil) throws {
    try state.withLock { state in
      let isKnown = state.stores.contains { other in
        other === store || other.identifier == store.identifier
      }
      guard !isKnown else { throw ObjectError.sameStore(store.path) }
      state.stores.append(store)
      state.removed.remove(store.identifier)
      state.descriptions[store.identifier] = description
    }
    remoteChanges.watch(store)
    _ = notify(.didAdd(store.identifier))
  }

  /// Throws if a store of the same file is open.
  func checkIsNew(_ kind: StoreDescription.Kind) throws {
    guard let path = kind.path else { return }
    let known = state.withLock { state in
      state.stores.compactMap { state.descriptions[$0.identifier]?.kind.path ?? $0.path }
    }
    guard !known.contains(where: { isSameFile($0, path) }) else {
      throw ObjectError.sameStore(path)
    }
  }

  /// Closes a store. Its objects cannot be read or saved any more.
  package func remove(_ store: any ObjectStore) {
    _ = notify(.willRemove(store.identifier))
    state.withLock { state in
      state.stores.removeAll { $0 === store }
      state.saved.remove(store: store.identifier)
      state.removed.insert(store.identifier)
    }
    remoteChanges.stopWatching(store)
    store.close()
    _ = notify(.didRemove(store.identifier))
  }

  func description(ofStore identifier: String) -> StoreDescription? {
    state.withLock { $0.descriptions[identifier] }
  }

  func addObserver(_ body: @escaping @Sendable (StoreEvent) -> Void) {
    state.withLock { $0.observers.append(body) }
  }

  /// Calls the observers. Returns `false` if there are no observers.
  func notify(_ event: StoreEvent) -> Bool {
    let observers = state.withLock { $0.observers }
    for body in observers { body(event) }
    return !observers.isEmpty
  }

  func factory(ofType type: String) -> StoreFactory? { state.withLock { $0.types[type] } }

  func moduleType(_ type: String) -> ModuleStoreType? {
    state.withLock { $0.moduleTypes[type] }
  }

  /// Registers a type of store of another module of this package, for use in descriptions.
  package func register(_ type: String, _ module: ModuleStoreType) {
    state.withLock { $0.moduleTypes[type] = module }
  }

  func setFactory(_ factory: @escaping StoreFactory, ofType type: String) {
    state.withLock { $0.types[type] = factory }
  }

  func noteOpeningFailure(_ error: any Error) {
    state.withLock { $0.openingFailure = (error as? ObjectError)?.shortCause ?? "unknown" }
  }

  func store(_ identifier: String) -> (any ObjectStore)? {
    stores.first { $0.identifier == identifier }
  }

  func stores(for entity: EntityPlan, _ wanted: [String]?) -> [any ObjectStore] {
    stores.filter { store in
      store.holds(entity) && (wanted?.contains(store.identifier) ?? true)
    }
  }

  /// The identity for a URI; `nil` for a temporary identity, another store or an unknown entity.
  /// Whether the row exists is not tested.
  public func objectID(forURI uri: String) -> ObjectID? {
    guard uri.hasPrefix("x-coredata://") else { return nil }
    let parts = uri.dropFirst("x-coredata://".count).split(
      separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].first == "p", let store = store(String(parts[0])),
      let entity = model.entity(named: String(parts[1])),
      let number = store.number(ofReference: String(parts[2].dropFirst()), of: entity)
    else { return nil }
    return ObjectID(store.places[entity], number)
  }

  /// A new object with its default values and without a context. It is not saved until a context
  /// takes it with `insert(_:)`.
  package func makeObject(_ entityName: String) throws -> ManagedObject {
    guard let plan = model.entity(named: entityName) else {
      throw ObjectMisuse.unknownEntity(entityName)
    }
    guard !plan.isAbstract else { throw ObjectMisuse.abstract(plan) }
    let object = classes.type(of: plan).init(
      ObjectSeed(id: .temporary(temporaryPlaces[plan]), identities: nil, state: [], row: nil))
    object.begin(with: ObjectDetails(new: plan, values: plan.defaults))
    return object
  }

  // MARK: - Contexts

  func register(_ context: ObjectContext) {
    state.withLock { state in
      state.contexts.removeAll { $0.context == nil }
      state.contexts.append(WeakContext(context: context))
    }
  }

  var contexts: [ObjectContext] {
    state.withLock { $0.contexts.compactMap(\.context) }
  }

  /// The contexts that merge automatically what a context saves: a root context what other root
  /// contexts save, a child what its parent saves.
  func contexts(mergingFrom context: ObjectContext) -> [ObjectContext] {
    contexts.filter { other in
      let isRoot = context.parent == nil && other.parent == nil && other !== context
      return (isRoot || other.parent === context) && other.mergesChangesFromParent
    }
  }

  /// Notifies contexts that merge automatically of what another context has saved.
  func broadcast(_ saved: ContextChanges, from context: ObjectContext) {
    let others = contexts(mergingFrom: context)
    guard !others.isEmpty else { return }
    let changes = saved.merged
    for other in others {
      // Whether the other context has a query generation is known on its queue only.
      other.queue.async { if other.pinned == nil { other.takeOver(changes) } }
    }
  }

  /// The permanent identity of an object that was saved; other identities are returned unchanged.
  func permanentID(of id: ObjectID) -> ObjectID {
    guard id.isTemporary else { return id }
    return state.withLock { $0.renamed[id] } ?? id
  }

  // MARK: - Saving

  /// Writes the changes of a save, and keeps the new rows for contexts that have read older ones.
  /// If a later store fails, the earlier ones stay saved, and this throws ``PartialSave``.
  ///
  /// Writing and recording happen under one lock: if two saves recorded their rows in another order
  /// than they wrote them, contexts would use the older rows.
  func save(
    _ changes: [(store: String, changes: StoreChanges)], deleted: [ObjectID]
  ) throws {
    let stores = stores
    // Wait for the lock no longer than one timeout: each thread that holds it may itself wait that
    // long for a lock of the store's file, and many threads may come before this one.
    let timeout = stores.map { $0.timeout }.max() ?? 0
    guard saving.lock(before: Date(timeIntervalSinceNow: timeout)) else {
      throw ObjectError.reported(SQLiteStoreError.timeout, .save)
    }
    defer { saving.unlock() }
    let changes = changes.filter { !$0.changes.isEmpty }
    let unknown = changes.first { change in
      !stores.contains { $0.identifier == change.store }
    }
    if let unknown {
      throw stores.isEmpty ? noStoreForSave : ObjectError.removedStore(unknown.store)
    }
    let own = stores.filter { store in changes.contains { $0.store == store.identifier } }
    for store in own where store.isReadOnly { throw ObjectError.readOnly(store.path) }
    // Also save to stores without changes: their metadata may have changed.
    for store in stores
    where store.wantsEmptySaves && !own.contains(where: { $0 === store }) {
      do { try store.save(StoreChanges()) } catch {
        throw ObjectError.reported(error, .save, path: store.path)
      }
    }
    var written: Set<String> = []
    for store in own {
      for (identifier, change) in changes where identifier == store.identifier {
        do { try store.save(change) } catch {
          let reported = ObjectError.reported(error, .save, path: store.path)
          guard !written.isEmpty else { throw reported }
          record(
            saved: changes.filter { written.contains($0.store) }.map(\.changes),
            deleted: deleted.filter { written.contains($0.place.store ?? "") })
          throw PartialSave(written: written, cause: reported)
        }
        didCommit(store)
      }
      written.insert(store.identifier)
    }
    record(saved: changes.map(\.changes), deleted: deleted)
  }

  var noStoreForSave: ObjectError {
    .noStoreForSave(state.withLock { $0.openingFailure })
  }

  /// Records a row that was read because of a conflict, unless this process has saved or deleted
  /// the row meanwhile.
  func record(read row: RowSnapshot) {
    saving.lock()
    defer { saving.unlock() }
    state.withLock { state in
      switch state.saved.state(of: row.id) {
      case .some(nil): return
      case .some(let known?) where known.version > row.version: return
      case .some, nil: state.saved.add([row])
      }
    }
  }

  /// Records rows that were saved, for contexts that have read older states.
  private func record(saved changes: [StoreChanges], deleted: [ObjectID]) {
    state.withLock { state in
      for changes in changes { state.saved.add(changes) }
      state.saved.add(deleted: deleted)
    }
  }

  /// Records rows that were read again after a change of somebody else.
  func record(saved rows: [RowSnapshot], deleted: [ObjectID]) {
    state.withLock { state in
      state.saved.add(rows)
      state.saved.add(deleted: deleted)
    }
  }

  /// The newest saved state of a row; `nil` if the coordinator has none, `.some(nil)` if the row
  /// was deleted.
  func knownRow(_ id: ObjectID) -> RowSnapshot?? { state.withLock { $0.saved.state(of: id) } }

  /// Removes the recorded states of rows that somebody else has changed since.
  func forget(_ ids: [ObjectID]) { state.withLock { $0.saved.remove(ids) } }

  func children(of parent: ObjectContext) -> [ObjectContext] {
    contexts.filter { $0.parent === parent }
  }

  /// Tells the child contexts of a context which permanent identities replace temporary ones.
  ///
  /// Only child contexts still use temporary identities, so nothing is recorded if there are none.
  func rename(
    _ ids: [RenamedID], in children: [ObjectContext], below parent: ObjectContext
  ) {
    guard !children.isEmpty else { return }
    state.withLock { state in
      for id in ids { state.renamed[id.temporary] = id.permanent }
    }
    for child in children {
      child.renames.withLock { $0 += ids }
      rename(ids, in: self.children(of: child), below: child)
      // If the parent saves outside of its queue, the program has one thread and also uses the
      // child outside of its queue.
      if !parent.queue.isCurrent { child.takeRenames() }
    }
  }
}
