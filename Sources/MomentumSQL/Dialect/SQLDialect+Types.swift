extension SQLDialect {
  /// How values of each type are held: in a column, as a placeholder and as a constant.
  public struct Types: Sendable {
    public var decimals: SQLDecimalForm
    public var dates: SQLDateForm
    /// By `SQLColumnType.rawValue`.
    private let forms: [SQLTypeForm]
    /// Whether placeholders of some type have more than their sign.
    let hasTypedPlaceholders: Bool

    /// - Parameter form: The form of each type; asked once for each.
    public init(
      decimals: SQLDecimalForm, dates: SQLDateForm, form: (SQLColumnType) -> SQLTypeForm
    ) {
      self.decimals = decimals
      self.dates = dates
      forms = SQLColumnType.allCases.map(form)
      hasTypedPlaceholders = forms.contains { $0.placeholder != nil }
    }

    public subscript(type: SQLColumnType) -> SQLTypeForm { forms[type.rawValue] }

    /// `bigint` in `CAST(x AS bigint)`
    public func castName(_ type: SQLType) -> String { forms[type.columnType.rawValue].castName }

    /// `{0}::bigint`; `nil` for a sign alone.
    func placeholder(_ type: SQLType) -> SQLTemplate? {
      forms[type.columnType.rawValue].placeholder
    }
  }
}

/// The type of the values in a column.
public enum SQLColumnType: Int, Sendable, Hashable, CaseIterable {
  /// A primary key that the database numbers.
  case identity
  /// A reference to an identity.
  case key
  /// 16 bits.
  case smallInteger
  /// 32 bits.
  case integer
  /// 64 bits.
  case bigInteger
  case decimal
  /// 32 bits.
  case float
  case double
  case text
  case boolean
  /// A point in time.
  case date
  case uuid
  case binary
}

extension SQLType {
  /// The column that holds all values of the type.
  var columnType: SQLColumnType {
    switch self {
    case .boolean: .boolean
    case .integer: .bigInteger
    case .real: .double
    case .decimal: .decimal
    case .text: .text
    case .blob: .binary
    case .uuid: .uuid
    case .timestamp: .date
    }
  }
}

/// The form of one type: its names, its constants, and a condition for its values.
public struct SQLTypeForm: Sendable, Hashable {
  public enum Literal: Sendable, Hashable {
    /// `12.5`
    case number
    /// `'12.5'`, rounded to 32 bits
    case singlePrecision
    /// `'text'`
    case quoted
    /// `1`
    case bit
    /// `TRUE`
    case truth
    /// `x'00FF'` after its prefix
    case hexadecimal(prefix: String)
  }

  /// The type of a column: `bigint`.
  public var name: String
  /// The type that a value is cast to: `SIGNED` where a column is a `BIGINT`.
  public var castName: String
  /// A placeholder that has to say its type: `{0}::bigint`; `nil` for the sign alone.
  public var placeholder: SQLTemplate?
  public var literal: Literal
  /// The constants of both infinities; `nil` where the type has none.
  public var infinity: SQLInfinity?
  /// A condition that every value of the column `{0}` meets; `nil` if the type's name enforces it.
  public var shape: SQLTemplate?
  /// The column `{0}` in an index that does not take the whole value: `{0}(255)`.
  public var indexTerm: SQLTemplate

  public init(
    _ name: String, _ literal: Literal, castName: String? = nil, placeholder: SQLTemplate? = nil,
    infinity: SQLInfinity? = .overflow, shape: SQLTemplate? = nil, indexTerm: SQLTemplate = "{0}"
  ) {
    self.name = name
    self.castName = castName ?? name
    self.placeholder = placeholder
    self.literal = literal
    self.infinity = infinity
    self.shape = shape
    self.indexTerm = indexTerm
  }
}

/// The constants of infinite numbers.
public struct SQLInfinity: Sendable, Hashable {
  public var positive: SQLFragment
  public var negative: SQLFragment

  public init(positive: SQLFragment, negative: SQLFragment) {
    self.positive = positive
    self.negative = negative
  }

  /// A number that is too large for a double.
  public static let overflow = SQLInfinity(positive: "9e999", negative: "-9e999")
}

/// How decimals are held.
public enum SQLDecimalForm: Sendable, Hashable {
  /// In a type of exact numbers; a constant is bound as the text of its digits.
  case exact
  /// As digits in a text, because the database would round numbers; compared and computed as reals.
  case text
  /// As reals, of which the database makes integers where they are whole. A division would lose the rest.
  case realOrInteger
}

/// How a point in time is held.
public struct SQLDateForm: Sendable, Hashable {
  /// Between the day and the time of the day.
  public var separator: String
  /// After the time, which is in UTC.
  public var zone: String
  /// The constant for all times before the year 1, which a column cannot hold.
  public var past: String
  /// The constant for all times after the year 9999.
  public var future: String

  public init(separator: String, zone: String, past: String, future: String) {
    self.separator = separator
    self.zone = zone
    self.past = past
    self.future = future
  }

  /// `2026-01-31T12:00:00.000Z` as a text that sorts like the time: the two constants sort before and after
  /// all others.
  public static let text = SQLDateForm(
    separator: "T", zone: "Z", past: "0000-12-31T23:59:59.999Z",
    future: "9999-12-31T23:59:59.999Z~")
}
