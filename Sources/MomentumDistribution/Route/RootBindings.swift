import MomentumSQL

/// The tables that a statement reads, each with what is known about the root of its rows.
///
/// Only conditions that every row of a SELECT satisfies count. What holds inside a subquery says
/// nothing about the SELECT around it, so each subquery works on a copy.
struct RootBindings {
  /// A table with rows of roots at one place of the statement.
  struct Reading {
    var table: String
    /// The value that the root's key is equal to; `nil` if no condition binds it.
    var binding: SQLBinding?
    /// The column of the condition with the value.
    var column: SQLColumn?
    /// Whether the rows are of the same root as those of the first table.
    var isOfMainRoot: Bool
  }

  private(set) var readings: [Reading] = []
  /// The name of the reference table that the outermost SELECT reads first; `nil` if it reads a
  /// table with rows of roots.
  private(set) var leadingReference: String?
  private let carrier: RootCarrier
  private var parents: [Int] = []
  private var main: Int?

  private struct Scope {
    var nodes: [String: (node: Int, table: DistributedTable)] = [:]
    /// Pairs of nodes with the same root.
    var same: [(Int, Int)] = []
    var bound: [(node: Int, binding: SQLBinding, column: SQLColumn)] = []
  }

  init(of select: SQLSelect, _ carrier: RootCarrier) {
    self.carrier = carrier
    var first = select
    while case .select(let inner, _) = first.source { first = inner }
    if let (_, table) = carrier.aliases(of: first).first, table.rootColumn == nil {
      leadingReference = table.name
    }
    read(select, Scope())
  }

  /// The value that binds the root of every table; `nil` if there is none or if there are several.
  var binding: (binding: SQLBinding, column: SQLColumn)? {
    guard let first = readings.first, let binding = first.binding, let column = first.column,
      readings.allSatisfy({ $0.binding == binding })
    else { return nil }
    return (binding, column)
  }

  // MARK: - Reading

  private mutating func read(_ select: SQLSelect, _ outer: Scope) {
    var scope = outer
    var own: [Int] = []
    for (alias, table) in carrier.aliases(of: select) {
      let node = parents.count
      parents.append(node)
      scope.nodes[alias] = (node, table)
      if table.rootColumn != nil { own.append(node) }
    }
    for condition in select.joins.map(\.condition) + [select.condition].compactMap({ $0 }) {
      for conjunct in condition.conjuncts { note(conjunct, &scope) }
    }
    if main == nil { main = own.first }
    let tables = Dictionary(scope.nodes.values.map { ($0.node, $0.table.name) }) { first, _ in first
    }
    for node in own {
      let group = group(of: node, scope)
      let bound = scope.bound.first { group.contains($0.node) }
      readings.append(
        Reading(
          table: tables[node] ?? "", binding: bound?.binding, column: bound?.column,
          isOfMainRoot: main.map { group.contains($0) } ?? false))
    }
    for source in [select.source] + select.joins.map(\.source) {
      if case .select(let inner, _) = source { read(inner, scope) }
    }
    var nested: [SQLSelect] = []
    for expression in select.expressions + select.joins.map(\.condition) {
      expression.walk({ _ in }, select: { nested.append($0) })
    }
    for inner in nested { read(inner, scope) }
  }

  private func note(_ condition: SQLExpression, _ scope: inout Scope) {
    guard case .comparison(let left, .equal, let right) = condition else { return }
    switch (root(left, scope), root(right, scope)) {
    case (let first?, let second?): scope.same.append((first.node, second.node))
    case (let root?, nil):
      if case .placeholder(let binding, _) = right {
        scope.bound.append((root.node, binding, root.column))
      }
    case (nil, let root?):
      if case .placeholder(let binding, _) = left {
        scope.bound.append((root.node, binding, root.column))
      }
    case (nil, nil): break
    }
  }

  /// The table of which the expression is the root's key.
  private func root(
    _ expression: SQLExpression, _ scope: Scope
  ) -> (node: Int, column: SQLColumn)? {
    guard let column = expression.columnReference, let (node, table) = scope.nodes[column.table],
      table.rootColumn == column.name
    else { return nil }
    return (node, column)
  }

  /// All tables whose rows are of the same root as those of a table.
  private func group(of node: Int, _ scope: Scope) -> Set<Int> {
    var group: Set<Int> = [node]
    var hasGrown = true
    while hasGrown {
      hasGrown = false
      for (first, second) in scope.same where group.contains(first) != group.contains(second) {
        group.formUnion([first, second])
        hasGrown = true
      }
    }
    return group
  }
}
