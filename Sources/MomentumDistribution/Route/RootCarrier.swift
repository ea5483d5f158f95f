import MomentumSQL
import MomentumStore

/// Adds the root's key to every join and every correlated subquery, so that an engine sees that
/// rows of one root meet only each other.
///
///     t0.project_id = t1.id   →   (t0.project_id = t1.id AND t0.account_id = t1.account_id)
///
/// The result is the same: a key refers to a row of the same root, which the foreign keys hold.
struct RootCarrier {
  let schema: DistributedSchema
  private let tables: [String: DistributedTable]
  /// The table that a column refers to, by table and column; a primary key refers to its own table.
  private let targets: [String: [String: String]]

  init(_ schema: DistributedSchema) {
    self.schema = schema
    tables = Dictionary(schema.tables.map { ($0.name, $0) }) { first, _ in first }
    var targets: [String: [String: String]] = [:]
    for table in schema.tables {
      for key in table.foreignKeys {
        if let column = key.columns.last { targets[table.name, default: [:]][column] = key.table }
      }
      if case .entity = table.table.kind, let identity = table.table.primaryKey.last {
        targets[table.name, default: [:]][identity] = table.name
      }
    }
    self.targets = targets
  }

  /// The table of each alias in a SELECT, by alias.
  typealias Aliases = [String: DistributedTable]

  /// The tables that the clause FROM of a SELECT names.
  func aliases(of select: SQLSelect) -> [(alias: String, table: DistributedTable)] {
    ([select.source] + select.joins.map(\.source)).compactMap { source in
      switch source {
      case .table(let name, let alias): return tables[name].map { (alias ?? name, $0) }
      case .union(let first, _, let alias):
        guard case .table(let name, _) = first.source else { return nil }
        return tables[name].map { (alias, $0) }
      case .select, .array: return nil
      }
    }
  }

  /// The columns with the root's key that every row of a SELECT has a value in: those of the first
  /// table, of tables that are joined by an inner join, and of tables whose key no row lacks. Grouped
  /// by another one, the rows without a value would be one group of several roots.
  func certainRoots(of select: SQLSelect) -> [SQLColumn] {
    var certain: [String: DistributedTable] = [:]
    var columns: [SQLColumn] = []
    for (index, (alias, table)) in aliases(of: select).enumerated() {
      let join = index > 0 ? select.joins.first { $0.source.alias == alias } : nil
      guard join.map({ isCertain($0, alias, table, certain) }) ?? true else { continue }
      certain[alias] = table
      if let root = table.rootColumn { columns.append(SQLColumn(alias, root)) }
    }
    return columns
  }

  /// Whether a join finds a row for every row of the tables before it.
  private func isCertain(
    _ join: SQLJoin, _ alias: String, _ table: DistributedTable, _ certain: Aliases
  ) -> Bool {
    guard join.kind == .leftOuter else { return true }
    return join.condition.conjuncts.contains { condition in
      guard case .comparison(let left, .equal, let right) = condition,
        let key = left.columnReference, let identity = right.columnReference,
        let holder = certain[key.table], identity.table == alias,
        table.table.primaryKey.last == identity.name,
        targets[holder.name]?[key.name] == table.name
      else { return false }
      return holder.table.columns.contains { $0.name == key.name && !$0.isNullable }
    }
  }

  /// - Parameter outer: The tables of the SELECTs around this one.
  func carry(_ select: SQLSelect, _ outer: Aliases = [:]) -> SQLSelect {
    var known = outer
    for (alias, table) in aliases(of: select) { known[alias] = table }
    func inner(_ expression: SQLExpression) -> SQLExpression {
      expression.mapped(inner) { carry($0, known) }
    }
    var result = select
    result.source = carry(select.source, known)
    result.joins = select.joins.map {
      SQLJoin($0.kind, carry($0.source, known), on: inner(withRoots($0.condition, known)))
    }
    result.condition = select.condition.map { inner(withRoots($0, known)) }
    result.columns = select.columns.map(inner)
    result.groups = select.groups.map(inner)
    result.groupCondition = select.groupCondition.map(inner)
    for index in result.order.indices {
      result.order[index].expression = inner(result.order[index].expression)
    }
    return result
  }

  /// A source with the root's key among the columns of a union.
  private func carry(_ source: SQLSource, _ known: Aliases) -> SQLSource {
    switch source {
    case .table, .array: return source
    case .select(let select, let alias): return .select(carry(select, known), alias: alias)
    case .union(let first, let second, let alias):
      guard let root = known[alias]?.rootColumn else { return source }
      func adding(_ select: SQLSelect) -> SQLSelect {
        guard case .table(_, let inner?) = select.source else { return select }
        var select = select
        select.columns.append(.named(.joinColumn(SQLColumn(inner, root)), root))
        return select
      }
      return .union(adding(first), adding(second), alias: alias)
    }
  }

  /// A condition with an equality of roots beside each equality of keys that must be true.
  private func withRoots(_ condition: SQLExpression, _ known: Aliases) -> SQLExpression {
    switch condition {
    case .and(let operands): return .and(operands.map { withRoots($0, known) })
    case .parenthesized(let operand): return .parenthesized(withRoots(operand, known))
    case .comparison(let left, .equal, let right):
      guard let first = left.columnReference, let second = right.columnReference,
        let roots = roots(first, second, known)
      else { return condition }
      return .and([
        condition,
        .comparison(.joinColumn(roots.0), .equal, .joinColumn(roots.1)),
      ])
    case _: return condition
    }
  }

  private func roots(
    _ first: SQLColumn, _ second: SQLColumn, _ known: Aliases
  ) -> (SQLColumn, SQLColumn)? {
    guard let left = known[first.table], let right = known[second.table],
      let leftRoot = left.rootColumn, let rightRoot = right.rootColumn,
      first.table != second.table,
      first.name != leftRoot || second.name != rightRoot,
      let target = targets[left.name]?[first.name], target == targets[right.name]?[second.name],
      tables[target]?.rootColumn != nil
    else { return nil }
    return (SQLColumn(first.table, leftRoot), SQLColumn(second.table, rightRoot))
  }
}

extension SQLSource {
  /// The name by which columns refer to the source.
  fileprivate var alias: String? {
    switch self {
    case .table(let name, let alias): alias ?? name
    case .select(_, let alias): alias
    case .union(_, _, let alias), .array(_, let alias): alias
    }
  }
}
