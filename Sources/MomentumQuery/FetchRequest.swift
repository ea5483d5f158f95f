package import MomentumModel
package import MomentumPredicate
package import MomentumSQL

/// A fetch request with resolved names: what to fetch, in which order, and how many rows.
package struct FetchRequest: Sendable, Hashable {
  /// The kind of result that a request returns.
  package enum ResultType: Sendable, Hashable {
    case managedObjects
    case managedObjectIDs
    /// The values of `propertiesToFetch`, or of all attributes and to-one relationships if that is
    /// empty.
    case dictionaries
    case count
  }

  package var entity: EntityID
  package var predicate: TypedPredicate?
  /// The sort keys: the first one decides the order, and each further one decides between rows that
  /// are equal so far.
  package var sortKeys: [SortKey]
  /// The greatest number of rows; `nil` for no limit. In Core Data, 0 means no limit, and is `nil`
  /// here.
  package var limit: Int?
  package var offset: Int?
  package var includesSubentities: Bool
  package var resultType: ResultType
  /// The properties to fetch; empty for all.
  package var propertiesToFetch: [PropertyToFetch]
  /// Whether equal rows of dictionaries are returned only once (`returnsDistinctResults`).
  package var isDistinct: Bool
  /// The attributes and to-one objects to group by.
  package var propertiesToGroupBy: [TypedKeyPath]
  /// The indexes in `propertiesToFetch` of expressions that rows are also grouped by.
  package var expressionsToGroupBy: [Int]
  /// A condition that groups must satisfy. Its variables are names of values in
  /// `propertiesToFetch`.
  package var havingPredicate: TypedPredicate?
  /// The number of objects that a statement fetches at once; `nil` for all.
  package var batchSize: Int?
  /// The paths of relationships whose objects are fetched too
  /// (`relationshipKeyPathsForPrefetching`).
  package var prefetchedRelationships: [[RelationshipID]]

  package init(
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
  /// Whether each row of the result is a group of objects.
  package var hasGroups: Bool { !propertiesToGroupBy.isEmpty || !expressionsToGroupBy.isEmpty }
}

/// One sort key of a request.
package struct SortKey: Sendable, Hashable {
  /// The value to sort by.
  package enum Value: Sendable, Hashable {
    case path(TypedKeyPath)
    /// The element of `propertiesToFetch` with this index.
    case fetchedProperty(Int)
  }

  package var value: Value
  package var isAscending: Bool
  package var comparison: SortComparison

  package init(
    _ path: TypedKeyPath, isAscending: Bool = true, comparison: SortComparison = .binary
  ) {
    self.init(.path(path), isAscending: isAscending, comparison: comparison)
  }

  package init(
    _ value: Value, isAscending: Bool = true, comparison: SortComparison = .binary
  ) {
    self.value = value
    self.isAscending = isAscending
    self.comparison = comparison
  }
}

/// A column of a result of dictionaries.
package struct PropertyToFetch: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    /// An attribute, or the ID of a to-one object.
    case path(TypedKeyPath)
    /// `objectID`: the ID of the fetched object.
    case objectID
    /// The value of an `NSExpressionDescription`, with or without aggregates over the rows of a
    /// group.
    case expression(TypedExpression, PredicateType)
  }

  /// The key of the value in the dictionary.
  package var name: String
  package var value: Value

  package init(name: String, value: Value) {
    self.name = name
    self.value = value
  }
}

/// A fetch request as SQL, with the meaning of each result column.
package struct LoweredFetchRequest: Sendable, Hashable {
  package var select: SQLSelect
  /// The meaning of each column of `select`, in order.
  package var columns: [FetchColumn]

  package init(select: SQLSelect, columns: [FetchColumn]) {
    self.select = select
    self.columns = columns
  }
}

/// The meaning of a result column.
package enum FetchColumn: Sendable, Hashable {
  /// A constant in place of `Z_ENT`, because every row belongs to the requested entity. It is 0, or
  /// 1 if the request chooses properties.
  case constant(Int64)
  /// `Z_ENT`, the number of the row's entity.
  case entityNumber
  /// `Z_PK`, the key of the row.
  case primaryKey
  /// `Z_OPT`, the number of saves that changed the row.
  case optimisticLock
  case attribute(AttributeID)
  /// An element of a composite attribute.
  case compositeElement(AttributeID, path: [String], AttributeType)
  /// The `Z_PK` of a to-one relationship's object.
  case toOne(RelationshipID)
  /// The entity number of the to-one object whose key is in the previous column.
  case toOneEntity(RelationshipID)
  /// A value of a dictionary result that is not an attribute of the fetched entity, such as an
  /// expression.
  case value(name: String, PredicateType)
  /// The number of rows.
  case count
}
