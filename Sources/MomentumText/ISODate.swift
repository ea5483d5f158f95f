/// Dates as ISO 8601 writes them: `2026-01-31`, `2026-01-31T12:00Z`, `2026-01-31T12:00:00.5+01:00`.
///
/// A time without a zone is in UTC: local time would make a file mean something else on each
/// machine.
package enum ISODate {
  /// Seconds since 2001-01-01 UTC; `nil` if the text is not such a date.
  package static func seconds(_ text: String) -> Double? {
    var rest = Substring(text)
    guard let year = number(&rest, 4), take("-", &rest), let month = number(&rest, 2),
      take("-", &rest), let day = number(&rest, 2), (1...12).contains(month),
      (1...daysInMonth(month, year)).contains(day)
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSince2001
    guard !rest.isEmpty else { return Double(days * 86400) }
    guard take("T", &rest) || take(" ", &rest), let time = time(&rest), let zone = zone(&rest),
      rest.isEmpty
    else { return nil }
    return sum(days * 86400 + time.seconds - zone, time.fraction)
  }

  /// Seconds and their fraction as one number. The number is made from the digits, so that it is
  /// rounded once: adding the fraction to a large number would round a second time, and the date
  /// that is read would not be the one that was printed.
  private static func sum(_ seconds: Int, _ fraction: Substring) -> Double? {
    guard !fraction.isEmpty else { return Double(seconds) }
    guard seconds < 0 else { return Double("\(seconds).\(fraction)") }
    let (carried, digits) = complement(fraction)
    return Double("-\(-seconds - (carried ? 0 : 1)).\(digits)")
  }

  /// The digits of the difference between 1 and a fraction. If the fraction is 0, `isWhole` is true
  /// and the digits are 0.
  private static func complement(_ digits: Substring) -> (isWhole: Bool, digits: String) {
    let numbers = digits.utf8.map { Int($0) - 0x30 }
    guard let last = numbers.lastIndex(where: { $0 != 0 }) else { return (true, "0") }
    let result = numbers.enumerated().map { index, digit in
      index < last ? 9 - digit : index == last ? 10 - digit : 0
    }
    return (false, result.map(String.init).joined())
  }

  private static func time(_ rest: inout Substring) -> (seconds: Int, fraction: Substring)? {
    guard let hour = number(&rest, 2), take(":", &rest), let minute = number(&rest, 2), hour < 24,
      minute < 60
    else { return nil }
    var seconds = hour * 3600 + minute * 60
    guard take(":", &rest) else { return (seconds, "") }
    guard let second = number(&rest, 2), second < 60 else { return nil }
    seconds += second
    guard take(".", &rest) else { return (seconds, "") }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    return (seconds, digits)
  }

  private static func zone(_ rest: inout Substring) -> Int? {
    if rest.isEmpty || take("Z", &rest) { return 0 }
    let sign: Int
    if take("+", &rest) { sign = 1 } else if take("-", &rest) { sign = -1 } else { return nil }
    guard let hour = number(&rest, 2), hour < 24 else { return nil }
    _ = take(":", &rest)
    guard let minute = rest.isEmpty ? 0 : number(&rest, 2), minute < 60 else { return nil }
    return sign * (hour * 3600 + minute * 60)
  }

  private static func number(_ rest: inout Substring, _ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    rest = rest.dropFirst(count)
    return Int(digits)
  }

  private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
    guard rest.first == character else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func daysInMonth(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    case _: 31
    }
  }

  // MARK: - Printing

  /// A date as text, for example `2026-01-31T12:00:00.123456Z`: the shortest text that
  /// ``seconds(_:)`` reads as the same double.
  ///
  /// `nil` outside of the years 1 to 9999 and for NaN.
  package static func text(_ seconds: Double) -> String? {
    guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else { return nil }
    let (whole, fraction) = parts(of: seconds)
    let days = CivilDate.floorDivide(whole, 86400)
    let clock = CivilDate.clock(whole - days * 86400)
    return "\(CivilDate(daysSince2001: days).text)T\(clock)"
      + (fraction.isEmpty ? "" : ".\(fraction)") + "Z"
  }

  /// The whole seconds, rounded down, and the digits of the remaining fraction: -1 and `75` for
  /// -0.25.
  private static func parts(of seconds: Double) -> (whole: Int, fraction: String) {
    let whole = Int(seconds.rounded(.towardZero))
    let fraction = fractionDigits(of: seconds.magnitude)
    guard seconds < 0, !fraction.isEmpty else { return (whole, fraction) }
    return (whole - 1, complement(fraction[...]).digits)
  }

  /// The digits after the point in the shortest decimal of a number; empty for a whole number.
  private static func fractionDigits(of number: Double) -> String {
    let text = "\(number)"
    let mantissa = text.prefix { $0 != "e" }
    let exponent = Int(text.dropFirst(mantissa.count + 1)) ?? 0
    let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    let (head, tail) = (String(parts[0]), parts.count > 1 && parts[1] != "0" ? parts[1] : "")
    // Numbers in this range have a negative exponent or none: 5e-05 is 0.00005.
    guard exponent < 0 else { return String(tail) }
    return String(repeating: "0", count: -exponent - head.count) + head + tail
  }
}
