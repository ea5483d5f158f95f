import MomentumModel

extension StoreCoordinator {
  /// Reserves identities for new objects, in the stores in which they will be saved. Objects that
  /// have one already keep it.
  func reserve(for objects: [ManagedObject]) throws {
    var families: [NewFamily] = []
    var last: (place: ObjectIdentifier, family: Int)?
    let choice = StoreChoice(stores)
    let storeCount = choice.stores.count
    for (index, object) in objects.enumerated() where !object.hasPermanentID {
      if storeCount == 0 { throw noStoreForSave }
      let place = ObjectIdentifier(object.objectID.place)
      // If there is one store only, all objects of an entity go into it.
      if last?.place != place || storeCount > 1 {
        let store = choice.stores[try choice.index(for: object)]
        last = (place, family(of: object.plan, in: store, &families))
      }
      if let last { families[last.family].add(index) }
    }
    for family in families {
      let numbers: ClosedRange<Int64>
      do {
        numbers = try family.store.reserveNumbers(family.count, root: family.root)
      } catch {
        throw ObjectError.reported(error, .save, path: family.store.path)
      }
      let places = family.store.places
      var (plan, place) = (family.root, places[family.root])
      for (number, index) in zip(numbers, family.runs.joined()) {
        let object = objects[index]
        if object.plan !== plan {
          plan = object.plan
          place = places[plan]
        }
        object.ownDetails().pendingID = ObjectID(place, number)
      }
    }
  }

  /// New objects whose numbers come from the same table.
  private struct NewFamily {
    let root: EntityPlan
    let store: any ObjectStore
    /// The indexes of these objects among all new objects, which mostly follow each other.
    private(set) var runs: [Range<Int>] = []
    private(set) var count = 0

    init(_ root: EntityPlan, _ store: any ObjectStore) {
      self.root = root
      self.store = store
    }

    mutating func add(_ index: Int) {
      count += 1
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
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
  /// Whether the object has a permanent identity, or a save has reserved one.
  fileprivate final var hasPermanentID: Bool {
    details?.pendingID != nil || !objectID.isTemporary
  }
}
