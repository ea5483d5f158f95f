import MomentumModel

/// The predicate of a partial index as SQL: comparisons of a column with a constant under AND and OR.
///
/// Source: observed in the partial indexes of one model family; other predicates make no index here.
enum PartialIndexPredicate {
  static func sql(
    _ text: String, in entity: EntityID, index: ModelIndex, columns: ColumnLayout
  ) -> String? {
    var parser = Parser(words: words(of: text), entity: entity, index: index, columns: columns)
    guard let sql = parser.disjunction(), parser.isAtEnd else { return nil }
    return sql
  }

  /// Names, numbers, strings with their quotes, operators and parentheses.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        continue
      }
      let length: Int
      if first == "'" || first == "\"" {
        guard let end = rest.dropFirst().firstIndex(of: first) else { return [] }
        length = rest.distance(from: rest.startIndex, to: end) + 1
      } else if first.isLetter || first.isNumber || first == "_" || first == "-" {
        length =
          rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.count + 1
      } else if "<>=!&|".contains(first) {
        length = rest.prefix { "<>=!&|".contains($0) }.count
      } else {
        length = 1
      }
      words.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return words
  }

  private struct Parser {
    let words: [String]
    let entity: EntityID
    let index: ModelIndex
    let columns: ColumnLayout
    var position = 0
    var depth = 0

    init(words: [String], entity: EntityID, index: ModelIndex, columns: ColumnLayout) {
      self.words = words
      self.entity = entity
      self.index = index
      self.columns = columns
    }

    var isAtEnd: Bool { position == words.count }

    private mutating func take(_ spellings: String...) -> Bool {
      guard position < words.count, spellings.contains(words[position].uppercased()) else {
        return false
      }
      position += 1
      return true
    }

    mutating func disjunction() -> String? {
      guard var parts = conjunction().map({ [$0] }) else { return nil }
      while take("OR", "||") {
        guard let next = conjunction() else { return nil }
        parts.append(next)
      }
      return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " OR ") + ")"
    }

    private mutating func conjunction() -> String? {
      guard var parts = primary().map({ [$0] }) else { return nil }
      while take("AND", "&&") {
        guard let next = primary() else { return nil }
        parts.append(next)
      }
      return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " AND ") + ")"
    }

    private mutating func primary() -> String? {
      if take("(") {
        depth += 1
        defer { depth -= 1 }
        guard depth < 64, let inner = disjunction(), take(")") else { return nil }
        return inner
      }
      return comparison()
    }

    private static let operators = [
      "=": "=", "==": "=", "!=": "<>", "<>": "<>", "<": "<", "<=": "<=", "=<": "<=", ">": ">",
      ">=": ">=", "=>": ">=",
    ]

    private mutating func comparison() -> String? {
      guard position + 2 < words.count, let column = column(words[position]),
        let comparison = Parser.operators[words[position + 1]]
      else { return nil }
      let value = words[position + 2]
      position += 3
      switch value.uppercased() {
      case "NIL", "NULL":
        if comparison == "=" { return "\(column) IS NULL" }
        return comparison == "<>" ? "\(column) IS NOT NULL" : nil
      case "YES", "TRUE": return "\(column) \(comparison) 1"
      case "NO", "FALSE": return "\(column) \(comparison) 0"
      default: return literal(value).map { "\(column) \(comparison) \($0)" }
      }
    }

    private func column(_ name: String) -> String? {
      switch index.model.property(named: name, in: entity) {
      case .attribute(let id): columns.attributeColumns[id].map(SQLName.quoted)
      case .relationship(let id): (columns.foreignKeys[id]?.column).map(SQLName.quoted)
      case .fetchedProperty, nil: nil
      }
    }

    private func literal(_ word: String) -> String? {
      if let first = word.first, first == "'" || first == "\"", word.count >= 2 {
        return SQLName.literal(String(word.dropFirst().dropLast()))
      }
      if let integer = Int64(word) { return String(integer) }
      guard let number = Double(word), number.isFinite else { return nil }
      return number == number.rounded() && abs(number) < 1e15
        ? String(Int64(number)) : String(number)
    }
  }
}
