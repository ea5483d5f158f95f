package import MomentumModel

/// The bounds of an attribute in a form in which most values are compared at once. The others need
/// all rules: ``AttributeBounds``.
package enum PlainBounds: Sendable {
  /// Every value of the type is allowed.
  case none
  case integers(ClosedRange<Int64>)
  case numbers(ClosedRange<Double>)
  /// Only all rules together tell.
  case others

  package init(_ attribute: Attribute) {
    guard !AttributeBounds(attribute).isEmpty else {
      self = .none
      return
    }
    self = Self.bounds(attribute) ?? .others
  }

  private static func bounds(_ attribute: Attribute) -> PlainBounds? {
    guard attribute.regularExpression?.isEmpty ?? true else { return nil }
    switch attribute.type {
    case .integer16, .integer32, .integer64:
      guard let lower = integer(attribute.minimum, .min),
        let upper = integer(attribute.maximum, .max), lower <= upper
      else { return nil }
      return .integers(lower...upper)
    case .double, .float:
      guard let lower = real(attribute.minimum, -.infinity),
        let upper = real(attribute.maximum, .infinity), lower <= upper
      else { return nil }
      return .numbers(lower...upper)
    default: return nil
    }
  }

  private static func integer(_ bound: AttributeValue?, _ none: Int64) -> Int64? {
    guard let bound else { return none }
    if case .integer(let number) = bound { return number }
    return nil
  }

  private static func real(_ bound: AttributeValue?, _ none: Double) -> Double? {
    guard let bound else { return none }
    if case .double(let number) = bound { return number }
    return nil
  }
}
