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
  private var table = PlaceTable<UnsafeMutableRawPointer>()
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
    put(object)
  }

  /// Under the lock.
  private func put(_ object: ManagedObject) {
    table.set(Unmanaged.passUnretained(object).toOpaque(), object.objectID)
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
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    table.remove(object.objectID) { $0 == pointer }
  }

  /// Gives objects other identities.
  func rename(_ objects: [(object: ManagedObject, id: ObjectID)]) {
    lock.lock()
    defer { lock.unlock() }
    for (object, _) in objects where object.isRegistered { take(object) }
    if let first = objects.first { table.reserve(objects.count, at: first.id.place) }
    for (object, id) in objects {
      object.objectID = id
      put(object)
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
  /// How many identities are looked up under one lock.
  private static let blockSize = 64

  /// The objects of many identities, with few uses of the lock.
  ///
  /// - Parameters:
  ///   - make: Makes an object for an index and an identity that the map does not have. It runs
  ///     without the lock, since the object may be of a class of the program, which may use the
  ///     map.
  ///   - found: Called with the index and the object for each identity that the map had already.
  func objects(
    _ count: Int, id: (Int) -> ObjectID, make: (Int, ObjectID) -> ManagedObject,
    found: (Int, ManagedObject) -> Void = { _, _ in }
  ) -> [ManagedObject] {
    var result: [ManagedObject] = []
    result.reserveCapacity(count)
    var known: [ManagedObject?] = []
    known.reserveCapacity(Self.blockSize)
    var start = 0
    while start < count {
      let end = min(start + Self.blockSize, count)
      lock.lock()
      for index in start..<end { known.append(find(id(index))) }
      lock.unlock()
      for index in start..<end {
        if let object = known[index - start] {
          found(index, object)
        } else {
          known[index - start] = make(index, id(index))
        }
      }
      lock.lock()
      for case let object? in known { result.append(object.isRegistered ? object : added(object)) }
      lock.unlock()
      known.removeAll(keepingCapacity: true)
      start = end
    }
    return result
  }

  /// Adds an object and returns it. If another one with the same identity was added since the
  /// lookup, returns that one. Called while the lock is held.
  private func added(_ object: ManagedObject) -> ManagedObject {
    if let other = find(object.objectID) { return other }
    put(object)
    return object
  }
}
