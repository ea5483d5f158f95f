/// Objects without duplicates, in the order in which they were added.
///
/// Objects are compared by identity. The order makes results the same in every run. A small set
/// is searched from front to back; a larger one has an index.
struct ObjectSet: Sequence {
  /// The most objects that are searched without an index.
  private static let smallMax = 8

  private var slots: [ManagedObject?] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  private(set) var count = 0

  init() {}

  init(_ objects: some Sequence<ManagedObject>) {
    for object in objects { insert(object) }
  }

  var isEmpty: Bool { count == 0 }
  var elements: [ManagedObject] { count == slots.count ? slots.compactMap { $0 } : Array(self) }
  var first: ManagedObject? { slots.first { $0 != nil } ?? nil }

  func makeIterator() -> AnyIterator<ManagedObject> {
    var index = 0
    let slots = slots
    return AnyIterator {
      while index < slots.count {
        defer { index += 1 }
        if let object = slots[index] { return object }
      }
      return nil
    }
  }

  private func position(of object: ManagedObject) -> Int? {
    slots.count <= ObjectSet.smallMax && positions.isEmpty
      ? slots.firstIndex { $0 === object } : positions[ObjectIdentifier(object)]
  }

  func contains(_ object: ManagedObject) -> Bool { position(of: object) != nil }

  /// Adds an object at the end; returns `false` if it was there already.
  @discardableResult
  mutating func insert(_ object: ManagedObject) -> Bool {
    guard !contains(object) else { return false }
    slots.append(object)
    count += 1
    if !positions.isEmpty {
      positions[ObjectIdentifier(object)] = slots.count - 1
    } else if slots.count > ObjectSet.smallMax {
      index()
    }
    return true
  }

  /// Returns `false` if the object was not in the set.
  @discardableResult
  mutating func remove(_ object: ManagedObject) -> Bool {
    guard let position = position(of: object) else { return false }
    slots[position] = nil
    positions[ObjectIdentifier(object)] = nil
    count -= 1
    // Without this, a set whose objects come and go would grow for ever.
    if slots.count > 2 * count + ObjectSet.smallMax || positions.isEmpty {
      slots.removeAll { $0 == nil }
      positions = [:]
      if slots.count > ObjectSet.smallMax { index() }
    }
    return true
  }

  mutating func removeAll() { self = ObjectSet() }

  private mutating func index() {
    positions.reserveCapacity(slots.count)
    for (index, object) in slots.enumerated() {
      if let object { positions[ObjectIdentifier(object)] = index }
    }
  }
}
