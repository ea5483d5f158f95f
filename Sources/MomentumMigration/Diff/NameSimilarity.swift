/// A name taken apart, to see how alike it is to others as a person who renames something would see it.
struct NameSimilarity: Sendable {
  /// Longer names are compared by their words only: a distance costs the product of the lengths.
  private static let lettersMax = 120

  private let words: [String]
  private let letters: [Character]

  init(_ name: String) {
    words = NameSimilarity.words(name)
    letters = Array(words.joined())
  }

  /// From 0 to 1, the same in both directions. 1 for names that differ in case and underscores alone.
  func similarity(to other: NameSimilarity) -> Double {
    guard !letters.isEmpty, !other.letters.isEmpty else { return 0 }
    if letters == other.letters { return 1 }
    return max(
      NameSimilarity.byWords(words, other.words),
      NameSimilarity.byLetters(letters, other.letters))
  }

  /// The lower-case words of a name: `userIconURL` and `user_icon_url` have the same three.
  static func words(_ name: String) -> [String] {
    var result: [String] = []
    var current = ""
    let letters = Array(name)
    for index in letters.indices {
      let letter = letters[index]
      guard letter.isLetter || letter.isNumber else {
        if !current.isEmpty { result.append(current) }
        current = ""
        continue
      }
      if letter.isUppercase, !current.isEmpty {
        let before = letters[index - 1]
        let after = index + 1 < letters.count ? letters[index + 1] : nil
        // `URLString` is two words: the last capital of a run begins the next one.
        if !before.isUppercase || (after?.isLowercase ?? false) {
          result.append(current)
          current = ""
        }
      }
      current += letter.lowercased()
    }
    return current.isEmpty ? result : result + [current]
  }

  /// Twice the common words by all words.
  private static func byWords(_ left: [String], _ right: [String]) -> Double {
    var rest = Dictionary(right.map { ($0, 1) }, uniquingKeysWith: +)
    var common = 0
    for word in left {
      guard let count = rest[word], count > 0 else { continue }
      rest[word] = count - 1
      common += 1
    }
    return Double(2 * common) / Double(left.count + right.count)
  }

  /// One minus the part of the letters that an edit changes.
  private static func byLetters(_ left: [Character], _ right: [Character]) -> Double {
    let length = max(left.count, right.count)
    guard length <= lettersMax else { return 0 }
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        current.append(
          min(
            previous[column + 1] + 1, current[column] + 1,
            previous[column] + (letter == other ? 0 : 1)))
      }
      previous = current
    }
    return 1 - Double(previous[right.count]) / Double(length)
  }
}
