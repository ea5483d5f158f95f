import MomentumModel

/// Managed objects and their unsaved changes.
///
/// ```swift
/// let context = container.viewContext
/// let venue = try context.insert("Venue")
/// venue["name"] = .string("Zen Sip")
/// try context.save()
/// ```
///
/// A context and its objects may be used on the context's queue only: inside ``perform(_:)`` or, if
/// the program has one thread, anywhere. For that reason the context is `Sendable`, although its
/// objects are not.
open class ObjectContext: @unchecked Sendable {
  /// Where the blocks of a context run.
  public enum Concurrency: Sendable {
    /// A private queue that only this context uses.
    case privateQueue
    /// The main thread.
    case mainQueue
  }

  /// The context that this one saves to; `nil` for a context that saves to the stores.
  public final let parent: ObjectContext?
  /// The stores that objects come from and are saved to.
  public final let coordinator: StoreCoordinator
  package final let queue: ContextQueue
  /// The concurrency that the context was made with.
  public final let concurrency: Concurrency
  package final let model: ModelPlan
  private let temporaryPlaces: ObjectPlaces

  /// A name for logs and for the persistent history.
  public final var name: String?
  /// The author of the changes in the persistent history.
  public final var transactionAuthor: String?
  /// How a save treats rows that others have changed.
  public final var mergePolicy: MergePolicy = .error
  /// The seconds after which a row that was read before is read again; negative for never.
  public final var stalenessInterval: Double = -1
  /// Whether delete rules are applied when changes are processed; otherwise only when the context
  /// saves.
  public final var propagatesDeletesAtEndOfEvent = true
  /// Whether all objects are kept alive, not only changed ones.
  public final var retainsRegisteredObjects = false {
    didSet { retained = retainsRegisteredObjects ? ObjectSet(identities.objects) : ObjectSet() }
  }
  /// Whether an object whose row was deleted reads as empty and deleted; otherwise reading it
  /// fails.
  public final var deletesInaccessibleFaults = true
  /// Whether the context takes over what the other contexts of its coordinator save or, if it has a
  /// parent, what the parent saves. This happens later on the context's queue, so use the context
  /// only there.
  public final var mergesChangesFromParent: Bool {
    get { merges.withLock { $0 } }
    set { merges.withLock { $0 = newValue } }
  }
  /// Locked, because other contexts read the setting at the end of their saves.
  private let merges = Locked(false)
  /// Values that the app stores with the context.
  package final var userInfo: [String: Any] = [:]
  /// The changes that can be undone; `nil` if changes are not recorded.
  public final var undoHistory: UndoHistory?

  final let identities: IdentityMap
  /// The identities that saves of the parent have made permanent, and that the objects of this
  /// context do not have yet. Other threads add to them.
  let renames = Locked<[RenamedID]>([])
  final var retained = ObjectSet()
  final var inserted = ObjectSet()
  final var updated = ObjectSet()
  final var deleted = ObjectSet()
  final var checked = ObjectSet()
  /// Deleted objects whose delete rules were not applied yet.
  final var unpropagated: [ManagedObject] = []
  /// The changes of which observers were not notified yet.
  final var event = ContextEventChanges()
  final var isSaving = false
  final var isProcessing = false
  /// Whether delete rules are being applied.
  final var isPropagating = false
  private var observers: [(number: Int, body: (ContextEvent) -> Void)] = []
  private var lastObserver = 0

  /// A context that saves to the stores of a coordinator.
  public init(_ coordinator: StoreCoordinator, _ concurrency: Concurrency = .privateQueue) {
    self.coordinator = coordinator
    self.concurrency = concurrency
    parent = nil
    model = coordinator.model
    identities = IdentityMap(model)
    queue = ContextQueue(label: "context", isMain: concurrency == .mainQueue)
    temporaryPlaces = coordinator.temporaryPlaces
    identities.open(for: self)
    coordinator.register(self)
  }

  /// A context that saves to another one. It sees the unsaved changes of its parent.
  public init(parent: ObjectContext, _ concurrency: Concurrency = .privateQueue) {
    self.parent = parent
    self.concurrency = concurrency
    coordinator = parent.coordinator
    model = parent.model
    identities = IdentityMap(model)
    queue = ContextQueue(label: "context", isMain: concurrency == .mainQueue)
    temporaryPlaces = coordinator.temporaryPlaces
    identities.open(for: self)
    coordinator.register(self)
  }

  deinit { identities.close() }

  /// Whether a fault whose row was deleted becomes an empty and deleted object; otherwise reading
  /// it fails. An override may inform the user. Not called while delete rules are applied, nor by
  /// ``existingObject(with:)``.
  ///
  /// - Parameter key: The property that was used; `nil` if no property was.
  open func shouldHandleInaccessibleFault(
    _ object: ManagedObject, triggeredBy key: String?
  ) -> Bool {
    deletesInaccessibleFaults
  }

