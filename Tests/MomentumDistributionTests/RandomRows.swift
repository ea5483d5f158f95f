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
      roots.append(root)
      for table in ordered where table.rootColumn != nil {
        let rows = table.isRoot ? 1 : Int.random(in: 0...rowsMax, using: &random)
        for _ in 0..<rows { insert(into: table, root: root) }
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
    for key in table.foreignKeys {
      guard let column = key.columns.last, column != table.rootColumn else { continue }
      let target = schema.table(named: key.table)
      let known = keys[key.table]?[target?.rootColumn == nil ? "" : root] ?? []
      let isOptional = isOptional(key, table)
      if let found = known.randomElement(using: &random),
        !isOptional || Int.random(in: 0..<4, using: &random) > 0
      {
        values[column] = found
      } else if !isOptional {
        return
      }
    }
    let entity = entities(of: table).randomElement(using: &random)
    for column in table.table.columns where values[column.name] == nil {
      guard let value = value(of: column, entity) else { continue }
      values[column.name] = value
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

  private mutating func value(of column: PlainColumn, _ entity: String?) -> String? {
    var isRequired = !column.isNullable
    for check in column.checks {
      switch check {
      case .entity: return entity
      case .required(_, _, let names):
        guard names.contains(entity ?? "") else { return nil }
        isRequired = true
      case .reserved(_, _, let names): guard names.contains(entity ?? "") else { return nil }
      case .range, .length, .matches, .ordered: break
      }
    }
    guard isRequired || Int.random(in: 0..<4, using: &random) > 0 else { return nil }
    switch column.type {
    case .uuid: return isRequired ? uuid() : nil
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
