internal import MomentumPredicate
internal import MomentumText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// The methods that FUNCTION may call and the properties that a key path may end with. Only these
// are allowed: a predicate from outside must not be able to call any method.

/// A method that FUNCTION may call on a value.
struct Method: Sendable {
  var argumentCount: Int
  /// Computes the method's result from the target and the arguments. Returns `nil` if one of them
  /// has a type that the method does not take.
  private var body: Body

  private typealias Body =
    @Sendable (PredicateValue, [PredicateValue]) throws(EvaluationError) -> PredicateValue?

  private init(_ argumentCount: Int = 0, _ body: @escaping Body) {
    self.argumentCount = argumentCount
    self.body = body
  }

  /// The value of a key that names a method without arguments: `name.length`.
  static func property(
    _ key: String, of base: PredicateValue
  ) throws(EvaluationError) -> PredicateValue {
    if key == "self" { return base }
    guard let row = bySelector[key], row.argumentCount == 0, let value = try row.body(base, [])
    else {
      throw EvaluationError(.unknownKey(key))
    }
    return value
  }

  /// The result of a method. A method of nil returns nil.
  static func value(
    of base: PredicateValue, _ selector: String, _ arguments: [PredicateValue]
  ) throws(EvaluationError) -> PredicateValue {
    guard let row = bySelector[selector] else {
      throw EvaluationError(.unknownMethod(selector, of: base.kind))
    }
    guard arguments.count == row.argumentCount else {
      throw EvaluationError(.argumentCount(of: selector, arguments.count))
    }
    if base.isNull { return .null }
    if arguments.contains(where: \.isNull) {
      throw EvaluationError(.wrongArgument(of: selector, "nil", wanted: "a value"))
    }
    guard let value = try row.body(base, arguments) else {
      throw EvaluationError(.unknownMethod(selector, of: base.kind))
    }
    return value
  }

