#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A number of any kind. Booleans are 1 and 0, as in Foundation.
enum Number {
  case integer(Int64)
  case double(Double)
  case decimal(Decimal)

  init?(_ value: PredicateValue) {
    switch value {
    case .boolean(let flag): self = .integer(flag ? 1 : 0)
    case .integer(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .decimal(let number): self = number.isNaN ? .double(.nan) : .decimal(number)
    case .null, .string, .date, .data, .uuid, .url, .object, .array, .set, .orderedSet, .dictionary,
      .className:
      return nil
    }
  }

  var value: PredicateValue {
    switch self {
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .decimal(let number): .decimal(number)
    }
  }

  /// The nearest double.
  var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    // Convert through the text: the conversion of `Decimal` itself rounds at every digit.
    case .decimal(let number): Double("\(number)") ?? .nan
    }
  }

  /// The number as an integer; `nil` if it has a fraction or is out of range.
  var exactInteger: Int64? {
    switch self {
    case .integer(let number): number
    case .double(let number): Int64(exactly: number)
    case .decimal(let number): Int64("\(number)")
    }
  }

  /// Equal numbers of different kinds must have the same hash.
  func hash(into hasher: inout Hasher) {
    if let integer = exactInteger {
      hasher.combine(integer)
    } else if double.isNaN {
      hasher.combine(Double.nan.bitPattern)
    } else {
      hasher.combine(double)
    }
  }

  // MARK: - Order

  /// The order of two numbers: below 0, 0, or above 0, computed without rounding either number.
  ///
  /// NaN is equal to itself and between the negative numbers and 0, as in CFNumber (documented:
  /// CFNumber.c of swift-corelibs-foundation). So the order is total.
  static func order(_ left: Number, _ right: Number) -> Int {
    switch (left, right) {
    case (.integer(let one), .integer(let other)): order(one, other)
    case (.double(let one), .double(let other)): order(one, other)
    case (.decimal(let one), .decimal(let other)): order(one, other)
    case (.integer(let one), .double(let other)): order(one, other)
    case (.double(let one), .integer(let other)): -order(other, one)
    case (.integer(let one), .decimal(let other)): order(Decimal(one), other)
    case (.decimal(let one), .integer(let other)): order(one, Decimal(other))
    case (.decimal(let one), .double(let other)): order(one, other)
    case (.double(let one), .decimal(let other)): -order(other, one)
    }
  }

  private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left == right ? 0 : left < right ? -1 : 1
  }

  private static func order(_ left: Double, _ right: Double) -> Int {
    if left.isNaN { return right.isNaN ? 0 : right < 0 ? 1 : -1 }
    if right.isNaN { return left < 0 ? -1 : 1 }
    return left == right ? 0 : left < right ? -1 : 1
  }

  private static func order(_ left: Int64, _ right: Double) -> Int {
    if right.isNaN { return left < 0 ? -1 : 1 }
    if right >= 0x1p63 { return -1 }
    if right < -0x1p63 { return 1 }
    let whole = right.rounded(.towardZero)
    let order = order(left, Int64(whole))
    return order != 0 ? order : -Self.order(right - whole, 0)
  }

  /// The order of a decimal and a double. The double counts as the shortest decimal that rounds to
  /// it, as it is written: `0.1` is 0.1.
  private static func order(_ left: Decimal, _ right: Double) -> Int {
    guard right.isFinite, let decimal = decimal(right) else {
      return order(Number.decimal(left).double, right)
    }
    return order(left, decimal)
  }

  /// The shortest decimal that rounds to the double; from 2^53 on, the exact whole number. `nil`
  /// outside the range of `Decimal`.
  static func decimal(_ value: Double) -> Decimal? {
    let magnitude = value.magnitude
    guard magnitude >= 0x1p53 else {
      guard magnitude == 0 || magnitude > 1e-100 else { return nil }
      return Decimal(string: "\(value)")
    }
    guard magnitude < 1e160 else { return nil }
    // Larger numbers need more than the 38 digits of a `Decimal`.
    guard magnitude < 0x1p126 else { return Decimal(string: "\(value)") }
    var result = Decimal(Int64(magnitude.significand * 0x1p52))
    for _ in 0..<max(Int(magnitude.exponent) - 52, 0) { result *= 2 }
    return value < 0 ? -result : result
  }
}
