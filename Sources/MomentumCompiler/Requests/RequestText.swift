/// A fetch request in a person's words: what the command line and other front ends collect.
public struct RequestText: Sendable, Hashable {
  /// The entity's name; `nil` where a stored request names it.
  public var entity: String?
  /// A predicate format; `nil` for every object.
  public var predicate: String?
  /// Values for `%@`, `%K` and the like, in the order of the text.
  public var arguments: [String]
  /// The first one decides: `name`, `name:desc`, `owner.name:desc:localizedStandardCompare:`, or the name
  /// of a selected expression, `totalSum:desc`.
  ///
  /// Directions are `asc` and `desc`, comparisons the selectors of ``SortComparison`` or their beginnings:
  /// `caseInsensitive`, `localizedStandard`.
  public var sortKeys: [String]
  /// 0 means all, as in Core Data.
  public var limit: Int?
  public var offset: Int?
  /// `nil` for dictionaries where properties are selected or grouped, else for objects, or for what the
  /// stored request says.
  public var result: Result?
  /// A stored fetch request of the model; takes the place of entity and predicate. What else is given
  /// changes a copy of it.
  public var storedRequest: String?
  /// Values for `$VARIABLES`, each name without its dollar sign.
  public var variables: [Variable]
  /// `supplierName`, `owner.name`, `owner`, `objectID`, `count:(sumPlanned) AS totalCount`,
  /// `@sum.sumPlanned AS totalSum`, `price * 2 AS double`; empty for everything.
  ///
  /// Without `AS` the name is the text.
  public var propertiesToFetch: [String]
  /// Key paths to attributes or to-one objects.
  public var propertiesToGroupBy: [String]
  /// A predicate that groups have to meet: `$totalSum > 100`, its variables names of selected properties.
  public var having: String?
  public var isDistinct: Bool
  /// 0 means no batches, as in Core Data.
  public var batchSize: Int?
  public var includesSubentities: Bool
  /// Paths of relationships whose objects are fetched along: `department.employees`.
  public var prefetchedPaths: [String]

  /// The form of the results.
  public enum Result: String, Sendable, Hashable, CaseIterable {
    case objects
    case ids
    case dictionaries
    case count
  }

  public struct Variable: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(
    entity: String? = nil, predicate: String? = nil, arguments: [String] = [],
    sortKeys: [String] = [], limit: Int? = nil, offset: Int? = nil, result: Result? = nil,
    storedRequest: String? = nil, variables: [Variable] = [], propertiesToFetch: [String] = [],
    propertiesToGroupBy: [String] = [], having: String? = nil, isDistinct: Bool = false,
    batchSize: Int? = nil, includesSubentities: Bool = true, prefetchedPaths: [String] = []
  ) {
    self.entity = entity
    self.predicate = predicate
    self.arguments = arguments
    self.sortKeys = sortKeys
    self.limit = limit
    self.offset = offset
    self.result = result
    self.storedRequest = storedRequest
    self.variables = variables
    self.propertiesToFetch = propertiesToFetch
    self.propertiesToGroupBy = propertiesToGroupBy
    self.having = having
    self.isDistinct = isDistinct
    self.batchSize = batchSize
    self.includesSubentities = includesSubentities
    self.prefetchedPaths = prefetchedPaths
  }
}
