import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore
import Testing

/// A store in memory for tests of plans: made fresh for a model, filled by SQL, migrated by a plan.
struct PlanStore {
  let connection: Connection
  var planned: PlannedModel

  init(
    _ model: ObjectModel, framework: Int? = nil, keepsHistory: Bool = false, rows: [String] = []
  ) throws {
    connection = try Connection.inMemory()
    // Without this SQLite keeps triggers off spatial indexes.
    try connection.execute("PRAGMA trusted_schema = ON")
    planned = PlanStore.planned(model, framework: framework, keepsHistory: keepsHistory)
    for statement in planned.schema.creationStatements(framework: planned.framework) {
      try connection.execute(sql: statement)
    }
    for row in planned.schema.primaryKeyRows {
      try connection.execute(
        "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)",
        [.integer(Int64(row.number)), .text(row.name), .integer(Int64(row.parentNumber))])
    }
    for row in rows { try connection.execute(sql: row) }
    for table in planned.schema.tables {
      let number =
        planned.schema.entities.filter { $0.table == table.name }.map(\.number).min() ?? 0
      try connection.execute(
        sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT ifnull(max(Z_PK), 0) FROM "
          + "\(SQLPrinter.identifier(table.name))) WHERE Z_ENT = \(number)")
    }
  }

  init(connection: Connection, planned: PlannedModel) {
    self.connection = connection
    self.planned = planned
  }

  static func planned(
    _ model: ObjectModel, framework: Int? = nil, keepsHistory: Bool = false
  ) -> PlannedModel {
    let layout = CoreDataLayout(frameworkVersion: framework, keepsHistory: keepsHistory) {
      predicate, column in column(predicate).map { "\(name: $0) IS NOT NULL" }
    }
    return PlannedModel(
      model: model, schema: layout.layOut(model), framework: layout.framework)
  }

  func plan(
    to new: ObjectModel, style: MigrationPlan.Style = .fresh, framework: Int? = nil,
    keepsHistory: Bool = false
  ) throws -> MigrationPlan {
    try MigrationPlanner(
      old: planned,
      new: PlanStore.planned(new, framework: framework, keepsHistory: keepsHistory),
      catalog: catalog(), style: style
    ).plan()
  }

  // MARK: - Catalogue

  func catalog() throws -> StoreCatalog {
    var tables: [StoreCatalog.Table] = []
    var objects: [StoreCatalog.Object] = []
    for row in try rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
    {
      guard case .text(let type) = row[0], case .text(let name) = row[1],
        case .text(let table) = row[2]
      else { continue }
      let sql: String? = if case .text(let text) = row[3] { text } else { nil }
      if type == "table" {
        tables.append(
          StoreCatalog.Table(
            name: name, columns: try columns(of: name), lastKey: try lastKey(of: name)))
      } else if let kind = StoreCatalog.Object.Kind(rawValue: type) {
        objects.append(StoreCatalog.Object(kind: kind, name: name, table: table, sql: sql))
      }
    }
    let numbers = try rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    return StoreCatalog(
      tables: tables, objects: objects,
      entityNumbers: numbers.compactMap { row in
        guard case .integer(let number) = row[0], case .text(let name) = row[1],
          case .integer(let parent) = row[2]
        else { return nil }
        let maximum: Int64 = if case .integer(let key) = row[3] { key } else { 0 }
        return .init(
          number: Int(number), name: name, parent: Int(parent), maximumKey: maximum)
      })
  }

  private func lastKey(of table: String) throws -> Int64? {
    guard try columns(of: table).contains(where: { $0.name == "Z_ENT" }), table != "Z_PRIMARYKEY",
      case .integer(let key)? = try connection.firstValue(
        sql: "SELECT max(Z_PK) FROM \(SQLPrinter.identifier(table))")
    else { return nil }
    return key
  }

  private func columns(of table: String) throws -> [StoreColumn] {
    try rows("SELECT name, type FROM pragma_table_info(\(SQLPrinter.literal(table)))").compactMap {
      row in
      guard case .text(let name) = row[0], case .text(let type) = row[1] else { return nil }
      return StoreColumn(name: name, sqlType: type)
    }
  }

  // MARK: - Running

