internal import MomentumText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Computes `CAST(<value>, <type>)`. The result for nil is nil.
enum Cast {
  static func value(
    _ value: PredicateValue, to type: PredicateValue
  ) throws(EvaluationError) -> PredicateValue {
    let name: String
    switch type {
    case .string(let text), .className(let text): name = text
    case .null, .boolean, .integer, .double, .decimal, .date, .data, .uuid, .url, .object, .array,
      .set, .orderedSet, .dictionary:
      throw EvaluationError(.wrongArgument(of: "CAST", type.kind, wanted: "the name of a type"))
    }
    if value.isNull { return .null }
    // A text that is not a number becomes nil.
    if name == "NSNumber" || name == "NSDecimalNumber", case .string(let text) = value,
      !isNumber(text)
    {
      return .null
    }
    guard let result = converted(value, to: name) else {
      throw EvaluationError(.unknownCast(name, from: value.kind))
    }
    return result
  }

  private static func converted(_ value: PredicateValue, to type: String) -> PredicateValue? {
    switch type {
    case "NSString": text(value).map { .string($0) }
    case "NSNumber": number(value)
    case "NSDecimalNumber": decimal(value)
    case "NSDate": date(value)
    case "NSURL":
      switch value {
      case .string(let text), .url(let text): .url(text)
      case _: nil
      }
    case "NSUUID":
      switch value {
      case .string(let text): UUID(uuidString: text).map { .uuid($0) }
      case .uuid: value
      case _: nil
      }
    case "Class":
      switch value {
      case .string(let name), .className(let name): .className(name)
      case _: nil
      }
    case _: nil
    }
  }

  /// A date from seconds since 2001, or from ISO 8601 text (observed in tests on current systems).
  private static func date(_ value: PredicateValue) -> PredicateValue? {
    switch value {
    case .date: value
    case .string(let text): ISODate.seconds(text).map { .date($0) }
    case _: Number(value).map { .date($0.double) }
    }
  }

  private static func number(_ value: PredicateValue) -> PredicateValue? {
    switch value {
    case .date(let seconds): .double(seconds)
    case .string(let text): leadingNumber(text)
    case _: Number(value)?.value
    }
  }

  static func decimal(_ value: PredicateValue) -> PredicateValue? {
    switch value {
    case .string(let text): Decimal(string: numberPrefix(text)).map { .decimal($0) } ?? .decimal(0)
    case _:
      switch Number(value) {
      case .integer(let number): .decimal(Decimal(number))
      case .decimal(let number): .decimal(number)
      case .double(let number): Number.decimal(number).map { .decimal($0) }
      case nil: nil
      }
    }
  }

  // MARK: - Numbers in texts

  /// Whether the whole text is a number, apart from blanks around it.
  private static func isNumber(_ text: String) -> Bool {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    var bytes = Array(text.utf8)[...].drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    let allowed = Array("0123456789+-.eE".utf8)
    guard bytes.allSatisfy({ allowed.contains($0) }), bytes.contains(where: { $0 & 0xF0 == 0x30 })
    else { return false }
    return Double(String(decoding: bytes, as: UTF8.self)) != nil
  }

  /// The number at the start of a text, as `NSString.doubleValue` reads it; a whole number stays an
  /// integer. 0 if the text does not begin with a number.
  static func leadingNumber(_ text: String) -> PredicateValue {
    let digits = numberPrefix(text)
    if let integer = Int64(digits) { return .integer(integer) }
    return .double(Double(digits) ?? 0)
  }

  /// The longest start of the text, after its blanks, that has the form of a number: sign, digits,
  /// fraction, exponent. `0` without a digit.
  private static func numberPrefix(_ text: String) -> String {
    var rest = Array(text.utf8)[...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    var result: [UInt8] = []
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    func take(where accepts: (UInt8) -> Bool) -> Bool {
      guard let byte = rest.first, accepts(byte) else { return false }
      result.append(byte)
      rest.removeFirst()
      return true
    }
    func takeDigits() -> Int {
      var count = 0
      while take(where: isDigit) { count += 1 }
      return count
    }
    _ = take { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    if takeDigits() == 0 { result.append(0x30) }
    if rest.first == UInt8(ascii: "."), rest.dropFirst().first.map(isDigit) == true {
      _ = take { _ in true }
      _ = takeDigits()
    }
    let end = result.count
    if take(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
      _ = take { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
      if takeDigits() == 0 { result.removeSubrange(end...) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: - Texts

  /// The text of a value that is cast to NSString, as its `description`; `nil` for nil, data,
  /// objects and collections, for which no cast is supported.
  static func text(_ value: PredicateValue) -> String? {
    switch value {
    case .string(let text), .url(let text), .className(let text): text
    case .boolean(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .double(let number): MathFunctions.text(number)
    case .decimal(let number): "\(number)"
    case .date(let seconds): text(dateAt: seconds)
    case .uuid(let uuid): uuid.uuidString
    case .null, .data, .object, .array, .set, .orderedSet, .dictionary: nil
    }
  }

  /// A date as its `description`: `2016-03-02 00:00:00 +0000`. `nil` outside the years 1 to 9999.
  private static func text(dateAt seconds: Double) -> String? {
    guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else { return nil }
    let whole = Int(seconds.rounded(.down))
    let days = CivilDate.floorDivide(whole, 86400)
    return "\(CivilDate(daysSince2001: days).text) \(CivilDate.clock(whole - days * 86400)) +0000"
  }
}
