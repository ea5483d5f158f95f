import Foundation
package import MomentumModel

/// Random values, drawn from small pools so that two objects often have the same one.
package struct ValueGenerator {
  /// Texts that something could trip over: quotes, wildcards, combining marks, case pairs, NULs.
  package static let texts = [
    "", "a", "A", "b", "ab", "Ab", "AB", "abc", "ABC", "aabb", "Ä", "ä", "a\u{308}", "é",
    "e\u{301}",
    "E", "ß", "ss", "SS", "İ", "i", "I", "ı", "i\u{307}", "ﬁ", "fi", "Σ", "σ", "ς", "'", "''", "\"",
    "it's", "%", "50%", "_", "a_b", "*", "?", "a*b", "a?c", "\\", "\\*", "a\\?", "[a-c]", "a.c",
    "^a$",
    "x\u{0}y", "\u{0}", "x", "😀", "👩‍👩‍👧", "日本", "가", "\u{1100}\u{1161}", "ａ", "Å", "Å",
    "naïve", "Naive", "a b", " a", "a ", "\n", "a\nb", "\t", "10", "9", "010", "1e1", "NULL", "nil",
    "select", "ZNAME", "o'; DROP TABLE ZORDER; --", "z", "Z", "zz", "øre", "Øre", "\u{FFFD}",
    "\u{10FFFF}",
    "ǆ", "ǅ", "Ǆ", "ẞ", "K", "K",
  ]

  static let uuids = (0..<6).compactMap {
    UUID(uuidString: "0000000\($0)-ABCD-4EF0-8AAA-BBBBCCCCDDD\($0)")
  }

  static let uris = [
    "https://example.org/a", "https://example.org/b?q=1", "mailto:a@example.org", "x:y", "a",
    "a%20b",
    "https://example.org/it's",
  ]

  static let bytes: [[UInt8]] = [
    [], [0], [1], [0, 0], [255], [1, 2, 3], [39, 39], Array("abc".utf8),
  ]

  /// A value that an attribute of the type can have; `nil` for a type without values here.
  package static func value(_ type: AttributeType, _ dice: inout Dice) -> AttributeValue? {
    switch type {
    case .integer16: .integer(integer(Int64(Int16.min), Int64(Int16.max), &dice))
    case .integer32: .integer(integer(Int64(Int32.min), Int64(Int32.max), &dice))
    case .integer64: .integer(integer(Int64.min, Int64.max, &dice))
    case .double: .double(double(&dice))
    case .float: .double(single(double(&dice)))
    case .decimal: .decimal(decimal(&dice))
    case .string: .string(text(&dice))
    case .boolean: .boolean(dice.chance(50))
    case .date: .date(date(&dice))
    case .uuid: uuids.isEmpty ? nil : .uuid(uuids[dice.int(0...uuids.count - 1)])
    case .uri: .uri(uris[dice.int(0...uris.count - 1)])
    case .binary, .transformable: .binary(bytes[dice.int(0...bytes.count - 1)])
    case .undefined, .objectID, .composite: nil
    }
  }

  package static func text(_ dice: inout Dice) -> String {
    let first = texts[dice.int(0...texts.count - 1)]
    return dice.chance(25) ? first + texts[dice.int(0...texts.count - 1)] : first
  }

  static func integer(_ low: Int64, _ high: Int64, _ dice: inout Dice) -> Int64 {
    switch dice.weighted([12, 3, 2, 1]) {
    case 0: Int64(dice.int(-3...6))
    case 1: Int64(dice.int(-200...200))
    case 2: dice.one(low, high, low + 1, high - 1)
    case _: Int64(dice.int(-30000...30000))
    }
  }

  static func double(_ dice: inout Dice) -> Double {
    switch dice.weighted([8, 6, 3, 2]) {
    case 0: Double(dice.int(-3...6))
    case 1: Double(dice.int(-12...12)) / 4
    case 2: dice.one(-0.0, 0.1, 0.2, 0.3, 0.5, 1.5, 2.5, -0.5, -1.5, 1e-9)
    case _: dice.one(1e300, -1e300, 1e15, 9_007_199_254_740_992, 1e-300, 3.4e38, -2.5e-7)
    }
  }

  /// The nearest number of 32 bits; a number beyond them becomes their greatest.
  static func single(_ value: Double) -> Double {
    let number = Float(value)
    return Double(number.isFinite ? number : (value < 0 ? -1 : 1) * Float.greatestFiniteMagnitude)
  }

  /// Up to 15 digits, which a REAL holds as they are.
  static func decimal(_ dice: inout Dice) -> Decimal {
    let units = dice.chance(80) ? dice.int(-500...500) : dice.int(-99_999_999...99_999_999)
    let scale = dice.int(0...3)
    return Decimal(
      sign: units < 0 ? .minus : .plus, exponent: -scale, significand: Decimal(abs(units)))
  }

  /// Milliseconds of the years 1900 to 2100.
  static func date(_ dice: inout Dice) -> Double {
    switch dice.weighted([6, 2, 2]) {
    case 0: Double(dice.int(-3...6)) * 86400
    case 1: Double(dice.int(-5000...5000)) / 1000
    case _: Double(dice.int(-3_187_296_000_000...3_124_224_000_000)) / 1000
    }
  }
}
