/// A relationship from one entity to another.
///
/// ```swift
/// for relationship in entity.relationships where relationship.deleteRule == .cascade {
///   print(relationship.name, model[relationship.destination].name)
/// }
/// ```
public struct Relationship: Sendable, Hashable {
  /// The effect of deleting an object on the objects that this relationship holds.
  public enum DeleteRule: String, Sendable, Hashable {
    /// The objects keep a key that refers to no object.
    case noAction = "No Action"
    /// The objects stay and no longer refer to the deleted object.
    case nullify = "Nullify"
    /// The objects are deleted too.
    case cascade = "Cascade"
    /// The objects prevent the deletion.
    case deny = "Deny"
  }

  /// The relationship's name in the model.
  public package(set) var name: String
  /// The entity of the objects that the relationship holds.
  public package(set) var destination: EntityID

  /// The inverse that the model names; may be this relationship itself. An inverse that names
  /// another relationship is a warning, see `ObjectModel.storedInverse(of:)`.
  public package(set) var inverse: RelationshipID?

  /// Whether the relationship may hold several objects.
  public package(set) var isToMany: Bool
  /// Whether the objects of the to-many relationship have an order.
  public package(set) var isOrdered: Bool
  /// Whether an object may have no related object.
  public package(set) var isOptional: Bool
  package var isTransient: Bool
  package var isIndexed: Bool
  /// The effect on the related objects when the object is deleted.
  public package(set) var deleteRule: DeleteRule
  /// The least number of objects; 0 means no lower bound.
  package var minimumCount: Int
  /// The greatest number of objects: 1 for a to-one relationship; 0 means no upper bound.
  package var maximumCount: Int

  /// The relationship's name in the previous version; `nil` if the model does not give one.
  public package(set) var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var isSyncable: Bool
  /// The Swift source of parts of the relationship whose stored form is not known; `nil` if all of
  /// it is known. See `Entity.unknownForm`.
  package var unknownForm: String?
  /// The user info in declared order.
  public package(set) var userInfo: [UserInfoEntry]

  package init(
    name: String, destination: EntityID, inverse: RelationshipID? = nil, isToMany: Bool = false,
    isOrdered: Bool = false, isOptional: Bool = true, isTransient: Bool = false,
    isIndexed: Bool = false, deleteRule: DeleteRule = .nullify, minimumCount: Int = 0,
    maximumCount: Int? = nil, renamingIdentifier: String? = nil,
    versionHashModifier: String? = nil, isSyncable: Bool = true, userInfo: [UserInfoEntry] = [],
    unknownForm: String? = nil
  ) {
    self.name = name
    self.destination = destination
    self.inverse = inverse
    self.isToMany = isToMany
    self.isOrdered = isOrdered
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.isIndexed = isIndexed
    self.deleteRule = deleteRule
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount ?? (isToMany ? 0 : 1)
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.isSyncable = isSyncable
    self.unknownForm = unknownForm
    self.userInfo = userInfo
  }

  /// The least number of related objects with which Core Data saves an object.
  ///
  /// A required to-many relationship may be empty unless it has a minimum count. Documented: a
  /// minimum count of 0 is undefined, and an optional relationship may have fewer objects than its
  /// minimum count. Observed: in 26 stores that Core Data wrote, frameworks 641 to 1145, rows have
  /// no objects in required to-many relationships without a minimum count; one of these stores was
  /// migrated by a mapping model.
  package var leastObjects: Int {
    if isOptional { return 0 }
    return isToMany ? minimumCount : 1
  }
}

/// A property whose value is the result of a fetch request.
package struct FetchedProperty: Sendable, Hashable {
  package var name: String
  package var isOptional: Bool
  package var isSyncable: Bool
  /// The request that finds the objects; `nil` if the model gives none for this property.
  package var request: StoredFetchRequest?
  package var userInfo: [UserInfoEntry]

  package init(
    name: String, isOptional: Bool = true, isSyncable: Bool = true,
    request: StoredFetchRequest? = nil, userInfo: [UserInfoEntry] = []
  ) {
    self.name = name
    self.isOptional = isOptional
    self.isSyncable = isSyncable
    self.request = request
    self.userInfo = userInfo
  }
}

/// A fetch request template that the model stores under a name.
///
/// ```swift
/// for request in compiled.model.fetchRequests {
///   print(request.name, request.predicateFormat ?? "every object")
/// }
/// ```
public struct StoredFetchRequest: Sendable, Hashable {
  /// The numbers of `NSFetchRequestResultType`, which the XML has (observed: `1`, `2`).
  package enum ResultType: Int, Sendable, Hashable {
    case managedObject = 0
    case managedObjectID = 1
    case dictionary = 2
    case count = 4
  }

  /// The name of the fetch request in the model.
  public package(set) var name: String
  /// The entity of the fetched objects.
  public package(set) var entity: EntityID
  /// The predicate's format as written, `$VARIABLES` and all; `nil` for every object.
  public package(set) var predicateFormat: String?
  package var resultType: ResultType
  /// The greatest number of objects fetched; 0 means no limit.
  public package(set) var fetchLimit: Int
  /// The number of objects in a batch; 0 means that all are fetched at once.
  package var fetchBatchSize: Int
  package var includesSubentities: Bool
  package var includesPropertyValues: Bool
  package var includesPendingChanges: Bool
  package var returnsObjectsAsFaults: Bool
  package var returnsDistinctResults: Bool

  package init(
    name: String, entity: EntityID, predicateFormat: String? = nil,
    resultType: ResultType = .managedObject, fetchLimit: Int = 0, fetchBatchSize: Int = 0,
    includesSubentities: Bool = true, includesPropertyValues: Bool = true,
    includesPendingChanges: Bool = true, returnsObjectsAsFaults: Bool = true,
    returnsDistinctResults: Bool = false
  ) {
    self.name = name
    self.entity = entity
    self.predicateFormat = predicateFormat
    self.resultType = resultType
    self.fetchLimit = fetchLimit
    self.fetchBatchSize = fetchBatchSize
    self.includesSubentities = includesSubentities
    self.includesPropertyValues = includesPropertyValues
    self.includesPendingChanges = includesPendingChanges
    self.returnsObjectsAsFaults = returnsObjectsAsFaults
    self.returnsDistinctResults = returnsDistinctResults
  }
}
