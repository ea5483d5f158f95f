public import MomentumModel
import MomentumPredicate

/// A condition for objects, in the format of `NSPredicate`.
///
/// ```swift
/// let cheap = ObjectPredicate("priceInfo.priceCategory == %@", [.value(.string("$"))])
/// let ofAuthor = ObjectPredicate("author == %@", [.object(author.objectID)])
/// ```
public struct ObjectPredicate: Sendable, Hashable {
  /// A value for a `%@` or `%K`.
  public indirect enum Argument: Sendable, Hashable {
    /// No value: `nil`.
    case null
    /// The value of an attribute; for `%K` the text of a key path.
    case value(AttributeValue)
    /// An object, by its identity.
    case object(ObjectID)
    /// A position in the persistent history, for conditions on its transactions: `token > %@`.
    case token(HistoryToken)
    /// A collection, for `IN` and `BETWEEN`.
    case list([Argument])
  }

  /// The text of the condition.
  public var format: String
  /// The values for `%@` and `%K` in the format, in their order.
  public var arguments: [Argument]
  /// The values for `$NAME`, by name without the dollar sign.
  public var variables: [String: Argument]

  /// A condition with its arguments. It is checked when a request with it is fetched.
  public init(
    _ format: String, _ arguments: [Argument] = [], variables: [String: Argument] = [:]
  ) {
    self.format = format
    self.arguments = arguments
    self.variables = variables
  }
}

/// One key to sort objects by.
///
/// ```swift
/// let byName = ObjectSort("name", comparison: .localizedStandard)
/// ```
public struct ObjectSort: Sendable, Hashable {
  /// How texts are compared.
  public enum Comparison: Sendable, Hashable {
    /// By code points.
    case binary
    /// Without regard to case.
    case caseInsensitive
    /// By the rules of the locale.
    case localized
    /// By the rules of the locale, without regard to case.
    case localizedCaseInsensitive
    /// As the Finder sorts: by the rules of the locale, with numbers by their value.
    case localizedStandard
  }

  /// The key path of the value.
  public var keyPath: String
  /// Whether small values come first.
  public var isAscending: Bool
  /// How texts are compared.
  public var comparison: Comparison

  /// Sorts by the value of a key path, in ascending order by default.
  public init(_ keyPath: String, ascending: Bool = true, comparison: Comparison = .binary) {
    self.keyPath = keyPath
    isAscending = ascending
    self.comparison = comparison
  }
}

extension ObjectSort.Comparison {
  var sort: SortComparison {
    switch self {
    case .binary: .binary
    case .caseInsensitive: .caseInsensitive
    case .localized: .localized
    case .localizedCaseInsensitive: .localizedCaseInsensitive
    case .localizedStandard: .localizedStandard
    }
  }
}
