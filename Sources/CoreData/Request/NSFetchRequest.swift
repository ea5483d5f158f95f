import MomentumObjects

/// What a fetch returns for each found object.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}
extension NSManagedObject: NSFetchRequestResult {}
extension NSManagedObjectID: NSFetchRequestResult {}

/// The kind of results. Source of the numbers: documented.
public struct NSFetchRequestResultType: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let managedObjectResultType = Self([])
  public static let managedObjectIDResultType = Self(rawValue: 1)
  public static let dictionaryResultType = Self(rawValue: 2)
  public static let countResultType = Self(rawValue: 4)
}

/// The kind of a request. Source of the numbers: documented.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  case fetchRequestType = 1
  case saveRequestType = 2
  case batchInsertRequestType = 5
  case batchUpdateRequestType = 6
  case batchDeleteRequestType = 7
}

/// A request to stores.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The stores to ask; `nil` for all.
  open var affectedStores: [NSPersistentStore]?

  open var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  public override init() { super.init() }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreRequest()
    copy.affectedStores = affectedStores
    return copy
  }

  /// The request, or a copy of it, with another type of results. Generated classes and adapted sources
  /// call this where a Mac has `request as! NSFetchRequest<Book>`: without Objective-C that cast
  /// fails for each request that was made with another type. Stops the program if the request is no
  /// fetch request.
  public final func typed<Result>() -> NSFetchRequest<Result> {
    if let request = self as? NSFetchRequest<Result> { return request }
    guard let fetch = self as? AnyFetchRequest else {
      CoreDataException.raise(
        "NSInvalidArgumentException", "\(type(of: self)) is no request of '\(Result.self)'.")
    }
    let request = NSFetchRequest<Result>()
    request.take(fetch)
    return request
  }
}

extension NSFetchRequest {
  /// What `value as? NSFetchRequest<Book>` is on a Mac; adapted sources call this. On Linux that
  /// cast is `nil` for each request that was made with another type of results.
  ///
  /// - Returns: The request itself if it has this type, else a copy with it, so that later changes of
  ///   the copy do not reach the original; `nil` if the value is no fetch request.
  public static func typed(_ value: Any?) -> NSFetchRequest<ResultType>? {
    guard let request = value as? NSPersistentStoreRequest, request is AnyFetchRequest else {
      return nil
    }
    return request.typed()
  }
}

/// What all fetch requests have, whatever they return.
///
/// Swift's existential types do not conform to their protocols here, so `NSFetchRequest` has no
/// constraint on its results, and a request with another type of result cannot be cast (CL-4).
open class AnyFetchRequest: NSPersistentStoreRequest {
  open var predicate: NSPredicate?
  open var sortDescriptors: [NSSortDescriptor]?
  open var fetchLimit = 0
  open var fetchOffset = 0
  open var fetchBatchSize = 0
  open var resultType = NSFetchRequestResultType.managedObjectResultType
  open var includesSubentities = true
  open var includesPropertyValues = true
  open var includesPendingChanges = true
  open var returnsObjectsAsFaults = true
  open var returnsDistinctResults = false
  open var shouldRefreshRefetchedObjects = false
  open var relationshipKeyPathsForPrefetching: [String]?
  /// Names, properties and expressions.
  open var propertiesToFetch: [Any]?
  /// Names, properties and expressions.
  open var propertiesToGroupBy: [Any]?
  open var havingPredicate: NSPredicate?
  /// The entity; `nil` for a request that has only the entity's name.
  var namedEntity: NSEntityDescription?
  private var name: String?

  public override init() { super.init() }

  public convenience init(entityName: String) {
    self.init()
    name = entityName
  }

  /// The entity of the objects. A request that was made with a name has one when a context has used
  /// it.
  open var entity: NSEntityDescription? {
    get { namedEntity }
    set { namedEntity = newValue }
  }

  open var entityName: String? { namedEntity?.name ?? name }

  /// Takes all settings of another request.
  func take(_ other: AnyFetchRequest) {
    affectedStores = other.affectedStores
    namedEntity = other.namedEntity
    name = other.name
    predicate = other.predicate
    sortDescriptors = other.sortDescriptors
    fetchLimit = other.fetchLimit
    fetchOffset = other.fetchOffset
    fetchBatchSize = other.fetchBatchSize
    resultType = other.resultType
    includesSubentities = other.includesSubentities
    includesPropertyValues = other.includesPropertyValues
    includesPendingChanges = other.includesPendingChanges
    returnsObjectsAsFaults = other.returnsObjectsAsFaults
    returnsDistinctResults = other.returnsDistinctResults
    shouldRefreshRefetchedObjects = other.shouldRefreshRefetchedObjects
    relationshipKeyPathsForPrefetching = other.relationshipKeyPathsForPrefetching
    propertiesToFetch = other.propertiesToFetch
    propertiesToGroupBy = other.propertiesToGroupBy
    havingPredicate = other.havingPredicate
  }

  open override var description: String {
    "<NSFetchRequest> (entity: \(entityName ?? "(null)"); predicate: "
      + "(\(predicate.map { PredicateText($0).literal } ?? "(null)")); "
      + "sortDescriptors: (\(sortDescriptors?.description ?? "(null)")); limit: \(fetchLimit))"
  }
}

/// A request for objects of an entity.
open class NSFetchRequest<ResultType>: AnyFetchRequest {
  open override func copy(with zone: NSZone? = nil) -> Any { copied() }

  func copied() -> NSFetchRequest<ResultType> {
    let copy = NSFetchRequest<ResultType>()
    copy.take(self)
    return copy
  }

  /// Runs the request in the context of the current thread's block of `perform`.
  open func execute() throws -> [ResultType] {
    guard let context = NSManagedObjectContext.current else {
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "execute() of a fetch request is called outside of a block of perform or performAndWait.")
    }
    return try context.fetch(self)
  }
}
