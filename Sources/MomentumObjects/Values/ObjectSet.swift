/// Objects without duplicates, in the order in which they were added.
///
/// Objects are compared by identity. Their order makes results the same in every run. A small set
/// is searched from the start; a larger one has an index.
struct ObjectSet: Sequence {
  /// The most objects that are searched without an index.
  private static let smallMax = 8

  /// The objects as long as none was removed, and again after the free places were removed: a list
  /// of them needs no copy.
  private var dense: [ManagedObject] = []
  /// The objects and the free places of removed ones; `nil` while `dense` has the objects.
  private var sparse: [ManagedObject?]?
  /// The positions in the list; `nil` in a small set.
  private var positions: PositionTable?
  private(set) var count = 0

  init() {}

  init(_ objects: some Sequence<ManagedObject>) {
    for object in objects { insert(object) }
  }

  var isEmpty: Bool { count == 0 }
  var underestimatedCount: Int { count }
  var elements: [ManagedObject] { sparse?.compactMap { $0 } ?? dense }
  var first: ManagedObject? {
    guard let sparse else { return dense.first }
    return sparse.first { $0 != nil } ?? nil
  }

  struct Iterator: IteratorProtocol {
    fileprivate var dense: IndexingIterator<[ManagedObject]>
    fileprivate var sparse: IndexingIterator<[ManagedObject?]>?

    mutating func next() -> ManagedObject? {
      guard sparse != nil else { return dense.next() }
      while let slot = sparse?.next() {
        if let slot { return slot }
      }
      return nil
    }
  }

  func makeIterator() -> Iterator {
    Iterator(dense: dense.makeIterator(), sparse: sparse?.makeIterator())
  }

  /// The number of objects and free places.
  private var length: Int { sparse?.count ?? dense.count }

  private func position(of object: ManagedObject) -> Int? {
    guard let positions else {
      return sparse?.firstIndex { $0 === object } ?? dense.firstIndex { $0 === object }
    }
    let hash = PositionTable.hash(object)
    if let sparse { return positions.first(hash) { sparse[$0] === object } }
    return positions.first(hash) { dense[$0] === object }
  }

  func contains(_ object: ManagedObject) -> Bool { position(of: object) != nil }

  /// Adds an object at the end; returns `false` if it was there already.
  @discardableResult
  mutating func insert(_ object: ManagedObject) -> Bool {
    guard !contains(object) else { return false }
    if sparse == nil { dense.append(object) } else { sparse?.append(object) }
    count += 1
    let length = length
    if positions?.isFull(length) ?? (length > ObjectSet.smallMax) {
      index()
    } else {
      positions?.insert(length - 1, PositionTable.hash(object))
    }
    return true
  }

  /// Removes an object; returns `false` if the object was not in the set.
  @discardableResult
  mutating func remove(_ object: ManagedObject) -> Bool {
    guard let position = position(of: object) else { return false }
    count -= 1
    guard var table = positions else {
      removeFreePlaces()
      dense.removeAll { $0 === object }
      return true
    }
    var slots = sparse ?? dense
    // Take the table and the list out of the properties, so that they are not copied.
    (positions, sparse, dense) = (nil, nil, [])
    table.remove(position, PositionTable.hash(object)) { Self.hash(slots[$0]) }
    slots[position] = nil
    sparse = slots
    positions = table
    // Without this, a set to which objects are added and removed would grow without limit.
    guard slots.count > 2 * count + ObjectSet.smallMax else { return true }
    removeFreePlaces()
    positions = nil
    if length > ObjectSet.smallMax { index() }
    return true
  }

  mutating func remove(_ objects: [ManagedObject]) {
    // After a save, usually all objects of the set are removed.
    guard objects.count < count else { return removeAll() }
    for object in objects { remove(object) }
  }

  mutating func removeAll() { self = ObjectSet() }

  private mutating func removeFreePlaces() {
    guard let slots = sparse else { return }
    dense = slots.compactMap { $0 }
    sparse = nil
  }

  private static func hash(_ slot: ManagedObject?) -> UInt64 { slot.map(PositionTable.hash) ?? 0 }

  /// Makes the index again. Free places are removed first, since they have no hash.
  private mutating func index() {
    removeFreePlaces()
    var table = PositionTable()
    table.rebuild(dense.count, room: dense.count * 2) { PositionTable.hash(dense[$0]) }
    positions = table
  }
}
