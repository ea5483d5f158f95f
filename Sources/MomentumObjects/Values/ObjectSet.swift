/// Objects without duplicates, in the order in which they were added.
///
/// Objects are compared by identity. Their order makes results the same in every run. A small set
/// is searched from the start; a larger one has an index.
struct ObjectSet: Sequence {
  /// The most objects that are searched without an index.
  private static let smallMax = 8

  private var slots: [ManagedObject?] = []
  /// Finds the index of an object in `slots`; `nil` in a small set, which is searched from the
  /// start.
  private var positions: PositionTable?
  private(set) var count = 0

  init() {}

  init(_ objects: some Sequence<ManagedObject>) {
    for object in objects { insert(object) }
  }

  var isEmpty: Bool { count == 0 }
  var underestimatedCount: Int { count }
  var elements: [ManagedObject] { Array(self) }
  var first: ManagedObject? { slots.first { $0 != nil } ?? nil }

  struct Iterator: IteratorProtocol {
    fileprivate var slots: IndexingIterator<[ManagedObject?]>

    mutating func next() -> ManagedObject? {
      while let slot = slots.next() {
        if let slot { return slot }
      }
      return nil
    }
  }

  func makeIterator() -> Iterator { Iterator(slots: slots.makeIterator()) }

  private func position(of object: ManagedObject) -> Int? {
    guard let positions else { return slots.firstIndex { $0 === object } }
    return positions.first(PositionTable.hash(object)) { slots[$0] === object }
  }

  func contains(_ object: ManagedObject) -> Bool { position(of: object) != nil }

  /// Adds an object at the end; returns `false` if it was there already.
  @discardableResult
  mutating func insert(_ object: ManagedObject) -> Bool {
    guard !contains(object) else { return false }
    slots.append(object)
    count += 1
    if positions?.isFull(slots.count) ?? (slots.count > ObjectSet.smallMax) {
      index()
    } else {
      positions?.insert(slots.count - 1, PositionTable.hash(object))
    }
    return true
  }

  /// Removes an object; returns `false` if the object was not in the set.
  @discardableResult
  mutating func remove(_ object: ManagedObject) -> Bool {
    guard let position = position(of: object) else { return false }
    if var table = positions {
      // Take the table out of the property, so that it is not copied.
      positions = nil
      table.remove(position, PositionTable.hash(object)) { Self.hash(slots[$0]) }
      positions = table
    }
    slots[position] = nil
    count -= 1
    // Without this, a set to which objects are added and removed would grow without limit.
    guard positions == nil || slots.count > 2 * count + ObjectSet.smallMax else { return true }
    slots.removeAll { $0 == nil }
    positions = nil
    if slots.count > ObjectSet.smallMax { index() }
    return true
  }

  mutating func remove(_ objects: [ManagedObject]) {
    // After a save, usually all objects of the set are removed.
    guard objects.count < count else { return removeAll() }
    for object in objects { remove(object) }
  }

  mutating func removeAll() { self = ObjectSet() }

  private static func hash(_ slot: ManagedObject?) -> UInt64 { slot.map(PositionTable.hash) ?? 0 }

  /// Makes the index again. Slots of removed objects (`nil`) are dropped first, since they have no
  /// hash.
  private mutating func index() {
    if count < slots.count { slots.removeAll { $0 == nil } }
    var table = PositionTable()
    table.rebuild(slots.count, room: slots.count * 2) { Self.hash(slots[$0]) }
    positions = table
  }
}
