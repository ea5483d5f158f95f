/// Points in time as text: `2026-01-31T12:00:00.000Z`.
package enum UTCDate {
  /// The text of seconds since 2001-01-01 UTC, rounded to milliseconds; `nil` outside of the years 1 to
  /// 9999, which have four digits in every database, and for what is no number.
  package static func text(_ seconds: Double) -> String? {
    guard seconds > -63_200_000_000, seconds < 252_500_000_000,
      let milliseconds = Int(exactly: (seconds * 1000).rounded())
    else { return nil }
    let millisecondsOfDay = milliseconds - floorDivide(milliseconds, 86_400_000) * 86_400_000
    let (year, month, day) = civil(daysSince2001: floorDivide(milliseconds, 86_400_000))
    guard (1...9999).contains(year) else { return nil }
    let time = [
      millisecondsOfDay / 3_600_000, millisecondsOfDay / 60_000 % 60,
      millisecondsOfDay / 1000 % 60,
    ].map { padded($0, 2) }.joined(separator: ":")
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(time)."
      + "\(padded(millisecondsOfDay % 1000, 3))Z"
  }

  /// Howard Hinnant's days-to-civil over eras of 400 years, 146,097 days each
  /// (documented: <https://howardhinnant.github.io/date_algorithms.html>).
  private static func civil(daysSince2001 days: Int) -> (year: Int, month: Int, day: Int) {
    // 0000-03-01 is 730,791 days before 2001-01-01.
    let shifted = days + 730_791
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  private static func floorDivide(_ left: Int, _ right: Int) -> Int {
    left >= 0 ? left / right : -((-left + right - 1) / right)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
