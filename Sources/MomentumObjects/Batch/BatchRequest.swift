/// A change of many rows by the store itself, without objects in memory.
///
/// ```swift
/// try context.execute(.update("Book", set: ["isRead": .boolean(true)]))
/// let changes = try context.executeForChanges(.delete(ObjectRequest("Book")))
/// try ObjectContext.mergeRemoteChanges(changes, into: [context])
/// ```
///
/// Stores of SQLite and PostgreSQL can run batch requests. One request is one transaction, and one
/// transaction in the persistent history. Objects of contexts keep their old values until the
/// changes are merged.
public enum BatchRequest {
  /// New rows with the values of dictionaries, by the names of attributes. An attribute that is
  /// left out gets its default value.
  case insert(String, [[String: PropertyValue]])
  /// New rows with values that a closure sets in an empty dictionary. The closure is called until
  /// it returns `true`; the values of that last call are not inserted.
  case insertDictionaries(String, (inout [String: PropertyValue]) throws -> Bool)
  /// New rows with the attributes of an object that a closure fills. The object belongs to no
  /// context. The closure is called until it returns `true`; the object of that last call is not
  /// inserted.
  case insertObjects(String, (ManagedObject) throws -> Bool)
  /// New values for all objects that satisfy a condition: constants in `set`, and in `computing`
  /// expressions of the same object's attributes (`"count + 1"`). Rules of the model are not
  /// checked.
  case update(
    String, where: ObjectPredicate? = nil, set: [String: PropertyValue] = [:],
    computing: [String: String] = [:], includesSubentities: Bool = true)
  /// Deletes the objects of a request, with its limit, offset and order. The rules Cascade and
  /// Nullify are followed, Deny is not.
  case delete(ObjectRequest)
  /// Deletes objects of one entity.
  case deleteObjects([ObjectID])
}

extension BatchRequest {
  /// The name of the class in Core Data, for messages.
  var className: String {
    switch self {
    case .insert, .insertDictionaries, .insertObjects: "NSBatchInsertRequest"
    case .update: "NSBatchUpdateRequest"
    case .delete, .deleteObjects: "NSBatchDeleteRequest"
    }
  }
}

/// The kind of result that a batch request returns.
package enum BatchResultType: Sendable, Hashable {
  /// Whether the request has succeeded.
  case statusOnly
  /// The identities of the rows that were inserted, changed or deleted.
  case objectIDs
  /// The number of rows that were inserted, changed or deleted.
  case count
}

/// The result of a batch request, of the requested kind.
package enum BatchResult: Sendable {
  case status(Bool)
  case objectIDs([ObjectID])
  case count(Int)
}
