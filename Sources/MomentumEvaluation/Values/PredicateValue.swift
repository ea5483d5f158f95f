package import MomentumModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value in memory that predicates are evaluated with.
///
/// Two values are equal as in `isEqual:`. Numbers of all kinds are compared by value, strings by
/// code point, sets without order, objects by identity. Values of other different kinds are never
/// equal.
///
/// ```swift
/// let values: [PredicateValue] = [.integer(3), .string("click"), .null]
/// ```
public enum PredicateValue: Sendable {
  /// `nil` and `NSNull`.
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case data([UInt8])
  case uuid(UUID)
  /// A URL as its absolute string.
  case url(String)
  case object(any EvaluatedObject)
  case array([PredicateValue])
  case set(PredicateSet)
  case orderedSet(PredicateSet)
  case dictionary(PredicateDictionary)
  /// A class, by its name.
  case className(String)

  /// The value of an attribute.
  package init(_ value: AttributeValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .decimal(let number): self = .decimal(number)
    case .string(let text): self = .string(text)
    case .boolean(let flag): self = .boolean(flag)
    case .date(let seconds): self = .date(seconds)
    case .binary(let bytes): self = .data(bytes)
    case .uuid(let uuid): self = .uuid(uuid)
    case .uri(let text): self = .url(text)
    }
  }

  /// Whether there is no value.
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// A phrase for the kind of value, without the value itself: `a string`.
  package var kind: String {
    switch self {
    case .null: "nil"
    case .boolean, .integer, .double, .decimal: "a number"
    case .string: "a string"
    case .date: "a date"
    case .data: "data"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .object: "an object"
    case .array: "an array"
    case .set: "a set"
    case .orderedSet: "an ordered set"
    case .dictionary: "a dictionary"
    case .className: "a class"
    }
  }

  /// The elements of an array or set; `nil` for other values.
  var elements: [PredicateValue]? {
    switch self {
    case .array(let elements): elements
    case .set(let set), .orderedSet(let set): set.elements
    case .null, .boolean, .integer, .double, .decimal, .string, .date, .data, .uuid, .url, .object,
      .dictionary, .className:
      nil
    }
  }
}

extension PredicateValue: Hashable {
  /// Whether both are the same value, as `isEqual:` says.
  public static func == (left: PredicateValue, right: PredicateValue) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.string(let one), .string(let other)):
      // Swift's `==` would treat texts as equal that differ only in the Unicode spelling of an
      // accent.
      return one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
    case (.date(let one), .date(let other)): return one == other
    case (.data(let one), .data(let other)): return one == other
    case (.uuid(let one), .uuid(let other)): return one == other
    case (.url(let one), .url(let other)): return one.utf8.elementsEqual(other.utf8)
    case (.object(let one), .object(let other)): return one.identity == other.identity
    case (.array(let one), .array(let other)): return one == other
    case (.set(let one), .set(let other)): return one.hasSameMembers(as: other)
    case (.orderedSet(let one), .orderedSet(let other)): return one.elements == other.elements
    case (.dictionary(let one), .dictionary(let other)): return one == other
    case (.className(let one), .className(let other)): return one == other
    // Numbers may be equal although their kinds differ; other values of different kinds are not.
    default:
      guard let one = Number(left), let other = Number(right) else { return false }
      return Number.order(one, other) == 0
    }
  }

  /// Equal values have equal hashes, also numbers of different kinds.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .boolean, .integer, .double, .decimal: Number(self)?.hash(into: &hasher)
    case .string(let text), .url(let text):
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .date(let seconds): hasher.combine(seconds)
    case .data(let bytes): hasher.combine(bytes)
    case .uuid(let uuid): hasher.combine(uuid)
    case .object(let object): hasher.combine(object.identity)
    case .array(let elements): hasher.combine(elements)
    case .orderedSet(let set): hasher.combine(set.elements)
    // Only the count of a set or dictionary is hashed: equal ones may have their members in
    // different orders, and must have equal hashes.
    case .set(let set): hasher.combine(set.count)
    case .dictionary(let dictionary): hasher.combine(dictionary.count)
    case .className(let name): hasher.combine(name)
    }
  }
}
