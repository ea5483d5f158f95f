// Names in generated Swift. Only this file makes identifiers, so a text of a model can never become
// other code than one identifier.

/// A Swift identifier that is safe to print.
///
/// An identifier is made from a literal in this module, or from a model's name by `NameScope`.
package struct Identifier: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The identifier without backticks.
  package let text: String

  package init(stringLiteral: StaticString) {
    text = stringLiteral.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }

  fileprivate init(checked text: String) { self.text = text }

  /// The identifier in source: `` `default` `` for a reserved word.
  package var source: String { Identifier.reservedWords.contains(text) ? "`\(text)`" : text }

  /// The identifier as a type, where more words are reserved: `` any `some` ``.
  package var typeSource: String {
    Identifier.typeWords.contains(text) ? "`\(text)`" : source
  }

  /// The identifier as the label of an argument, where nearly every word is allowed without
  /// backticks.
  package var labelSource: String {
    switch text {
    case "inout", "let", "var": source
    default: text
    }
  }

  /// The identifier after a prefix, with its first letter raised: `addToTips` from `addTo` and
  /// `tips`.
  package func raised(after prefix: Identifier) -> Identifier {
    Identifier(checked: prefix.text + capitalized)
  }

  /// The identifier between a prefix and a suffix, as a part of an Objective-C selector:
  /// `addTipsObject` from `add`, `tips` and `Object`.
  package func raised(after prefix: Identifier, before suffix: Identifier) -> Identifier {
    Identifier(checked: prefix.text + capitalized + suffix.text)
  }

  /// The identifier with a suffix: `PersonEntity` from `Person` and `Entity`.
  package func followed(by suffix: Identifier) -> Identifier {
    Identifier(checked: text + suffix.text)
  }

  /// The identifier with a number: `column3` from `column` and 3.
  package func followed(by number: Int) -> Identifier { Identifier(checked: "\(text)\(number)") }

  /// `bubbleTea` from `BubbleTea`: the first letter is lowered.
  package var lowered: Identifier {
    Identifier(checked: text.prefix(1).lowercased() + text.dropFirst())
  }

  private var capitalized: String { text.prefix(1).uppercased() + text.dropFirst() }

  /// The nearest identifier to a name. Two names may have the same one; `NameScope` makes them
  /// distinct.
  ///
  /// Letters and digits are kept; ASCII punctuation and spaces become `_`; any other scalar becomes
  /// `u` and its hexadecimal number, so that names in emoji differ. Long names are cut.
  package static func nearest(to name: String) -> Identifier {
    if let plain = plain(name) { return plain }
    var text = ""
    for scalar in name.unicodeScalars.prefix(lengthMax) {
      if isLetter(scalar) || isDigit(scalar) || scalar == "_" {
        text.unicodeScalars.append(scalar)
      } else if scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F {
        text.append("_")
      } else {
        text.append("u" + String(scalar.value, radix: 16, uppercase: true))
      }
    }
    if text.isEmpty { text = "unnamed" }
    if text == "_" { text = "__" }
    if let first = text.unicodeScalars.first, isDigit(first) { text = "_" + text }
    return Identifier(checked: text)
  }

  /// The identifier with a number after it, if another name already has the identifier.
  package func numbered(_ number: Int) -> Identifier {
    Identifier(checked: "\(text)_\(number)")
  }

  /// The identifier with `_` after it, if its name already has another meaning in its scope.
  package var renamed: Identifier { Identifier(checked: text + "_") }

  /// Whether a name is a plain ASCII identifier, as Objective-C and Core Data want for a property.
  package static func isPlain(_ name: String) -> Bool { plain(name) != nil }

  /// The name as an identifier if it is a plain ASCII identifier; else `nil`.
  package static func plain(_ name: String) -> Identifier? {
    let bytes = name.utf8
    guard let first = bytes.first, !isDigit(first), bytes.count <= lengthMax,
      bytes.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }),
      name != "_"
    else { return nil }
    return Identifier(checked: name)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { isDigit(Unicode.Scalar(byte)) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// The length at which names are cut. The first line of a type has to contain the whole name, so
  /// a long one would exceed the line length. Names that people write are shorter.
  private static let lengthMax = 80

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar >= "0" && scalar <= "9"
  }

  /// Whether a scalar is an ASCII letter, or a letter of another script from U+00C0 on.
  ///
  /// Combining marks are excluded: an identifier may not begin with a mark, and a decomposed letter
  /// looks like a composed one.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A: return true
    case 0..<0xC0: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    default: return false
    }
  }

  /// Words that may name a property but need backticks as a type, because they begin a type or
  /// modify the next word.
  private static let typeWords: WordSet = [
    "any", "some", "each", "async", "actor", "isolated", "sending", "package", "macro", "yield",
    "lazy", "weak", "unowned", "final", "indirect", "convenience", "required", "get", "set",
    "dynamic", "optional", "override", "prefix", "postfix", "infix", "mutating", "nonmutating",
    "discard", "copy", "consume", "then", "of", "unsafe",
  ]

  /// Words that need backticks as the name of a declaration.
  ///
  /// Source: documented, "Lexical Structure" of The Swift Programming Language.
  private static let reservedWords: WordSet = [
    "associatedtype", "borrowing", "class", "consuming", "deinit", "enum", "extension",
    "fileprivate", "func", "import", "inout", "internal", "let", "nonisolated", "open",
    "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static",
    "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default",
    "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw",
    "switch", "where", "while", "as", "await", "false", "is", "nil", "super",
    "throws", "true", "try", "unsafe",
  ]
}

/// A set of few words, for asking about many names that are not in it.
///
/// For most names the first letter and the length show that they are not in the set, without
/// computing a hash: each printed name is looked up twice.
private struct WordSet: Sendable, ExpressibleByArrayLiteral {
  private let words: Set<String>
  /// The lengths of the words that begin with each ASCII letter: bit 4 is set if a word has four
  /// letters.
  private var lengths = [UInt64](repeating: 0, count: 128)

  init(arrayLiteral words: String...) {
    self.words = Set(words)
    for word in words {
      if let first = word.utf8.first { lengths[Int(first)] |= 1 << UInt64(word.utf8.count) }
    }
  }

  func contains(_ name: String) -> Bool {
    guard let first = name.utf8.first, first < 128, name.utf8.count < 64,
      lengths[Int(first)] >> UInt64(name.utf8.count) & 1 == 1
    else { return false }
    return words.contains(name)
  }
}
