/// Measures how similar two names are in the eyes of a person who renames something.
///
/// Names are compared word by word. `minValue` and `maxValue`, or `startLatitude` and
/// `startLongitude`, share most letters but mean different things, because one word was replaced.
struct NameSimilarity: Sendable {
  /// The likeness of two names; `nil` if a word of one was replaced by a different word.
  enum Likeness: Sendable, Hashable {
    /// The names have the same words, some spelled or inflected differently: `activedAt`,
    /// `activeAt`. The value is from 0 to 1; it is 1 if only case and underscores differ.
    case alike(Double)
    /// One name has all words of the other and more: `name`, `fullName`. The value is twice the
    /// number of common words, divided by the number of all words.
    case contained(Double)
  }

  private let words: [String]
  private let letters: String

  init(_ name: String) {
    words = NameSimilarity.words(name)
    letters = words.joined()
  }

  /// The similarity to another name; the same in both directions.
  func likeness(to other: NameSimilarity) -> Likeness? {
    guard !letters.isEmpty, !other.letters.isEmpty else { return nil }
    if letters == other.letters { return .alike(1) }
    var rest = other.words
    var left: [String] = []
    for word in words {
      if let index = rest.firstIndex(of: word) { rest.remove(at: index) } else { left.append(word) }
    }
    if left.isEmpty || rest.isEmpty {
      guard !(left + rest).contains(where: NameSimilarity.negations.contains) else { return nil }
      let all = words.count + other.words.count
      return .contained(Double(all - left.count - rest.count) / Double(all))
    }
    guard left.count == rest.count,
      zip(left, rest).allSatisfy({ WordPair($0, $1).isOneWord })
    else { return nil }
    let common = zip(left, rest).reduce(0) { $0 + WordPair($1.0, $1.1).common }
    let known = letters.count - left.reduce(0) { $0 + $1.count } + common
    return .alike(Double(known) / Double(max(letters.count, other.letters.count)))
  }

  /// If one of these words is added, the values mean the opposite.
  private static let negations: Set<String> = ["not", "no", "non", "never", "without"]

  /// The words of a name in lower case: `user`, `icon` and `url` for `userIconURL` and for
  /// `user_icon_url`.
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
        // `URLString` is two words: the last of several capitals begins the next word.
        if !before.isUppercase || (after?.isLowercase ?? false) {
          result.append(current)
          current = ""
        }
      }
      current += letter.lowercased()
    }
    return current.isEmpty ? result : result + [current]
  }
}

/// Two words at the same position of two names.
private struct WordPair {
  /// The most letters of a word that are compared, because the time grows with the product of the
  /// lengths.
  private static let lettersMax = 60

  let left: [Character]
  let right: [Character]
  /// The number of equal letters at the start.
  let beginning: Int

  init(_ left: String, _ right: String) {
    self.left = Array(left)
    self.right = Array(right)
    beginning = zip(self.left, self.right).prefix { $0 == $1 }.count
  }

  /// Whether the words are forms or spellings of the same word: `count` and `counts`, `colour` and
  /// `color`.
  ///
  /// Different words with the same start, such as `minor` and `minus`, differ in too many letters.
  /// Words that differ in their numbers or at the start, such as `sent` and `rent`, are different
  /// words.
  var isOneWord: Bool {
    guard digits(left) == digits(right) else { return false }
    let shorter = min(left.count, right.count)
    let longer = max(left.count, right.count)
    if beginning == shorter {
      let rest = (left.count > right.count ? left : right).dropFirst(shorter)
      return shorter >= 3 ? rest.count <= 3 : shorter == 2 && String(rest) == "s"
    }
    guard beginning >= 3, longer <= WordPair.lettersMax else { return false }
    return Double(distance) / Double(longer) <= 0.2
  }

  /// The number of letters that both words have in common.
  var common: Int {
    beginning == min(left.count, right.count) ? beginning : max(left.count, right.count) - distance
  }

  private func digits(_ letters: [Character]) -> String { String(letters.filter(\.isNumber)) }

  /// The edit distance: how many letters are added, removed or replaced.
  private var distance: Int {
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
    return previous[right.count]
  }
}
