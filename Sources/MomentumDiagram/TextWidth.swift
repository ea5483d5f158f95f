/// Estimates the width of text without reading a font.
///
/// The table is DejaVu Sans, regular and bold, in hundredths of the font size, rounded up; measured
/// from the font's `hmtx` table. It is the widest of the fonts that a browser falls back to, so a
/// text set in Helvetica or Segoe ends a little before the end of its reserved space.
enum TextWidth {
  enum Weight: Sendable {
    case regular
    case bold
  }

  /// The width in pixels, rounded up.
  static func of(_ text: String, size: Int, weight: Weight = .regular) -> Int {
    var hundredths = 0
    for scalar in text.unicodeScalars { hundredths += width(of: scalar, weight) }
    return (hundredths * size + 99) / 100
  }

  private static func width(of scalar: Unicode.Scalar, _ weight: Weight) -> Int {
    let value = Int(scalar.value)
    if value >= 32 && value < 127 {
      return weight == .bold ? bold[value - 32] : regular[value - 32]
    }
    if isZeroWidth(scalar) { return 0 }
    let width = wideFrom(value) ?? 75
    return weight == .bold ? width * 11 / 10 : width
  }

  /// Combining marks, joiners and variation selectors, which take no width of their own.
  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  /// The width of a character of a full-width script or a pictograph; `nil` for other characters.
  private static func wideFrom(_ value: Int) -> Int? {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      100
    case 0x2190...0x2BFF, 0x1F000...0x1FAFF: 135
    case 0x12000...0x1EFFF: 135
    default: nil
    }
  }

  private static let regular = [
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
  ]

  private static let bold = [
    35, 46, 53, 84, 70, 101, 88, 31, 46, 46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70, 70,
    70, 70, 40, 40, 84, 84, 84, 58, 100, 78, 77, 74, 83, 69, 69, 83, 84, 38, 38, 78, 64, 100, 84,
    85,
    74, 85, 77, 73, 69, 82, 78, 111, 78, 73, 73, 46, 37, 46, 84, 50, 50, 68, 72, 60, 72, 68, 44, 72,
    72, 35, 35, 67, 35, 105, 72, 69, 72, 72, 50, 60, 48, 72, 66, 93, 65, 66, 59, 72, 37, 72, 84,
  ]
}