  /// The source of rows: the parent, a pinned state, or the coordinator.
  final var source: any ObjectSource {
    if let parent { return parent }
    if let pinned { return pinned }
    return coordinator
  }
  /// The pinned state that the context reads; `nil` if it reads the newest state.
  final var pinned: PinnedSource?

  /// Reads many objects at once.
  final var prefetcher: Prefetcher { Prefetcher(context: self) }

  // MARK: - Objects

  /// The new objects that the next save writes.
  public final var insertedObjects: [ManagedObject] { inserted.elements }
  /// The changed objects that the next save writes.
  public final var updatedObjects: [ManagedObject] {
    deleted.isEmpty ? updated.elements : updated.filter { !$0.isDeleted }
  }
  /// The objects that the next save deletes.
  public final var deletedObjects: [ManagedObject] { deleted.elements }
  /// All objects of the context that are in memory.
  public final var registeredObjects: [ManagedObject] { identities.objects }
  /// Whether the context has unsaved changes.
  public final var hasChanges: Bool {
    !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty
  }

  /// Makes an object of an entity with its default values. The next save writes it.
  ///
  /// Throws ``ObjectMisuse`` if the model has no such entity or the entity is abstract.
  @discardableResult
  public final func insert(_ entityName: String) throws -> ManagedObject {
    guard let plan = model.entity(named: entityName) else {
      throw ObjectMisuse.unknownEntity(entityName)
    }
    guard !plan.isAbstract else { throw ObjectMisuse.abstract(plan) }
    return insert(plan)
  }

  /// Makes an object of the entity that a class is registered for.
  ///
  /// Throws ``ObjectMisuse`` if the class is registered for no entity or for several (OG-915).
  @discardableResult
  public final func insert<Object: ManagedObject>(_ type: Object.Type) throws -> Object {
    let names = coordinator.classes.entityNames(of: type)
    guard names.count == 1, let object = try insert(names[0]) as? Object else {
      throw ObjectMisuse.noEntity(of: type, names)
    }
    return object
  }

  /// Chooses the store in which a new object is saved.
  ///
  /// Throws ``ObjectMisuse`` if the object was saved before.
  package final func assign(_ object: ManagedObject, to store: any ObjectStore) throws {
    guard object.objectID.isTemporary, object.isInserted else {
      throw ObjectMisuse.assignsSavedObject
    }
    object.ownDetails().assignedStore = store.identifier
    object.details?.pendingID = nil
  }

  final func insert(
    _ plan: EntityPlan, id: ObjectID? = nil, awakes: Bool = true
  ) -> ManagedObject {
    let id = id ?? .temporary(temporaryPlaces[plan])
    let object = make(ObjectSeed(id: id, identities: identities, state: .inserted, row: nil))
    object.begin(with: ObjectDetails(new: plan, values: plan.defaults))
    didMake(object, awakes: awakes)
    return object
  }

  private func didMake(_ object: ManagedObject, awakes: Bool) {
    register(object)
    willInsert(object)
    inserted.insert(object)
    event.inserted.insert(object)
    if awakes { object.awakeFromInsert() }
  }

  /// Adds an object that was made without a context. The next save writes it.
  ///
  /// Throws ``ObjectMisuse`` for an object of another context, or one that was saved before.
  package final func insert(_ object: ManagedObject) throws {
    guard object.context !== self else { return }
    guard object.context == nil, object.objectID.isTemporary, !object.isFault else {
      throw ObjectMisuse.insertsKnownObject(object.objectID)
    }
    object.context = self
    object.state = .inserted
    didMake(object, awakes: true)
  }

  private func make(_ seed: ObjectSeed) -> ManagedObject {
    coordinator.objectTypes[seed.id.entity.id.index].init(seed)
  }

  final func register(_ object: ManagedObject) {
    identities.insert(object)
    if object.plan.hasRelatedObjects, object.details != nil { identities.hasRelatedObjects = true }
    if retainsRegisteredObjects { retained.insert(object) }
  }

  final func unregister(_ object: ManagedObject) {
    identities.remove(object)
    retained.remove(object)
    inserted.remove(object)
    updated.remove(object)
    deleted.remove(object)
    checked.remove(object)
  }

  /// The object of an identity if the context already has it; otherwise `nil`.
  public final func registeredObject(for id: ObjectID) -> ManagedObject? {
    takeRenames()
    return identities.object(id)
  }