  private static let bySelector: [String: Method] = [
    "self": Method { base, _ in base },
    "description": Method { base, _ in Cast.text(base).map { .string($0) } },
    "stringValue": Method { base, _ in
      Number(base) == nil ? nil : Cast.text(base).map { .string($0) }
    },
    "length": Method { base, _ in
      if case .data(let bytes) = base { return .integer(Int64(bytes.count)) }
      return base.text.map { .integer(Int64($0.utf16.count)) }
    },
    "lowercaseString": Method { base, _ in base.text.map { .string($0.lowercased()) } },
    "uppercaseString": Method { base, _ in base.text.map { .string($0.uppercased()) } },
    "capitalizedString": Method { base, _ in base.text.map { .string(capitalized($0)) } },
    "intValue": Method { base, _ in base.whole(in: Int64(Int32.min)...Int64(Int32.max)) },
    "integerValue": Method { base, _ in base.whole(in: Int64.min...Int64.max) },
    "longLongValue": Method { base, _ in base.whole(in: Int64.min...Int64.max) },
    "doubleValue": Method { base, _ in base.readNumber.map { .double($0.double) } },
    "floatValue": Method { base, _ in base.readNumber.map { .double(Double(Float($0.double))) } },
    "boolValue": Method { base, _ in
      if let text = base.text { return .boolean(PredicateValue.isTrue(text)) }
      return Number(base).map { .boolean($0.double != 0) }
    },
    "lastPathComponent": Method { base, _ in base.path.map { .string(PathText.last($0)) } },
    "pathExtension": Method { base, _ in base.path.map { .string(PathText.suffix($0)) } },
    "stringByDeletingLastPathComponent": Method { base, _ in
      base.text.map { .string(PathText.folder($0)) }
    },
    "stringByDeletingPathExtension": Method { base, _ in
      base.text.map { .string(PathText.withoutSuffix($0)) }
    },
    "absoluteString": Method { base, _ in
      if case .url(let text) = base { .string(text) } else { nil }
    },
    "UUIDString": Method { base, _ in
      if case .uuid(let uuid) = base { .string(uuid.uuidString) } else { nil }
    },
    "timeIntervalSinceReferenceDate": Method { base, _ in base.seconds.map { .double($0) } },
    // From 1970 to 2001 there are 31 years with 8 leap days.
    "timeIntervalSince1970": Method { base, _ in
      base.seconds.map { .double($0 + 978_307_200) }
    },
    "count": Method { base, _ in
      if case .dictionary(let dictionary) = base { return .integer(Int64(dictionary.count)) }
      return base.elements.map { .integer(Int64($0.count)) }
    },
    "firstObject": Method { base, _ in base.elements.map { $0.first ?? .null } },
    "lastObject": Method { base, _ in base.elements.map { $0.last ?? .null } },
    "allObjects": Method { base, _ in base.elements.map { .array($0) } },
    "allKeys": Method { base, _ in
      if case .dictionary(let dictionary) = base { .array(dictionary.keys) } else { nil }
    },
    "allValues": Method { base, _ in
      if case .dictionary(let dictionary) = base { .array(dictionary.values) } else { nil }
    },

    "isEqual:": Method(1) { base, arguments in .boolean(base == arguments[0]) },
    "isEqualToString:": Method(1) { base, arguments in
      texts(base, arguments) { _, _ in .boolean(base == arguments[0]) }
    },
    "hasPrefix:": Method(1) { base, arguments in
      texts(base, arguments) { .boolean($0.utf8.starts(with: $1.utf8)) }
    },
    "hasSuffix:": Method(1) { base, arguments in
      texts(base, arguments) { .boolean($0.utf8.reversed().starts(with: $1.utf8.reversed())) }
    },
    "stringByAppendingString:": Method(1) { base, arguments in
      texts(base, arguments) { .string($0 + $1) }
    },
    "stringByAppendingPathComponent:": Method(1) { base, arguments in
      texts(base, arguments) { .string(PathText.appending($1, to: $0)) }
    },
    "stringByAppendingPathExtension:": Method(1) { base, arguments in
      texts(base, arguments) { .string($0 + "." + $1) }
    },
    "containsString:": Method(1) { base, arguments in
      texts(base, arguments) { text, part in
        .boolean(TextComparison(localeIdentifier: "en").search(text, for: part, []))
      }
    },
    "stringByReplacingOccurrencesOfString:withString:": Method(2) { base, arguments in
      guard let new = arguments[1].text else { return nil }
      return texts(base, arguments) { text, old in
        .string(old.isEmpty ? text : text.replacing(old, with: new))
      }
    },
    "substringFromIndex:": Method(1) { base, arguments throws(EvaluationError) in
      try base.units(arguments[0]) { units, index in units[index...] }
    },
    "substringToIndex:": Method(1) { base, arguments throws(EvaluationError) in
      try base.units(arguments[0]) { units, index in units[..<index] }
    },
    "compare:": Method(1) { base, arguments in base.order(to: arguments[0]) },
    "decimalNumberByAdding:": decimal(.add),
    "decimalNumberBySubtracting:": decimal(.subtract),
    "decimalNumberByMultiplyingBy:": decimal(.multiply),
    "decimalNumberByDividingBy:": decimal(.divide),
    "objectAtIndex:": Method(1) { base, arguments throws(EvaluationError) in
      guard case .array = base else { return nil }
      return try base.element(at: arguments[0])
    },
    "dateByAddingTimeInterval:": Method(1) { base, arguments in
      guard let seconds = base.seconds, let number = Number(arguments[0]) else { return nil }
      return .date(seconds + number.double)
    },
    "timeIntervalSinceDate:": Method(1) { base, arguments in
      guard let seconds = base.seconds, let other = arguments[0].seconds else { return nil }
      return .double(seconds - other)
    },
    "containsObject:": Method(1) { base, arguments in
      base.elements.map { .boolean($0.contains(arguments[0])) }
    },
    "objectForKey:": Method(1) { base, arguments in
      if case .dictionary(let dictionary) = base { dictionary[arguments[0]] ?? .null } else { nil }
    },
  ]

  private static func decimal(_ sign: ArithmeticOperator) -> Method {
    Method(1) { base, arguments throws(EvaluationError) in
      guard let left = Cast.decimal(base), let right = Cast.decimal(arguments[0]),
        Number(base) != nil, Number(arguments[0]) != nil
      else { return nil }
      return try Arithmetic(semantics: .foundation).value(sign, left, right)
    }
  }

  /// Capitalizes the first letter of each word and lowercases the others.
  private static func capitalized(_ text: String) -> String {
    var isInWord = false
    return text.map { character in
      defer { isInWord = character.isLetter || character.isNumber || character == "'" }
      return isInWord ? character.lowercased() : character.uppercased()
    }.joined()
  }

