/// The order of a bundle's versions, as far as it can be seen from their names.
package enum VersionOrder {
  /// Whether a version is before another one if the numbers in their names are compared as numbers:
  /// `Model`, `Model 2`, `Model 10`.
  package static func isBefore(_ left: String, _ right: String) -> Bool {
    let leftParts = parts(left)
    let rightParts = parts(right)
    for (one, other) in zip(leftParts, rightParts) where one != other {
      if let first = one.number, let second = other.number, first != second {
        return first < second
      }
      return one.text < other.text
    }
    if leftParts.count != rightParts.count { return leftParts.count < rightParts.count }
    return left < right
  }

  /// Whether the numbers in two names show that one version is older: `Model 2` before `Model 10`,
  /// `Model` before `Model 2`.
  ///
  /// False for `Model_comments` and `Model_likes`: the names do not show which is older.
  package static func isNumberedBefore(_ left: String, _ right: String) -> Bool {
    let leftParts = parts(left)
    let rightParts = parts(right)
    let common = zip(leftParts, rightParts).prefix { $0 == $1 }.count
    let one = leftParts.dropFirst(common)
    let other = rightParts.dropFirst(common)
    guard let later = other.first else { return false }
    guard let earlier = one.first else { return beginsNumber(other, after: "") }
    if let first = earlier.number, let second = later.number { return first < second }
    // If the earlier name has no number here, the later one must continue it with a number, as
    // `Model 2` continues `Model`.
    return one.count == 1 && earlier.number == nil && later.text.hasPrefix(earlier.text)
      && beginsNumber(other, after: earlier.text)
  }

  /// Whether a number follows a text, with only ` `, `_`, `-`, `.` and a `v` between them.
  private static func beginsNumber(_ parts: ArraySlice<Part>, after text: String) -> Bool {
    guard let first = parts.first else { return false }
    if first.number != nil { return true }
    let between = first.text.dropFirst(text.count)
    return parts.dropFirst().first?.number != nil
      && between.allSatisfy { " _-.vV".contains($0) }
  }

  private struct Part: Equatable {
    var text: String
    /// The value of a run of digits; `nil` for other text, and for a number of more than 64 bits.
    var number: UInt64?
  }

  /// Splits a name into runs of digits and runs of other characters.
  private static func parts(_ name: String) -> [Part] {
    var runs: [(isDigits: Bool, text: String)] = []
    for character in name {
      let isDigit = ("0"..."9").contains(character)
      if let last = runs.last, last.isDigits == isDigit {
        runs[runs.count - 1].text.append(character)
      } else {
        runs.append((isDigit, String(character)))
      }
    }
    return runs.map { Part(text: $0.text, number: $0.isDigits ? UInt64($0.text) : nil) }
  }
}
