import MomentumModel
import MomentumObjects

/// Why values of an object were changed by its context. Source of the numbers: documented.
public struct NSSnapshotEventType: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let undoInsertion = Self(rawValue: 2)
  public static let undoDeletion = Self(rawValue: 4)
  public static let undoUpdate = Self(rawValue: 8)
  public static let rollback = Self(rawValue: 16)
  public static let refresh = Self(rawValue: 32)
  public static let mergePolicy = Self(rawValue: 64)
}

/// An object of an entity.
///
/// A class that overrides `init(entity:insertInto:)` has to write `required` there: without
/// Objective-C, contexts can call only required initialisers of a class that they find by its name.
open class NSManagedObject: NSObject {
  private var ownCore: ObjectCore?
  private let ownEntity: NSEntityDescription

  /// Memory of an observer's own. Nothing here reads it.
  open var observationInfo: UnsafeMutableRawPointer?

  /// Makes an object. With a context, it is inserted there; without one it has to be inserted later.
  public required init(
    entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
  ) {
    ownEntity = entity
    super.init()
    ManagedObjectClasses.shared.register(type(of: self))
    if let waiting = ObjectBirth.core {
      ObjectBirth.core = nil
      core(is: waiting)
    } else {
      makeCore(in: context)
    }
  }

  /// Makes an object of the entity of the class, and inserts it.
  // Required, since generic code of programs makes objects by `Self(context:)` and `type.init(context:)`.
  public required convenience init(context moc: NSManagedObjectContext) {
    self.init(entity: Self.entity(in: moc), insertInto: moc)
  }

  /// Makes an object without an entity, which cannot be used, and says so (OG-123).
  public override convenience init() {
    self.init(entity: NSEntityDescription(), insertInto: nil)
  }

  func core(is core: ObjectCore) {
    ownCore = core
    core.face = self
  }

  private func makeCore(in context: NSManagedObjectContext?) {
    guard let name = ownEntity.name else {
      return CoreDataException.log(
        "Failed to call designated initializer on NSManagedObject class '\(type(of: self))'")
    }
    CoreDataException.stopping {
      guard let context else {
        let detached = ownEntity.managedObjectModel.detachedCoordinator
        guard let made = try detached.makeObject(name) as? ObjectCore else { return }
        return core(is: made)
      }
      ObjectBirth.current = self
      try context.core.insert(name)
      context.keep(self)
    }
  }

