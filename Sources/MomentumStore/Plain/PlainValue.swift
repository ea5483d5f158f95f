/// Converts values to the form of the plain layout if SQLite lacks their type.
public enum PlainValue {
  /// `2026-01-31T12:00:00.000Z`: the text of seconds since 2001-01-01 UTC in a date column, whose
  /// texts sort like times. Beyond the years 1 to 9999, which no column holds, the text sorts
  /// before or after all dates.
  public static func text(ofDate seconds: Double) -> String {
    if let text = UTCDate.text(seconds) { return text }
    return seconds < 0 ? "0000-12-31T23:59:59.999Z" : "9999-12-31T23:59:59.999Z~"
  }

  /// The text for databases with a type for times, which have infinite times.
  public static func timestamp(ofDate seconds: Double) -> String {
    UTCDate.text(seconds) ?? (seconds < 0 ? "-infinity" : "infinity")
  }
}
