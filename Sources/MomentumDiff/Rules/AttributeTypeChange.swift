package import MomentumModel

/// The kind of change of an attribute's type, by its effect on stored values.
package enum AttributeTypeChange: Sendable, Hashable {
  case none
  /// From Integer 16 to 32 or 64, or from 32 to 64.
  case widened
  /// From Integer 64 to 32 or 16, or from 32 to 16.
  case narrowed
  /// From an integer to a Double or Float that can represent every such integer.
  case floating
  /// From an integer to a Double or Float that represents every integer only up to `above`.
  case rounded(above: Int64)
  /// From Boolean to an integer, or back.
  case boolean
  /// From any number to Decimal, or back.
  case decimal
  /// Another change between numbers, such as Double to Float or Double to Integer. No example of
  /// such a migration is known.
  case numeric
  /// Every other change.
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
    /// A floating-point type and the number of binary digits that it represents (IEEE 754).
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
