import MomentumDiff
import MomentumModel

/// How stored values of one attribute type become values of another.
enum AttributeConversion: Hashable {
  /// The value needs no conversion.
  case same
  /// The value is converted to a REAL: `CAST(ZAMOUNT AS REAL)`.
  case real
  /// The value is converted to an INTEGER, `CAST(ZAMOUNT AS INTEGER)`: Core Data also cuts off the
  /// fraction when it reads such a column as an integer.
  case integer

  /// `nil` if Core Data infers no conversion, so that only a mapping model can convert the values.
  ///
  /// No conversion to or from Decimal is inferred: all observed projects that made this change
  /// wrote a mapping model.
  init?(from old: AttributeType, to new: AttributeType) {
    switch AttributeTypeChange(old, new) {
    case .none, .widened, .narrowed, .boolean: self = .same
    case .floating, .rounded: self = .real
    case .numeric:
      switch new {
      case .integer16, .integer32, .integer64, .boolean: self = .integer
      case .undefined, .decimal, .double, .float, .string, .date, .binary, .uuid, .uri,
        .transformable, .objectID, .composite:
        self = AttributeConversion.isReal(old) ? .same : .real
      }
    case .decimal, .incompatible: return nil
    }
  }

  private static func isReal(_ type: AttributeType) -> Bool { type == .double || type == .float }
}
