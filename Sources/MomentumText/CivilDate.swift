/// A day of the proleptic Gregorian calendar, which extends the present rules for leap years to all
/// times.
///
/// Converts between dates and numbers of days by Howard Hinnant's algorithms. They count eras of
/// 400 years, which have 146,097 days each, and years that begin in March (documented:
/// <https://howardhinnant.github.io/date_algorithms.html>).
package struct CivilDate: Sendable, Hashable {
  package var year: Int
  /// The month, counted from 1.
  package var month: Int
  /// The day of the month, counted from 1.
  package var day: Int

  /// The days between 0000-03-01, where the first era begins, and 2001-01-01.
  private static let daysTo2001 = 730_791
  private static let daysOfEra = 146_097

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes the date that is a number of days after 2001-01-01, or before it if the number is
  /// negative.
  package init(daysSince2001 days: Int) {
    let shifted = days + CivilDate.daysTo2001
    let era = CivilDate.floorDivide(shifted, CivilDate.daysOfEra)
    let dayOfEra = shifted - era * CivilDate.daysOfEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }

  package var daysSince2001: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = CivilDate.floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * CivilDate.daysOfEra + dayOfEra - CivilDate.daysTo2001
  }

  /// The date as text: `2026-01-31`.
  package var text: String {
    "\(CivilDate.padded(year, 4))-\(CivilDate.padded(month, 2))-\(CivilDate.padded(day, 2))"
  }

  /// A time of day as text, from the seconds since midnight: `12:05:09`.
  package static func clock(_ seconds: Int) -> String {
    [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
  }

  /// Divides and rounds down: -1 divided by 7 is -1, where `/` returns 0.
  package static func floorDivide(_ left: Int, _ right: Int) -> Int {
    left >= 0 ? left / right : -((-left + right - 1) / right)
  }

  /// A number with zeros before it, up to a width: `007` for 7 and the width 3.
  package static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
