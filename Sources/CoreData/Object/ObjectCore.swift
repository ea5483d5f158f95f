import MomentumObjects

/// The object of the object graph behind an `NSManagedObject`.
///
/// The managed object holds its core; the core holds its managed object weakly, so the object is
/// released as soon as neither the program nor a context holds it, and made again when it is
/// needed. Contexts hold the managed objects that have unsaved changes.
final class ObjectCore: ManagedObject {
  weak var face: NSManagedObject?
  /// The value that the class of the program checks at the moment.
  var checking: ValueCheck?

  required init(_ seed: ObjectSeed) { super.init(seed) }

  /// The managed object, which is made if there is none.
  private var object: NSManagedObject { ManagedObjectClasses.shared.object(of: self) }

  override func awakeFromInsert() {
    guard let born = ObjectBirth.current else { return object.awakeFromInsert() }
    face = born
    ObjectBirth.current = nil
    born.core(is: self)
    born.awakeFromInsert()
  }

  // A managed object that is made later calls its hook itself.
  override func awakeFromFetch() { face?.awakeFromFetch() }

  override func awake(from event: SnapshotEvent) {
    face?.awake(fromSnapshotEvents: NSSnapshotEventType(rawValue: event.rawValue))
  }

  override func prepareForDeletion() { object.prepareForDeletion() }
  override func willSave() { object.willSave() }
  override func didSave() { object.didSave() }
  override func willTurnIntoFault() { face?.willTurnIntoFault() }
  override func didTurnIntoFault() { face?.didTurnIntoFault() }
  override func validateForInsert() throws { try object.validateForInsert() }
  override func validateForUpdate() throws { try object.validateForUpdate() }
  override func validateForDelete() throws { try object.validateForDelete() }

  override func validate(_ value: inout PropertyValue, forKey key: String) throws {
    try validateByClass(&value, forKey: key)
  }

  // What the managed object calls as its superclass.
  func validateInsertByModel() throws { try super.validateForInsert() }
  func validateUpdateByModel() throws { try super.validateForUpdate() }
  func validateDeleteByModel() throws { try super.validateForDelete() }
}

/// The managed object that is being made on this thread: the object graph makes its core meanwhile,
/// or has made it before.
enum ObjectBirth {
  private final class Box {
    var object: NSManagedObject?
    var core: ObjectCore?
  }

  private static var box: Box {
    let key = "com.apple.CoreData.objectBirth"
    if let known = Thread.current.threadDictionary[key] as? Box { return known }
    let made = Box()
    Thread.current.threadDictionary[key] = made
    return made
  }

  /// The new object that waits for its core.
  static var current: NSManagedObject? {
    get { box.object }
    set { box.object = newValue }
  }

  /// The core that waits for its object.
  static var core: ObjectCore? {
    get { box.core }
    set { box.core = newValue }
  }
}
