import CSwiftRuntime
import Foundation

/// The objects of a context by their identities: at most one object for each row.
///
/// The map does not keep objects alive: an object takes itself out when it is released. It uses no
/// `weak` references, each of which would cost an object 48 bytes of memory beside it and slow
/// every later retain and release down (half of the time of a large save, by a profile).
///
/// `@unchecked`: the table is used under the lock only, because the last reference to an object may
/// be released on any thread. An object that the map still has is in memory, since its `deinit`
/// waits for the lock to leave the map; if it is being released already, `swift_tryRetain` fails,
/// and the map says that it has no such object.
final class IdentityMap: @unchecked Sendable {
  private let lock = NSLock()
  /// Exclusive access is what the lock is for, and is not checked once more at run time.
  @exclusivity(unchecked) private var table = PlaceTable<UnsafeMutableRawPointer>()
  /// Whether the context was released; nobody looks up objects then.
  private var isClosed = false
  /// Whether objects may keep each other alive by their relationships, so that `close()` must break
  /// the cycles.
  var hasRelatedObjects = false
  let model: ModelPlan
  /// The context of the objects; `nil` after it was released.
  private(set) weak var context: ObjectContext?

  init(_ model: ModelPlan) { self.model = model }

  /// Sets the context of the objects; called once.
  func open(for context: ObjectContext) { self.context = context }

  // MARK: - Finding

  /// The object of an identity; `nil` if it was never registered or was released.
  func object(_ id: ObjectID) -> ManagedObject? {
    lock.lock()
    defer { lock.unlock() }
    return find(id)
  }

  /// Under the lock.
  private func find(_ id: ObjectID) -> ManagedObject? { table.value(id).flatMap(Self.retained) }

  private static func retained(_ pointer: UnsafeMutableRawPointer) -> ManagedObject? {
    guard let alive = swift_tryRetain(pointer) else { return nil }
    return Unmanaged<ManagedObject>.fromOpaque(alive).takeRetainedValue()
  }

  /// All objects that are alive, by store, entity family and number.
  var objects: [ManagedObject] {
    lock.lock()
    defer { lock.unlock() }
    return table.values.flatMap { pointers in
      pointers.compactMap(Self.retained).sorted { $0.objectID.number < $1.objectID.number }
    }
  }

  // MARK: - Adding and removing

  /// Adds an object. An object with the same identity that is being released loses its place.
  func insert(_ object: ManagedObject) {
    lock.lock()
    defer { lock.unlock() }
    put(object, object.objectID)
  }

  /// Under the lock.
  private func put(_ object: ManagedObject, _ id: ObjectID) {
    table.set(Unmanaged.passUnretained(object).toOpaque(), id)
    object.isRegistered = true
  }

  func reserve(_ count: Int, at place: ObjectPlace) {
    lock.lock()
    defer { lock.unlock() }
    table.reserve(count, at: place)
  }

  /// Removes an object. Does nothing if it is not in the map.
  func remove(_ object: ManagedObject) {
    guard object.isRegistered else { return }
    lock.lock()
    defer { lock.unlock() }
    take(object)
  }

  /// Under the lock.
  private func take(_ object: ManagedObject) {
    object.isRegistered = false
    guard !isClosed else { return }
    let (pointer, number) = (Unmanaged.passUnretained(object).toOpaque(), object.objectID.number)
    table.withValues(at: object.objectID.place) { values in
      values.remove(number) { $0 == pointer }
    }
  }

  /// Gives objects other identities, one each.
  func rename(_ objects: [ManagedObject], to ids: [ObjectID]) {
    lock.lock()
    defer { lock.unlock() }
    // The newest objects are the last ones of the table, where removing is fastest.
    for object in objects.reversed() where object.isRegistered { take(object) }
    guard let place = ids.first?.place else { return }
    table.reserve(objects.count, at: place)
    for (object, id) in zip(objects, ids) {
      object.objectID = id
      put(object, id)
    }
  }

  /// Removes all objects.
  func removeAll() {
    for object in objects { remove(object) }
  }

  /// Called when the context is released. Objects that keep each other alive by relationships
  /// forget them, so that they are released, too.
  func close() {
    if hasRelatedObjects { for object in objects { object.letGoOfRelated() } }
    lock.lock()
    defer { lock.unlock() }
    isClosed = true
    table = PlaceTable()
  }
}

extension IdentityMap {
  /// How many objects are looked up at most under one lock.
  static let blockSize = 64

  /// Appends the objects with some numbers to a list, and takes the lock only twice.
  ///
  /// - Parameters:
  ///   - numbers: At most ``blockSize`` numbers of objects at one place.
  ///   - make: Makes an object for the index of a number that the map does not have. It runs without
  ///     the lock, since the object may be of a class of the program, which may use the map.
  ///   - found: Called with the index and the object for each number that the map had already.
  func append(
    _ numbers: [Int64], at place: ObjectPlace, to objects: inout [ManagedObject],
    make: (Int) -> ManagedObject, found: (Int, ManagedObject) -> Void = { _, _ in }
  ) {
    let start = objects.count
    let known = find(numbers, at: place)
    for index in numbers.indices {
      if !known.isEmpty, let object = known[index] {
        found(index, object)
        objects.append(object)
      } else {
        objects.append(make(index))
      }
    }
    guard known.isEmpty || known.contains(where: { $0 == nil }) else { return }
    var dropped: [ManagedObject] = []
    put(numbers, at: place, &objects, from: start, &dropped)
    // Objects go without the lock, since their `deinit` may be the program's.
    dropped = []
  }

  /// The objects that the map has, by index of their numbers; empty if it has none of them.
  private func find(_ numbers: [Int64], at place: ObjectPlace) -> [ManagedObject?] {
    lock.lock()
    defer { lock.unlock() }
    return table.withValues(at: place) { values in
      guard !values.isEmpty, numbers.contains(where: { values[$0] != nil }) else { return [] }
      return numbers.map { values[$0].flatMap(Self.retained) }
    }
  }

  /// Adds new objects. If another object with the same identity was added since the lookup, that one
  /// takes the place in the list.
  private func put(
    _ numbers: [Int64], at place: ObjectPlace, _ objects: inout [ManagedObject], from start: Int,
    _ dropped: inout [ManagedObject]
  ) {
    lock.lock()
    defer { lock.unlock() }
    table.withValues(at: place) { values in
      for index in numbers.indices where !objects[start + index].isRegistered {
        let pointer = Unmanaged.passUnretained(objects[start + index]).toOpaque()
        if let known = values.add(pointer, numbers[index]) {
          if let other = Self.retained(known) {
            dropped.append(objects[start + index])
            objects[start + index] = other
            continue
          }
          values.set(pointer, numbers[index])
        }
        objects[start + index].isRegistered = true
      }
    }
  }
}
