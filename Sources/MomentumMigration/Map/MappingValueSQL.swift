import MomentumModel
import MomentumSQL
import MomentumStore

/// Writes the values of one entity mapping as SQL over the tables of the old store.
struct MappingValueSQL {
  private let old: OldTables
  private let source: EntityID?
  private(set) var joins: SourceJoins?
  /// The policies' methods so far, those of other entity mappings too.
  private(set) var functions: [MappingPlan.Function]

  /// - Parameters:
  ///   - key: Gives the source's `Z_PK`.
  ///   - row: The alias of the source's row.
  init(
    _ old: OldTables, source: EntityID?, key: String, row: String,
    functions: [MappingPlan.Function] = []
  ) {
    self.old = old
    self.source = source
    self.functions = functions
    joins = source.map { SourceJoins(old, from: $0, key: key, row: row, kind: "LEFT JOIN") }
  }

  /// A column for each leaf of the destination's attribute.
  ///
  /// - Parameter type: Of the destination's column.
  mutating func text(
    _ value: ResolvedMapping.Value, leaf: [String] = [], as type: AttributeType
  ) -> String {
    switch value {
    case .constant(let value): return value.literal
    case .attribute(let path, let id, let inner):
      return attribute(path, id, inner + leaf, as: type)
    case .uri(let path, let isWhole): return uri(path, isWhole: isWhole)
    // Seconds since 2001-01-01 UTC.
    case .now: return "((julianday('now') - 2451910.5) * 86400.0)"
    case .policy(let call): return policy(call)
    }
  }

  private mutating func attribute(
    _ path: [RelationshipID], _ id: AttributeID, _ leaf: [String], as type: AttributeType
  ) -> String {
    let found: (column: String, type: AttributeType)?
    if leaf.isEmpty {
      found = old.schema.attributeColumns[id].map { ($0, old.model[id].type) }
    } else {
      found = old.schema.compositeColumns[id]?.first { $0.path == leaf }
        .map { ($0.column, $0.type) }
    }
    guard let found, let alias = joins?.row(of: path) else { return "NULL" }
    let column = "\(alias).\(SQLPrinter.identifier(found.column))"
    return MappingValueSQL.converted(column, from: found.type, to: type)
  }

  /// A column's declared type makes reals of integers by itself.
  private static func converted(
    _ column: String, from old: AttributeType, to new: AttributeType
  ) -> String {
    switch (old, new) {
    case (.boolean, .boolean): return column
    case (_, .boolean): return "(\(column) <> 0)"
    case (.double, .integer16), (.double, .integer32), (.double, .integer64),
      (.float, .integer16), (.float, .integer32), (.float, .integer64),
      (.decimal, .integer16), (.decimal, .integer32), (.decimal, .integer64):
      return "CAST(\(column) AS INTEGER)"
    case _: return column
    }
  }

  /// `'/Venue/p' || t0.Z_PK`
  private mutating func uri(_ path: [RelationshipID], isWhole: Bool) -> String {
    guard let source, var joins else { return "NULL" }
    let end = joins.end(of: path)
    let family = old.model.entityIDs.filter { old.model.inherits($0, from: end.entity) }
    let name: String
    if path.isEmpty {
      name = SQLPrinter.literal(old.model[source].name)
    } else {
      let alias = joins.row(of: path)
      let cases = family.map {
        "WHEN \(old.schema[$0].number) THEN \(SQLPrinter.literal(old.model[$0].name))"
      }
      name = "CASE \(alias).Z_ENT \(cases.joined(separator: " ")) END"
    }
    self.joins = joins
    let text = "'/' || \(name) || '/p' || \(end.key)"
    return isWhole
      ? "('x-coredata://' || (SELECT Z_UUID FROM Z_METADATA LIMIT 1) || \(text))" : "(\(text))"
  }

  private mutating func policy(_ call: ResolvedMapping.PolicyCall) -> String {
    var arguments: [String] = []
    for argument in call.arguments {
      switch argument {
      case .value(let value): arguments.append(text(value, as: .undefined))
      case .variable: break
      case .object(let path, _):
        guard var joins else { continue }
        let alias = joins.row(of: path)
        self.joins = joins
        arguments += ["\(alias).Z_ENT", "\(alias).Z_PK"]
      }
    }
    let name = "momentum_policy_\(functions.count)"
    functions.append(
      MappingPlan.Function(name: name, call: call, argumentCount: arguments.count))
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }
}
