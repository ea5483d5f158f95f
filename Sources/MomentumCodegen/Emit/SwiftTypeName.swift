/// Reads the names of types in the texts of a model or an option.
enum SwiftTypeName {
  /// Whether a text is the name of one type, such as `Store` or `Kit.Store`.
  static func isOne(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return parts.allSatisfy { Identifier.isPlain($0) && NameScope.isUsableAsType($0) }
  }

  /// Reads the name of a type: `UIColor`, `Core.Step`, `[String]`, `[String: Int]`,
  /// `Dictionary<Int, Int>`. Returns `nil` for any other text: a text of the model that was copied
  /// into source could be any code.
  static func parse(_ text: String) -> TypeReference? { parse(Substring(text), depth: 0) }

  private static func parse(_ text: Substring, depth: Int) -> TypeReference? {
    let text = trimmed(text)
    guard depth < 8 else { return nil }
    if text.hasPrefix("["), text.hasSuffix("]"), text.count > 2 {
      let inner = text.dropFirst().dropLast()
      let sides = split(inner, at: ":")
      guard sides.count == 2 else {
        return parse(inner, depth: depth + 1).map { .array($0) }
      }
      guard let key = parse(sides[0], depth: depth + 1),
        let value = parse(sides[1], depth: depth + 1)
      else { return nil }
      return .dictionary(key, value)
    }
    if text.hasSuffix(">"), let open = text.firstIndex(of: "<") {
      let name = String(trimmed(text[..<open]))
      guard Identifier.isPlain(name), NameScope.isUsableAsType(name) else { return nil }
      let arguments = split(text[text.index(after: open)...].dropLast(), at: ",").map {
        parse($0, depth: depth + 1)
      }
      let parsed = arguments.compactMap { $0 }
      guard parsed.count == arguments.count else { return nil }
      return .generic(.nearest(to: name), parsed)
    }
    guard isOne(String(text)) else { return nil }
    let parts = text.split(separator: ".").map { Identifier.nearest(to: String($0)) }
    return parts.dropFirst().reduce(.named(parts[0])) { .member($0, $1) }
  }

  /// Splits a text at a separator, but not inside of brackets.
  private static func split(_ text: Substring, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case "[", "<": depth += 1
      case "]", ">": depth -= 1
      case separator where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    return parts + [text[start...]]
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