  /// The object of the object graph.
  var core: ObjectCore {
    guard let ownCore else {
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "Failed to call designated initializer on NSManagedObject class '\(type(of: self))'")
    }
    return ownCore
  }

  // MARK: - Class

  /// The entity of the class. If no model in memory has one, this says so and returns a description
  /// without a name, as Swift reads what a Mac returns then.
  open class func entity() -> NSEntityDescription {
    for model in ModelRegistry.shared.models.reversed() {
      let entities = entities(in: model)
      if let first = entities.first { return first }
    }
    CoreDataException.log(
      "No NSEntityDescriptions in any model claim the NSManagedObject subclass '\(self)' so +entity "
        + "is confused.  Have you loaded your NSManagedObjectModel yet ?")
    return NSEntityDescription()
  }

  /// The name that `@objc(Name)` gives the class on a Mac; the bare name of the class by default.
  ///
  /// `momentum adapt` and `momentum generate` override it in a class whose Objective-C name is not its
  /// Swift name. Models may have either name.
  open class var objectiveCName: String { String(describing: self) }

  /// A request for all objects of the entity of the class.
  @_disfavoredOverload
  open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    ManagedObjectClasses.shared.register(self)
    return NSFetchRequest(entityName: entity().name ?? "")
  }

  /// Whether changes of properties that the model does not have leave an object unchanged. They
  /// always do here: nobody observes such properties.
  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  private static func entities(in model: NSManagedObjectModel) -> [NSEntityDescription] {
    let names = [String(describing: self), objectiveCName]
    return model.entities.filter { entity in
      names.contains(ManagedObjectClasses.bare(entity.managedObjectClassName ?? ""))
    }
  }

  private static func entity(in context: NSManagedObjectContext) -> NSEntityDescription {
    ManagedObjectClasses.shared.register(self)
    let found = context.model.map { entities(in: $0) } ?? []
    guard found.count == 1 else {
      CoreDataException.raise(
        "NSInvalidArgumentException",
        "An NSManagedObject of class '\(self)' must have a valid NSEntityDescription. "
          + "Failed to find a unique match for an NSEntityDescription to a managed object subclass")
    }
    return found[0]
  }

  // MARK: - State

  /// The entity of the object.
  open var entity: NSEntityDescription { ownEntity }
  /// The identity. It is temporary until the object is saved.
  open var objectID: NSManagedObjectID {
    NSManagedObjectID(core.objectID, managedObjectContext?.identityCoordinator)
  }
  /// The context; `nil` when the object was deleted and saved, or the context has gone.
  open var managedObjectContext: NSManagedObjectContext? {
    (ownCore?.context as? ContextCore)?.face
  }
  open var isInserted: Bool { core.isInserted }
  open var isUpdated: Bool { core.isUpdated }
  open var isDeleted: Bool { core.isDeleted }
  open var hasChanges: Bool { core.hasChanges }
  open var hasPersistentChangedValues: Bool { core.hasPersistentChangedValues }
  open var isFault: Bool { core.isFault }
  /// 0 for an object with its values, 1 for a fault.
  open var faultingState: Int { core.faultingState }

  // Two managed objects are equal only if they are the same, in every context.
  public final override func isEqual(_ object: Any?) -> Bool {
    (object as AnyObject?) === self
  }

  public final override var hash: Int { ObjectIdentifier(self).hashValue }

  open override var description: String {
    "<\(type(of: self))" + core.description.drop { $0 != ":" }
  }

  // MARK: - Hooks

  open func awakeFromFetch() {}
  open func awakeFromInsert() {}
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}
  open func prepareForDeletion() {}
  open func willSave() {}
  open func didSave() {}
  open func willTurnIntoFault() {}
  open func didTurnIntoFault() {}

  // MARK: - Validation

  open func validateForInsert() throws { try reporting { try $0.validateInsertByModel() } }
  open func validateForUpdate() throws { try reporting { try $0.validateUpdateByModel() } }
  open func validateForDelete() throws { try reporting { try $0.validateDeleteByModel() } }

  /// Checks one value by the rules of the model. An override may replace the value; it is called for
  /// each attribute before a save.
  open func validateValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
  ) throws { try reporting { try $0.validateByModel(value.pointee, forKey: key) } }

  private func reporting(_ body: (ObjectCore) throws -> Void) throws {
    try CoreDataException.reporting(in: managedObjectContext) { try body(core) }
  }

  // MARK: - By key

  /// The value of a property, also of a fault. Stops the program for an unknown key.
  open func value(forKey key: String) -> Any? {
    if let recorder = KeyRecorder.current { return recorder.note(key, of: self) }
    let value = read(orElse: core.emptyValue(forKey: key)) {
      try $0.value(forKey: key) {
        (entity.propertiesByName[key] as? NSFetchedPropertyDescription)?.settings
      }
    }
    return conversion.value(of: value, forKey: key)
  }

  /// Sets a property and the other side of a relationship. Stops the program for an unknown key and
  /// for a value of a wrong class.
  open func setValue(_ value: Any?, forKey key: String) {
    let value = conversion.propertyValue(of: value, forKey: key)
    read { try $0.setValue(value, forKey: key) }
    managedObjectContext?.keep(self)
  }

  /// The value in memory; `nil` for an object whose row was not read yet, a fault, except in a
  /// migration. There the row is read first: policies ask for primitive values of objects that they
  /// reach by relationships, and `nil` would get into the new store.
  open func primitiveValue(forKey key: String) -> Any? {
    let firesFault = isFault && managedObjectContext?.isOfMigration == true
    let value = read(orElse: core.emptyValue(forKey: key)) {
      if firesFault { try $0.fireFault() }
      return try $0.primitiveValue(forKey: key)
    }
    return conversion.value(of: value, forKey: key)
  }

  /// Sets a value without marking the object as changed.
  open func setPrimitiveValue(_ value: Any?, forKey key: String) {
    let value = conversion.propertyValue(of: value, forKey: key)
    read { try $0.setPrimitiveValue(value, forKey: key) }
  }

  // MARK: - Changes

  /// The unsaved values of persistent properties that differ from the saved ones.
  open func changedValues() -> [String: Any] { converted(core.changedValues()) }

  open func changedValuesForCurrentEvent() -> [String: Any] {
    converted(core.changedValuesForCurrentEvent())
  }

  /// The saved values of properties; a missing value is `NSNull`.
  open func committedValues(forKeys keys: [String]?) -> [String: Any] {
    converted(read(orElse: [:]) { try $0.committedValues(forKeys: keys) })
  }

  // MARK: - Access without key-value coding

  // Nobody observes keys on Linux, so the calls around a primitive value only fire the fault, or mark
  // the object as changed.

  open func willAccessValue(forKey key: String?) { read { try $0.fireFault() } }
  open func didAccessValue(forKey key: String?) {}

  open func willChangeValue(forKey key: String) { read { try $0.fireFault() } }

  open func didChangeValue(forKey key: String) {
    // The value in memory is the new one already; setting it again marks the change.
    read { core in
      let value = try core.primitiveValue(forKey: key)
      try core.setValue(value, forKey: key)
    }
    managedObjectContext?.keep(self)
  }

  // MARK: - Relationships

  /// The identities of the objects of a relationship.
  open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
    let coordinator = managedObjectContext?.identityCoordinator
    return read(orElse: []) { try $0.objectIDs(forRelationshipNamed: key) }
      .map { NSManagedObjectID($0, coordinator) }
  }

  /// Whether the objects of a relationship were not read yet.
  open func hasFault(forRelationshipNamed key: String) -> Bool {
    core.hasFault(forRelationshipNamed: key)
  }
}
