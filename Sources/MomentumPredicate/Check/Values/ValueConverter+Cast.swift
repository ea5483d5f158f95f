import MomentumModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The classes that CAST can convert to; the raw value is the name in the text.
enum CastTarget: String, CaseIterable {
  case date = "NSDate"
  case number = "NSNumber"
  case decimal = "NSDecimalNumber"
  case string = "NSString"
  case uuid = "NSUUID"
  case uri = "NSURL"

  static let names =
    "a number or an ISO 8601 text to NSDate, a text or a date to NSNumber, a number to NSString, a text to NSUUID or NSURL"
}

// Computes the CAST of a constant while the predicate is checked.

extension ValueConverter {
  /// Converts a constant to the class that CAST names; returns `nil` if that is not possible.
  func cast(_ argument: PredicateArgument, to target: CastTarget) -> AttributeValue? {
    switch target {
    case .date:
      switch argument {
      case .value(.date(let seconds)), .value(.double(let seconds)): return .date(seconds)
      case .value(.integer(let seconds)): return .date(Double(seconds))
      case .value(.decimal(let seconds)): return .date(number(seconds))
      case .text(let text), .value(.string(let text)):
        return (try? ValueConverter.seconds(text)).map { .date($0) }
      case .value, .object, .key, .null, .list, .fetch: return nil
      }
    case .number:
      switch argument {
      case .value(.date(let seconds)): return .double(seconds)
      case .value(.boolean(let isSet)): return .integer(isSet ? 1 : 0)
      case .value(.integer), .value(.double), .value(.decimal): return argument.value
      case .text(let text), .value(.string(let text)): return ValueConverter.number(text)
      case .value, .object, .key, .null, .list, .fetch: return nil
      }
    case .decimal: return converted(argument, to: .decimal)
    case .uuid: return converted(argument, to: .uuid)
    case .uri: return converted(argument, to: .uri)
    case .string:
      switch argument {
      case .text(let text), .value(.string(let text)), .value(.uri(let text)):
        return .string(text)
      case .value(.integer(let value)): return .string(String(value))
      case .value(.double(let value)): return .string("\(value)")
      case .value(.decimal(let value)): return .string("\(value)")
      case .value(.uuid(let value)): return .string(value.uuidString)
      case .value, .object, .key, .null, .list, .fetch: return nil
      }
    }
  }

  private func converted(
    _ argument: PredicateArgument, to type: AttributeType
  ) -> AttributeValue? {
    guard case .constant(let value)? = try? convert(argument, to: .attribute(type)) else {
      return nil
    }
    return value
  }

  /// The number that a text contains; `nil` for any other text.
  private static func number(_ text: String) -> AttributeValue? {
    if let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { return nil }
    return .double(value)
  }

  func number(_ value: Decimal) -> Double { Double("\(value)") ?? 0 }
}

extension PredicateArgument {
  /// The attribute value in the argument; `nil` for an object, a list or any other argument.
  fileprivate var value: AttributeValue? {
    if case .value(let value) = self { return value }
    return nil
  }
}
