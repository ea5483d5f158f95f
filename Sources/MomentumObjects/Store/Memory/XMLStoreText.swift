internal import MomentumText

/// Encodes and decodes the text of an element.
enum StoreText {
  static func escaped(_ text: String) -> String { MarkupEscape.storeContent.escaped(text) }

  /// Decodes the text of an element in a file that libxml2 has accepted; `nil` if it contains
  /// anything but text and references.
  ///
  /// Blanks at the beginning are part of the value; the reader of models would drop them.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    guard !bytes.contains(UInt8(ascii: "<")) else { return nil }
    guard bytes.contains(where: { $0 == UInt8(ascii: "&") || $0 == 0x0D }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var result = ""
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    while let character = rest.first {
      guard character == "&", let end = rest.firstIndex(of: ";") else {
        // Swift reads a carriage return and a line feed as one character.
        result.append(character == "\r" || character == "\r\n" ? "\n" : character)
        rest = rest.dropFirst()
        continue
      }
      let name = rest[rest.index(after: rest.startIndex)..<end]
      guard let scalar = scalar(name) else { return nil }
      result.unicodeScalars.append(scalar)
      rest = rest[rest.index(after: end)...]
    }
    return result
  }

  private static let names: [Substring: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// The character for the name of a reference: `amp`, `#13`, `#xD`.
  private static func scalar(_ name: Substring) -> Unicode.Scalar? {
    if name.hasPrefix("#x") {
      return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
    return names[name]
  }
}
