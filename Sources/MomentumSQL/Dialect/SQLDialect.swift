public import MomentumText

/// What a database can do in a query and how it is written there.
///
/// The printer asks for abilities, never for a name; a further dialect is a further value.
public struct SQLDialect: Sendable {
  /// Names that have to be quoted; `nil` where all names are Core Data's, which begin with a Z.
  public var reservedWords: ReservedWords?
  /// `$1` with the type behind it in place of `?`.
  public var numbersPlaceholders: Bool
  /// `IS`, `IS NOT` in place of `IS NOT DISTINCT FROM`, `IS DISTINCT FROM`.
  public var comparesWithIs: Bool
  /// Whether conditions are integers: `IS 1` in place of `IS TRUE`.
  public var hasNumericTruth: Bool
  /// Whether an empty place sorts before all values, as in SQLite.
  public var sortsNullFirst: Bool
  /// What stands for no limit where there is an offset; `nil` where an offset needs none.
  public var unlimited: String?
  /// Whether a SELECT in FROM needs a name.
  public var namesDerivedTables: Bool
  /// Whether types are checked, so that truth values are no numbers.
  public var checksTypes: Bool
  /// How a list that is too long for placeholders is given.
  public var longLists: LongLists
  public var typeName: @Sendable (SQLType) -> String
  public var aggregateName: @Sendable (SQLAggregate) -> String
  public var collationName: @Sendable (SortComparison) -> String?
  /// The pieces around a function's arguments.
  public var function: @Sendable (SQLFunction) -> SQLFunctionForm
}

/// How values get into a statement that are too many for placeholders of their own.
public enum LongLists: Sendable {
  /// A placeholder for each all the same.
  case placeholders
  /// As a table that whoever runs the statement has to make.
  case tables
  /// As one placeholder that holds an array.
  case arrays
}

/// How a dialect writes a function.
public enum SQLFunctionForm: Sendable {
  /// ` NAME(<a>, <b>, 417, 1)`: the arguments, then these.
  case call(String, trailing: [String] = [])
  /// Texts with `{0}`, `{1}` for the arguments: `strpos({0}, {1}) > 0`.
  case template(String)
}