  func run(_ plan: MigrationPlan) throws {
    try connection.execute("BEGIN IMMEDIATE")
    for statement in plan.steps.flatMap(\.statements) {
      do {
        try connection.execute(sql: statement)
      } catch {
        Issue.record("\(error)\n\(statement)")
        throw error
      }
    }
    try connection.execute("COMMIT")
  }

  func rows(_ sql: String) throws -> [[SQLValue]] {
    let statement = try connection.prepare(sql: sql)
    var result: [[SQLValue]] = []
    while let row = try statement.nextRow() { result.append(row) }
    return result
  }

  /// Rows as text: `1|'Uno'|NULL`.
  func text(_ sql: String) throws -> String {
    try rows(sql).map { $0.map(PlanStore.shown).joined(separator: "|") }.joined(separator: "\n")
  }

  static func shown(_ value: SQLValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes):
      "X'\(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'"
    }
  }

  /// Everything of sqlite_master, a line each, without what ALTER TABLE writes otherwise.
  func schemaText() throws -> String {
    try rows("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").map { row in
      let sql = PlanStore.shown(row[3])
      let tokens = StatementTokens(sql).tokens.map { token in
        switch token {
        case .word(let text), .quotedName(let text): text
        case .literal(let text): "'\(text)'"
        case .symbol(let byte): String(UnicodeScalar(byte))
        }
      }
      return
        "\(PlanStore.shown(row[0])) \(PlanStore.shown(row[1])): \(tokens.joined(separator: " "))"
    }.joined(separator: "\n")
  }

  /// Migrates and holds the result to a fresh store of the target, to the plan's own conditions, to the links that
  /// there were, and to SQLite.
  ///
  /// - Parameter hasLayoutsNames: Whether tables and columns have the names of the layout, by which links are read.
  @discardableResult
  func migrate(
    to new: ObjectModel, style: MigrationPlan.Style = .fresh, framework: Int? = nil,
    keepsHistory: Bool = false, hasLayoutsNames: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> MigrationPlan {
    let plan = try plan(to: new, style: style, framework: framework, keepsHistory: keepsHistory)
    for check in plan.checks {
      let count = try rows(check.countSQL)
      if check.consequence == .fails {
        #expect(
          count == [[.integer(0)]], "\(check.rule) \(check.place)", sourceLocation: sourceLocation)
      }
      _ = try rows(check.rowsSQL)
    }
    let before = try plan.invariants.map { try rows($0.sourceSQL) }
    let links = hasLayoutsNames ? try PlanLinks(self) : nil
    try run(plan)
    for (invariant, expected) in zip(plan.invariants, before) {
      #expect(
        try rows(invariant.resultSQL) == expected, "\(invariant.name)",
        sourceLocation: sourceLocation)
    }
    for zero in plan.mustBeZero {
      #expect(try text(zero.resultSQL) == "0", "\(zero.name)", sourceLocation: sourceLocation)
    }
    #expect(try text("PRAGMA integrity_check") == "ok", sourceLocation: sourceLocation)
    #expect(
      try text("SELECT count(*) FROM temp.sqlite_master") == "0", sourceLocation: sourceLocation)
    let fresh = try PlanStore(new, framework: framework, keepsHistory: keepsHistory)
    if let links {
      let after = try PlanLinks(PlanStore(connection: connection, planned: fresh.planned))
      for problem in links.problems(after) {
        Issue.record("\(problem)", sourceLocation: sourceLocation)
      }
    }
    if style == .fresh {
      expectSchema(try schemaText(), try fresh.schemaText(), sourceLocation)
      #expect(
        try text("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1")
          == fresh.text("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY 1"),
        sourceLocation: sourceLocation)
    }
    // A store of the target needs no plan.
    var migrated = self
    migrated.planned = fresh.planned
    let again = try migrated.plan(
      to: new, style: style, framework: framework, keepsHistory: keepsHistory)
    #expect(again.steps.flatMap(\.statements) == [], sourceLocation: sourceLocation)
    return plan
  }

  private func expectSchema(_ actual: String, _ expected: String, _ location: SourceLocation) {
    guard actual != expected else { return }
    let left = Set(actual.split(separator: "\n"))
    let right = Set(expected.split(separator: "\n"))
    Issue.record(
      """
      the schema is not that of a fresh store
      - \(right.subtracting(left).sorted().joined(separator: "\n- "))
      + \(left.subtracting(right).sorted().joined(separator: "\n+ "))
      """, sourceLocation: location)
  }
}
