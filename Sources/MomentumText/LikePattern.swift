/// A pattern of `LIKE`: `*` matches any characters, `?` one character, and `\` makes the next
/// character literal.
///
/// A character is a Swift `Character`, so a letter and its combining accent are one character. In a
/// literal comparison each code point is one character.
package struct LikePattern: Sendable {
  /// The greatest length of a pattern. The worst case takes time proportional to the text's length
  /// times the pattern's length. SQLite's own `LIKE` has the same limit (documented:
  /// <https://sqlite.org/limits.html>).
  package static let bytesMax = 50_000

  private enum Element<Letter: Equatable & Sendable>: Equatable, Sendable {
    case one
    case many
    case letter(Letter)
  }

  private let flags: ComparisonFlags
  private let elements: [Element<Character>]
  /// The same pattern for texts of ASCII, which are compared byte by byte because that is faster;
  /// `nil` if comparing bytes could give another result.
  private let byteElements: [Element<UInt8>]?

  package init(_ pattern: String, _ flags: ComparisonFlags, _ comparison: TextComparison) {
    self.flags = flags
    elements = Self.parse(pattern).flatMap { piece -> [Element<Character>] in
      switch piece {
      case .one: [.one]
      case .many: [.many]
      case .letter(let text):
        Self.characters(comparison.folded(text, flags), flags).map { .letter($0) }
      }
    }
    guard flags.isByteWise(ascii: comparison.localeIdentifier) else {
      byteElements = nil
      return
    }
    var bytes: [Element<UInt8>]? = []
    for element in elements {
      switch element {
      case .one: bytes?.append(.one)
      case .many: bytes?.append(.many)
      case .letter(let letter):
        if let byte = letter.asciiValue, letter.utf8.count == 1 {
          bytes?.append(.letter(byte))
        } else {
          bytes = nil
        }
      }
    }
    byteElements = bytes
  }

  /// Whether the whole text matches the pattern. An empty pattern matches no text, not even the
  /// empty one.
  package func matches(_ text: UnsafeRawBufferPointer, _ comparison: TextComparison) -> Bool {
    guard !elements.isEmpty else { return false }
    if let byteElements, Self.isPlain(text) {
      let foldsCase = flags.contains(.caseInsensitive)
      return Self.matches(byteElements, text) { letter, byte in
        letter == (foldsCase ? TextComparison.lowercase(byte) : byte)
      }
    }
    let folded = comparison.folded(String(decoding: text, as: UTF8.self), flags)
    return Self.matches(elements, Self.characters(folded, flags), ==)
  }

  /// Whether each byte is one character: ASCII without CR, since CR and LF together are one
  /// character.
  private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    text.allSatisfy { $0 < 0x80 && $0 != 0x0D }
  }

  /// Splits a pattern into literal texts, `*` and `?`. It reads code points: as a `Character`, a
  /// `*` with a combining accent after it would not be found.
  private static func parse(_ pattern: String) -> [Element<String>] {
    var result: [Element<String>] = []
    var literal = ""
    var isEscaped = false
    func flush() {
      if !literal.isEmpty { result.append(.letter(literal)) }
      literal = ""
    }
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped:
        flush()
        if result.last != .many { result.append(.many) }
      case "?" where !isEscaped:
        flush()
        result.append(.one)
      case _: literal.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    // A backslash at the end has nothing to escape, so it matches a backslash.
    if isEscaped { literal += "\\" }
    flush()
    return result
  }

  /// Matches with backtracking to the latest `*` only: whatever an earlier `*` could match in
  /// addition, the latest `*` can match too. Backtracking to all of them would take exponential
  /// time.
  @inline(__always)
  private static func matches<Letter>(
    _ elements: [Element<Letter>], _ letters: some RandomAccessCollection<Letter>,
    _ isSame: (Letter, Letter) -> Bool
  ) -> Bool {
    func accepts(_ element: Element<Letter>, _ letter: Letter) -> Bool {
      switch element {
      case .one: true
      case .many: false
      case .letter(let wanted): isSame(wanted, letter)
      }
    }
    var position = letters.startIndex
    var element = 0
    var star = (element: -1, position: position)
    while position < letters.endIndex {
      if element < elements.count, elements[element] == .many {
        star = (element, position)
        element += 1
      } else if element < elements.count, accepts(elements[element], letters[position]) {
        element += 1
        position = letters.index(after: position)
      } else if star.element >= 0 {
        star.position = letters.index(after: star.position)
        element = star.element + 1
        position = star.position
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .many }
  }

  private static func characters(_ text: String, _ flags: ComparisonFlags) -> [Character] {
    flags.isLiteral ? text.unicodeScalars.map { Character($0) } : Array(text)
  }
}
