import MomentumModel

/// A custom store that chooses the identities of new objects by the objects themselves, as
/// `NSIncrementalStore` does, not by their number.
package protocol IdentifyingStore: Sendable {
  /// The identities of new objects, in the order of the objects. Called before a save, on the queue of
  /// the objects' context.
  func newIdentities(for objects: [ManagedObject]) throws -> [ObjectID]
  /// Called before a save of a store that is written as a whole, while its objects may still be read.
  func prepare(inserted: [ObjectID], updated: [ObjectID], deleted: [ObjectID]) throws
}

extension IdentifyingStore {
  package func prepare(inserted: [ObjectID], updated: [ObjectID], deleted: [ObjectID]) throws {}
}

extension IdentifyingStore {
  /// The identities of new objects, one for each of them.
  func checkedIdentities(for objects: [ManagedObject]) throws -> [ObjectID] {
    let ids = try newIdentities(for: objects)
    guard ids.count == objects.count,
      zip(ids, objects).allSatisfy({ $0.entity.root == $1.plan.root })
    else {
      throw ObjectMisuse(
        "NSInternalInconsistencyException",
        "the store has returned \(ids.count) identities for \(objects.count) objects, or "
          + "identities of other entities")
    }
    return ids
  }
}

extension ObjectMisuse {
  /// The error of an identifying store that gets no objects.
  package static func withoutObjects(_ count: Int, _ entityName: String) -> ObjectMisuse {
    ObjectMisuse(
      "NSInternalInconsistencyException",
      "a store of the program was asked for \(count) references of '\(entityName)' without objects")
  }
}
