import Foundation
import MomentumModel
import MomentumQuery

/// The stores that contexts share, with the model and the rows that were saved last.
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
  /// The same by the indexes of entities, for many objects.
  let objectTypes: [ManagedObject.Type]
  let temporaryPlaces: ObjectPlaces
  let remoteChanges = RemoteChangeCenter()
  private let state = Locked(State())
  /// One save at a time: two saves of different contexts must not exchange their numbers.
  private let saving = NSRecursiveLock()

  private struct State {
    var stores: [any ObjectStore] = []
    var contexts: [WeakContext] = []
    /// The permanent identities that temporary ones have become.
    var renamed: [ObjectID: ObjectID] = [:]
    /// The newest saved state of rows, for contexts that have older ones; `nil` if deleted.
    var saved = PlaceTable<RowSnapshot?>()
    /// The identifiers of stores that were removed: rows of theirs count no longer.
    var removed: Set<String> = []
    /// Rows that were read before this time are read again, because `saved` no longer has the states
    /// that were saved then.
    var forgottenUntil = 0.0
  }

  private struct WeakContext {
    weak var context: ObjectContext?
  }

  package init(_ model: ModelPlan, classes: ObjectClasses = ObjectClasses()) {
    self.model = model
    let inherited = classes.inherited(in: model)
    self.classes = inherited
    objectTypes = model.entities.map { inherited.type(of: $0) }
    temporaryPlaces = ObjectPlaces(store: nil, model)
  }

  // MARK: - Stores

  /// The open stores in the order in which they were added.
  package var stores: [any ObjectStore] { state.withLock { $0.stores } }

  /// Adds an open store. Throws if a store of the same file was added already.
  package func add(_ store: any ObjectStore) throws {
    try state.withLock { state in
      let isKnown = state.stores.contains { other in
        other === store || other.identifier == store.identifier
          || (store.path != nil && store.path == other.path)
      }
      guard !isKnown else {
        throw ObjectError(
          ObjectError.Code(rawValue: 134_081), "Can't add the same store twice")
      }
      state.stores.append(store)
      state.removed.remove(store.identifier)
    }
    remoteChanges.watch(store)
  }

  /// Closes a store. Its objects cannot be read or saved any more.
  package func remove(_ store: any ObjectStore) {
    state.withLock { state in
      state.stores.removeAll { $0 === store }
      state.saved.filter { $0?.id.place.store != store.identifier }
      state.removed.insert(store.identifier)
    }
    remoteChanges.stopWatching(store)
    store.close()
  }

  private func store(_ identifier: String) -> (any ObjectStore)? {
    stores.first { $0.identifier == identifier }
  }

  private func stores(for entity: EntityPlan, _ wanted: [String]?) -> [any ObjectStore] {
    stores.filter { store in
      store.holds(entity) && (wanted?.contains(store.identifier) ?? true)
    }
  }

  /// The identity that a URI names; `nil` for a temporary one, another store or an unknown entity.
  /// Whether there is such a row is not looked up.
  public func objectID(forURI uri: String) -> ObjectID? {
    guard uri.hasPrefix("x-coredata://") else { return nil }
    let parts = uri.dropFirst("x-coredata://".count).split(
      separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].first == "p", let store = store(String(parts[0])),
      let entity = model.entity(named: String(parts[1])),
      let number = Int64(parts[2].dropFirst()), number > 0
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
      ObjectSeed(id: .temporary(temporaryPlaces[plan]), context: nil, state: [], row: nil))
    object.details = ObjectDetails(new: plan, values: plan.defaults)
    return object
  }

  // MARK: - Contexts

  func register(_ context: ObjectContext) {
    state.withLock { state in
      state.contexts.removeAll { $0.context == nil }
      state.contexts.append(WeakContext(context: context))
    }
  }

  private var contexts: [ObjectContext] {
    state.withLock { $0.contexts.compactMap(\.context) }
  }

  /// Tells the contexts that merge by themselves what another one has saved.
  func broadcast(_ saved: ContextChanges, from context: ObjectContext) {
    // A root context merges what other root contexts save, a child what its parent saves.
    let others = contexts.filter { other in
      let isRoot = context.parent == nil && other.parent == nil && other !== context
      return other.mergesChangesFromParent && other.pinned == nil
        && (isRoot || other.parent === context)
    }
    guard !others.isEmpty else { return }
    let changes = saved.merged
    for other in others { other.queue.async { other.takeOver(changes) } }
  }

  /// The permanent identity of an object that was saved; other identities are returned unchanged.
  func permanentID(of id: ObjectID) -> ObjectID {
    guard id.isTemporary else { return id }
    return state.withLock { $0.renamed[id] } ?? id
  }

  // MARK: - Saving

  /// The most saved rows that are kept for other contexts.
  private static let savedMax = 100_000

  /// Numbers for new objects, in the stores that they will be saved in.
  func reserve(for objects: [ManagedObject]) throws -> [ObjectID] {
    var ids = objects.map { $0.details?.pendingID ?? $0.objectID }
    var families: [NewFamily] = []
    var last: (entity: EntityPlan, family: Int)?
    let choice = StoreChoice(stores)
    for index in ids.indices where ids[index].isTemporary {
      let entity = ids[index].entity
      // With one store, all objects of an entity go to the same.
      if last?.entity !== entity || choice.stores.count > 1 {
        let store = choice.stores[try choice.index(for: objects[index])]
        last = (entity, family(of: entity, in: store, &families))
      }
      if let last { families[last.family].indexes.append(index) }
    }
    for family in families {
      let numbers = try family.store.reserveNumbers(family.indexes.count, root: family.root)
      for (number, index) in zip(numbers, family.indexes) {
        ids[index] = ObjectID(family.store.places[ids[index].entity], number)
      }
    }
    return ids
  }

  /// New objects whose numbers come from one table.
  private struct NewFamily {
    let root: EntityPlan
    let store: any ObjectStore
    /// The indexes of the objects among all.
    var indexes: [Int] = []
  }

  private func family(
    of entity: EntityPlan, in store: any ObjectStore, _ families: inout [NewFamily]
  ) -> Int {
    let root = model[entity.root]
    if let known = families.firstIndex(where: { $0.root === root && $0.store === store }) {
      return known
    }
    families.append(NewFamily(root: root, store: store))
    return families.count - 1
  }

  /// Writes the changes of a save, and keeps the new rows for contexts that have read older ones. If
  /// a later store fails, the earlier ones stay saved, and this throws ``PartialSave``.
  ///
  /// Both happen in one step: if two saves kept their rows in another order than they wrote them,
  /// contexts would get the older row from then on.
  func save(
    _ changes: [(store: String, changes: StoreChanges)], rows: [RowSnapshot], deleted: [ObjectID]
  ) throws {
    saving.lock()
    defer { saving.unlock() }
    let changes = changes.filter { !$0.changes.isEmpty }
    let own = stores.filter { store in changes.contains { $0.store == store.identifier } }
    for store in own where store.isReadOnly { throw ObjectError.readOnly(store.path) }
    var written: Set<String> = []
    for store in own {
      for (identifier, change) in changes where identifier == store.identifier {
        do { try store.save(change) } catch {
          guard !written.isEmpty else { throw error }
          record(
            saved: rows.filter { written.contains($0.id.place.store ?? "") },
            deleted: deleted.filter { written.contains($0.place.store ?? "") })
          throw PartialSave(written: written, cause: error)
        }
        didCommit(store)
      }
      written.insert(store.identifier)
    }
    record(saved: rows, deleted: deleted)
  }

  /// Keeps a row that was read because of a conflict, unless a save of this process has written or
  /// deleted it meanwhile.
  func record(read row: RowSnapshot) {
    saving.lock()
    defer { saving.unlock() }
    state.withLock { state in
      switch state.saved.value(row.id) {
      case .some(nil): return
      case .some(let known?) where known.version > row.version: return
      case .some, nil: state.saved.set(.some(row), row.id)
      }
    }
  }

  /// Keeps rows that were written, for contexts that have read older ones.
  func record(saved rows: [RowSnapshot], deleted: [ObjectID]) {
    state.withLock { state in
      if let first = rows.first { state.saved.reserve(rows.count, at: first.id.place) }
      for row in rows { state.saved.set(.some(row), row.id) }
      for id in deleted { state.saved.set(.none, id) }
      guard state.saved.count > StoreCoordinator.savedMax else { return }
      state.saved = PlaceTable()
      state.forgottenUntil = Date.timeIntervalSinceReferenceDate
    }
  }

  /// The state that the coordinator knows of a row; `nil` if it knows none, `.some(nil)` if the row
  /// was deleted.
  func knownRow(_ id: ObjectID) -> RowSnapshot?? { state.withLock { $0.saved.value(id) } }

  /// Forgets what was saved of rows that somebody else has changed since.
  func forget(_ ids: [ObjectID]) {
    state.withLock { state in for id in ids { state.saved.remove(id) } }
  }

  /// Tells the children of a context which temporary identities have become permanent ones.
  ///
  /// Only child contexts still use temporary identities, so without children nothing is kept.
  func rename(_ ids: [(temporary: ObjectID, permanent: ObjectID)], below parent: ObjectContext) {
    let children = contexts.filter { $0.parent === parent }
    guard !children.isEmpty else { return }
    state.withLock { state in
      for (temporary, permanent) in ids { state.renamed[temporary] = permanent }
    }
    for child in children {
      child.queue.async {
        for (temporary, permanent) in ids {
          guard let object = child.registeredObject(for: temporary) else { continue }
          child.rename(object, to: permanent)
        }
        self.rename(ids, below: child)
      }
    }
  }
}

