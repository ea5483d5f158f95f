import MomentumModel
import MomentumPropertyList

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ModelArchive {
  /// A bound or a pattern of an attribute, which is archived as a predicate and an error code.
  struct Bound {
    enum Subject {
      /// The bound is compared with the value itself: `SELF`
      case value
      /// The bound is compared with the length of the text: `length`
      case length
    }

    var subject: Subject
    /// The number in `NSComparisonPredicate.Operator`: `<=` is 1, `>=` is 3, `MATCHES` is 6.
    var operatorNumber: Int64
    var limit: AttributeValue
    /// The code of the validation error for a value that breaks the bound (documented:
    /// `NSValidationErrors`).
    var code: Int64

    /// The bounds in the order minimum, maximum, pattern. Archives with one bound were observed;
    /// the order of several is assumed.
    static func bounds(of attribute: Attribute) -> [Bound] {
      var bounds: [Bound] = []
      let isText = attribute.type == .string
      let isDate = attribute.type == .date
      let subject = isText ? Subject.length : .value
      if let minimum = attribute.minimum {
        bounds.append(
          Bound(
            subject: subject, operatorNumber: 3, limit: minimum,
            code: isText ? 1670 : isDate ? 1640 : 1620))
      }
      if let maximum = attribute.maximum {
        bounds.append(
          Bound(
            subject: subject, operatorNumber: 1, limit: maximum,
            code: isText ? 1660 : isDate ? 1630 : 1610))
      }
      if let pattern = attribute.regularExpression {
        bounds.append(
          Bound(subject: .value, operatorNumber: 6, limit: .string(pattern), code: 1680))
      }
      return bounds
    }
  }

  /// The predicate as which a bound is archived, for example `SELF >= 1`.
  mutating func condition(_ bound: Bound) -> Reference {
    let owner = predicates.builder.object(
      .expression("NSSelfExpression"), ["NSExpressionType": .integer(1)])
    let left =
      switch bound.subject {
      case .value: owner
      case .length: predicates.keyPath("length", of: owner, type: 3)
      }
    let right = predicates.constant(value(bound.limit))
    let isPattern = bound.operatorNumber == 6
    var members: [String: PropertyList] = [
      "NSModifier": .integer(0), "NSOperatorType": .integer(bound.operatorNumber),
      isPattern ? "NSFlags" : "NSOptions": .integer(0),
    ]
    if !isPattern { members["NSVariant"] = .integer(bound.operatorNumber) }
    let kind = predicates.builder.object(
      .predicateOperator(
        isPattern ? "NSMatchingPredicateOperator" : "NSComparisonPredicateOperator"), members)
    return predicates.builder.object(
      .predicate("NSComparisonPredicate"),
      [
        "NSLeftExpression": left.value, "NSRightExpression": right.value,
        "NSPredicateOperator": kind.value,
      ])
  }

  mutating func value(_ value: AttributeValue) -> Reference {
    switch value {
    case .integer(let number): predicates.builder.value(.integer(number))
    case .double(let number): predicates.builder.value(.real(number))
    case .boolean(let flag): predicates.builder.value(.boolean(flag))
    case .string(let text): predicates.builder.text(text)
    case .binary(let bytes): predicates.builder.value(.data(bytes))
    case .decimal(let number): decimal(number)
    case .date(let seconds): predicates.builder.object(.date, ["NS.time": .real(seconds)])
    case .uuid(let id):
      predicates.builder.object(
        .uuid, ["NS.uuidbytes": .data(withUnsafeBytes(of: id.uuid) { Array($0) })])
    case .uri(let text):
      predicates.builder.object(
        .url,
        ["NS.base": Reference.null.value, "NS.relative": predicates.builder.text(text).value])
    }
  }

  /// An archived `NSDecimalNumber`. The keys are those of swift-corelibs-foundation (open source);
  /// the mantissa has 16 bytes and is little-endian.
  private mutating func decimal(_ number: Decimal) -> Reference {
    var bytes = [UInt8](repeating: 0, count: 16)
    for digit in "\(number.significand)".compactMap(\.wholeNumberValue) {
      var carry = digit
      for index in bytes.indices {
        let product = Int(bytes[index]) * 10 + carry
        bytes[index] = UInt8(truncatingIfNeeded: product)
        carry = product >> 8
      }
    }
    let length = ((bytes.lastIndex { $0 != 0 } ?? -1) + 2) / 2
    return predicates.builder.object(
      .decimalNumber,
      [
        "NS.mantissa": .data(bytes), "NS.exponent": .integer(Int64(number.exponent)),
        "NS.negative": .boolean(number.sign == .minus), "NS.length": .integer(Int64(length)),
        "NS.compact": .boolean(true), "NS.mantissa.bo": .integer(1),
      ])
  }
}
