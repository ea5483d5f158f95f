import MomentumModel
import MomentumQuery

/// The statement that reads the objects of a relationship for any number of owners.
struct RelationshipFetch {
  let relationship: RelationshipID
  let statement: LoweredFetchRequest
  /// The column with the key that a row was fetched for: the object's own key for a to-one
  /// relationship, the key of the owner for a to-many one.
  let linkColumn: Int
  private let isOrdered: Bool

  /// `nil` for a relationship that is not stored.
  ///
  /// - Parameter keys: The keys of the destinations for a to-one relationship, of the owners for a
  ///   to-many one; in any order, repetitions are allowed.
  init?(
    _ relationship: RelationshipID, keys: some Sequence<Int64>, in model: ObjectModel,
    _ lowering: FetchRequestLowering
  ) {
    guard
      let lowered = lowering.lowerPrefetch(of: relationship, keys: Set(keys).sorted())
    else { return nil }
    self.relationship = relationship
    statement = lowered.statement
    linkColumn = lowered.linkColumn
    isOrdered = model[relationship].isOrdered
  }

  /// Sorts the objects of each owner.
  ///
  /// The rows of an ordered relationship arrive in its order. The objects of an unordered one are
  /// sorted by key, so that each run returns the same order.
  @inline(__always)
  func order<Object>(_ objects: inout [Int64: [Object]], by key: (Object) -> Int64) {
    guard !isOrdered else { return }
    for link in objects.keys { objects[link]?.sort { key($0) < key($1) } }
  }
}

/// A relationship to prefetch, and the further paths to prefetch from its objects.
struct PrefetchStep {
  let relationship: RelationshipID
  let rest: [[RelationshipID]]

  /// Splits paths into their first relationships, each once, and the paths that remain after each.
  static func first(of paths: [[RelationshipID]]) -> [PrefetchStep] {
    var relationships: [RelationshipID] = []
    for path in paths {
      if let relationship = path.first, !relationships.contains(relationship) {
        relationships.append(relationship)
      }
    }
    return relationships.map { relationship in
      PrefetchStep(
        relationship: relationship,
        rest: paths.filter { $0.first == relationship }.map { Array($0.dropFirst()) })
    }
  }
}
