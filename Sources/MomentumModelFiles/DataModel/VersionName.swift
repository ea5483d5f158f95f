/// The name of a version: its folder's without `.xcdatamodel`.
enum VersionName {
  static let folderSuffix = ".xcdatamodel"
  static let compiledSuffix = ".mom"

  /// The name with or without a suffix, without it.
  static func withoutSuffix(_ name: String) -> String {
    for suffix in [folderSuffix, compiledSuffix] where name.hasSuffix(suffix) {
      return String(name.dropLast(suffix.count))
    }
    return name
  }

  /// The order in which a person counts: `Model`, `Model 2`, `Model 10`.
  static func isBefore(_ left: String, _ right: String) -> Bool {
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

  private struct Part: Equatable {
    var text: String
    /// `nil` for text, and for more digits than a number holds.
    var number: UInt64?
  }

  /// The runs of digits and of other characters.
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
