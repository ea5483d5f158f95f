import MomentumModel

/// Identities that are reserved for new objects, which follow each other in a list and have one
/// entity and one store. Their numbers follow each other, too.
struct ReservedIDs {
  /// The indexes of the objects in the list.
  let objects: Range<Int>
  let place: ObjectPlace
  fileprivate let firstNumber: Int64

  /// The numbers of the objects.
  var numbers: some Sequence<Int64> {
    (0..<Int64(objects.count)).lazy.map { [firstNumber] in firstNumber + $0 }
  }

  /// The identity of the object at an index in the list.
  subscript(index: Int) -> ObjectID {
    ObjectID(place, firstNumber + Int64(index - objects.lowerBound))
  }

  /// Whether relationships may lead to the objects, so that other objects need their identities
  /// before their rows are made.
  var isReferenced: Bool { place.entity.isReferenced }

  /// Makes them the pending identities of the objects.
  func note(in list: [ManagedObject]) {
    for index in objects { list[index].ownDetails().pendingID = self[index] }
  }
}

extension StoreCoordinator {
  /// Reserves identities for new objects, in the stores in which they will be saved. Objects that
  /// have one already keep it.
  func reserve(for objects: [ManagedObject]) throws -> [ReservedIDs] {
    var families: [NewFamily] = []
    var runs: [(objects: Range<Int>, family: Int, plan: EntityPlan)] = []
    let choice = StoreChoice(stores)
    let hasOneStore = choice.stores.count == 1
    var start = 0
    while start < objects.count {
      let (object, place) = (objects[start], objects[start].objectID.place)
      var end = start + 1
      if object.isWithoutPermanentID(at: place), place.store == nil {
        if choice.stores.isEmpty { throw noStoreForSave }
        let store = choice.stores[try choice.index(for: object)]
        // If there is one store only, all objects of an entity go into it.
        while end < objects.count, objects[end].isWithoutPermanentID(at: place),
          try hasOneStore || choice.stores[choice.index(for: objects[end])] === store
        { end += 1 }
        let family = family(of: object.plan, in: store, &families)
        families[family].count += end - start
        runs.append((start..<end, family, object.plan))
      }
      start = end
    }
    for index in families.indices where families[index].store.identifyingStore == nil {
      try families[index].reserve()
    }
    return try runs.flatMap { run, index, plan in
      let store = families[index].store
      guard let own = store.identifyingStore else {
        return [
          ReservedIDs(
            objects: run, place: store.places[plan], firstNumber: families[index].take(run.count))
        ]
      }
      return zip(run, try own.checkedIdentities(for: Array(objects[run]))).map { index, id in
        ReservedIDs(objects: index..<index + 1, place: id.place, firstNumber: id.number)
      }
    }
  }

  /// New objects whose numbers come from the same table.
  private struct NewFamily {
    let root: EntityPlan
    let store: any ObjectStore
    var count = 0
    private var nextNumber: Int64 = 0

    init(_ root: EntityPlan, _ store: any ObjectStore) {
      self.root = root
      self.store = store
    }

    mutating func reserve() throws {
      do {
        nextNumber = try store.reserveNumbers(count, root: root).lowerBound
      } catch { throw ObjectError.reported(error, .save, path: store.path) }
    }

    /// The first of some of the reserved numbers.
    mutating func take(_ count: Int) -> Int64 {
      // The addition wraps around only after the highest number.
      defer { nextNumber &+= Int64(count) }
      return nextNumber
    }
  }

  private func family(
    of entity: EntityPlan, in store: any ObjectStore, _ families: inout [NewFamily]
  ) -> Int {
    let root = model[entity.root]
    if let known = families.firstIndex(where: { $0.root === root && $0.store === store }) {
      return known
    }
    families.append(NewFamily(root, store))
    return families.count - 1
  }
}

extension ManagedObject {
  /// Whether the object has an identity at a place of temporary ones, and no save has reserved a
  /// permanent one.
  fileprivate final func isWithoutPermanentID(at place: ObjectPlace) -> Bool {
    objectID.place === place && details?.pendingID == nil
  }
}
