import MomentumModel
import MomentumQuery

/// The one statement that reads the objects of a relationship, for any number of objects that have it.
struct RelationshipFetch {
  let relationship: RelationshipID
  let statement: LoweredFetchRequest
  /// The column with the key of what a row was fetched for: the object's own key for a to-one relationship,
  /// and the key of the object at the other end for a to-many one.
  let linkColumn: Int
  private let isOrdered: Bool

  /// `nil` for a relationship that is not stored.
  ///
  /// - Parameter keys: Those of the destinations for a to-one relationship, of the owners for a to-many one;
  ///   in any order, and a key may be there twice.
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

  /// Puts the objects of each key in the order that callers see.
  ///
  /// The rows of an ordered relationship have its order already. A set has no order; by key it is at least
  /// the same in every run.
  @inline(__always)
  func order<Object>(_ objects: inout [Int64: [Object]], by key: (Object) -> Int64) {
    guard !isOrdered else { return }
    for link in objects.keys { objects[link]?.sort { key($0) < key($1) } }
  }
}

/// A relationship to be fetched along, with the paths that go on from its objects.
struct PrefetchStep {
  let relationship: RelationshipID
  let rest: [[RelationshipID]]

  /// The first relationships of some paths: each once, however many paths go on from it.
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
        rest: paths.filter { $0.first == relationship && $0.count > 1 }.map {
          Array($0.dropFirst())
        })
    }
  }
}
