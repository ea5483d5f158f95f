/// How tables of the plain layout hold values whose type SQLite has not.
public enum PlainValue {
  /// `2026-01-31T12:00:00.000Z`: seconds since 2001-01-01 UTC as the texts of a date column, in which
  /// times compare. Beyond the years 1 to 9999, which no column holds, the nearest text that sorts there.
  public static func text(ofDate seconds: Double) -> String {
    if let text = UTCDate.text(seconds) { return text }
    return seconds < 0 ? "0000-12-31T23:59:59.999Z" : "9999-12-31T23:59:59.999Z~"
  }

  /// The same for databases with a type for times, which knows what lies beyond all of them.
  public static func timestamp(ofDate seconds: Double) -> String {
    UTCDate.text(seconds) ?? (seconds < 0 ? "-infinity" : "infinity")
  }
}