  private static func texts(
    _ base: PredicateValue, _ arguments: [PredicateValue],
    _ body: (String, String) -> PredicateValue
  ) -> PredicateValue? {
    guard let text = base.text, let other = arguments.first?.text else { return nil }
    return body(text, other)
  }
}

extension PredicateValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The part of a string before or after an index, which counts UTF-16 units.
  fileprivate func units(
    _ index: PredicateValue, _ part: ([UInt16], Int) -> ArraySlice<UInt16>
  ) throws(EvaluationError) -> PredicateValue? {
    guard let text, let number = Number(index)?.exactInteger else { return nil }
    let units = Array(text.utf16)
    guard let position = Int(exactly: number), (0...units.count).contains(position) else {
      throw EvaluationError(.indexOutOfRange(number, count: units.count))
    }
    return .string(String(decoding: part(units, position), as: UTF16.self))
  }

  /// The result of `compare:`: -1, 0 or 1; `nil` for values of different kinds.
  fileprivate func order(to other: PredicateValue) -> PredicateValue? {
    let order: Int
    switch (self, other) {
    case (.string(let one), .string(let other)):
      order = TextComparison(localeIdentifier: "en").compare(one, other, [])
    case (.date(let one), .date(let other)): order = Number.order(.double(one), .double(other))
    case (_, _):
      guard let one = Number(self), let other = Number(other) else { return nil }
      order = Number.order(one, other)
    }
    return .integer(Int64(order.signum()))
  }

  fileprivate var seconds: Double? {
    if case .date(let seconds) = self { seconds } else { nil }
  }

  /// A text, or the text of a URL without its query and fragment.
  fileprivate var path: String? {
    guard case .url(let text) = self else { return text }
    return String(text.prefix { $0 != "?" && $0 != "#" })
  }

  /// The number that the value is, or that its text begins with; `nil` for all other values.
  fileprivate var readNumber: Number? {
    text.flatMap { Number(Cast.leadingNumber($0)) } ?? Number(self)
  }

  /// The number without its fraction. A number outside the range becomes the nearest bound.
  fileprivate func whole(in range: ClosedRange<Int64>) -> PredicateValue? {
    guard let number = readNumber else { return nil }
    let double = number.double
    let whole =
      number.exactInteger
      ?? (double.isNaN ? 0 : double >= 0x1p63 ? .max : double < -0x1p63 ? .min : Int64(double))
    return .integer(min(max(whole, range.lowerBound), range.upperBound))
  }

  /// The `boolValue` of a string: after blanks, a sign and zeros, one of the letters Y or T or a
  /// digit from 1 to 9 means true (documented:
  /// <https://developer.apple.com/documentation/foundation/nsstring/1409420-boolvalue>).
  fileprivate static func isTrue(_ text: String) -> Bool {
    var rest = text.drop { $0.isWhitespace }
    if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
    return rest.drop { $0 == "0" }.first.map { "YyTt123456789".contains($0) } ?? false
  }
}

/// Operations on path texts, like NSString's path methods.
enum PathText {
  /// The part after the last slash, ignoring slashes at the end; `/` if there are only slashes.
  static func last(_ path: String) -> String {
    let trimmed = trimmed(path)
    guard trimmed != "/" else { return "/" }
    return String(
      trimmed[(trimmed.lastIndex(of: "/").map(trimmed.index(after:)) ?? trimmed.startIndex)...])
  }

  /// The path without its last part: `/a` for `/a/b`, empty for `a`.
  static func folder(_ path: String) -> String {
    let trimmed = trimmed(path)
    guard let slash = trimmed.lastIndex(of: "/") else { return "" }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The path extension: `txt` for `a.txt`, empty for `.profile`.
  static func suffix(_ path: String) -> String {
    let name = last(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  static func withoutSuffix(_ path: String) -> String {
    let suffix = suffix(path)
    return suffix.isEmpty ? path : String(trimmed(path).dropLast(suffix.count + 1))
  }

  static func appending(_ name: String, to path: String) -> String {
    guard !path.isEmpty else { return name }
    let name = name.drop { $0 == "/" }
    return name.isEmpty ? trimmed(path) : path.hasSuffix("/") ? path + name : path + "/" + name
  }

  private static func trimmed(_ path: String) -> String {
    var result = path[...]
    while result.count > 1, result.hasSuffix("/") { result = result.dropLast() }
    return String(result)
  }
}
