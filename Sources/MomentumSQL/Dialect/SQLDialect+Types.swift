extension SQLDialect {
  /// The form of each type's values: in a column, as a placeholder and as a constant.
  package struct Types: Sendable {
    package var decimals: SQLDecimalForm
    package var dates: SQLDateForm
    /// The form of each type; the index is `SQLColumnType.rawValue`.
    private let forms: [SQLTypeForm]
    /// Whether the placeholders of at least one type are cast. If not, `SQLPrinter` need not look
    /// up the form of a type.
    let hasTypedPlaceholders: Bool

    /// - Parameter form: The form of each type; called once for each.
    package init(
      decimals: SQLDecimalForm, dates: SQLDateForm, form: (SQLColumnType) -> SQLTypeForm
    ) {
      self.decimals = decimals
      self.dates = dates
      forms = SQLColumnType.allCases.map(form)
      hasTypedPlaceholders = forms.contains { $0.placeholder != nil }
    }

    package subscript(type: SQLColumnType) -> SQLTypeForm { forms[type.rawValue] }

    /// The name of a type in a CAST: `bigint` in `CAST(x AS bigint)`.
    package func castName(_ type: SQLType) -> String { forms[type.columnType.rawValue].castName }

    /// The placeholder of a type with its cast, such as `{0}::bigint`; `nil` if it is not cast.
    func placeholder(_ type: SQLType) -> SQLTemplate? {
      forms[type.columnType.rawValue].placeholder
    }
  }
}

/// The type of a column.
package enum SQLColumnType: Int, Sendable, Hashable, CaseIterable {
  /// A primary key that the database generates.
  case identity
  /// A foreign key, which refers to an identity.
  case key
  /// An integer of 16 bits.
  case smallInteger
  /// An integer of 32 bits.
  case integer
  /// An integer of 64 bits.
  case bigInteger
  case decimal
  /// A floating-point number of 32 bits.
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
  /// The column type that can hold all values of the type.
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

/// The form of one type: its names, its constants, and a condition for valid values.
package struct SQLTypeForm: Sendable, Hashable {
  package enum Literal: Sendable, Hashable {
    /// A number: `12.5`.
    case number
    /// A number in quotes, rounded to 32 bits: `'12.5'`.
    case singlePrecision
    /// A text in quotes: `'text'`.
    case quoted
    /// A truth value as a number: `1` or `0`.
    case bit
    /// A truth value as a word: `TRUE` or `FALSE`.
    case truth
    /// Bytes as hexadecimal digits in quotes, after the prefix: `x'00FF'`.
    case hexadecimal(prefix: String)
  }

  /// The type of a column: `bigint`.
  package var name: String
  /// The type name in a CAST: `SIGNED` for a column of type `BIGINT`.
  package var castName: String
  /// A placeholder with its type: `{0}::bigint`; `nil` for the placeholder alone.
  package var placeholder: SQLTemplate?
  package var literal: Literal
  /// The constants for both infinities; `nil` if the type has none.
  package var infinity: SQLInfinity?
  /// A condition that every value of the column `{0}` must satisfy; `nil` if the type itself
  /// enforces it.
  package var shape: SQLTemplate?
  /// The column `{0}` in an index. Some databases index only the start of a long value: `{0}(255)`.
  package var indexTerm: SQLTemplate

  package init(
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

/// The constants for infinite numbers.
package struct SQLInfinity: Sendable, Hashable {
  package var positive: SQLFragment
  package var negative: SQLFragment

  package init(positive: SQLFragment, negative: SQLFragment) {
    self.positive = positive
    self.negative = negative
  }

  /// A number that is too large for a double, which SQLite reads as infinity.
  package static let overflow = SQLInfinity(positive: "9e999", negative: "-9e999")
}

/// How decimals are stored.
package enum SQLDecimalForm: Sendable, Hashable {
  /// Decimals are stored as exact numbers; a constant is bound as the text of its digits.
  case exact
  /// Decimals are stored as text, because the database would round numbers. Comparisons and
  /// arithmetic cast the text to a real.
  case text
  /// Decimals are stored as reals. SQLite stores whole ones as integers, whose division would lose
  /// the fraction, so divisions need a cast.
  case realOrInteger
}

/// How a point in time is written.
package struct SQLDateForm: Sendable, Hashable {
  /// The text between the date and the time.
  package var separator: String
  /// The text after the time, which is in UTC.
  package var zone: String
  /// The constant for all times before the year 1, which no column can hold.
  package var past: String
  /// The constant for all times after the year 9999.
  package var future: String

  package init(separator: String, zone: String, past: String, future: String) {
    self.separator = separator
    self.zone = zone
    self.past = past
    self.future = future
  }

  /// A text that sorts like the time: `2026-01-31T12:00:00.000Z`. `past` and `future` sort before
  /// and after all other texts.
  package static let text = SQLDateForm(
    separator: "T", zone: "Z", past: "0000-12-31T23:59:59.999Z",
    future: "9999-12-31T23:59:59.999Z~")
}
