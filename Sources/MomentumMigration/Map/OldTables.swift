package import MomentumModel
import MomentumSQL
package import MomentumStore

/// The tables of an old store under the names that they have while a mapping model is carried out.
package struct OldTables: Sendable, Hashable {
  package let model: ObjectModel
  package let schema: StoreSchema
  /// The temporary names of tables, by their original names; empty if the tables are not renamed.
  private var renamed: [String: String] = [:]

  /// The tables under their original names.
  init(_ planned: PlannedModel) {
    model = planned.model
    schema = planned.schema
  }

  /// The tables under temporary names that no table or other object of the store has.
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

  /// The table's name while the mapping model is carried out.
  package func name(of table: String) -> String { renamed[table] ?? table }

  package func table(of entity: EntityID) -> String { name(of: schema[entity].table) }
}

/// The joins from a source object to the objects that its key paths reach.
///
/// The key of the source is an expression given at the start. Each path is joined only once.
struct SourceJoins {
  private let old: OldTables
  private let source: EntityID
  private let sourceKey: SQLFragment
  private let kind: Kind
  /// The SQL of all joins so far, each with a leading space.
  private(set) var sql: SQLFragment = ""
  private var rows: [[RelationshipID]: SQLFragment] = [:]
  private var ends: [[RelationshipID]: End] = [:]
  private var count = 0

  enum Kind {
    /// A join that drops a source object if the path leads to no object.
    case inner
    /// A left join that keeps a source object if the path leads to no object; the columns are then
    /// NULL.
    case left

    fileprivate var words: SQLFragment {
      switch self {
      case .inner: "JOIN"
      case .left: "LEFT JOIN"
      }
    }
  }

  /// The object at the end of a path of relationships.
  struct End {
    var entity: EntityID
    /// An SQL expression for the object's `Z_PK`.
    var key: SQLFragment
    /// An expression for the object's position in the last relationship of the path; `nil` if that
    /// relationship is not ordered.
    var order: SQLFragment?
  }

  /// - Parameter row: The alias of the source object's row; `nil` if the statement does not have the row.
  init(
    _ old: OldTables, from source: EntityID, key: SQLFragment, row: SQLFragment? = nil, kind: Kind
  ) {
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

  /// The alias of the row at the end of a path. Joins its table if that was not done before.
  mutating func row(of path: [RelationshipID]) -> SQLFragment {
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
      return End(entity: destination, key: "\(sql: alias).\(name: key.column)")
    case .inverseForeignKey(let key):
      let alias = join(old.table(of: destination), key.column, end.key, as: next)
      return End(
        entity: destination, key: "\(sql: alias).Z_PK",
        order: key.orderColumn.map { "\(sql: alias).\(name: $0)" })
    case .joinTable(let side):
      let alias = join(old.name(of: side.table), side.sourceColumn, end.key, as: nil)
      return End(
        entity: destination, key: "\(sql: alias).\(name: side.destinationColumn)",
        order: side.orderColumn.map { "\(sql: alias).\(name: $0)" })
    // The resolver has refused relationships that are not stored, so this does not happen.
    case nil: return End(entity: destination, key: "NULL")
    }
  }

  /// Appends a join: ` JOIN ZCITY s1 ON s1.Z_PK = o.ZCITY`.
  ///
  /// - Returns: The alias of the table's row.
  private mutating func join(
    _ table: String, _ column: String, _ key: SQLFragment, as path: [RelationshipID]?
  ) -> SQLFragment {
    count += 1
    let alias: SQLFragment = "s\(number: count)"
    sql +=
      " \(sql: kind.words) \(name: table) \(sql: alias) ON \(sql: alias).\(name: column) = \(sql: key)"
    if let path { rows[path] = alias }
    return alias
  }
}
