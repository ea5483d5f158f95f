/// A fetch request as texts of a user, from the command line or another front end.
///
/// ```swift
/// let request = RequestInput(
///   entity: "Venue", predicate: "specialCount > 0", sortKeys: ["name:desc"], limit: 10)
/// print(try DataModel(contentsOf: "App.xcdatamodeld").sql(for: request).text)
/// ```
public struct RequestInput: Sendable, Hashable {
  /// The entity's name; `nil` if a stored request determines it.
  package var entity: String?
  /// A predicate format; `nil` for every object.
  package var predicate: String?
  /// The values for `%@`, `%K` and the like, in the order of the text.
  package var arguments: [String]
  /// The sort keys; the first one decides, and each further one only between equal values. A key is
  /// `name`, `name:desc`, `owner.name:desc:localizedStandardCompare:`, or the name of a selected
  /// expression, `totalSum:desc`.
  ///
  /// Directions are `asc` and `desc`, comparisons the selectors of ``SortComparison`` or their
  /// beginnings: `caseInsensitive`, `localizedStandard`.
  package var sortKeys: [String]
  /// The greatest number of results; 0 means no limit, as in Core Data. With `nil`, a stored
  /// request keeps its own limit.
  package var limit: Int?
  package var offset: Int?
  /// The form of the results. `nil` chooses dictionaries if properties are selected or grouped,
  /// otherwise the type of the stored request, or objects.
  package var result: Result?
  /// The name of a stored fetch request, which replaces entity and predicate. The other options
  /// change a copy of it.
  package var storedRequest: String?
  /// The values for `$VARIABLES`.
  package var variables: [Variable]
  /// The selected values: `supplierName`, `owner.name`, `owner`, `objectID`,
  /// `count:(sumPlanned) AS totalCount`, `@sum.sumPlanned AS totalSum`, `price * 2 AS double`.
  /// Empty to select everything.
  ///
  /// Without `AS`, the text is the name of the value.
  package var propertiesToFetch: [String]
  /// The key paths of attributes or to-one objects, or names of selected expressions, to group by.
  package var propertiesToGroupBy: [String]
  /// A predicate that groups have to satisfy, such as `$totalSum > 100`. Its variables are names of
  /// selected values.
  package var having: String?
  package var isDistinct: Bool
  /// The number of objects that a statement fetches at once; 0 means no batches, as in Core Data.
  /// With `nil`, a stored request keeps its own batch size.
  package var batchSize: Int?
  package var includesSubentities: Bool
  /// Paths of relationships whose objects are prefetched: `department.employees`.
  package var prefetchedPaths: [String]

  /// The form of the results.
  public enum Result: String, Sendable, Hashable, CaseIterable {
    case objects
    case ids
    case dictionaries
    case count
  }

  /// A value for a `$VARIABLE` of a stored fetch request.
  public struct Variable: Sendable, Hashable {
    package var name: String
    package var value: String

    /// - Parameter name: The variable's name without the dollar sign.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a request. Every argument except `entity` or `storedRequest` has a default.
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
