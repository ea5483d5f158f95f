extension SwiftLexer {
  /// An integer or a floating-point literal. Letters that do not belong to the number stay part of
  /// the token, so that the parser does not take them for a name.
  mutating func scanNumber(_ bytes: Bytes) {
    let start = position
    var isFloat = false
    let isTupleIndex = tokens.last?.kind == .period
    if byte(0, bytes) == UInt8(ascii: "0"), byte(1, bytes) | 0x20 == UInt8(ascii: "x") {
      position += 2
      skipDigits(bytes, isHexadecimal: true)
      isFloat = scanFraction(bytes, isHexadecimal: true)
    } else {
      skipDigits(bytes, isHexadecimal: false)
      if !isTupleIndex { isFloat = scanFraction(bytes, isHexadecimal: false) }
    }
    while position < end, SwiftLexer.isNameByte(bytes[position]) { position += 1 }
    add(isFloat ? .float : .integer, from: start, bytes)
  }

  /// Scans the fraction and the exponent. Returns whether there is one of them.
  private mutating func scanFraction(_ bytes: Bytes, isHexadecimal: Bool) -> Bool {
    var isFloat = false
    // `1.max` has no fraction, and `0x1.8` only with its exponent, which the next lines read.
    if byte(0, bytes) == UInt8(ascii: "."), isDigit(byte(1, bytes), isHexadecimal: isHexadecimal),
      !isHexadecimal || hasBinaryExponent(bytes)
    {
      position += 1
      skipDigits(bytes, isHexadecimal: isHexadecimal)
      isFloat = true
    }
    let mark = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
    guard byte(0, bytes) | 0x20 == mark else { return isFloat }
    let sign = byte(1, bytes)
    let hasSign = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    guard isDigit(byte(hasSign ? 2 : 1, bytes), isHexadecimal: false) else { return isFloat }
    position += hasSign ? 2 : 1
    skipDigits(bytes, isHexadecimal: false)
    return true
  }

  /// Whether the digits after the period at the position lead to a `p`: `0x1.description` and
  /// `0x1.fade` are members of an integer.
  private func hasBinaryExponent(_ bytes: Bytes) -> Bool {
    var offset = position + 1
    while offset < end,
      isDigit(bytes[offset], isHexadecimal: true) || bytes[offset] == UInt8(ascii: "_")
    {
      offset += 1
    }
    return offset < end && bytes[offset] | 0x20 == UInt8(ascii: "p")
  }

  private mutating func skipDigits(_ bytes: Bytes, isHexadecimal: Bool) {
    while position < end,
      isDigit(bytes[position], isHexadecimal: isHexadecimal)
        || bytes[position] == UInt8(ascii: "_")
    {
      position += 1
    }
  }

  private func isDigit(_ byte: UInt8, isHexadecimal: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): isHexadecimal
    default: false
    }
  }
}