extension StoreCoordinator: ObjectSource {
  func rows(_ fetch: StoreFetch, stores wanted: [String]?) throws -> [RowSnapshot] {
    let found = stores(for: model[fetch.request.entity], wanted)
    if found.count == 1 { return try found[0].rows(fetch) }
    return try found.flatMap { try $0.rows(fetch) }
  }

  func identities(_ fetch: StoreFetch, stores wanted: [String]?) throws -> [ObjectID] {
    try stores(for: model[fetch.request.entity], wanted).flatMap { try $0.identities(fetch) }
  }

  func count(_ fetch: StoreFetch, stores wanted: [String]?) throws -> Int {
    try stores(for: model[fetch.request.entity], wanted).reduce(0) { try $0 + $1.count(fetch) }
  }

  func dictionaries(
    _ fetch: StoreFetch, stores wanted: [String]?
  ) throws -> [[String: StoredValue]] {
    try stores(for: model[fetch.request.entity], wanted).flatMap { try $0.dictionaries(fetch) }
  }

  func row(_ id: ObjectID, known: RowSnapshot?, maximumAge: Double) throws -> RowSnapshot? {
    let (saved, forgottenUntil, isRemoved) = state.withLock { state in
      let isRemoved = !state.removed.isEmpty && state.removed.contains(id.place.store ?? "")
      return (state.saved.value(id), state.forgottenUntil, isRemoved)
    }
    guard !isRemoved else { return nil }
    if maximumAge < 0 {
      switch saved {
      case .some(nil): return nil
      case .some(let row?) where row.readAt > 0:
        if let known, known.version >= row.version, known.readAt > 0 { return known }
        return row
      case .some, nil: break
      }
      if let known, known.readAt > forgottenUntil { return known }
    } else if let known, known.readAt > forgottenUntil, saved == nil,
      Date.timeIntervalSinceReferenceDate - known.readAt < maximumAge
    {
      return known
    }
    guard let store = id.place.store.flatMap({ store($0) }) else { return nil }
    return try store.row(id)
  }

  func members(_ relationship: ObjectRelationship, of id: ObjectID) throws -> [ObjectID] {
    guard let store = id.place.store.flatMap({ store($0) }) else { return [] }
    return try store.members(relationship, of: id)
  }

  func members(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> [ObjectID: [ObjectID]] {
    var result: [ObjectID: [ObjectID]] = [:]
    for (identifier, group) in Dictionary(grouping: ids, by: { $0.place.store }) {
      guard let store = identifier.flatMap({ store($0) }) else { continue }
      result.merge(try store.members(relationship, of: group)) { first, _ in first }
    }
    return result
  }
}
