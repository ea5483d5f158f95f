/// A SELECT with line breaks for people: before each clause, each join, and each AND and OR of the
/// outermost condition. Nothing but blanks between words is changed.
struct PrettySQL {
  private struct Word {
    var text: String
    /// Whether there are blanks before the word.
    var hasBlank: Bool
    /// The number of brackets and CASEs around the word.
    var depth: Int
  }

  /// The words that a condition follows.
  private static let conditionWords: Set<String> = ["WHERE", "HAVING"]

  static func lines(_ sql: String) -> [String] {
    let words = words(of: sql)
    var lines: [String] = []
    var line = ""
    /// The depth of the condition's own AND and OR: 1 if one pair of brackets surrounds the whole
    /// condition.
    var conditionDepth: Int?
    var betweens = 0
    for (index, word) in words.enumerated() {
      let key = word.text.uppercased()
      let isClause = word.depth == 0 && isClause(key, at: index, words)
      if isClause {
        conditionDepth = conditionWords.contains(key) ? outerDepth(behind: index, words) : nil
        betweens = 0
      }
      let isOuter = word.depth == conditionDepth
      if isOuter, key == "BETWEEN" { betweens += 1 }
      var isJunction = isOuter && (key == "AND" || key == "OR")
      if isJunction, key == "AND", betweens > 0 {
        betweens -= 1
        isJunction = false
      }
      if isClause || isJunction, !line.isEmpty {
        lines.append(line)
        line = isJunction ? "  " + word.text : word.text
      } else {
        line += (word.hasBlank && !line.isEmpty ? " " : "") + word.text
      }
    }
    return lines + [line]
  }

  /// Whether a word begins a line on the outermost level.
  private static func isClause(_ key: String, at index: Int, _ words: [Word]) -> Bool {
    let previous = index > 0 ? words[index - 1].text.uppercased() : ""
    let next = index + 1 < words.count ? words[index + 1].text.uppercased() : ""
    return switch key {
    // `IS NOT DISTINCT FROM` is a comparison.
    case "FROM": previous != "DISTINCT"
    case "WHERE", "HAVING", "LIMIT": true
    case "GROUP", "ORDER": next == "BY"
    case "LEFT", "INNER", "CROSS": next == "JOIN" || next == "OUTER"
    case "JOIN": !["LEFT", "INNER", "CROSS", "OUTER"].contains(previous)
    case "OFFSET":
      previous != "" && !words[..<index].contains { $0.depth == 0 && $0.text == "LIMIT" }
    default: false
    }
  }

  /// The depth of the ANDs and ORs that join the parts of a condition: 1 if one pair of brackets
  /// after this word surrounds the whole condition, otherwise 0.
  private static func outerDepth(behind index: Int, _ words: [Word]) -> Int {
    guard index + 1 < words.count, words[index + 1].text == "(" else { return 0 }
    var close = index + 2
    while close < words.count, words[close].depth > 0 { close += 1 }
    // `close` is the bracket itself, which counts as outside.
    guard close + 1 < words.count else { return 1 }
    let key = words[close + 1].text.uppercased()
    return isClause(key, at: close + 1, words) ? 1 : 0
  }

  // MARK: - Words

  /// Splits into words: a quoted text or name is one word, each bracket is a word.
  private static func words(of sql: String) -> [Word] {
    var result: [Word] = []
    var depth = 0
    var hasBlank = false
    let bytes = Array(sql.utf8)
    var start = 0
    while start < bytes.count {
      if bytes[start] == 0x20 {
        hasBlank = true
        start += 1
        continue
      }
      let end = self.end(of: bytes, from: start)
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
      let key = text.uppercased()
      if text == ")" || key == "END" { depth = max(0, depth - 1) }
      result.append(Word(text: text, hasBlank: hasBlank, depth: depth))
      if text == "(" || key == "CASE" { depth += 1 }
      hasBlank = false
      start = end
    }
    return result
  }

  private static func end(of bytes: [UInt8], from start: Int) -> Int {
    let first = bytes[start]
    if first == 0x28 || first == 0x29 { return start + 1 }
    var end = start + 1
    if [0x22, 0x27, 0x60].contains(first) {
      // A doubled quote ends one word and begins the next one without a blank: the text is the
      // same.
      while end < bytes.count, bytes[end] != first { end += 1 }
      return min(end + 1, bytes.count)
    }
    while end < bytes.count, ![0x20, 0x22, 0x27, 0x28, 0x29, 0x60].contains(bytes[end]) { end += 1 }
    return end
  }
}
