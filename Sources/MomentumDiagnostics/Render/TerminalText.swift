import MomentumText

/// Makes text safe for a terminal or for one line of a table.
package enum TerminalText {
  /// The text with every character that could move the cursor or turn the reading direction
  /// replaced by U+FFFD, so that names and values from outside cannot change other lines. A tab
  /// becomes a blank.
  package static func oneLine(_ text: some StringProtocol) -> String {
    SingleLine.forTerminal(text)
  }

  /// The columns that a text takes: East Asian wide characters and emoji take two.
  package static func width(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  private static func width(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
