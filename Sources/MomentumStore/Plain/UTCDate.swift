internal import MomentumText

/// Prints points in time as text: `2026-01-31T12:00:00.000Z`.
package enum UTCDate {
  /// The text of seconds since 2001-01-01 UTC, rounded to milliseconds; `nil` for NaN and outside
  /// of the years 1 to 9999, which have four digits in every database.
  package static func text(
    _ seconds: Double, separator: String = "T", zone: String = "Z"
  ) -> String? {
    guard seconds > -63_200_000_000, seconds < 252_500_000_000,
      let milliseconds = Int(exactly: (seconds * 1000).rounded())
    else { return nil }
    let days = CivilDate.floorDivide(milliseconds, 86_400_000)
    let millisecondsOfDay = milliseconds - days * 86_400_000
    let date = CivilDate(daysSince2001: days)
    guard (1...9999).contains(date.year) else { return nil }
    return "\(date.text)\(separator)\(CivilDate.clock(millisecondsOfDay / 1000))."
      + "\(CivilDate.padded(millisecondsOfDay % 1000, 3))\(zone)"
  }
}
