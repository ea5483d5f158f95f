package import MomentumModel
import MomentumSQL
package import MomentumStore

/// The tables of an old store under the names that they have while a mapping model is carried out.
package struct OldTables: Sendable, Hashable {
  package let model: ObjectModel
  package let schema: StoreSchema
  /// By their own names; empty while they have those still.
  private var renamed: [String: String] = [:]

  /// Under their own names.
  init(_ planned: PlannedModel) {
    model = planned.model
    schema = planned.schema
  }

  /// Under names that nothing in the store has.
  init(_ planned: PlannedModel, asideIn catalog: StoreCatalog) {
    self.init(planned)
    let taken = Set(
      (catalog.tables.map(\.name) + catalog.objects.map(\.name)
        + planned.schema.tables.map(\.name)).map { $0.lowercased() })
    var count = 0
    for table in schema.tables {
      for name in [table.name] + table.joinTables.map(\.name) {
        var candidate: String
        repeat {
          candidate = "momentum_old_\(count)"
          count += 1
        } while taken.contains(candidate)
        renamed[name] = candidate
      }
    }
  }

  /// The name in a statement.
  package func sql(_ table: String) -> String {
    SQLPrinter.identifier(renamed[table] ?? table)
  }

  package func table(of entity: EntityID) -> String { sql(schema[entity].table) }
}

/// The joins that lead from a source object to what its key paths reach.
///
/// The source's key is an expression given at the start; each path is walked once.
struct SourceJoins {
  private let old: OldTables
  private let source: EntityID
  private let sourceKey: String
  /// `JOIN`, or `LEFT JOIN` where an object without the other one counts too.
  private let kind: String
  /// In order, each with a blank in front.
  private(set) var text = ""
  private var rows: [[RelationshipID]: String] = [:]
  private var ends: [[RelationshipID]: End] = [:]
  private var count = 0

  /// Where a path ends.
  struct End {
    var entity: EntityID
    /// Gives `Z_PK` of the object.
    var key: String
    /// Gives the object's position in the last relationship, where that one is ordered.
    var order: String?
  }

  /// - Parameter row: The alias of the source's row, where the statement has it already.
  init(_ old: OldTables, from source: EntityID, key: String, row: String? = nil, kind: String) {
    self.old = old
    self.source = source
    sourceKey = key
    self.kind = kind
    if let row { rows[[]] = row }
  }

  mutating func end(of path: [RelationshipID]) -> End {
    if let known = ends[path] { return known }
    var walked: [RelationshipID] = []
    var end = End(entity: source, key: sourceKey)
    for step in path {
      let next = walked + [step]
      if let known = ends[next] {
        end = known
      } else {
        end = self.step(step, from: end, walked, next)
        ends[next] = end
      }
      walked = next
    }
    return end
  }

  /// The alias of the row at a path's end.
  mutating func row(of path: [RelationshipID]) -> String {
    let end = end(of: path)
    if let known = rows[path] { return known }
    return join(old.table(of: end.entity), "Z_PK", end.key, as: path)
  }

  private mutating func step(
    _ id: RelationshipID, from end: End, _ walked: [RelationshipID], _ next: [RelationshipID]
  ) -> End {
    let destination = old.model[id].destination
    switch old.schema.relationships[id] {
    case .foreignKey(let key):
      let alias = row(of: walked)
      return End(entity: destination, key: "\(alias).\(SQLPrinter.identifier(key.column))")
    case .inverseForeignKey(let key):
      let alias = join(old.table(of: destination), key.column, end.key, as: next)
      return End(
        entity: destination, key: "\(alias).Z_PK",
        order: key.orderColumn.map { "\(alias).\(SQLPrinter.identifier($0))" })
    case .joinTable(let side):
      let alias = join(old.sql(side.table), side.sourceColumn, end.key, as: nil)
      return End(
        entity: destination, key: "\(alias).\(SQLPrinter.identifier(side.destinationColumn))",
        order: side.orderColumn.map { "\(alias).\(SQLPrinter.identifier($0))" })
    // Not stored, which the resolver has refused.
    case nil: return End(entity: destination, key: "NULL")
    }
  }

  private mutating func join(
    _ table: String, _ column: String, _ key: String, as path: [RelationshipID]?
  ) -> String {
    count += 1
    let alias = "s\(count)"
    text += " \(kind) \(table) \(alias) ON \(alias).\(SQLPrinter.identifier(column)) = \(key)"
    if let path { rows[path] = alias }
    return alias
  }
}
