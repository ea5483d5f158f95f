/// A pattern of `LIKE`: `*` any characters, `?` one character, `\` takes the next one literally.
///
/// A character is what Swift calls one, so an accent after its letter does not count apart, unless the
/// comparison is literal: then each code point is one.
struct LikePattern {
  /// Longer patterns are refused: matching costs text times pattern in the worst case. SQLite's own
  /// `LIKE` has the same bound (documented: <https://sqlite.org/limits.html>).
  static let bytesMax = 50_000

  private enum Element: Equatable {
    case one
    case many
    case character(Character)
  }

  private var elements: [Element] = []
  private let flags: ComparisonFlags

  init(_ pattern: String, _ flags: ComparisonFlags, _ comparison: TextComparison) {
    self.flags = flags
    var literal = ""
    var isEscaped = false
    func flush(_ text: String, into elements: inout [Element]) {
      guard !text.isEmpty else { return }
      let folded = Self.characters(comparison.folded(text, flags), flags)
      elements += folded.map { Element.character($0) }
    }
    // By code point, so that an accent after `*` does not hide it.
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "*" where !isEscaped, "?" where !isEscaped:
        flush(literal, into: &elements)
        literal = ""
        let element: Element = scalar == "*" ? .many : .one
        if element == .one || elements.last != .many { elements.append(element) }
      case _: literal.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    // A backslash at the end has nothing to escape and stands for itself.
    if isEscaped { literal += "\\" }
    flush(literal, into: &elements)
  }

  /// Whether the whole text has the pattern's form. An empty pattern has no text, not even the empty one.
  ///
  /// Goes back to the latest `*` only, which is enough: what an earlier one could take more of, the
  /// latest can too. So there is no exponential case.
  func matches(_ text: String, _ comparison: TextComparison) -> Bool {
    guard !elements.isEmpty else { return false }
    let letters = Self.characters(comparison.folded(text, flags), flags)
    var position = 0
    var element = 0
    var star: (element: Int, position: Int)?
    while position < letters.count {
      if element < elements.count, elements[element] == .many {
        star = (element, position)
        element += 1
      } else if element < elements.count, accepts(elements[element], letters[position]) {
        element += 1
        position += 1
      } else if let last = star {
        star = (last.element, last.position + 1)
        element = last.element + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .many }
  }

  private func accepts(_ element: Element, _ letter: Character) -> Bool {
    switch element {
    case .one: true
    case .many: false
    case .character(let wanted): wanted == letter
    }
  }

  private static func characters(_ text: String, _ flags: ComparisonFlags) -> [Character] {
    flags.isLiteral ? text.unicodeScalars.map { Character($0) } : Array(text)
  }
}
