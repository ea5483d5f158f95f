/// Replaces the columns of a condition by the properties of the model.
///
///     ((t1.venue_id = t0.id) AND (name = 'x'::text))
///     (('venue' = primary key) AND ('name' = 'x'))
struct ServerConditionWords {
  let subjects: [String: [String: String]]
  /// The tables by their alias.
  let tables: [String: String]
  /// The table of columns without an alias.
  let own: String?

  /// The property of a column: `specialCount` for the subject `Venue.specialCount`.
  static func property(_ column: String, _ columns: [String: String]?) -> String? {
    guard let subject = columns?[column], let point = subject.firstIndex(of: ".") else {
      return nil
    }
    return String(subject[subject.index(after: point)...])
  }

  func text(of condition: String) -> String {
    var rest = condition[...]
    var result = ""
    while let first = rest.first {
      if first == "'" {
        result += literal(&rest)
      } else if rest.hasPrefix("::") {
        skipType(&rest)
      } else if first == "\"" || first == "_" || first.isLetter {
        result += name(&rest)
      } else if first.isNumber || first == "$" {
        // Letters after a digit belong to the number.
        let number = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "$" }
        result += number
        rest = rest[number.endIndex...]
      } else {
        result.append(first)
        rest.removeFirst()
      }
    }
    // The server puts the whole condition in parentheses, and so does the line.
    return result.hasPrefix("(") && result.hasSuffix(")") && Self.isOne(result)
      ? String(result.dropFirst().dropLast()) : result
  }

  /// Whether the first parenthesis ends with the text.
  private static func isOne(_ text: String) -> Bool {
    var depth = 0
    for (index, character) in text.enumerated() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return index == text.count - 1 }
    }
    return false
  }

  private func literal(_ rest: inout Substring) -> String {
    var text = String(rest.removeFirst())
    while let next = rest.popFirst() {
      text.append(next)
      if next == "'" { break }
    }
    return text
  }

  /// `name`, `"name"`, `t0.name`, or a word such as AND.
  private func name(_ rest: inout Substring) -> String {
    let first = word(&rest)
    guard rest.first == ".", let next = rest.dropFirst().first,
      next == "\"" || next == "_" || next.isLetter
    else { return said(first, own) ?? first }
    rest.removeFirst()
    let column = word(&rest)
    return said(column, tables[first]) ?? "\(first).\(column)"
  }

  private func said(_ column: String, _ table: String?) -> String? {
    guard let table, let columns = subjects[table] else { return nil }
    if let property = Self.property(column, columns) { return "'\(property)'" }
    return column == "id" ? "primary key" : nil
  }

  private func word(_ rest: inout Substring) -> String {
    guard rest.first == "\"" else {
      let word = rest.prefix { $0 == "_" || $0 == "$" || $0.isLetter || $0.isNumber }
      rest = rest[word.endIndex...]
      return String(word)
    }
    rest.removeFirst()
    var text = ""
    while let next = rest.popFirst() {
      if next == "\"" {
        guard rest.first == "\"" else { break }
        rest.removeFirst()
      }
      text.append(next)
    }
    return text
  }

  /// `::text`, `::character varying`, `::timestamp with time zone`, `::numeric(10,2)[]`
  private func skipType(_ rest: inout Substring) {
    rest = rest.dropFirst(2)
    _ = word(&rest)
    let further = [" varying", " precision", " with time zone", " without time zone"]
    for words in further where rest.hasPrefix(words) { rest = rest.dropFirst(words.count) }
    if rest.first == "(", let end = rest.firstIndex(of: ")") { rest = rest[end...].dropFirst() }
    while rest.hasPrefix("[]") { rest = rest.dropFirst(2) }
  }
}
