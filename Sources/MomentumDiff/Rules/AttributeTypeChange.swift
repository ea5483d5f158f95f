package import MomentumModel

/// What the change of an attribute's type means for the values that are stored.
package enum AttributeTypeChange: Sendable, Hashable {
  case none
  /// Integer 16 to 32 to 64.
  case widened
  /// Integer 64 to 32 to 16.
  case narrowed
  /// Integer to a Double or Float that has every such integer.
  case floating
  /// Integer to a Double or Float that has every integer only up to this one.
  case rounded(above: Int64)
  /// Boolean to or from an integer.
  case boolean
  /// Any number to or from Decimal.
  case decimal
  /// Between numbers in a way of which no example is known: Double to Float, Double to Integer.
  case numeric
  /// Everything else.
  case incompatible

  package init(_ old: AttributeType, _ new: AttributeType) {
    guard old != new else {
      self = .none
      return
    }
    switch (Kind(old), Kind(new)) {
    case (.integer(let left), .integer(let right)): self = left < right ? .widened : .narrowed
    case (.integer(let bits), .floating(let digits)):
      self = bits <= digits ? .floating : .rounded(above: 1 << digits)
    case (.integer, .boolean), (.boolean, .integer): self = .boolean
    case (.decimal, .integer), (.decimal, .floating), (.decimal, .boolean), (.integer, .decimal),
      (.floating, .decimal), (.boolean, .decimal):
      self = .decimal
    case (.floating, .integer), (.floating, .floating), (.floating, .boolean),
      (.boolean, .floating):
      self = .numeric
    case (.other, _), (_, .other), (.boolean, .boolean), (.decimal, .decimal): self = .incompatible
    }
  }

  private enum Kind {
    case integer(bits: Int)
    /// With the number of binary digits that it keeps: IEEE 754.
    case floating(digits: Int)
    case boolean
    case decimal
    case other

    init(_ type: AttributeType) {
      switch type {
      case .integer16: self = .integer(bits: 16)
      case .integer32: self = .integer(bits: 32)
      case .integer64: self = .integer(bits: 64)
      case .double: self = .floating(digits: 53)
      case .float: self = .floating(digits: 24)
      case .boolean: self = .boolean
      case .decimal: self = .decimal
      case .undefined, .string, .date, .binary, .uuid, .uri, .transformable, .objectID,
        .composite:
        self = .other
      }
    }
  }
}

extension AttributeType {
  var isInteger: Bool {
    switch self {
    case .integer16, .integer32, .integer64: true
    case .undefined, .decimal, .double, .float, .string, .boolean, .date, .binary, .uuid, .uri,
      .transformable, .objectID, .composite:
      false
    }
  }
}
