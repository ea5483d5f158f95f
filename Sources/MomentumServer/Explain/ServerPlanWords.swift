internal import MomentumExplain

/// A plan of the server in the words of the model.
///
///     finds 'Venue' (venue) by the index 'venue_by_name_idx' of 'name' ('name' = 'x')
///     reads every row of 'Location' (location)
struct ServerPlanWords {
  /// The words for tables (`""`) and columns: ``PlainSubjects``.
  let subjects: [String: [String: String]]
  /// The name of the fetched entity, whose rows have the alias `t0`.
  let entity: String
  /// The columns of the indexes, by name.
  let indexColumns: [String: [String]]
  /// The words for indexes that are tried and do not exist.
  let suggested: [String: String]
  /// About how many rows a table has, if the server has counted them.
  let rows: [String: Int]
  private let tables: [String: String]

  init(
    _ root: ServerPlanNode, subjects: [String: [String: String]], entity: String,
    indexColumns: [String: [String]], suggested: [String: String], rows: [String: Int]
  ) {
    self.subjects = subjects
    self.entity = entity
    self.indexColumns = indexColumns
    self.suggested = suggested
    self.rows = rows
    tables = Dictionary(
      root.all.compactMap { node in node.table.map { (node.alias ?? $0, $0) } }
    ) { first, _ in first }
  }

  func steps(of root: ServerPlanNode) -> [ExplainedFetch.Step] {
    var steps: [ExplainedFetch.Step] = []
    add(root, depth: 0, below: nil, &steps)
    return steps
  }

  private func add(
    _ node: ServerPlanNode, depth: Int, below table: String?,
    _ steps: inout [ExplainedFetch.Step]
  ) {
    var depth = depth
    if let name = node.subplanName {
      let often = node.parentRelationship == "InitPlan" ? "once" : "for each row"
      steps.append(
        ExplainedFetch.Step(depth: depth, text: "runs a sub-select \(often):", detail: name))
      depth += 1
    }
    steps.append(
      ExplainedFetch.Step(
        depth: depth, text: text(of: node, below: table), detail: node.detail, table: node.table,
        entity: node.table.flatMap { subjects[$0]?[""] }.map { _ in entity(of: node) },
        index: node.index, rows: node.readsAllRows ? node.table.flatMap { rows[$0] } : nil))
    for child in node.children {
      add(child, depth: depth + 1, below: node.table ?? table, &steps)
    }
  }

  // MARK: - Lines

  /// - Parameter table: The table of the node above: entries of an index are found for its rows.
  private func text(of node: ServerPlanNode, below table: String?) -> String {
    switch node.type {
    case "Seq Scan": "reads every row of \(title(node))"
    case "Index Scan", "Index Only Scan", "Bitmap Index Scan":
      indexed(node, node.table ?? table)
    case "Bitmap Heap Scan": "reads the rows of \(title(node)) that are found below:"
    case "BitmapOr": "finds rows by one index for each side of OR:"
    case "BitmapAnd": "finds rows that all of these have:"
    case "Sort": "sorts the rows in memory:"
    case "Incremental Sort": "sorts rows that agree in the first keys:"
    case "Aggregate", "Group": grouped(node)
    case "Unique": "gives equal rows once:"
    case "Limit": "stops after the rows that are wanted:"
    case "Nested Loop": "for each of the first, finds the second\(often(node)):"
    case "Hash Join": "joins by keys in memory\(often(node)):"
    case "Merge Join": "joins in the order of the keys\(often(node)):"
    case "Hash": "keeps rows by their keys:"
    case "Materialize", "Memoize": "keeps rows for the next time:"
    case "Gather", "Gather Merge": "shares the work between processes:"
    case "Result": node.children.isEmpty ? "makes rows without a table" : "checks once, and reads:"
    case "Subquery Scan": "reads the rows of a sub-select:"
    case "Append": "joins results:"
    case _: node.detail
    }
  }

  private func indexed(_ node: ServerPlanNode, _ table: String?) -> String {
    let index = index(node)
    guard let condition = node.indexCondition else {
      return node.type == "Index Scan"
        ? "reads every row of \(title(node)) in the order of \(index)"
        : "reads every entry of \(index) instead of rows"
    }
    let words = ServerConditionWords(subjects: subjects, tables: tables, own: table)
    let found = " by \(index) (\(words.text(of: condition)))"
    switch node.type {
    case "Index Scan": return "finds \(title(node))\(found)"
    case "Index Only Scan": return "finds \(title(node))\(found), without its rows"
    case _: return "finds rows\(found)"
    }
  }

  private func grouped(_ node: ServerPlanNode) -> String {
    switch node.strategy {
    case "Hashed", "Mixed": "collects the groups in memory:"
    case "Sorted": "makes groups of rows in their order:"
    case _: node.type == "Group" ? "makes groups of rows in their order:" : "counts or sums up:"
    }
  }

  /// How many rows of the second side a row of the first one needs.
  private func often(_ node: ServerPlanNode) -> String {
    switch node.joinType {
    case "Left", "Right", "Full": ", where there is one"
    case "Semi": ", of which one is enough"
    case "Anti": ", and keeps those without one"
    case _: ""
    }
  }

  // MARK: - Names

  /// A table in words: `'Venue' (venue)`, `the join table of 'Article.tags'`.
  func title(_ node: ServerPlanNode) -> String {
    guard let table = node.table, let subject = subjects[table]?[""] else {
      return node.table ?? node.alias ?? "rows"
    }
    if subject.contains(".") { return "the join table of '\(subject)'" }
    return "'\(entity(of: node))' (\(table))"
  }

  private func entity(of node: ServerPlanNode) -> String {
    if node.alias == "t0" { return entity }
    return node.table.flatMap { subjects[$0]?[""] } ?? node.table ?? ""
  }

  /// An index in words: `the index 'venue_by_name_idx' of 'name'`.
  func index(_ node: ServerPlanNode) -> String {
    guard let name = node.index else { return "an index" }
    if let words = suggested[name] { return words }
    if name.hasSuffix("_pkey") { return "the primary key" }
    guard let known = indexColumns[name], let table = known.first else { return "index '\(name)'" }
    let columns = known.dropFirst().map { column in
      ServerConditionWords.property(column, subjects[table]).map { "'\($0)'" } ?? column
    }
    return "the index '\(name)' of \(columns.joined(separator: ", "))"
  }
}
