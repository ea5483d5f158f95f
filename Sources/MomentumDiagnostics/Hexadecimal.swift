extension Sequence<UInt8> {
  /// The bytes as text, with two lower-case digits for each byte: `00ff`.
  package var hexadecimal: String {
    var digits: [UInt8] = []
    for byte in self {
      for digit in [byte >> 4, byte & 15] { digits.append(digit < 10 ? 48 + digit : 87 + digit) }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