  /// The object of an identity. An object that the context does not have yet becomes a fault, and
  /// its row is read when a property is read.
  public final func object(with id: ObjectID) -> ManagedObject {
    takeRenames()
    if let known = identities.object(id) { return known }
    let object = make(ObjectSeed(id: id, identities: identities, state: .fault, row: nil))
    register(object)
    return object
  }

  /// The objects of many identities.
  final func objects(with ids: [ObjectID]) -> [ManagedObject] {
    var objects = newList(of: ids.count, at: ids.first?.place)
    var start = 0
    while start < ids.count {
      let place = ids[start].place
      let rest = ids[start...].prefix(IdentityMap.blockSize)
      let numbers = rest.prefix { $0.place === place }.map(\.number)
      let type = coordinator.objectTypes[place.entity.id.index]
      identities.append(
        numbers, at: place, to: &objects,
        make: { index in
          let id = ObjectID(place, numbers[index])
          return type.init(ObjectSeed(id: id, identities: identities, state: .fault, row: nil))
        })
      start += numbers.count
    }
    if retainsRegisteredObjects { for object in objects { retained.insert(object) } }
    return objects
  }

  /// The objects of rows that were fetched. An object that is a fault or new to the context is a
  /// fault with its row, so that its values need no statement.
  ///
  /// - Parameter fills: Whether these objects take the values of their rows, and are no faults.
  final func objects(of rows: [RowSnapshot], fills: Bool = false) -> [ManagedObject] {
    var objects = newList(of: rows.count, at: rows.first?.place)
    var start = 0
    while start < rows.count {
      let block = rows.block(from: start)
      let (place, page) = (block.place, block.page)
      let type = coordinator.objectTypes[place.entity.id.index]
      identities.append(
        block.numbers, at: place, to: &objects,
        make: { index in
          let id = ObjectID(place, block.numbers[index])
          let row = RowSnapshot(page, block.first + index)
          return type.init(ObjectSeed(id: id, identities: identities, state: .fault, row: row))
        },
        found: { if $1.isFault { $1.row = RowSnapshot(page, block.first + $0) } })
      let end = start + block.numbers.count
      if fills {
        for index in start..<end where objects[index].isFault { objects[index].fill(rows[index]) }
      }
      start = end
    }
    if retainsRegisteredObjects { for object in objects { retained.insert(object) } }
    return objects
  }

  /// An empty list with room for objects that are going to be registered.
  private func newList(of count: Int, at place: ObjectPlace?) -> [ManagedObject] {
    takeRenames()
    if let place { identities.reserve(count, at: place) }
    var objects: [ManagedObject] = []
    objects.reserveCapacity(count)
    return objects
  }

  /// The object of a row that was fetched. If it is a fault or new to the context, it is a fault
  /// with its row, so that its values need no statement.
  final func object(of row: RowSnapshot) -> ManagedObject {
    takeRenames()
    if let known = identities.object(row.id) {
      if known.isFault { known.row = row }
      return known
    }
    let object = make(ObjectSeed(id: row.id, identities: identities, state: .fault, row: row))
    register(object)
    return object
  }

  /// The object of an identity, with its values. Throws ``ObjectError`` if there is no such row.
  public final func existingObject(with id: ObjectID) throws -> ManagedObject {
    takeRenames()
    if let known = identities.object(id) {
      guard known.isFault else { return known }
      guard !id.isTemporary || parent != nil, let row = try row(of: known) else {
        throw ObjectError(.referentialIntegrity, objects: [id])
      }
      known.fill(row)
      return known
    }
    guard !id.isTemporary || parent != nil, let row = try source.row(id, known: nil, maximumAge: -1)
    else { throw ObjectError(.referentialIntegrity, objects: [id]) }
    let object = object(of: row)
    if object.isFault { object.fill(row) }
    return object
  }

  // MARK: - Observers

  /// Calls a closure after each event, immediately and on the thread that caused the event.
  public final func observe(_ body: @escaping (ContextEvent) -> Void) -> ContextObservation {
    lastObserver += 1
    observers.append((lastObserver, body))
    return ContextObservation { [weak self, lastObserver] in self?.removeObserver(lastObserver) }
  }

  final func removeObserver(_ number: Int) { observers.removeAll { $0.number == number } }

  /// Whether the context has observers.
  final var isObserved: Bool { !observers.isEmpty }

  /// Calls the observers. The loop uses a copy of the list, since an observer may add or remove
  /// observers.
  final func notify(_ event: ContextEvent) {
    for (_, body) in observers { body(event) }
  }
}

/// The objects that the present event has changed so far.
struct ContextEventChanges {
  var inserted = ObjectSet()
  var updated = ObjectSet()
  var deleted = ObjectSet()
  var refreshed = ObjectSet()

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
  }
}
