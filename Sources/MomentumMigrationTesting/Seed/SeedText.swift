internal import MomentumModel

/// Makes texts for string attributes.
enum SeedText {
  /// The property for which a text is chosen, to test the code that stores or shows it.
  enum Form {
    case ordinary
    case shortest
    case longest
    case odd
    case random
  }

  /// The most characters of a text, even if the model allows more, so that stores stay small.
  private static let lengthMax = 300

  /// - Parameter form: The property that the text must have; `nil` for a text that must differ in
  ///   each row.
  static func candidates(
    _ attribute: Attribute, _ form: Form?, _ row: Int, _ random: inout SeedRandom
  ) -> [AttributeValue] {
    let least = length(attribute.minimum) ?? 0
    let greatest = max(least, length(attribute.maximum) ?? lengthMax)
    let counted = "\(attribute.name) \(row + 1)"
    let wanted: String =
      switch form {
      case .ordinary, nil: counted
      case .shortest: String(repeating: "a", count: least)
      case .longest: String(repeating: "z", count: greatest)
      case .odd: "it's 50% _*? “Ä e\u{301} 日本 😀”\n"
      case .random: word(&random)
      }
    // The number comes last; if few characters are allowed, the number alone is also tried.
    var texts = [wanted, counted, "\(row + 1)"]
    texts += texts.map { fit($0, least, greatest) }
    if let pattern = attribute.regularExpression, !pattern.isEmpty {
      texts += PatternText.examples(of: pattern, number: row)
    }
    return texts.map { .string($0) }
  }

  private static func fit(_ text: String, _ least: Int, _ greatest: Int) -> String {
    let short = String(text.suffix(greatest))
    return short + String(repeating: "x", count: max(0, least - short.utf16.count))
  }

  private static func length(_ bound: AttributeValue?) -> Int? {
    guard case .integer(let number)? = bound else { return nil }
    return min(max(Int(clamping: number), 0), lengthMax)
  }

  private static func word(_ random: inout SeedRandom) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return String((0..<(1 + random.below(12))).map { _ in letters[random.below(letters.count)] })
  }
}

/// Makes texts that a regular expression matches, for the forms that models use.
///
/// It supports literals, classes, groups, alternatives, counts and anchors. For other syntax the
/// text may not match; the caller tests each text in any case.
struct PatternText {
  private static let depthMax = 32
  private static let lengthMax = 400

  private var rest: Substring
  private let number: Int
  private let extra: Int

  /// Texts that match the pattern: one with the fewest repetitions, and some with more.
  static func examples(of pattern: String, number: Int) -> [String] {
    guard pattern.utf8.count < 4096 else { return [] }
    return [0, 1, 3, 8].map { extra in
      var reader = PatternText(rest: pattern[...], number: number, extra: extra)
      return reader.alternatives(depth: 0)
    }
  }

  private init(rest: Substring, number: Int, extra: Int) {
    self.rest = rest
    self.number = number
    self.extra = extra
  }

  /// Makes a text for `a|b`: one of the alternatives, chosen by the number.
  private mutating func alternatives(depth: Int) -> String {
    var all = [sequence(depth: depth)]
    while rest.first == "|" {
      rest.removeFirst()
      all.append(sequence(depth: depth))
    }
    return all[number % all.count]
  }

  private mutating func sequence(depth: Int) -> String {
    var result = ""
    while let next = rest.first, next != "|", next != ")" {
      let unit = self.unit(depth: depth)
      let count = self.count()
      guard result.count + unit.count * count <= Self.lengthMax else { continue }
      result += String(repeating: unit, count: count)
    }
    return result
  }

  private mutating func unit(depth: Int) -> String {
    let first = rest.removeFirst()
    switch first {
    case "^", "$": return ""
    case ".": return letter
    case "[": return set()
    case "\\": return escape(rest.popFirst())
    case "(":
      if rest.hasPrefix("?") {
        rest.removeFirst()
        while let next = rest.first, ":=!<>P".contains(next) { rest.removeFirst() }
      }
      let inner = depth < Self.depthMax ? alternatives(depth: depth + 1) : ""
      if rest.first == ")" { rest.removeFirst() }
      return inner
    case _: return String(first)
    }
  }

  private var letter: String { String(Array("abcdefghij")[number % 10]) }

  private func escape(_ character: Character?) -> String {
    switch character {
    case "d": String(number % 10)
    case "w": letter
    case "s": " "
    case "n": "\n"
    case "t": "\t"
    case "b", "B", "A", "z", "Z", nil: ""
    case "D", "S": letter
    case "W": "-"
    case let character?: String(character)
    }
  }

  /// Makes a character for `[a-z0-9_]`; for a negated set, one that is not listed.
  private mutating func set() -> String {
    var members: [Character] = []
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    while let next = rest.popFirst(), next != "]" {
      if next == "\\" {
        members += Array(escape(rest.popFirst()))
      } else if next == "-", let low = members.last, let high = rest.first, high != "]" {
        rest.removeFirst()
        members += Self.range(low, high)
      } else {
        members.append(next)
      }
    }
    if isNegated { members = Array("abcxyz019 _-").filter { !members.contains($0) } }
    return members.isEmpty ? "" : String(members[number % members.count])
  }

  private static func range(_ low: Character, _ high: Character) -> [Character] {
    guard let first = low.unicodeScalars.first?.value, let last = high.unicodeScalars.first?.value,
      first < last, last - first < 1000
    else { return [high] }
    return (first + 1...last).compactMap { Unicode.Scalar($0).map { Character($0) } }
  }

  /// Reads `?`, `*`, `+`, `{2}`, `{2,}` or `{2,5}` and chooses a number of repetitions; 1 if there
  /// is none.
  private mutating func count() -> Int {
    let bounds: (least: Int, greatest: Int)
    switch rest.first {
    case "?": bounds = (0, 1)
    case "*": bounds = (0, .max)
    case "+": bounds = (1, .max)
    case "{":
      guard let end = rest.firstIndex(of: "}") else { return 1 }
      let parts = rest[rest.index(after: rest.startIndex)..<end]
        .split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      guard let least = parts.first ?? nil, least <= Self.lengthMax else { return 1 }
      rest = rest[end...]
      bounds = (least, parts.count == 1 ? least : (parts[1] ?? .max))
    case _: return 1
    }
    rest.removeFirst()
    // Lazy and possessive forms match the same texts.
    if let mode = rest.first, mode == "?" || mode == "+" { rest.removeFirst() }
    return max(bounds.least, min(bounds.least + extra, bounds.greatest))
  }
}
