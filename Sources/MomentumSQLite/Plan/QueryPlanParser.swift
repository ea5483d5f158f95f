/// Reads the lines of `EXPLAIN QUERY PLAN`, of SQLite 3.40 on.
///
///     SEARCH t1 USING INDEX Z_Venue_byName (ZNAME=?) LEFT-JOIN
///
/// SQLite does not quote names, so a name may look like a keyword of the plan. The parser therefore
/// looks for the given names of tables and indexes first.
package struct QueryPlanParser: Sendable {
  /// The known names, longest first, since one name may be the beginning of another one.
  private let tables: [String]
  private let indexes: [String]

  /// - Parameters:
  ///   - tables: The aliases of the statement, and the names of tables that have no alias.
  ///   - indexes: The names of the database's indexes.
  package init(tables: [String] = [], indexes: [String] = []) {
    self.tables = QueryPlanParser.longestFirst(tables)
    self.indexes = QueryPlanParser.longestFirst(indexes)
  }

  private static func longestFirst(_ names: [String]) -> [String] {
    names.filter { !$0.isEmpty }.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// Parses one line of a plan.
  package func parse(_ detail: String) -> QueryPlanStep {
    let text = Substring(detail)
    return constantRows(text) ?? access(text) ?? temporaryTree(text) ?? subquery(text)
      ?? inOperator(text) ?? named(text) ?? .other(detail)
  }

  // MARK: - Tables

  private func constantRows(_ text: Substring) -> QueryPlanStep? {
    if text == "SCAN CONSTANT ROW" { return .constantRows(1) }
    guard let rest = text.after("SCAN "), let middle = rest.before(" CONSTANT ROWS"),
      let count = Int(middle)
    else { return nil }
    return .constantRows(count)
  }

  private func access(_ text: Substring) -> QueryPlanStep? {
    if let rest = text.after("SCAN ") { return table(rest).map(QueryPlanStep.scan) }
    if let rest = text.after("SEARCH ") { return table(rest).map(QueryPlanStep.search) }
    return nil
  }

  private func table(_ text: Substring) -> TableAccess? {
    var rest = text
    let isLeftJoin = rest.hasSuffix(" LEFT-JOIN")
    if isLeftJoin { rest = rest.dropLast(" LEFT-JOIN".count) }
    let name = takeName(&rest)
    // SQLite 3.51 adds ` EXISTS` to a table of which one row is enough.
    rest = rest.after(" EXISTS") ?? rest
    if rest.isEmpty { return TableAccess(name: name, method: .rows, isLeftJoin: isLeftJoin) }
    if let index = rest.after(" VIRTUAL TABLE INDEX ") {
      return TableAccess(name: name, method: .virtualTable(String(index)), isLeftJoin: isLeftJoin)
    }
    guard let using = rest.after(" USING "), var access = index(using) else { return nil }
    access.name = name
    access.isLeftJoin = isLeftJoin
    return access
  }

  /// Returns the table's name; afterwards `rest` holds the text after the name.
  private func takeName(_ rest: inout Substring) -> String {
    for name in tables {
      guard let behind = rest.after(name), behind.isEmpty || behind.hasPrefix(" ") else { continue }
      rest = behind
      return name
    }
    let ends = [" USING ", " VIRTUAL TABLE INDEX "].compactMap { rest.firstRange(of: $0) }
    let end = ends.map(\.lowerBound).min() ?? rest.endIndex
    let name = rest[..<end]
    rest = rest[end...]
    return String(name.before(" EXISTS") ?? name)
  }

  /// Parses the text after `USING `, which describes an index or a key.
  private func index(_ text: Substring) -> TableAccess? {
    if let rest = text.after("INTEGER PRIMARY KEY") {
      return TableAccess(name: "", method: .rowKey, constraints: constraints(rest))
    }
    if let rest = text.after("PRIMARY KEY") {
      return TableAccess(name: "", method: .primaryKey, constraints: constraints(rest))
    }
    for prefix in ["AUTOMATIC PARTIAL COVERING INDEX", "AUTOMATIC COVERING INDEX"] {
      guard let rest = text.after(prefix) else { continue }
      return TableAccess(name: "", method: .automaticIndex, constraints: constraints(rest))
    }
    let covering = text.after("COVERING INDEX ")
    guard let named = covering ?? text.after("INDEX ") else { return nil }
    let (name, rest) = indexName(named)
    return TableAccess(
      name: "", method: .index(name, isCovering: covering != nil), constraints: constraints(rest))
  }

  private func indexName(_ text: Substring) -> (String, Substring) {
    for name in indexes {
      if let rest = text.after(name), rest.isEmpty || rest.hasPrefix(" (") { return (name, rest) }
    }
    guard let open = text.openingOfLastParenthesis, text[..<open].hasSuffix(" "),
      ["=?", ">?", "<?", "(?", "ANY("].contains(where: { text[open...].firstRange(of: $0) != nil })
    else { return (String(text), "") }
    let blank = text.index(before: open)
    return (String(text[..<blank]), text[blank...])
  }

  /// Parses the conditions at the end of a line: ` (ZA=? AND ZB>?)`.
  private func constraints(_ text: Substring) -> [TableAccess.Constraint] {
    guard let inner = text.after(" (")?.before(")") else { return [] }
    return inner.split(separating: " AND ").map { term in
      if let column = term.after("ANY(")?.before(")") { return .init([String(column)], .any) }
      for comparison in [TableAccess.Constraint.Comparison.equal, .greater, .less] {
        if let column = term.before(comparison.rawValue + "?") {
          return .init([String(column)], comparison)
        }
        guard let range = term.lastRange(of: ")\(comparison.rawValue)("), term.hasPrefix("(") else {
          continue
        }
        let columns = term[..<range.lowerBound].dropFirst().split(separator: ",").map(String.init)
        return .init(columns, comparison)
      }
      return .init([String(term)], .equal)
    }
  }

  // MARK: - Other lines

  private func temporaryTree(_ text: Substring) -> QueryPlanStep? {
    guard let purpose = text.after("USE TEMP B-TREE FOR ") else { return nil }
    switch purpose {
    case "ORDER BY": return .temporaryTree(.order)
    case "DISTINCT": return .temporaryTree(.distinct)
    case "GROUP BY": return .temporaryTree(.group)
    case _ where purpose.hasSuffix(" OF ORDER BY"): return .temporaryTree(.lastKeysOfOrder)
    case _:
      guard let name = purpose.before("(DISTINCT)") ?? purpose.before("(ORDER BY)") else {
        return nil
      }
      return .temporaryTree(.aggregate(String(name)))
    }
  }

  private func subquery(_ text: Substring) -> QueryPlanStep? {
    var rest = text
    let reused = rest.after("REUSE ")
    rest = reused ?? rest
    let correlated = rest.after("CORRELATED ")
    rest = correlated ?? rest
    let list = rest.after("LIST SUBQUERY ")
    guard let number = list ?? rest.after("SCALAR SUBQUERY ") ?? rest.after("SUBQUERY "),
      let value = Int(number)
    else { return nil }
    return .subquery(
      QueryPlanStep.Subquery(
        isList: list != nil, isCorrelated: correlated != nil, isReused: reused != nil,
        number: value))
  }

  private func inOperator(_ text: Substring) -> QueryPlanStep? {
    guard let rest = text.after("USING ")?.before(" FOR IN-OPERATOR") else { return nil }
    if let name = rest.after("INDEX ") { return .inOperator(index: String(name)) }
    return rest.hasPrefix("ROWID SEARCH ON TABLE ") ? .inOperator(index: nil) : nil
  }

  private func named(_ text: Substring) -> QueryPlanStep? {
    if text == "MULTI-INDEX OR" { return .multipleIndexes }
    if let name = text.after("CO-ROUTINE ") { return .coroutine(String(name)) }
    if let name = text.after("MATERIALIZE ") { return .materialize(String(name)) }
    if let number = text.after("INDEX ").flatMap({ Int($0) }) { return .branch(number) }
    if var rest = text.after("BLOOM FILTER ON ") { return .bloomFilter(takeBloomName(&rest)) }
    let compounds: Set<String> = [
      "COMPOUND QUERY", "LEFT-MOST SUBQUERY", "UNION ALL", "UNION USING TEMP B-TREE",
      "EXCEPT USING TEMP B-TREE", "INTERSECT USING TEMP B-TREE", "LEFT", "RIGHT",
    ]
    let isMerge = text.hasPrefix("MERGE (") && text.hasSuffix(")")
    return isMerge || compounds.contains(String(text)) ? .compound(String(text)) : nil
  }

  private func takeBloomName(_ rest: inout Substring) -> String {
    for name in tables {
      if let behind = rest.after(name), behind.isEmpty || behind.hasPrefix(" ") { return name }
    }
    let end = rest.lastRange(of: " (")?.lowerBound ?? rest.endIndex
    return String(rest[..<end])
  }
}

extension Substring {
  /// The text after a prefix; `nil` if the text does not begin with the prefix.
  fileprivate func after(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  /// The text before a suffix; `nil` if the text does not end with the suffix.
  fileprivate func before(_ suffix: String) -> Substring? {
    hasSuffix(suffix) ? dropLast(suffix.count) : nil
  }

  fileprivate func firstRange(of part: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
      start = index(after: start)
    }
    return nil
  }

  /// The position of the parenthesis that the last character closes; `nil` if the text does not end
  /// with `)`.
  fileprivate var openingOfLastParenthesis: Index? {
    guard hasSuffix(")") else { return nil }
    var depth = 0
    for index in indices.reversed() {
      if self[index] == ")" { depth += 1 }
      if self[index] == "(" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  fileprivate func lastRange(of part: String) -> Range<Index>? {
    var start = endIndex
    while start > startIndex {
      start = index(before: start)
      if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
    }
    return nil
  }

  fileprivate func split(separating separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}
