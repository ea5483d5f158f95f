import Foundation
import MomentumModel

extension AttributeValue {
  /// Converts the value to a Swift type: the attribute's own type, a shorter integer, `Float`, or
  /// an enumeration whose raw values have such a type. Returns `nil` if the value is of another
  /// type.
  func swiftValue<Value>(as type: Value.Type) -> Value? {
    if let value = swiftValue as? Value { return value }
    if case .integer(let number) = self, let value = number.cut(to: type) { return value }
    if case .double(let number) = self, type == Float.self { return Float(number) as? Value }
    guard let rawType = type as? any RawRepresentable.Type else { return nil }
    return value(of: rawType) as? Value
  }

  private var swiftValue: Any {
    switch self {
    case .integer(let number): number
    case .double(let number): number
    case .decimal(let number): number
    case .string(let text): text
    case .boolean(let flag): flag
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .binary(let bytes): Data(bytes)
    case .uuid(let uuid): uuid
    case .uri(let text): URL(string: text) as Any
    }
  }

  private func value<Value: RawRepresentable>(of type: Value.Type) -> Value? {
    swiftValue(as: Value.RawValue.self).flatMap { Value(rawValue: $0) }
  }
}

extension Int64 {
  /// The number as another type of whole numbers. Bits that the type lacks are dropped, as
  /// `NSNumber` does it: rows may have numbers that are too large for their attribute.
  fileprivate func cut<Value>(to type: Value.Type) -> Value? {
    guard let integer = type as? any FixedWidthInteger.Type else { return nil }
    return integer.init(truncatingIfNeeded: self) as? Value
  }
}
