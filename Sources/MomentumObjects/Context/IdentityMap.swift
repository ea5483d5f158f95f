/// The objects of a context by their identities: at most one object for each row.
///
/// The map does not keep objects alive.
struct IdentityMap {
  private struct Entry {
    weak var object: ManagedObject?
  }

  private var table = PlaceTable<Entry>()
  /// The number of objects that may be added until entries of released objects are removed.
  private var additionsUntilSweep = 1024

  init() {}

  /// The object of an identity; `nil` if it was never registered or was released.
  mutating func object(_ id: ObjectID) -> ManagedObject? { table.value(id)?.object }

  mutating func insert(_ object: ManagedObject) {
    table.set(Entry(object: object), object.objectID)
    additionsUntilSweep -= 1
    if additionsUntilSweep <= 0 { sweep() }
  }

  mutating func remove(_ id: ObjectID) { table.remove(id) }

  mutating func reserve(_ count: Int, at place: ObjectPlace) { table.reserve(count, at: place) }

  /// All objects that are still alive, by store, entity family and number.
  var objects: [ManagedObject] {
    table.values.flatMap { entries in
      entries.compactMap(\.object).sorted { $0.objectID.number < $1.objectID.number }
    }
  }

  /// Makes all objects that are still alive forget their related objects.
  func letGoOfRelated() {
    for entries in table.values {
      for entry in entries { entry.object?.letGoOfRelated() }
    }
  }

  /// Removes the entries of released objects. It runs when the entries have doubled, so that the
  /// time for an addition is small on average.
  mutating func sweep() {
    table.filter { $0.object != nil }
    additionsUntilSweep = max(1024, table.count)
  }
}
