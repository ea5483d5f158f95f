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
/// A context and its objects may be used on the context's queue only: inside ``perform(_:)``, or,
/// if the program has one thread, anywhere. That is why it is `Sendable` although its objects are
/// not.
open class ObjectContext: @unchecked Sendable {
  /// Where the blocks of a context run.
  public enum Concurrency: Sendable {
    /// A queue of its own.
    case privateQueue
    /// The main thread.
    case mainQueue
  }

  /// The context that this one saves to; `nil` for a context that saves to the stores.
  public final let parent: ObjectContext?
  /// The stores that objects come from and are saved to.
  public final let coordinator: StoreCoordinator
  final let queue: ContextQueue
  /// The concurrency that the context was made with.
  public final let concurrency: Concurrency
  package final let model: ModelPlan
  private let temporaryPlaces: ObjectPlaces

  /// A name for logs and for the persistent history.
  public final var name: String?
  /// Who makes the changes, for the persistent history.
  public final var transactionAuthor: String?
  /// How a save treats rows that others have changed.
  public final var mergePolicy: MergePolicy = .error
  /// Seconds after which a row that was read before is read again; negative for never.
  public final var stalenessInterval: Double = -1
  /// Whether deletions reach the related objects when changes are processed; otherwise only at the
  /// save.
  public final var propagatesDeletesAtEndOfEvent = true
  /// Whether all objects are kept alive, not only changed ones.
  public final var retainsRegisteredObjects = false {
    didSet { retained = retainsRegisteredObjects ? ObjectSet(identities.objects) : ObjectSet() }
  }
  /// Whether an object whose row is missing reads as empty and deleted; otherwise reading it fails.
  public final var deletesInaccessibleFaults = true
  /// Whether saves of other contexts of the coordinator, or of the parent, are merged. The merge runs
  /// on the context's queue later, so use the context there.
  public final var mergesChangesFromParent: Bool {
    get { merges.withLock { $0 } }
    set { merges.withLock { $0 = newValue } }
  }
  /// Locked, because other contexts read it at the end of their saves.
  private let merges = Locked(false)
  /// Values of the app.
  package final var userInfo: [String: Any] = [:]
  /// The changes that can be undone; `nil` to remember none.
  public final var undoHistory: UndoHistory?

  final var identities = IdentityMap()
  /// The identities that saves of the parent have made permanent, and that the objects of this context
  /// do not have yet. Other threads add to them.
  let renames = Locked<[RenamedID]>([])
  final var retained = ObjectSet()
  final var inserted = ObjectSet()
  final var updated = ObjectSet()
  final var deleted = ObjectSet()
  final var checked = ObjectSet()
  /// Deleted objects whose delete rules were not applied yet.
  final var unpropagated: [ManagedObject] = []
  /// The changes that observers have not been told of.
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
    queue = ContextQueue(label: "context", isMain: concurrency == .mainQueue)
    temporaryPlaces = coordinator.temporaryPlaces
    coordinator.register(self)
  }

  /// A context that saves to another one. It sees the unsaved changes of its parent.
  public init(parent: ObjectContext, _ concurrency: Concurrency = .privateQueue) {
    self.parent = parent
    self.concurrency = concurrency
    coordinator = parent.coordinator
    model = parent.model
    queue = ContextQueue(label: "context", isMain: concurrency == .mainQueue)
    temporaryPlaces = coordinator.temporaryPlaces
    coordinator.register(self)
  }

  deinit { identities.letGoOfRelated() }

  /// Whether a fault whose row is missing becomes an empty and deleted object; otherwise reading it
  /// fails. An override may tell the user. It is not asked while delete rules are applied, and not
  /// by ``existingObject(with:)``.
  ///
  /// - Parameter key: The property that was used; `nil` if it was none.
  open func shouldHandleInaccessibleFault(
    _ object: ManagedObject, triggeredBy key: String?
  ) -> Bool {
    deletesInaccessibleFaults
  }

  /// Where rows come from.
  final var source: any ObjectSource {
    if let parent { return parent }
    if let pinned { return pinned }
    return coordinator
  }
  /// The state that the context reads; `nil` for the newest one.
  final var pinned: PinnedSource?

  // MARK: - Objects

  /// The new objects that the next save writes.
  public final var insertedObjects: [ManagedObject] { inserted.elements }
  /// The changed objects that the next save writes.
  public final var updatedObjects: [ManagedObject] {
    updated.filter { !$0.isDeleted }
  }
  /// The objects that the next save deletes.
  public final var deletedObjects: [ManagedObject] { deleted.elements }
  /// All objects that are alive.
  public final var registeredObjects: [ManagedObject] { identities.objects }
  /// Whether there is something to save.
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

  /// Lets a new object be saved in a certain store.
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
    let object = make(ObjectSeed(id: id, context: self, state: .inserted, row: nil))
    object.details = ObjectDetails(new: plan, values: plan.defaults)
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

  /// Takes an object that was made without a context. The next save writes it.
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
    if retainsRegisteredObjects { retained.insert(object) }
  }

  final func unregister(_ object: ManagedObject) {
    identities.remove(object.objectID)
    retained.remove(object)
    inserted.remove(object)
    updated.remove(object)
    deleted.remove(object)
    checked.remove(object)
  }

  /// The object of an identity if the context has it already.
  public final func registeredObject(for id: ObjectID) -> ManagedObject? {
    takeRenames()
    return identities.object(id)
  }

  /// The object of an identity. If the context does not have it, it is a fault: whether there is
  /// such a row is found out when a property is read.
  public final func object(with id: ObjectID) -> ManagedObject {
    takeRenames()
    if let known = identities.object(id) { return known }
    let object = make(ObjectSeed(id: id, context: self, state: .fault, row: nil))
    register(object)
    return object
  }

  /// The object of a row that was fetched, as a fault unless it is known already.
  final func object(of row: RowSnapshot) -> ManagedObject {
    takeRenames()
    if let known = identities.object(row.id) {
      if known.isFault { known.row = row }
      return known
    }
    let object = make(ObjectSeed(id: row.id, context: self, state: .fault, row: row))
    register(object)
    return object
  }

  /// The object of an identity with its values. Throws ``ObjectError`` if there is no such row.
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

  /// Calls a closure after each event, at once and on the thread that caused it.
  public final func observe(_ body: @escaping (ContextEvent) -> Void) -> ContextObservation {
    lastObserver += 1
    observers.append((lastObserver, body))
    return ContextObservation { [weak self, lastObserver] in self?.removeObserver(lastObserver) }
  }

  final func removeObserver(_ number: Int) { observers.removeAll { $0.number == number } }

  /// Whether somebody is told of events.
  final var isObserved: Bool { !observers.isEmpty }

  /// An observer may add or remove observers.
  final func notify(_ event: ContextEvent) {
    for (_, body) in observers { body(event) }
  }
}

/// The changes of the present event.
struct ContextEventChanges {
  var inserted = ObjectSet()
  var updated = ObjectSet()
  var deleted = ObjectSet()
  var refreshed = ObjectSet()

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
  }
}
