import MomentumDistribution
import MomentumModel
import MomentumSQL
import MomentumStore
import MomentumTestSupport

/// Random rows of a distributed schema as INSERT statements, by the rules of its tables: keys lead to
/// rows of the same root, and unique values are unique.
struct RandomRows {
  /// Statements for every server.
  private(set) var reference: [String] = []
  /// Statements for the coordinator.
  private(set) var distributed: [String] = []
  private(set) var roots: [String] = []

  private let schema: DistributedSchema
  private var random: SeededGenerator
  /// The keys of the rows so far, by table and root; those of reference tables have the root "".
  private var keys: [String: [String: [String]]] = [:]
  /// The values that a unique constraint has seen.
  private var used: Set<[String]> = []
  private var count = 0

  init(_ schema: DistributedSchema, seed: UInt64, rootCount: Int, rowsMax: Int) {
    self.schema = schema
    random = SeededGenerator(seed: seed)
    for table in schema.tables where table.rootColumn == nil {
      for _ in 0..<rowsMax { insert(into: table, root: "") }
    }
    for _ in 0..<rootCount {
      let root = uuid()
      let before = distributed.count
      for table in ordered where table.rootColumn != nil {
        let rows = table.isRoot ? 1 : Int.random(in: 0...rowsMax, using: &random)
        for _ in 0..<rows { insert(into: table, root: root) }
      }
      // A root may require a row that was not drawn; without the root, its rows have no place.
      if keys[schema.rootTable?.name ?? ""]?[root] == nil {
        distributed.removeSubrange(before...)
      } else {
        roots.append(root)
      }
    }
  }

  /// Each table after those that its required keys need.
  private var ordered: [DistributedTable] {
    var rest = schema.tables
    var result: [DistributedTable] = []
    while !rest.isEmpty {
      let waiting = Set(rest.map(\.name))
      let next = rest.firstIndex { table in
        table.foreignKeys.allSatisfy { key in
          !waiting.contains(key.table) || key.table == table.name || isOptional(key, table)
        }
      }
      result.append(rest.remove(at: next ?? 0))
    }
    return result
  }

  private func isOptional(_ key: DistributedForeignKey, _ table: DistributedTable) -> Bool {
    let own = key.columns.last
    return table.table.columns.first { $0.name == own }?.isNullable == true
  }

  private mutating func uuid() -> String {
    count += 1
    let digits = String(count, radix: 16)
    let random = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
    return String(repeating: "0", count: 8 - random.count) + random + "-0000-4000-8000-"
      + String(repeating: "0", count: 12 - digits.count) + digits
  }

  private mutating func insert(into table: DistributedTable, root: String) {
    var values: [String: String] = [:]
    if let column = table.rootColumn { values[column] = root }
    let entity = entities(of: table).randomElement(using: &random)
    for key in table.foreignKeys {
      guard let own = key.columns.last, own != table.rootColumn,
        let column = table.table.columns.first(where: { $0.name == own })
      else { continue }
      let need = need(of: column, entity)
      let isDistributed = schema.table(named: key.table)?.rootColumn != nil
      let known = keys[key.table]?[isDistributed ? root : ""] ?? []
      if need != .none, let found = known.randomElement(using: &random),
        need == .required || Int.random(in: 0..<4, using: &random) > 0
      {
        values[own] = found
      } else if need == .required {
        return
      }
    }
    let keyColumns = Set(table.foreignKeys.flatMap(\.columns))
    for column in table.table.columns
    where values[column.name] == nil && !keyColumns.contains(column.name) {
      guard let value = value(of: column, entity) else { continue }
      values[column.name] = value
    }
    for case .ordered(let first, let second) in table.table.checks {
      if let left = values[first], let right = values[second], left > right {
        (values[first], values[second]) = (right, left)
      }
    }
    let key = table.isRoot ? root : values[table.table.primaryKey.last ?? ""] ?? ""
    if table.isRoot { values[table.table.primaryKey.last ?? ""] = root }
    guard isNew(values, table) else { return }
    keys[table.name, default: [:]][root, default: []].append(key)
    let columns = values.keys.sorted()
    let statement: SQLFragment =
      "INSERT INTO \(name: table.name) (\(names: columns)) VALUES "
      + "(\(list: columns.map { "\(text: values[$0] ?? "")" }))"
    let text = statement.text(in: .postgreSQL) + ";"
    if table.rootColumn == nil { reference.append(text) } else { distributed.append(text) }
  }

  /// The names of the entities whose rows a table has; empty if it has no column for them.
  private func entities(of table: DistributedTable) -> [String] {
    for column in table.table.columns {
      for case .entity(_, let names) in column.checks { return names }
    }
    return []
  }

  private enum Need { case none, optional, required }

  /// Whether a row of an entity has a value in a column.
  private func need(of column: PlainColumn, _ entity: String?) -> Need {
    for check in column.checks {
      switch check {
      case .required(_, _, let names): return names.contains(entity ?? "") ? .required : .none
      case .reserved(_, _, let names): return names.contains(entity ?? "") ? .optional : .none
      case .range, .length, .matches, .entity, .ordered: continue
      }
    }
    return column.isNullable ? .optional : .required
  }

  private mutating func value(of column: PlainColumn, _ entity: String?) -> String? {
    for case .entity in column.checks { return entity }
    let need = need(of: column, entity)
    guard need == .required || need == .optional && Int.random(in: 0..<4, using: &random) > 0
    else { return nil }
    switch column.type {
    case .uuid: return need == .required ? uuid() : nil
    case .text: return "t\(Int.random(in: 0...5, using: &random))"
    case _: return "\(Int.random(in: 0...6, using: &random))"
    }
  }

  private mutating func isNew(_ values: [String: String], _ table: DistributedTable) -> Bool {
    let indexes = table.table.indexes.filter(\.isUnique).map { $0.terms.map(\.column) }
    let sets = table.table.uniqueConstraints.map(\.columns) + indexes + [table.table.primaryKey]
    let facts = sets.compactMap { columns -> [String]? in
      let found = columns.compactMap { values[$0] }
      return found.count == columns.count ? [table.name] + columns + found : nil
    }
    guard used.isDisjoint(with: facts) else { return false }
    used.formUnion(facts)
    return true
  }
}
