/// A date without quotes, which the language reads as a computation: `2026-05-04`, `2026/5/4`,
/// `5/4/2026`.
struct DateLiteral {
  /// The date as ISO 8601 at midnight UTC; `nil` if the day does not exist, or if it is unclear
  /// which number is the day and which the month.
  let instant: String?

  /// Returns `nil` unless the text is three whole numbers, one of which can be a year.
  init?(_ text: String) {
    let sign: Character = text.contains("-") ? "-" : "/"
    let parts = text.split(separator: sign, omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }
      .map { String($0) }
    let isDate =
      parts.count == 3
      && parts.allSatisfy { part in
        (1...4).contains(part.utf8.count)
          && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
    guard isDate, parts[0].utf8.count == 4 || parts[2].utf8.count == 4,
      parts[1].utf8.count <= 2
    else { return nil }
    guard parts[0].utf8.count == 4, parts[2].utf8.count <= 2 else {
      instant = nil
      return
    }
    let digits = parts.map { $0.utf8.count == 1 ? "0" + $0 : $0 }
    let spelled = digits.joined(separator: "-") + "T00:00:00Z"
    instant = ValueConverter.instant(spelled) == nil ? nil : spelled
  }
}
