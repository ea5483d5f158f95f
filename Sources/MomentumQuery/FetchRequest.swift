public import MomentumModel
public import MomentumPredicate
public import MomentumSQL

/// A fetch request whose names are resolved: what to fetch, in which order, how much of it.
public struct FetchRequest: Sendable, Hashable {
  /// What a request gives back.
  public enum ResultType: Sendable, Hashable {
    case managedObjects
    case managedObjectIDs
    case count
  }

  /// One sort key; the first one decides, the next one breaks its ties.
  public struct SortKey: Sendable, Hashable {
    public var path: TypedKeyPath
    public var isAscending: Bool

    public init(_ path: TypedKeyPath, isAscending: Bool = true) {
      self.path = path
      self.isAscending = isAscending
    }
  }

  public var entity: EntityID
  public var predicate: TypedPredicate?
  public var sortKeys: [SortKey]
  /// `nil` for all rows. Core Data's 0 means the same and is `nil` here.
  public var limit: Int?
  public var offset: Int?
  public var includesSubentities: Bool
  public var resultType: ResultType

  public init(
    entity: EntityID, predicate: TypedPredicate? = nil, sortKeys: [SortKey] = [],
    limit: Int? = nil, offset: Int? = nil, includesSubentities: Bool = true,
    resultType: ResultType = .managedObjects
  ) {
    self.entity = entity
    self.predicate = predicate
    self.sortKeys = sortKeys
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
    self.resultType = resultType
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
  /// The constant 0: every row is of the requested entity.
  case constant
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
  /// The number of rows.
  case count
}
