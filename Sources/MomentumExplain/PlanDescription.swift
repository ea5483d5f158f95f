import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQLite
import MomentumStore

/// A plan in the words of the model.
///
///     reads every row of 'Venue' (ZVENUE)
///     finds 'Location' over 'location' by its primary key
struct PlanDescription {
  let names: SchemaNames
  let statement: PlannedStatement
  /// The indexes that were proposed, by their name in the store.
  private let suggested: [String: String]

  init(names: SchemaNames, statement: PlannedStatement, suggested: [SuggestedIndex]) {
    self.names = names
    self.statement = statement
    self.suggested = Dictionary(
      suggested.map {
        ($0.storeName, "the new index '\($0.index.name)' of '\(names.model[$0.entity].name)'")
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The lines in the order of the plan. If a store was opened, a line that reads a whole table
  /// shows its number of rows.
  func steps(
    of plan: QueryPlan, counts: StoreCounts?
  ) throws(StoreError) -> [ExplainedFetch.Step] {
    var result: [ExplainedFetch.Step] = []
    for (depth, node) in plan.lines {
      var step = ExplainedFetch.Step(
        depth: depth, text: text(of: node.step), detail: node.detail, table: nil, entity: nil,
        index: node.step.indexName, rows: nil)
      if let access = node.step.access, let table = statement.tables[access.name] {
        step.table = table.name
        step.entity = entity(of: access.name).map { names.model[$0].name }
        if let counts, node.step.readsAllRows { step.rows = try counts.rows(of: table.name) }
      }
      result.append(step)
    }
    return result
  }

  // MARK: - Lines

  private func text(of step: QueryPlanStep) -> String {
    switch step {
    case .scan(let access): return scan(access)
    case .search(let access):
      if step.isByEntityOnly {
        return "reads every row of \(wholeTitle(access.name)) by \(indexTitle(access))"
      }
      return search(access)
    case .constantRows(let count): return count == 1 ? "makes one row" : "makes \(count) rows"
    case .temporaryTree(let purpose): return text(of: purpose)
    case .subquery(let subquery): return text(of: subquery)
    case .coroutine(let name): return "gives the rows of \(name) one by one:"
    case .materialize(let name): return "collects the rows of \(name) first:"
    case .compound(let name): return "joins results (\(name.lowercased())):"
    case .multipleIndexes: return "finds rows by one index for each side of OR:"
    case .branch(let number): return "side \(number):"
    case .bloomFilter(let name): return "keeps a filter of the keys of \(title(name))"
    case .inOperator(let index):
      return "looks up the list of IN by \(index.map { indexTitle($0) } ?? "the primary key")"
    case .other(let text): return text
    }
  }

  private func scan(_ access: TableAccess) -> String {
    if access.name.hasPrefix("(") { return "reads the rows of \(access.name)" }
    switch access.method {
    case .index(let name, let isCovering):
      return isCovering
        ? "reads every entry of \(indexTitle(name)) instead of the rows of \(wholeTitle(access.name))"
        : "reads every row of \(wholeTitle(access.name)) in the order of \(indexTitle(name))"
    case .rows, .rowKey, .primaryKey, .automaticIndex:
      return "reads every row of \(wholeTitle(access.name))"
    case .virtualTable(let index): return "reads the virtual table \(access.name) (\(index))"
    }
  }

  private func search(_ access: TableAccess) -> String {
    let optional = access.isLeftJoin ? ", where there is one" : ""
    let columns = conditions(access)
    switch access.method {
    case .rowKey, .primaryKey:
      let isRange = access.constraints.contains { $0.comparison != .equal }
      return isRange
        ? "reads a range of \(title(access.name)) by primary key\(optional)"
        : "finds \(title(access.name)) by its primary key\(optional)"
    case .index(let name, let isCovering):
      return "finds \(title(access.name)) by \(indexTitle(name))\(columns)"
        + "\(isCovering ? ", without its rows" : "")\(optional)"
    case .automaticIndex:
      return "makes an index of \(title(access.name)) for this request alone\(columns)\(optional)"
    case .rows: return "finds \(title(access.name))\(columns)\(optional)"
    case .virtualTable(let index):
      return "finds rows of the virtual table \(access.name) (\(index))\(optional)"
    }
  }

  private func text(of purpose: QueryPlanStep.Purpose) -> String {
    switch purpose {
    case .order: return "sorts all matching rows in memory: no index gives the order \(order)"
    case .lastKeysOfOrder:
      return
        "sorts rows that agree in the first keys in memory: the index does not give the order \(order)"
    case .distinct: return "remembers the rows given, to give each once"
    case .group: return "collects the groups in memory"
    case .aggregate(let name):
      return "remembers the values counted, for \(name.lowercased()) of each once"
    }
  }

  private func text(of subquery: QueryPlanStep.Subquery) -> String {
    if subquery.isReused { return "uses the rows of sub-select \(subquery.number) again" }
    let what = subquery.isList ? "makes the list of sub-select" : "runs sub-select"
    return "\(what) \(subquery.number) \(subquery.isCorrelated ? "for each row" : "once"):"
  }

  // MARK: - Names

  /// The sort keys in the order of the request: `name, date descending`.
  var order: String {
    let terms = SearchTerms(model: names.model, schema: names.schema)
    let keys = statement.request.sortKeys.compactMap { key -> String? in
      guard case .path(let path) = key.value else { return nil }
      var parts = path.steps.map { names.model[$0].name }
      if let (steps, element, _) = terms.element(of: path) {
        parts = steps.map { names.model[$0].name } + [element.key]
      }
      return parts.joined(separator: ".") + (key.isAscending ? "" : " descending")
    }
    return keys.isEmpty ? "wanted" : keys.joined(separator: ", ")
  }

  /// A table in words: `'Location' over 'location'`, `'Item' (ZITEM)`,
  /// `the join table of 'Item.tags'`.
  func title(_ alias: String) -> String {
    guard let table = statement.tables[alias] else { return alias }
    if case .joinTable(let id)? = names.tables[table.name] {
      let step = relationship(of: table) ?? id
      return "the join table of '\(names.model[step.entity].name).\(names.model[step].name)'"
    }
    guard let entity = entity(of: alias) else { return table.name }
    let name = "'\(names.model[entity].name)'"
    if let step = relationship(of: table) { return "\(name) over '\(names.model[step].name)'" }
    return "\(name) (\(table.name))"
  }

  /// A table that is read as a whole, in words: `'Location' (ZLOCATION)`. The rows are not found by
  /// a relationship, so none is named.
  func wholeTitle(_ alias: String) -> String {
    guard let table = statement.tables[alias], let entity = entity(of: alias) else {
      return title(alias)
    }
    return "'\(names.model[entity].name)' (\(table.name))"
  }

  /// The entity of the objects that an alias selects.
  func entity(of alias: String) -> EntityID? {
    guard let table = statement.tables[alias] else { return nil }
    if table == statement.tables.all.first { return statement.request.entity }
    guard case .entity(let root)? = names.tables[table.name] else { return nil }
    return relationship(of: table).map { names.model[$0].destination } ?? root
  }

  private func relationship(of table: StatementTables.Table) -> RelationshipID? {
    guard let join = table.join else { return nil }
    let isRight = join.right.alias == table.alias
    let (near, far) = isRight ? (join.left, join.right) : (join.right, join.left)
    guard let nearTable = statement.tables[near.alias] else { return nil }
    return names.relationship(
      from: .init(table: nearTable.name, column: near.name),
      to: .init(table: table.name, column: far.name))
  }

  private func indexTitle(_ access: TableAccess) -> String {
    if case .index(let name, _) = access.method { return indexTitle(name) }
    return "an index"
  }

  func indexTitle(_ name: String) -> String { suggested[name] ?? names.index(name) }

  /// The columns that a search compares, in words: ` ('name' =, 'views' >)`.
  private func conditions(_ access: TableAccess) -> String {
    guard !access.constraints.isEmpty else { return "" }
    let table = statement.tables[access.name]?.name
    let texts = access.constraints.map { constraint in
      let columns = constraint.columns.map { names.column($0, of: table) }.joined(separator: ", ")
      return constraint.comparison == .any
        ? "any \(columns)" : "\(columns) \(constraint.comparison.rawValue)"
    }
    return " (\(texts.joined(separator: ", ")))"
  }
}

extension QueryPlanStep {
  /// The table that the step reads; `nil` if it reads none.
  var access: TableAccess? {
    switch self {
    case .scan(let access), .search(let access): access
    case .constantRows, .temporaryTree, .subquery, .coroutine, .materialize, .compound,
      .multipleIndexes, .branch, .bloomFilter, .inOperator, .other:
      nil
    }
  }
}
