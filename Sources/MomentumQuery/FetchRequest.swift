public import MomentumModel
public import MomentumPredicate
public import MomentumSQL

/// A fetch request whose names are resolved: what to fetch, in which order, how much of it.
public struct FetchRequest: Sendable, Hashable {
  /// What a request gives back.
  public enum ResultType: Sendable, Hashable {
    case managedObjects
    case managedObjectIDs
    /// The values of `propertiesToFetch`, or of all attributes and to-one relationships.
    case dictionaries
    case count
  }

  public var entity: EntityID
  public var predicate: TypedPredicate?
  /// The first one decides, the next one breaks its ties.
  public var sortKeys: [SortKey]
  /// `nil` for all rows. Core Data's 0 means the same and is `nil` here.
  public var limit: Int?
  public var offset: Int?
  public var includesSubentities: Bool
  public var resultType: ResultType
  /// Empty for all.
  public var propertiesToFetch: [PropertyToFetch]
  /// `returnsDistinctResults`: rows of dictionaries are given once.
  public var isDistinct: Bool
  /// Attributes and to-one objects.
  public var propertiesToGroupBy: [TypedKeyPath]
  /// Indexes of `propertiesToFetch` whose expressions are grouped by too.
  public var expressionsToGroupBy: [Int]
  /// What a group has to meet; its variables are names of `propertiesToFetch`.
  public var havingPredicate: TypedPredicate?
  /// `nil` for all rows in one statement.
  public var batchSize: Int?
  /// `relationshipKeyPathsForPrefetching`: each a path of relationships.
  public var prefetchedRelationships: [[RelationshipID]]

  public init(
    entity: EntityID, predicate: TypedPredicate? = nil, sortKeys: [SortKey] = [],
    limit: Int? = nil, offset: Int? = nil, includesSubentities: Bool = true,
    resultType: ResultType = .managedObjects, propertiesToFetch: [PropertyToFetch] = [],
    isDistinct: Bool = false, propertiesToGroupBy: [TypedKeyPath] = [],
    expressionsToGroupBy: [Int] = [],
    havingPredicate: TypedPredicate? = nil, batchSize: Int? = nil,
    prefetchedRelationships: [[RelationshipID]] = []
  ) {
    self.entity = entity
    self.predicate = predicate
    self.sortKeys = sortKeys
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
    self.resultType = resultType
    self.propertiesToFetch = propertiesToFetch
    self.isDistinct = isDistinct
    self.propertiesToGroupBy = propertiesToGroupBy
    self.expressionsToGroupBy = expressionsToGroupBy
    self.havingPredicate = havingPredicate
    self.batchSize = batchSize
    self.prefetchedRelationships = prefetchedRelationships
  }
}

extension FetchRequest {
  /// Whether its rows stand for groups.
  public var hasGroups: Bool { !propertiesToGroupBy.isEmpty || !expressionsToGroupBy.isEmpty }
}

/// One sort key of a request.
public struct SortKey: Sendable, Hashable {
  /// What is sorted by.
  public enum Value: Sendable, Hashable {
    case path(TypedKeyPath)
    /// The fetched property of this index.
    case fetchedProperty(Int)
  }

  public var value: Value
  public var isAscending: Bool
  public var comparison: SortComparison

  public init(
    _ path: TypedKeyPath, isAscending: Bool = true, comparison: SortComparison = .binary
  ) {
    self.init(.path(path), isAscending: isAscending, comparison: comparison)
  }

  public init(
    _ value: Value, isAscending: Bool = true, comparison: SortComparison = .binary
  ) {
    self.value = value
    self.isAscending = isAscending
    self.comparison = comparison
  }
}

/// A column of a dictionary result.
public struct PropertyToFetch: Sendable, Hashable {
  public enum Value: Sendable, Hashable {
    /// An attribute, or a to-one object as its ID.
    case path(TypedKeyPath)
    /// `objectID`: the object itself.
    case objectID
    /// The value of an `NSExpressionDescription`, with aggregates over the rows of a group or without.
    case expression(TypedExpression, PredicateType)
  }

  /// The dictionary's key.
  public var name: String
  public var value: Value

  public init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}

/// A fetch request as SQL, with the meaning of each result column.
public struct LoweredFetchRequest: Sendable, Hashable {
  public var select: SQLSelect
  /// One for each column of `select`.
  public var columns: [FetchColumn]

  public init(select: SQLSelect, columns: [FetchColumn]) {
    self.select = select
    self.columns = columns
  }
}

/// What a result column holds.
public enum FetchColumn: Sendable, Hashable {
  /// The constant 0: every row is of the requested entity. Or 1, before chosen properties of objects.
  case constant(Int64)
  /// `Z_ENT`
  case entityNumber
  /// `Z_PK`
  case primaryKey
  /// `Z_OPT`, the number of saves that changed the row
  case optimisticLock
  case attribute(AttributeID)
  /// A leaf of a composite attribute.
  case compositeElement(AttributeID, path: [String], AttributeType)
  /// The `Z_PK` of a to-one relationship's object.
  case toOne(RelationshipID)
  /// The entity's number of the to-one object whose key stands in the column before.
  case toOneEntity(RelationshipID)
  /// A value of a dictionary that is no attribute of the fetched entity.
  case value(name: String, PredicateType)
  /// The number of rows.
  case count
}
