import MomentumModel

/// What the change of an attribute's type means for the values that are stored.
enum AttributeTypeChange: Sendable, Hashable {
  case none
  /// Integer 16 to 32 to 64.
  case widened
  /// Integer 64 to 32 to 16.
  case narrowed
  /// Integer to Double or Float.
  case floating
  /// Boolean to or from an integer.
  case boolean
  /// Any number to or from Decimal.
  case decimal
  /// Between numbers in a way of which no example is known: Double to Float, Double to Integer.
  case numeric
  /// Everything else.
  case incompatible

  init(_ old: AttributeType, _ new: AttributeType) {
    guard old != new else {
      self = .none
      return
    }
    switch (Kind(old), Kind(new)) {
    case (.integer(let left), .integer(let right)): self = left < right ? .widened : .narrowed
    case (.integer, .floating): self = .floating
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
    case floating
    case boolean
    case decimal
    case other

    init(_ type: AttributeType) {
      switch type {
      case .integer16: self = .integer(bits: 16)
      case .integer32: self = .integer(bits: 32)
      case .integer64: self = .integer(bits: 64)
      case .double, .float: self = .floating
      case .boolean: self = .boolean
      case .decimal: self = .decimal
      case .undefined, .string, .date, .binary, .uuid, .uri, .transformable, .objectID,
        .composite:
        self = .other
      }
    }
  }
}
