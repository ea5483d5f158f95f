/// Dates as ISO 8601 writes them: `2026-01-31`, `2026-01-31T12:00Z`, `2026-01-31T12:00:00.5+01:00`.
///
/// Without a zone the time is UTC, so a file means the same everywhere.
package enum ISODate {
  /// Seconds since 2001-01-01 UTC, `nil` for another text.
  package static func seconds(_ text: String) -> Double? {
    var rest = Substring(text)
    guard let year = number(&rest, 4), take("-", &rest), let month = number(&rest, 2),
      take("-", &rest), let day = number(&rest, 2), (1...12).contains(month),
      (1...daysInMonth(month, year)).contains(day)
    else { return nil }
    let days = Double(daysSince2001(year, month, day))
    guard !rest.isEmpty else { return days * 86400 }
    guard take("T", &rest) || take(" ", &rest), let time = time(&rest), let zone = zone(&rest),
      rest.isEmpty
    else { return nil }
    return days * 86400 + time - zone
  }

  private static func time(_ rest: inout Substring) -> Double? {
    guard let hour = number(&rest, 2), take(":", &rest), let minute = number(&rest, 2), hour < 24,
      minute < 60
    else { return nil }
    var seconds = Double(hour * 3600 + minute * 60)
    guard take(":", &rest) else { return seconds }
    guard let second = number(&rest, 2), second < 60 else { return nil }
    seconds += Double(second)
    guard take(".", &rest) else { return seconds }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, let fraction = Double("0." + digits) else { return nil }
    rest = rest.dropFirst(digits.count)
    return seconds + fraction
  }

  private static func zone(_ rest: inout Substring) -> Double? {
    if rest.isEmpty || take("Z", &rest) { return 0 }
    let sign: Double
    if take("+", &rest) { sign = 1 } else if take("-", &rest) { sign = -1 } else { return nil }
    guard let hour = number(&rest, 2), hour < 24 else { return nil }
    _ = take(":", &rest)
    guard let minute = rest.isEmpty ? 0 : number(&rest, 2), minute < 60 else { return nil }
    return sign * Double(hour * 3600 + minute * 60)
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

  /// Days in the proleptic Gregorian calendar, counted in years that begin with March.
  private static func daysSince2001(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    // 730,791 days lie between 0000-03-01 and 2001-01-01.
    return era * 146097 + dayOfEra - 730_791
  }
}
