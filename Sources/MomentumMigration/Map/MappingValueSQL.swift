import MomentumModel
import MomentumSQL
import MomentumStore

/// Writes the values of one entity mapping as SQL over the tables of the old store.
struct MappingValueSQL {
  private let old: OldTables
  private let source: EntityID?
  private(set) var joins: SourceJoins?
  /// The policy methods that expressions call, including those of earlier entity mappings.
  private(set) var functions: [MappingPlan.Function]

  /// - Parameters:
  ///   - key: An expression for the source's `Z_PK`.
  ///   - row: The alias of the source's row.
  init(
    _ old: OldTables, source: EntityID?, key: SQLFragment, row: SQLFragment,
    functions: [MappingPlan.Function] = []
  ) {
    self.old = old
    self.source = source
    self.functions = functions
    joins = source.map { SourceJoins(old, from: $0, key: key, row: row, kind: .left) }
  }

  /// The SQL for one column of the destination's attribute. A composite has a column for each leaf.
  ///
  /// - Parameter type: The type of the destination's column.
  mutating func sql(
    _ value: ResolvedMapping.Value, leaf: [String] = [], as type: AttributeType
  ) -> SQLFragment {
    switch value {
    case .constant(let value): return value.literal
    case .attribute(let path, let id, let inner):
      return attribute(path, id, inner + leaf, as: type)
    case .uri(let path, let isWhole): return uri(path, isWhole: isWhole)
    case .now: return StepBuilder.now
    case .policy(let call): return policy(call)
    }
  }

  private mutating func attribute(
    _ path: [RelationshipID], _ id: AttributeID, _ leaf: [String], as type: AttributeType
  ) -> SQLFragment {
    let found: (column: String, type: AttributeType)?
    if leaf.isEmpty {
      found = old.schema.attributeColumns[id].map { ($0, old.model[id].type) }
    } else {
      found = old.schema.compositeColumns[id]?.first { $0.path == leaf }
        .map { ($0.column, $0.type) }
    }
    guard let found, let alias = joins?.row(of: path) else { return "NULL" }
    let column: SQLFragment = "\(sql: alias).\(name: found.column)"
    return MappingValueSQL.converted(column, from: found.type, to: type)
  }

  /// Converts a number to another type. An integer needs no conversion to a real: the declared type
  /// of the destination's column makes SQLite store it as a real.
  private static func converted(
    _ column: SQLFragment, from old: AttributeType, to new: AttributeType
  ) -> SQLFragment {
    switch (old, new) {
    case (.boolean, .boolean): return column
    case (_, .boolean): return "(\(sql: column) <> 0)"
    case (.double, .integer16), (.double, .integer32), (.double, .integer64),
      (.float, .integer16), (.float, .integer32), (.float, .integer64),
      (.decimal, .integer16), (.decimal, .integer32), (.decimal, .integer64):
      return "CAST(\(sql: column) AS INTEGER)"
    case _: return column
    }
  }

  /// The URI of an object as SQL: `'/Venue/p' || t0.Z_PK`.
  private mutating func uri(_ path: [RelationshipID], isWhole: Bool) -> SQLFragment {
    guard let source, var joins else { return "NULL" }
    let end = joins.end(of: path)
    let family = old.model.entityIDs.filter { old.model.inherits($0, from: end.entity) }
    let name: SQLFragment
    if path.isEmpty {
      name = .text(old.model[source].name)
    } else {
      let alias = joins.row(of: path)
      let cases = family.map { entity -> SQLFragment in
        "WHEN \(number: old.schema[entity].number) THEN \(text: old.model[entity].name)"
      }
      name = "CASE \(sql: alias).Z_ENT \(list: cases, separator: " ") END"
    }
    self.joins = joins
    let text: SQLFragment = "'/' || \(sql: name) || '/p' || \(sql: end.key)"
    guard isWhole else { return "(\(sql: text))" }
    return "('x-coredata://' || (SELECT Z_UUID FROM Z_METADATA LIMIT 1) || \(sql: text))"
  }

  /// A call of a policy's method as SQL: `momentum_policy_0(t0.Z_ENT, t0.Z_PK)`.
  private mutating func policy(_ call: ResolvedMapping.PolicyCall) -> SQLFragment {
    var arguments: [SQLFragment] = []
    for argument in call.arguments {
      switch argument {
      case .value(let value): arguments.append(sql(value, as: .undefined))
      case .variable: break
      case .object(let path, _):
        guard var joins else { continue }
        let alias = joins.row(of: path)
        self.joins = joins
        arguments += ["\(sql: alias).Z_ENT", "\(sql: alias).Z_PK"]
      }
    }
    let name = "momentum_policy_\(functions.count)"
    functions.append(
      MappingPlan.Function(name: name, call: call, argumentCount: arguments.count))
    return "\(name: name)(\(list: arguments))"
  }
}
