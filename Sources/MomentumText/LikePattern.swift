/// A pattern of `LIKE`: `*` any characters, `?` one character, `\` takes the next one literally.
///
/// A character is what Swift calls one, so an accent after its letter does not count apart, unless the
/// comparison is literal: then each code point is one.
package struct LikePattern: Sendable {
  /// Longer patterns are refused: matching costs text times pattern in the worst case. SQLite's own
  /// `LIKE` has the same bound (documented: <https://sqlite.org/limits.html>).
  package static let bytesMax = 50_000

  private enum Element<Letter: Equatable & Sendable>: Equatable, Sendable {
    case one
    case many
    case letter(Letter)
  }

  private let flags: ComparisonFlags
  private let elements: [Element<Character>]
  /// The same for texts of ASCII, where bytes are characters; `nil` where they cannot be compared so.
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

  /// Whether the whole text has the pattern's form. An empty pattern has no text, not even the empty one.
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

  /// ASCII without CR, which with LF after it is one character.
  private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    text.allSatisfy { $0 < 0x80 && $0 != 0x0D }
  }

  /// Literal texts, `*` and `?`. By code point, so that an accent after `*` does not hide it.
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
    // A backslash at the end has nothing to escape and stands for itself.
    if isEscaped { literal += "\\" }
    flush()
    return result
  }

  /// Goes back to the latest `*` only, which is enough: what an earlier one could take more of, the
  /// latest can too. So there is no exponential case.
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
