import MomentumModel

/// The objects of a context by their identities: at most one object for each row.
///
/// The map does not keep objects alive. Each store and family of entities has a table of its own,
/// so an entry needs only the number of the row and a reference to the object.
struct IdentityMap {
  private struct Entry {
    weak var object: ManagedObject?
  }

  private struct Table {
    var store: String?
    var root: EntityID
    var entries: [Int64: Entry] = [:]
  }

  private var tables: [Table] = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  /// The places are kept so that their addresses stay theirs.
  private var places: [ObjectPlace] = []
  private var lastPlace: ObjectIdentifier?
  private var lastIndex = 0
  /// How many objects may be added before entries of released objects are removed.
  private var additionsUntilSweep = 1024

  init() {}

  private mutating func table(of place: ObjectPlace) -> Int {
    let key = ObjectIdentifier(place)
    if key == lastPlace { return lastIndex }
    lastPlace = key
    if let known = indexes[key] {
      lastIndex = known
      return known
    }
    places.append(place)
    let index =
      tables.firstIndex { $0.store == place.store && $0.root == place.entity.root } ?? tables.count
    if index == tables.count { tables.append(Table(store: place.store, root: place.entity.root)) }
    indexes[key] = index
    lastIndex = index
    return index
  }

  /// The object of an identity; `nil` if there is none or it was released.
  mutating func object(_ id: ObjectID) -> ManagedObject? {
    tables[table(of: id.place)].entries[id.number]?.object
  }

  mutating func insert(_ object: ManagedObject) {
    let index = table(of: object.objectID.place)
    tables[index].entries[object.objectID.number] = Entry(object: object)
    additionsUntilSweep -= 1
    if additionsUntilSweep <= 0 { sweep() }
  }

  mutating func remove(_ id: ObjectID) {
    tables[table(of: id.place)].entries[id.number] = nil
  }

  mutating func reserve(_ count: Int, at place: ObjectPlace) {
    let index = table(of: place)
    tables[index].entries.reserveCapacity(tables[index].entries.count + count)
  }

  /// All objects that are still alive, by store, entity family and number.
  var objects: [ManagedObject] {
    tables.flatMap { table in
      table.entries.compactMap { $0.value.object }.sorted {
        $0.objectID.number < $1.objectID.number
      }
    }
  }

  /// Removes the entries of released objects. It runs after as many additions as there were
  /// entries, so that an addition stays cheap on average.
  mutating func sweep() {
    var count = 0
    for index in tables.indices {
      tables[index].entries = tables[index].entries.filter { $0.value.object != nil }
      count += tables[index].entries.count
    }
    additionsUntilSweep = max(1024, count)
  }
}
