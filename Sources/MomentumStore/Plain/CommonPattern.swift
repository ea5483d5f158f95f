/// Translates regular expressions that mean the same to ICU, which Core Data uses, and to
/// databases.
///
/// ICU: documented, <https://unicode-org.github.io/icu/userguide/strings/regexp.html>. PostgreSQL's
/// advanced regular expressions: documented,
/// <https://www.postgresql.org/docs/current/functions-matching.html#POSIX-SYNTAX-DETAILS>.
struct CommonPattern {
  /// The pattern for a database; `nil` if it contains something that PostgreSQL reads differently:
  /// named groups, back references, look-around, possessive quantifiers, properties, flags, set
  /// operations.
  static func translated(_ pattern: String) -> String? {
    var reader = CommonPattern(Array(pattern.unicodeScalars))
    return reader.alternatives(depth: 0) && reader.isAtEnd
      ? String(String.UnicodeScalarView(reader.output)) : nil
  }

  private let input: [Unicode.Scalar]
  private var position = 0
  private var output: [Unicode.Scalar] = []

  private init(_ input: [Unicode.Scalar]) { self.input = input }

  private var isAtEnd: Bool { position == input.count }
  private var next: Unicode.Scalar? { isAtEnd ? nil : input[position] }

  private mutating func copy() {
    output.append(input[position])
    position += 1
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    copy()
    return true
  }

  /// Reads alternatives such as `a|b`, up to a closing parenthesis or the end. Returns `false` if
  /// the pattern cannot be translated.
  private mutating func alternatives(depth: Int) -> Bool {
    guard depth < 32 else { return false }
    repeat {
      while let scalar = next, scalar != "|", scalar != ")" {
        guard let canRepeat = atom(scalar, depth: depth), quantifier(canRepeat) else {
          return false
        }
      }
    } while take("|")
    return true
  }

  /// Reads one element of a pattern. Returns whether a quantifier may follow; `nil` for an element
  /// that the databases read differently.
  private mutating func atom(_ scalar: Unicode.Scalar, depth: Int) -> Bool? {
    switch scalar {
    case "^", "$":
      copy()
      return false
    case "(":
      copy()
      if take("?"), !take(":") { return nil }
      return alternatives(depth: depth + 1) && take(")") ? true : nil
    case "[": return bracket() ? true : nil
    case "\\": return escape(inBracket: false)
    case "*", "+", "?", "{", "}", "]": return nil
    default:
      guard scalar.value >= 0x20 else { return nil }
      copy()
      return true
    }
  }

  /// Reads one optional quantifier: `*`, `+?`, `{2,5}`. A lazy quantifier is allowed, since it does
  /// not change whether the whole text matches.
  private mutating func quantifier(_ isAllowed: Bool) -> Bool {
    guard let scalar = next, "*+?{".unicodeScalars.contains(scalar) else { return true }
    guard isAllowed else { return false }
    copy()
    if scalar == "{" {
      guard let minimum = number() else { return false }
      var maximum = minimum
      if take(","), next != "}" {
        guard let upper = number() else { return false }
        maximum = upper
      }
      guard minimum <= maximum, take("}") else { return false }
    }
    _ = take("?")
    return next.map { !"*+?{".unicodeScalars.contains($0) } ?? true
  }

  /// Reads a number up to 255, the limit of PostgreSQL.
  private mutating func number() -> Int? {
    let start = position
    while let scalar = next, ("0"..."9").contains(scalar) { copy() }
    guard (1...3).contains(position - start) else { return nil }
    let value = input[start..<position].reduce(0) { $0 * 10 + Int($1.value - 0x30) }
    return value <= 255 ? value : nil
  }

  private mutating func escape(inBracket: Bool) -> Bool? {
    guard position + 1 < input.count else { return nil }
    let scalar = input[position + 1]
    switch scalar {
    case "d", "w", "s", "n", "r", "t":
      copy()
      copy()
      return true
    case "D", "W", "S":
      guard !inBracket else { return nil }
      copy()
      copy()
      return true
    case "A", "Z", "z":
      guard !inBracket else { return nil }
      copy()
      output.append(scalar == "A" ? "A" : "Z")
      position += 1
      return false
    default:
      guard scalar.isASCII, (0x21...0x7E).contains(scalar.value),
        !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar)
      else { return nil }
      copy()
      copy()
      return true
    }
  }

  /// Reads a set of characters such as `[^a-z0-9_\-]`. Nested sets and set operations are refused.
  private mutating func bracket() -> Bool {
    copy()
    _ = take("^")
    var isEmpty = true
    while let scalar = next, scalar != "]" {
      guard bracketItem(scalar) else { return false }
      isEmpty = false
    }
    return !isEmpty && take("]")
  }

  private mutating func bracketItem(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\\" {
      guard escape(inBracket: true) != nil else { return false }
      return next != "-" || isDashLast
    }
    guard scalar != "[", scalar != "&", scalar != "-" || isFirst || isDashLast,
      scalar.value >= 0x20
    else { return false }
    copy()
    guard scalar != "-", next == "-", !isDashLast else { return true }
    copy()
    guard let end = next, end.properties.isAlphabetic || ("0"..."9").contains(end),
      end.value >= scalar.value
    else { return false }
    copy()
    return next != "-" || isDashLast
  }

  /// Whether no character of the set was read yet: the bracket, or the `^` that negates the set, is
  /// directly before.
  private var isFirst: Bool {
    let before = input.prefix(position).last
    return before == "[" || before == "^"
  }

  /// Whether the next character is a dash before the closing bracket, which stands for a dash and
  /// not for a range.
  private var isDashLast: Bool {
    position + 1 < input.count && input[position] == "-" && input[position + 1] == "]"
  }
}
