import MomentumModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The values that the validation of an attribute allows.
struct ValueLimits: Sendable {
  let minimum: AttributeValue?
  let maximum: AttributeValue?
  let regularExpression: String?

  init(_ attribute: Attribute) {
    minimum = attribute.minimum
    maximum = attribute.maximum
    regularExpression = attribute.regularExpression.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a value that fits `others` may break these limits.
  ///
  /// Limits that cannot be compared, such as two regular expressions, count as stricter.
  func forbids(whatFits others: ValueLimits) -> Bool {
    if let regularExpression, regularExpression != others.regularExpression { return true }
    if let minimum, !(others.minimum.map { minimum.isAtMost($0) } ?? false) { return true }
    if let maximum, !(others.maximum.map { $0.isAtMost(maximum) } ?? false) { return true }
    return false
  }
}

extension AttributeValue {
  /// Whether the value is at most the other one; `false` if they cannot be compared.
  fileprivate func isAtMost(_ other: AttributeValue) -> Bool {
    if self == other { return true }
    return switch (self, other) {
    case (.integer(let left), .integer(let right)): left <= right
    case (.decimal(let left), .decimal(let right)): left <= right
    default: number.flatMap { left in other.number.map { left <= $0 } } ?? false
    }
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value), .date(let value): value
    case .decimal(let value): Double("\(value)")
    case .string, .boolean, .binary, .uuid, .uri: nil
    }
  }
}
