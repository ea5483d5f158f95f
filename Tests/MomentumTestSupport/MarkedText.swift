/// A text with marks `1️⃣`, `2️⃣` … taken out, and the UTF-8 offsets at which they stood.
///
///     title 1️⃣= 2️⃣5
package struct MarkedText: Sendable {
  package var text: String
  /// By the mark's digit.
  package var offsets: [Int: Int]

  package init(_ marked: String) {
    text = ""
    offsets = [:]
    for character in marked {
      if let digit = MarkedText.digit(character) {
        offsets[digit] = text.utf8.count
      } else {
        text.append(character)
      }
    }
  }

  /// The text with a mark put in at an offset, for messages.
  package func marking(_ offset: Int) -> String {
    let bytes = Array(text.utf8)
    let cut = min(max(offset, 0), bytes.count)
    return String(decoding: bytes[..<cut], as: UTF8.self) + "👉"
      + String(decoding: bytes[cut...], as: UTF8.self)
  }

  /// `1️⃣` is the digit, a variation selector and the enclosing keycap.
  private static func digit(_ character: Character) -> Int? {
    let scalars = Array(character.unicodeScalars)
    guard scalars.count == 3, scalars[1].value == 0xFE0F, scalars[2].value == 0x20E3 else {
      return nil
    }
    return Int(String(Character(scalars[0])))
  }
}
