import MomentumSQL

/// Finds uses of keys that UUIDs do not have.
enum KeyUse {
  /// Why the statement cannot run with UUIDs as keys; `nil` if it can.
  ///
  /// - Parameter keys: The columns with keys, by table.
  static func refusal(of select: SQLSelect, keys: [String: Set<String>]) -> String? {
    var aliases: [String: String] = [:]
    for source in [select.source] + select.joins.map(\.source) {
      if case .table(let name, let alias) = source { aliases[alias ?? name] = name }
    }
    var reason: String?
    var nested: [SQLSelect] = []
    for expression in select.expressions + select.joins.map(\.condition) {
      expression.walk(
        { reason = reason ?? refusal(of: $0, aliases, keys) }, select: { nested.append($0) })
    }
    for source in [select.source] + select.joins.map(\.source) {
      if case .select(let inner, _) = source { nested.append(inner) }
    }
    for inner in nested { reason = reason ?? refusal(of: inner, keys: keys) }
    return reason
  }

  private static func refusal(
    of expression: SQLExpression, _ aliases: [String: String], _ keys: [String: Set<String>]
  ) -> String? {
    let number = "it names an object by its number, and keys are UUIDs here; use a $VARIABLE"
    switch expression {
    case .placeholder(.value(.integer), .uuid): return number
    case .isInText(_, let values, .uuid):
      let hasNumber = values.contains { if case .integer = $0 { true } else { false } }
      return hasNumber ? number : nil
    case .aggregate(.minimum, let operand, _), .aggregate(.maximum, let operand, _):
      // PostgreSQL has min(uuid) from version 18 on.
      guard let column = operand.columnReference, let table = aliases[column.table],
        keys[table]?.contains(column.name) == true
      else { return nil }
      return "it asks for the least or greatest key, and UUIDs have no order of their own"
    case _: return nil
    }
  }
}
