internal import MomentumDiagnostics
public import MomentumModel
internal import MomentumSQL
public import MomentumStore

/// Inserts planned objects as Core Data would.
public struct StoreImporter: Sendable {
  private let model: ObjectModel
  private let schema: StoreSchema

  public init(model: ObjectModel, schema: StoreSchema) {
    self.model = model
    self.schema = schema
  }

  /// Inserts everything in one transaction; after an error the store is as it was.
  ///
  /// - Returns: The number of rows by table, join tables too.
  @discardableResult
  public func run(
    _ plan: ImportPlan, on connection: Connection
  ) throws(StoreError) -> [String: Int] {
    try asStoreError {
      try connection.transaction(.exclusive) {
        try checkNumbers(plan, connection)
        let keys = try ImportKeys(model: model, schema: schema).allocate(plan, connection)
        let rows = ImportRows(plan, keys: keys, model: model, schema: schema)
        var counts: [String: Int] = [:]
        try insertObjects(plan, rows, connection, &counts)
        try insertJoinRows(rows, connection, &counts)
        return counts
      }
    }
  }

  /// A store of another model would take the rows under wrong entities.
  private func checkNumbers(_ plan: ImportPlan, _ connection: Connection) throws {
    guard try connection.hasTable("Z_PRIMARYKEY") else {
      throw StoreError.notAStore(path: connection.path, missing: "Z_PRIMARYKEY")
    }
    for entity in Set(plan.objects.flatMap { model.lineage(of: $0.entity) }).sorted() {
      let storage = schema[entity]
      let name = try connection.firstValue(
        "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(storage.number))])
      // An in-place migration may leave a renamed entity's old name there.
      guard case .text(let found)? = name,
        found == storage.name || model.entity(named: found) == nil
      else {
        throw StoreError.schemaMismatch(path: connection.path, entity: storage.name)
      }
    }
  }

  /// The statement of an entity and the columns after `Z_PK, Z_ENT, Z_OPT`.
  private struct Insert {
    var statement: Statement
    var columns: [String]
  }

  private func insertObjects(
    _ plan: ImportPlan, _ rows: ImportRows, _ connection: Connection, _ counts: inout [String: Int]
  ) throws {
    var inserts: [EntityID: Insert] = [:]
    for (index, object) in plan.objects.enumerated() {
      let table = schema[object.entity].table
      let insert: Insert
      if let known = inserts[object.entity] {
        insert = known
      } else {
        // Foreign keys stand before attributes (observed in SQL logs).
        let columns = rows.keyColumns(of: object.entity) + object.values.keys.sorted()
        let statement = try connection.prepare(
          Self.insert(table, ["Z_PK", "Z_ENT", "Z_OPT"] + columns))
        insert = Insert(statement: statement, columns: columns)
        inserts[object.entity] = insert
      }
      let head: [SQLValue] = [
        .integer(rows.keys[index]), .integer(rows.entityNumbers[index]),
        .integer(object.version ?? 1),
      ]
      let keys = rows.foreignKeys[index]
      try insert.statement.bind(
        head + insert.columns.map { keys[$0] ?? object.values[$0] ?? .null })
      do { _ = try insert.statement.step() } catch {
        guard error.reason == .constraint else { throw error }
        throw StoreError.notUnique(
          object: object.id ?? "\(index + 1)",
          location: plan.source.location(object.range),
          rule: rule(for: error, object.entity), cause: error)
      }
      counts[table, default: 0] += 1
    }
  }

  private func rule(for error: SQLiteError, _ entity: EntityID) -> String? {
    if error.message.hasSuffix(": \(schema[entity].table).Z_PK") {
      return
        "the store has an object of its key; new keys can be given in place of those of the file"
    }
    return UniquenessConstraints(of: model.root(of: entity), model, schema)
      .text(for: error, entity: model[entity].name)
  }

  private func insertJoinRows(
    _ rows: ImportRows, _ connection: Connection, _ counts: inout [String: Int]
  ) throws {
    var statements: [String: Statement] = [:]
    for row in rows.joinRows {
      let sql = Self.insert(row.table, row.columns)
      let statement: Statement
      if let known = statements[sql] {
        statement = known
      } else {
        statement = try connection.prepare(sql)
        statements[sql] = statement
      }
      try statement.bind(row.values)
      _ = try statement.step()
      counts[row.table, default: 0] += 1
    }
  }

  /// `INSERT INTO ZVENUE(Z_PK, Z_ENT, Z_OPT, ZLOCATION, ZNAME) VALUES(?, ?, ?, ?, ?)`.
  private static func insert(_ table: String, _ columns: [String]) -> String {
    let values = columns.map { SQLAssignment($0, .placeholder(.parameter($0))) }
    return SQLPrinter.print(.insert(SQLInsert(into: table, values))).text
  }
}
