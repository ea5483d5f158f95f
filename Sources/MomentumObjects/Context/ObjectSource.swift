/// The source of a context's rows: the coordinator, a pinned state of its stores, or the parent
/// context.
protocol ObjectSource: AnyObject, Sendable {
  func rows(_ fetch: StoreFetch, stores: [String]?) throws -> [RowSnapshot]
  func identities(_ fetch: StoreFetch, stores: [String]?) throws -> [ObjectID]
  func count(_ fetch: StoreFetch, stores: [String]?) throws -> Int
  /// The row of an object; `nil` if no store has the object.
  ///
  /// - Parameters:
  ///   - known: The row that the context has read before. It is returned again unless the object
  ///     was saved since, or the row is too old.
  ///   - maximumAge: The greatest age of `known` in seconds; negative for any age.
  func row(_ id: ObjectID, known: RowSnapshot?, maximumAge: Double) throws -> RowSnapshot?
  func members(_ relationship: ObjectRelationship, of id: ObjectID) throws -> [ObjectID]
  /// The objects of a relationship for many owners, and those rows of them that the same request
  /// has read.
  func prefetch(
    _ relationship: ObjectRelationship, of ids: [ObjectID]
  ) throws -> (members: [ObjectID: [ObjectID]], rows: [RowSnapshot])
}
