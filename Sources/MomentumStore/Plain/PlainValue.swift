package import MomentumSQL

/// Converts values to the form of the plain layout, for types that SQLite does not have.
package enum PlainValue {
  /// A date as a text column holds it: `2026-01-31T12:00:00.000Z` for seconds since 2001-01-01 UTC.
  /// Texts sort like times. Outside of the years 1 to 9999, which no column holds, the text sorts
  /// before or after all dates.
  package static func text(ofDate seconds: Double) -> String {
    SQLDateForm.text.constant(seconds)
  }
}

extension SQLDateForm {
  /// Seconds since 2001-01-01 UTC as a value of a column; `nil` for a time outside of the years 1
  /// to 9999, which no column holds.
  package func text(_ seconds: Double) -> String? {
    UTCDate.text(seconds, separator: separator, zone: zone)
  }

  /// Seconds since 2001-01-01 UTC as a constant that a column is compared with; a time that no
  /// column holds becomes `past` or `future`.
  package func constant(_ seconds: Double) -> String {
    text(seconds) ?? (seconds < 0 ? past : future)
  }
}
