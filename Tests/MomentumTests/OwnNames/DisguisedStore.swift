import MomentumCompiler
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import MomentumTestSupport

/// Gives a store that the tool made other names and numbers, such as stores of other frameworks have: the same
/// rows, so that the same fetches have to find them.
struct DisguisedStore {
  let connection: Connection
  let model: ObjectModel
  let schema: StoreSchema
  var random: SeededGenerator
  /// The new `Z_ENT` by the old one.
  private var numbers: [Int: Int] = [:]

  init(_ connection: Connection, _ compiled: CompiledModel, seed: UInt64) {
    self.connection = connection
    model = compiled.model
    schema = compiled.schema
    random = SeededGenerator(seed: seed)
  }

  mutating func run() throws {
    try renumber()
    try renameJoinTables()
    try exchangeColumns()
    try renameEntity()
    try connection.execute(sql: "ALTER TABLE \(schema.tables[0].name) ADD COLUMN ZUNKNOWN INTEGER")
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Renames through names of its own, so that two names can change places.
  func rename(_ table: String, _ renames: [(String, String)]) throws {
    let renames = renames.filter { $0 != $1 }
    for (index, rename) in renames.enumerated() {
      try connection.execute(sql: "ALTER TABLE \(table) RENAME COLUMN \(rename.0) TO aside\(index)")
    }
    for (index, rename) in renames.enumerated() {
      try connection.execute(sql: "ALTER TABLE \(table) RENAME COLUMN aside\(index) TO \(rename.1)")
    }
  }

  // MARK: - Numbers

  /// Other numbers for the entities of each table, in `Z_PRIMARYKEY`, rows and keys.
  private mutating func renumber() throws {
    guard number(0..<2) == 0 else { return }
    let old = schema.entities.map(\.number)
    let shuffled = old.shuffled(using: &random)
    numbers = Dictionary(zip(old, shuffled)) { first, _ in first }
    let cases = numbers.map { "WHEN \($0.key) THEN \($0.value)" }.joined(separator: " ")
    for table in schema.tables {
      for column in ["Z_ENT"] + table.columns.map(\.name).filter(isEntityColumn) {
        try connection.execute(
          sql: "UPDATE \(table.name) SET \(column) = CASE \(column) \(cases) END")
      }
    }
    try connection.execute(
      sql: "UPDATE Z_PRIMARYKEY SET Z_ENT = -Z_ENT, Z_SUPER = CASE Z_SUPER \(cases) ELSE 0 END")
    try connection.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_ENT = CASE -Z_ENT \(cases) END")
  }

  private func isEntityColumn(_ name: String) -> Bool {
    schema.relationships.values.contains {
      if case .foreignKey(let key) = $0 { key.entityColumn == name } else { false }
    }
  }

  private func new(_ entity: EntityID) -> Int {
    numbers[schema[entity].number] ?? schema[entity].number
  }

  // MARK: - Names

  /// Named by either side, with collision numbers in any order.
  private mutating func renameJoinTables() throws {
    var used: [String: [Int]] = [:]
    func name(_ id: RelationshipID, _ entity: EntityID) -> String {
      let base = "Z_\(new(entity))\(model[id].name.uppercased())"
      if used[base] == nil { used[base] = (0..<4).shuffled(using: &random) }
      let number = used[base]?.popLast() ?? 9
      return number == 0 ? base : "\(base)\(number)"
    }
    var tables: [(String, String)] = []
    for entity in model.entityIDs {
      for index in model[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        guard case .joinTable(let side) = schema.relationships[id], let inverse = model[id].inverse,
          inverse != id, (id.entity, id.index) < (inverse.entity, inverse.index),
          case .joinTable(let other) = schema.relationships[inverse]
        else { continue }
        let columns = (name(id, inverse.entity), name(inverse, id.entity))
        var renames = [(side.destinationColumn, columns.0), (other.destinationColumn, columns.1)]
        if let order = side.orderColumn {
          renames.append((order, "Z_FOK_\(columns.0.dropFirst(2))"))
        }
        if let order = other.orderColumn {
          renames.append((order, "Z_FOK_\(columns.1.dropFirst(2))"))
        }
        try rename(side.table, renames)
        let owner = number(0..<2) == 0 ? id : inverse
        tables.append((side.table, "Z_\(new(owner.entity))\(model[owner].name.uppercased())"))
      }
    }
    guard Set(tables.map(\.1)).count == tables.count else { return }
    for (index, table) in tables.enumerated() {
      try connection.execute(sql: "ALTER TABLE \(table.0) RENAME TO aside\(index)")
    }
    for (index, table) in tables.enumerated() {
      try connection.execute(sql: "ALTER TABLE aside\(index) RENAME TO \(table.1)")
    }
  }

  /// `ZTITLE` and `ZTITLE1` of two entities of a table change places.
  private mutating func exchangeColumns() throws {
    for table in schema.tables {
      let names = table.columns.map(\.name)
      let groups = Dictionary(
        grouping: names.filter { name in names.contains { $0 == name + "1" || $0 + "1" == name } }
      ) { $0.hasSuffix("1") ? String($0.dropLast()) : $0 }
      for group in groups.keys.sorted() {
        guard number(0..<2) == 0, let columns = groups[group], columns.count == 2 else { continue }
        try rename(table.name, [(columns[0], columns[1]), (columns[1], columns[0])])
        for (a, b) in [(0, 1), (1, 0)] {
          let (from, to) = (columns[a].dropFirst(), columns[b].dropFirst())
          let beside = names.filter { $0.hasSuffix("_\(from)") }
          guard a == 0 else { break }
          let others = names.filter { $0.hasSuffix("_\(to)") }
          try rename(
            table.name,
            beside.map { ($0, $0.dropLast(from.count) + String(to)) }
              + others.map { ($0, $0.dropLast(to.count) + String(from)) })
        }
      }
    }
  }

  /// As an in-place migration may leave it.
  private mutating func renameEntity() throws {
    guard number(0..<2) == 0 else { return }
    try connection.execute(
      sql: "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Was' || Z_NAME WHERE Z_ENT = "
        + "\(new(EntityID(number(0..<model.entities.count))))")
  }
}
