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
  /// The order; an earlier key has precedence. Without keys the order is undefined.
  public var sortKeys: [ObjectSort] = []
  /// The most objects; 0 for all.
  public var limit = 0
  /// How many objects are left out at the beginning.
  public var offset = 0
  /// How many objects are read at once; 0 for all.
  public var batchSize = 0
  /// Whether objects of sub-entities are found.
  public var includesSubentities = true
  /// Whether unsaved changes decide what is found.
  public var includesPendingChanges = true
  /// Whether the values are read together with the identities. Otherwise each object is read when
  /// it is first used.
  public var includesPropertyValues = true
  /// Whether objects that are not in memory yet are faults.
  public var returnsFaults = true
  /// Whether objects that the context has already take the saved values. Unsaved changes stay.
  public var refreshesFetchedObjects = false
  /// Paths of relationships whose objects are read at once.
  public var prefetchedKeyPaths: [String] = []
  /// The identifiers of the stores to search; `nil` for all.
  public var storeIdentifiers: [String]?
  /// For dictionaries: properties and expressions, `name`, `max:(age) AS oldest`; empty for all.
  public var propertiesToFetch: [String] = []
  /// For dictionaries: key paths to group by.
  public var propertiesToGroupBy: [String] = []
  /// For dictionaries: a condition that groups must satisfy.
  public var havingFormat: String?
  /// For dictionaries: whether equal ones are returned once.
  public var isDistinct = false

  /// A request for all objects of an entity.
  public init(_ entityName: String, where predicate: ObjectPredicate? = nil) {
    self.entityName = entityName
    self.predicate = predicate
  }
}
