import MomentumSQL

/// The tables that a statement reads, found in its text: `FROM ZVENUE t0 JOIN ZLOCATION t1 ON …`.
///
/// A query plan names tables only by alias, so the names are read from the SQL. The reader knows
/// the statements that fetch requests become, not all of SQL.
struct StatementTables {
  struct Table: Hashable {
    var name: String
    /// The alias, for example `t0`; the table's name if it has no alias.
    var alias: String
    /// The condition after ON, for example `t0.ZLOCATION = t1.Z_PK`; `nil` for the first table.
    var join: Join?
  }

  struct Join: Hashable {
    var left: Column
    var right: Column
  }

  struct Column: Hashable {
    var alias: String
    var name: String
  }

  /// The tables in written order, including those of sub-selects.
  private(set) var all: [Table] = []

  subscript(alias: String) -> Table? { all.first { $0.alias == alias } }

  init(_ sql: SQLText) {
    let tokens = StatementTokens.read(sql.text)
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      guard token == .word("FROM") || token == .word("JOIN") else { continue }
      StatementTables.table(tokens, &index).map { all.append($0) }
    }
  }

  private static let wordsBehindTables: Set<String> = [
    "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "OUTER", "CROSS", "NATURAL", "ON", "USING", "WHERE",
    "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "INDEXED", "NOT", "WINDOW",
    "AS",
  ]

  private static func table(_ tokens: [StatementToken], _ index: inout Int) -> Table? {
    guard index < tokens.count, let name = tokens[index].name else { return nil }
    index += 1
    if index < tokens.count, tokens[index] == .word("AS") { index += 1 }
    var table = Table(name: name, alias: name)
    if index < tokens.count, let alias = tokens[index].name,
      !tokens[index].isWord(in: wordsBehindTables)
    {
      table.alias = alias
      index += 1
    }
    if index < tokens.count, tokens[index] == .word("ON") {
      table.join = join(tokens[(index + 1)...])
    }
    return table
  }

  /// Reads a join condition: `a.b = c.d`, also in parentheses.
  private static func join(_ tokens: ArraySlice<StatementToken>) -> Join? {
    let part = Array(tokens.drop { $0 == .sign("(") }.prefix(7))
    guard part.count == 7, part[1] == .sign("."), part[3] == .sign("="), part[5] == .sign("."),
      let a = part[0].name, let b = part[2].name, let c = part[4].name, let d = part[6].name
    else { return nil }
    return Join(left: Column(alias: a, name: b), right: Column(alias: c, name: d))
  }
}

/// A piece of a statement's text.
enum StatementToken: Hashable {
  case word(String)
  /// A name in quotes: `"a name"`.
  case quoted(String)
  /// Any other character. A whole string literal becomes one `'`.
  case sign(Character)

  var name: String? {
    switch self {
    case .word(let name), .quoted(let name): name
    case .sign: nil
    }
  }

  func isWord(in words: Set<String>) -> Bool {
    if case .word(let word) = self { return words.contains(word) }
    return false
  }
}

private enum StatementTokens {
  static func read(_ text: String) -> [StatementToken] {
    var tokens: [StatementToken] = []
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first == "\"" {
        tokens.append(.quoted(quoted("\"", &rest)))
      } else if first == "'" {
        _ = quoted("'", &rest)
        tokens.append(.sign("'"))
      } else if isWord(first) {
        let word = rest.prefix(while: isWord)
        rest = rest[word.endIndex...]
        tokens.append(.word(String(word)))
      } else {
        rest.removeFirst()
        if first != " ", first != "\n" { tokens.append(.sign(Character(first))) }
      }
    }
    return tokens
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "$" || scalar.value >= 0x80
      || (scalar.value >= 0x30 && scalar.value <= 0x39)
      || (scalar.value >= 0x41 && scalar.value <= 0x5A)
      || (scalar.value >= 0x61 && scalar.value <= 0x7A)
  }

  /// Reads a name in quotes. A doubled quote in it stands for one quote.
  private static func quoted(
    _ quote: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
  ) -> String {
    var result = String.UnicodeScalarView()
    rest.removeFirst()
    while let scalar = rest.popFirst() {
      if scalar == quote {
        guard rest.first == quote else { break }
        rest.removeFirst()
      }
      result.append(scalar)
    }
    return String(result)
  }
}
