import MomentumModel

/// Values by the identities of objects: a ``NumberTable`` for each store and family of entities.
///
/// The table of the last identity is kept at hand, since several identities of one family usually
/// follow each other.
struct PlaceTable<Value> {
  private struct Family {
    let store: String?
    let root: EntityID
    var values = NumberTable<Value>()
  }

  private var families: [Family] = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  /// Keeps the places alive, whose addresses are the keys of `indexes`: a new place could get the
  /// address of a released one and would be taken for it.
  private var places: [ObjectPlace] = []
  private var last: (place: ObjectIdentifier, index: Int)?

  init() {}

  var count: Int { families.reduce(0) { $0 + $1.values.count } }

  /// The values: an array for each store and family of entities.
  var values: [[Value]] { families.map { Array($0.values.values) } }

  @inline(__always)
  private mutating func family(of place: ObjectPlace) -> Int {
    if let last, last.place == ObjectIdentifier(place) { return last.index }
    return newFamily(of: place)
  }

  private mutating func newFamily(of place: ObjectPlace) -> Int {
    let key = ObjectIdentifier(place)
    if let known = indexes[key] {
      last = (key, known)
      return known
    }
    places.append(place)
    let index =
      families.firstIndex { $0.store == place.store && $0.root == place.entity.root }
      ?? families.count
    if index == families.count {
      families.append(Family(store: place.store, root: place.entity.root))
    }
    indexes[key] = index
    last = (key, index)
    return index
  }

  /// Returns the value of an identity. It is `mutating` because it records the family of the
  /// identity.
  mutating func value(_ id: ObjectID) -> Value? { families[family(of: id.place)].values[id.number] }

  mutating func set(_ value: Value, _ id: ObjectID) {
    families[family(of: id.place)].values.set(value, id.number)
  }

  /// Lets a closure use the table of one store and family, for many identities that follow each
  /// other.
  @inline(__always)
  mutating func withValues<Result>(
    at place: ObjectPlace, _ body: (inout NumberTable<Value>) -> Result
  ) -> Result {
    body(&families[family(of: place)].values)
  }

  /// Removes the value of an identity.
  ///
  /// - Parameter isRemoved: Returns whether the value found is to be removed; by default, any value
  ///   is.
  mutating func remove(_ id: ObjectID, where isRemoved: (Value) -> Bool = { _ in true }) {
    families[family(of: id.place)].values.remove(id.number, where: isRemoved)
  }

  mutating func reserve(_ count: Int, at place: ObjectPlace) {
    families[family(of: place)].values.reserve(count)
  }

  /// Removes all values of a store.
  mutating func remove(store identifier: String) {
    for index in families.indices where families[index].store == identifier {
      families[index].values = NumberTable()
    }
  }
}
