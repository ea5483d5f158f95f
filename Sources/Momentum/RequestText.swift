/// A fetch request in a person's words: what the command line and other front ends collect.
public struct RequestText: Sendable, Hashable {
  /// The entity's name; `nil` where a stored request names it.
  public var entity: String?
  /// A predicate format; `nil` for every object.
  public var predicate: String?
  /// Values for `%@`, `%K` and the like, in the order of the text.
  public var arguments: [String]
  /// Key paths, the first one deciding, each with `:asc` or `:desc` behind it or not.
  public var sortKeys: [String]
  public var limit: Int?
  public var offset: Int?
  public var result: Result
  /// A stored fetch request of the model; takes the place of entity and predicate.
  public var storedRequest: String?
  /// Values for `$VARIABLES`, each name without its dollar sign.
  public var variables: [Variable]

  /// What to ask for.
  public enum Result: Sendable, Hashable {
    case objects
    case ids
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
    sortKeys: [String] = [], limit: Int? = nil, offset: Int? = nil, result: Result = .objects,
    storedRequest: String? = nil, variables: [Variable] = []
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
  }
}
