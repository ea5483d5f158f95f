/// The objects of a to-many relationship; changing the set changes the relationship.
///
///     book.mutableSetValue(forKey: "tags").add(tag)
final class RelationshipSet: NSMutableSet {
  private var owner: NSManagedObject?
  private var key = ""

  convenience init(_ owner: NSManagedObject, _ key: String) {
    self.init(capacity: 0)
    self.owner = owner
    self.key = key
  }

  private var present: NSSet { owner?.value(forKey: key) as? NSSet ?? NSSet() }

  override var count: Int { present.count }
  override func member(_ object: Any) -> Any? { present.member(object) }
  override func objectEnumerator() -> NSEnumerator { present.objectEnumerator() }

  override func add(_ object: Any) {
    owner?.setValue(present.adding(object), forKey: key)
  }

  override func remove(_ object: Any) {
    owner?.setValue(NSSet(array: present.allObjects.filter { !isSame($0, object) }), forKey: key)
  }

  override func removeAllObjects() { owner?.setValue(NSSet(), forKey: key) }

  private func isSame(_ one: Any, _ other: Any) -> Bool {
    (one as? NSObject)?.isEqual(other) ?? false
  }
}

/// The objects of an ordered to-many relationship as they were when the set was asked for; changing the
/// set changes the relationship.
///
/// It has the objects itself, since Foundation's class lets no subclass override its `array`.
final class OrderedRelationshipSet: NSMutableOrderedSet {
  /// `nil` while the set is filled.
  private var owner: NSManagedObject?
  private let key: String

  init(_ owner: NSManagedObject, _ key: String) {
    self.key = key
    super.init(capacity: 0)
    let present = (owner.value(forKey: key) as? NSOrderedSet)?.array ?? []
    for (index, object) in present.enumerated() { super.insert(object, at: index) }
    self.owner = owner
  }

  /// `nil`: an archive has no object to change.
  required init?(coder aDecoder: NSCoder) { nil }

  /// A set without an owner.
  required init(arrayLiteral elements: Any...) {
    key = ""
    super.init(capacity: 0)
    for element in elements { super.insert(element, at: count) }
  }

  private func write() { owner?.setValue(NSOrderedSet(array: array), forKey: key) }

  override func insert(_ object: Any, at idx: Int) {
    super.insert(object, at: idx)
    write()
  }

  override func removeObject(at idx: Int) {
    super.removeObject(at: idx)
    write()
  }

  override func replaceObject(at idx: Int, with obj: Any) {
    super.replaceObject(at: idx, with: obj)
    write()
  }
}

extension NSManagedObject {
  /// The objects of a to-many relationship as a set whose changes change the relationship.
  public func mutableSetValue(forKey key: String) -> NSMutableSet { RelationshipSet(self, key) }

  /// The objects of an ordered to-many relationship as a set whose changes change the relationship.
  public func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    OrderedRelationshipSet(self, key)
  }
}
