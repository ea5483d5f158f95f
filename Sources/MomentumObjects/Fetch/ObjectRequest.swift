/// A fetch of the objects of an entity: condition, order and limits.
///
/// ```swift
/// var request = ObjectRequest("Venue")
/// request.predicate = ObjectPredicate("specialCount > 0")
/// request.sortKeys = [ObjectSort("name")]
/// let venues = try context.fetch(request)
/// ```
public struct ObjectRequest: Sendable, Hashable {
  /// The name of the entity.
  public var entityName: String
  /// The condition; `nil` for all objects.
  public var predicate: ObjectPredicate?
  /// The sort keys; an earlier key has precedence. Without sort keys the order is undefined.
  public var sortKeys: [ObjectSort] = []
  /// The most objects to return; 0 for all.
  public var limit = 0
  /// The number of objects at the beginning of the result to leave out.
  public var offset = 0
  /// The number of objects that are read at once; 0 for all.
  public var batchSize = 0
  /// Whether objects of sub-entities are found.
  public var includesSubentities = true
  /// Whether unsaved changes of the context affect the result.
  public var includesPendingChanges = true
  /// Whether the values are read together with the identities. Otherwise each object is read when
  /// it is first used.
  public var includesPropertyValues = true
  /// Whether objects that are not in memory yet are faults.
  public var returnsFaults = true
  /// Whether objects that the context already has get the saved values. Unsaved changes stay.
  public var refreshesFetchedObjects = false
  /// Paths of relationships whose objects are read together with the fetched objects.
  public var prefetchedKeyPaths: [String] = []
  /// The identifiers of the stores to search; `nil` for all stores.
  public var storeIdentifiers: [String]?
  /// For dictionaries: the properties and expressions to fetch, such as `name` or
  /// `max:(age) AS oldest`; empty for all attributes.
  public var propertiesToFetch: [String] = []
  /// For dictionaries: key paths to group by.
  public var propertiesToGroupBy: [String] = []
  /// For dictionaries: a condition that groups must satisfy.
  public var havingFormat: String?
  /// For dictionaries: whether equal ones are returned once.
  public var isDistinct = false

  /// A request for the objects of an entity that satisfy a condition; for all its objects if
  /// `predicate` is `nil`.
  public init(_ entityName: String, where predicate: ObjectPredicate? = nil) {
    self.entityName = entityName
    self.predicate = predicate
  }
}
