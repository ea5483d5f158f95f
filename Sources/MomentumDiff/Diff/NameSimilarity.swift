/// A name taken apart, to see how alike it is to others as a person who renames something would see it.
///
/// Two names are compared word by word: `minValue` and `maxValue`, `startLatitude` and `startLongitude` share most
/// of their letters and are two things, for one word was exchanged for another.
struct NameSimilarity: Sendable {
  /// What two names have in common; `nil` where a word of one became another word.
  enum Likeness: Sendable, Hashable {
    /// The same words, some of them spelled or inflected in another way: `activedAt`, `activeAt`. From 0 to 1; 1
    /// for names that differ in case and underscores alone.
    case alike(Double)
    /// All words of one and some more: `name`, `fullName`. Twice the common words by all words.
    case contained(Double)
  }

  private let words: [String]
  private let letters: String

  init(_ name: String) {
    words = NameSimilarity.words(name)
    letters = words.joined()
  }

  /// The same in both directions.
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

  /// With one of these the values mean the opposite.
  private static let negations: Set<String> = ["not", "no", "non", "never", "without"]

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
}

/// Two words that stand in one place of two names.
private struct WordPair {
  /// Longer words are compared by their beginnings only: a distance costs the product of the lengths.
  private static let lettersMax = 60

  let left: [Character]
  let right: [Character]
  /// How many letters both begin with.
  let beginning: Int

  init(_ left: String, _ right: String) {
    self.left = Array(left)
    self.right = Array(right)
    beginning = zip(self.left, self.right).prefix { $0 == $1 }.count
  }

  /// Whether one is the other in another form or spelling: `count` and `counts`, `colour` and `color`.
  ///
  /// Words of two meanings that begin alike, `minor` and `minus`, differ in too many letters; words that differ in
  /// their numbers or from the first letters on, `sent` and `rent`, are two.
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

  /// How many letters both have.
  var common: Int {
    beginning == min(left.count, right.count) ? beginning : max(left.count, right.count) - distance
  }

  private func digits(_ letters: [Character]) -> String { String(letters.filter(\.isNumber)) }

  /// How many letters an edit adds, removes or exchanges.
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
