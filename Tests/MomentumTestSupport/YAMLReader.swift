/// Reads a document by its lines. `YAMLValue` says which part of YAML it knows.
struct YAMLReader {
  private struct Line {
    var number: Int
    var indent: Int
    /// Without indentation; empty for a blank line. Comments are part of it: a literal text may hold a '#'.
    var text: Substring

    var isSkipped: Bool { text.isEmpty || text.hasPrefix("#") }
  }

  private var lines: [Line] = []
  private var next = 0

  init(_ text: String) throws {
    for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard !line.contains("\t") else { throw failure("a tab", offset + 1) }
      let content = line.drop { $0 == " " }
      guard content.last != " " else { throw failure("a blank at the end", offset + 1) }
      lines.append(Line(number: offset + 1, indent: line.count - content.count, text: content))
    }
  }

  mutating func document() throws -> YAMLValue {
    skip()
    guard next < lines.count else { throw failure("nothing", 1) }
    let value = try block(indent: lines[next].indent)
    skip()
    guard next == lines.count else {
      throw failure("a line that belongs to nothing", lines[next].number)
    }
    return value
  }

  private mutating func skip() {
    while next < lines.count, lines[next].isSkipped { next += 1 }
  }

  private mutating func block(indent: Int) throws -> YAMLValue {
    lines[next].text.hasPrefix("- ") ? try sequence(indent) : try mapping(indent)
  }

  /// `- value`, where the value may be a mapping whose first key stands behind the dash.
  private mutating func sequence(_ indent: Int) throws -> YAMLValue {
    var elements: [YAMLValue] = []
    while true {
      skip()
      guard next < lines.count, lines[next].indent == indent, lines[next].text.hasPrefix("- ")
      else { return .sequence(elements) }
      let rest = lines[next].text.dropFirst(2).drop { $0 == " " }
      let inner = indent + lines[next].text.count - rest.count
      if key(in: rest) != nil {
        lines[next].indent = inner
        lines[next].text = rest
        elements.append(try mapping(inner))
      } else {
        elements.append(try value(rest, above: indent))
      }
    }
  }

  private mutating func mapping(_ indent: Int) throws -> YAMLValue {
    var members: [String: YAMLValue] = [:]
    while true {
      skip()
      guard next < lines.count, lines[next].indent == indent, !lines[next].text.hasPrefix("- ")
      else { return .mapping(members) }
      let line = lines[next]
      guard let (name, rest) = key(in: line.text) else { throw failure("no key", line.number) }
      guard members[name] == nil else { throw failure("'\(name)' twice", line.number) }
      members[name] = try value(rest, above: indent)
    }
  }

  /// `name: value` or `name:`.
  private func key(in text: Substring) -> (String, Substring)? {
    let name = text.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    let rest = text[name.endIndex...]
    guard !name.isEmpty, rest == ":" || rest.hasPrefix(": ") else { return nil }
    return (String(name), rest.dropFirst().drop { $0 == " " })
  }

  /// The value whose first line is read up to `text`; of the lines below, those that are indented more belong to it.
  private mutating func value(_ text: Substring, above indent: Int) throws -> YAMLValue {
    let number = lines[next].number
    next += 1
    if text.isEmpty || text.hasPrefix("#") {
      skip()
      guard next < lines.count else { throw failure("no value", number) }
      // A sequence may stand below its key without indentation.
      let isSequence = lines[next].indent == indent && lines[next].text.hasPrefix("- ")
      guard lines[next].indent > indent || isSequence else { throw failure("no value", number) }
      return try block(indent: lines[next].indent)
    }
    switch text {
    case "|": return .scalar(try literal(above: indent).joined(separator: "\n") + "\n")
    case ">-": return .scalar(try literal(above: indent).joined(separator: " "))
    default: return try oneLine(text, number)
    }
  }

  private mutating func literal(above indent: Int) throws -> [String] {
    let start = next
    while next < lines.count, lines[next].text.isEmpty || lines[next].indent > indent { next += 1 }
    var block = lines[start..<next]
    while block.last?.text.isEmpty ?? false { block.removeLast() }
    guard let margin = block.first?.indent,
      block.allSatisfy({ $0.text.isEmpty || $0.indent >= margin })
    else {
      throw failure("an indentation that changes", start)
    }
    return block.map {
      $0.text.isEmpty ? "" : String(repeating: " ", count: $0.indent - margin) + $0.text
    }
  }

  // MARK: - Values on one line

  private func oneLine(_ text: Substring, _ number: Int) throws -> YAMLValue {
    if text.hasPrefix("[") {
      guard text.hasSuffix("]"),
        !text.dropFirst().dropLast().contains(where: { "[]{}".contains($0) })
      else {
        throw failure("a list that does not end", number)
      }
      let parts = text.dropFirst().dropLast().split(separator: ",")
      return .sequence(try parts.map { try scalar($0.drop { $0 == " " }, number) })
    }
    return try scalar(text, number)
  }

  private func scalar(_ text: Substring, _ number: Int) throws -> YAMLValue {
    switch text.first {
    case "'", "\"": return .scalar(try quoted(text, number))
    case nil: throw failure("no value", number)
    case let first? where "&*!|>%@`{}[],?#:".contains(first):
      throw failure("a value that begins with '\(first)'", number)
    default: break
    }
    let plain = text.range(of: " #").map { text[..<$0.lowerBound] } ?? text
    guard plain.range(of: ": ") == nil, plain.last != ":" else {
      throw failure("a colon in a value without quotes", number)
    }
    return .scalar(String(plain.reversed().drop { $0 == " " }.reversed()))
  }

  /// A comment may follow the closing quote.
  private func quoted(_ text: Substring, _ number: Int) throws -> String {
    let isSingle = text.first == "'"
    var result = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      if isSingle, character == "'", rest.first == "'" {
        rest.removeFirst()
        result.append("'")
      } else if character == text.first {
        let after = rest.drop { $0 == " " }
        guard after.isEmpty || after.hasPrefix("#") else {
          throw failure("text after a quote", number)
        }
        return result
      } else if !isSingle, character == "\\" {
        guard let escaped = rest.popFirst(), "\"\\".contains(escaped) else {
          throw failure("an escape", number)
        }
        result.append(escaped)
      } else {
        result.append(character)
      }
    }
    throw failure("an open quote", number)
  }

  private func failure(_ text: String, _ line: Int) -> YAMLValue.Failure {
    YAMLValue.Failure(line: line, text: text)
  }
}

extension Substring {
  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
