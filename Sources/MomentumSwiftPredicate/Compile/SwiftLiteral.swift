/// The values of Swift literals.
enum SwiftLiteral {
  /// `1_000`, `0xFF`, `0b1`, `0o7`; `nil` for a number above 64 bits.
  static func integer(_ text: String) -> Int64? {
    let digits = text.filter { $0 != "_" }
    switch digits.prefix(2) {
    case "0x": return Int64(digits.dropFirst(2), radix: 16)
    case "0b": return Int64(digits.dropFirst(2), radix: 2)
    case "0o": return Int64(digits.dropFirst(2), radix: 8)
    default: return Int64(digits)
    }
  }

  static func double(_ text: String) -> Double? {
    Double(text.filter { $0 != "_" }).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The text of a string literal; `nil` if something is interpolated or an escape is not one of Swift.
  static func string(_ literal: String) -> String? {
    let pounds = literal.prefix { $0 == "#" }.count
    var body = literal.dropFirst(pounds)
    guard body.hasSuffix(String(repeating: "#", count: pounds)) else { return nil }
    body = body.dropLast(pounds)
    if body.hasPrefix("\"\"\"") {
      guard body.count >= 6, body.hasSuffix("\"\"\"") else { return nil }
      return multiline(body.dropFirst(3).dropLast(3)).flatMap { unescaped($0, pounds) }
    }
    guard body.count >= 2, body.hasPrefix("\""), body.hasSuffix("\"") else { return nil }
    return unescaped(String(body.dropFirst().dropLast()), pounds)
  }

  /// The lines of a literal in three quotes without the indentation of its last line.
  private static func multiline(_ body: Substring) -> String? {
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasSuffix("\r") ? line.dropLast() : line
    }
    guard lines.count >= 2, lines[0].allSatisfy(\.isWhitespace) else { return nil }
    let indentation = lines.removeLast()
    guard indentation.allSatisfy(\.isWhitespace) else { return nil }
    var result: [Substring] = []
    for line in lines.dropFirst() {
      if line.hasPrefix(indentation) {
        result.append(line.dropFirst(indentation.count))
      } else if line.allSatisfy(\.isWhitespace) {
        result.append("")
      } else {
        return nil
      }
    }
    return result.joined(separator: "\n")
  }

  private static func unescaped(_ text: String, _ pounds: Int) -> String? {
    let mark = "\\" + String(repeating: "#", count: pounds)
    var result = ""
    var rest = text[...]
    while let found = rest.firstRange(of: mark) {
      result += rest[..<found.lowerBound]
      rest = rest[found.upperBound...]
      guard let letter = rest.popFirst() else { return nil }
      switch letter {
      case "n": result += "\n"
      case "t": result += "\t"
      case "r": result += "\r"
      case "0": result += "\0"
      case "\"", "'", "\\": result.append(letter)
      case "u":
        guard rest.first == "{", let end = rest.firstIndex(of: "}"),
          let number = UInt32(rest[rest.index(after: rest.startIndex)..<end], radix: 16),
          let scalar = Unicode.Scalar(number)
        else { return nil }
        result.unicodeScalars.append(scalar)
        rest = rest[rest.index(after: end)...]
      // A line end after a backslash joins two lines.
      case "\n": break
      default: return nil
      }
    }
    return result + rest
  }
}
