internal import MomentumDiagnostics
package import MomentumModel
package import MomentumSQL
package import MomentumStore

/// Inserts planned objects in the form in which Core Data stores them.
package struct StoreImporter: Sendable {
  /// The rows and keys that an import has written.
  package struct Written {
    /// The number of new rows by table, including join tables.
    package var rows: [String: Int] = [:]
    /// The key (`Z_PK`) of each object of the plan, including objects of the store.
    package var keys: [Int64]
    /// By root entity, the key before the first new one: `Z_MAX` before the import, or the highest
    /// key in the files if that is greater.
    package var keysBefore: [EntityID: Int64]
  }

  let model: ObjectModel
  let schema: StoreSchema

  package init(model: ObjectModel, schema: StoreSchema) {
    self.model = model
    self.schema = schema
  }

  /// Inserts everything in one transaction; after an error the store is unchanged.
  ///
  /// - Returns: The number of rows by table, including join tables.
  @discardableResult
  package func run(
    _ plan: ImportPlan, on connection: Connection
  ) throws(StoreError) -> [String: Int] {
    try asStoreError {
      try connection.transaction(.exclusive) {
        try insert(plan, existing: [:], on: connection) { _, _ in }.rows
      }
    }
  }

  /// Inserts new objects and the links between them. The caller opens the transaction.
  ///
  /// - Parameters:
  ///   - existing: The keys of objects that are in the store, by index in `plan.objects`. Their
  ///     rows are not changed.
  ///   - onExisting: Receives the index of each object of the files that exists in the store, and
  ///     the values that the file gives for its columns.
  package func insert(
    _ plan: ImportPlan, existing: [Int32: Int64], on connection: Connection,
    onProgress: (ImportProgress) -> Void = { _ in },
    onExisting: (Int32, [(column: String, value: SQLValue)]) throws -> Void
  ) throws -> Written {
    try checkNumbers(plan, connection)
    let (keys, before) = try ImportKeys(model: model, schema: schema)
      .allocate(plan, existing: existing, connection)
    var rows = ImportRows(plan, keys: keys, existing: existing, model: model, schema: schema)
    var written = Written(keys: keys, keysBefore: before)
    try insertObjects(
      plan, &rows, existing, connection, &written.rows, onProgress: onProgress,
      onExisting: onExisting)
    try insertJoinRows(plan, rows, connection, &written.rows)
    return written
  }

  /// Throws if the store has other entity numbers than the schema, since rows would get wrong
  /// entities.
  private func checkNumbers(_ plan: ImportPlan, _ connection: Connection) throws {
    guard try connection.hasTable("Z_PRIMARYKEY") else {
      throw StoreError.notAStore(path: connection.path, missing: "Z_PRIMARYKEY")
    }
    let entities = Set(plan.objects.map(\.entity))
    for entity in Set(entities.flatMap { model.lineage(of: $0) }).sorted() {
      let storage = schema[entity]
      let name = try connection.firstValue(
        "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(storage.number))])
      // An in-place migration may leave the old name of a renamed entity in `Z_NAME`.
      guard case .text(let found)? = name,
        found == storage.name || model.entity(named: found) == nil
      else {
        throw StoreError.schemaMismatch(path: connection.path, entity: storage.name)
      }
    }
  }

  /// The INSERT of an entity, and the columns that follow `Z_PK, Z_ENT, Z_OPT` in it.
  private struct Insert {
    var statement: Statement
    var columns: [String]
  }

  /// Reads the files once more and writes each object as soon as it is read, so that one object is
  /// in memory.
  private func insertObjects(
    _ plan: ImportPlan, _ rows: inout ImportRows, _ existing: [Int32: Int64],
    _ connection: Connection, _ counts: inout [String: Int],
    onProgress: (ImportProgress) -> Void,
    onExisting: (Int32, [(column: String, value: SQLValue)]) throws -> Void
  ) throws {
    let reader = ImportFileReader(source: plan.source, model: model, options: plan.options)
    let attributes = ImportAttributes(
      source: plan.source, model: model, schema: schema, checksRules: false)
    var inserts: [EntityID: Insert] = [:]
    var index: Int32 = 0
    var failure: (any Error)?
    var ofFiles = Diagnostics()
    _ = plan.document.forEachItem(&ofFiles) { item in
      // Planning has reported every finding: ignore them in this second reading.
      var (ignored, missing) = (Diagnostics(), Diagnostics())
      guard !item.isReference, failure == nil, let object = reader.object(item.node, &ignored)
      else { return }
      defer { index += 1 }
      onProgress(.written(objects: Int(index), of: plan.fileObjectCount))
      let values = attributes.values(of: object, missing: &missing, &ignored)
      let keys = rows.foreignKeys(index)
      do {
        guard existing[index] == nil else {
          let given = attributes.givenColumns(of: object)
          return try onExisting(index, given.map { ($0, values[$0] ?? .null) })
        }
        let table = schema[object.entity].table
        let insert =
          try inserts[object.entity]
          ?? self.insert(of: object.entity, rows.keyColumns(of: object.entity), values, connection)
        inserts[object.entity] = insert
        let head: [SQLValue] = [
          .integer(rows.keys[Int(index)]), .integer(rows.entityNumber(index)),
          .integer(object.version ?? 1),
        ]
        try insert.statement.bind(
          head + insert.columns.map { keys[$0] ?? values[$0] ?? .null })
        try step(insert.statement, object, plan, index)
        counts[table, default: 0] += 1
      } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Makes the INSERT of an entity; foreign keys come before attributes (observed in SQL logs).
  private func insert(
    of entity: EntityID, _ keyColumns: [String], _ values: [String: SQLValue],
    _ connection: Connection
  ) throws -> Insert {
    let columns = keyColumns + values.keys.sorted()
    let statement = try connection.prepare(
      sql: Self.insert(schema[entity].table, ["Z_PK", "Z_ENT", "Z_OPT"] + columns))
    return Insert(statement: statement, columns: columns)
  }

  private func step(
    _ statement: Statement, _ object: ImportObject, _ plan: ImportPlan, _ index: Int32
  ) throws {
    do { _ = try statement.step() } catch {
      guard error.reason == .constraint else { throw error }
      throw StoreError.notUnique(
        object: object.id ?? "\(index + 1)", location: plan.source.location(object.range),
        rule: rule(for: error, object.entity), cause: error)
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
    _ plan: ImportPlan, _ rows: ImportRows, _ connection: Connection, _ counts: inout [String: Int]
  ) throws {
    var statements: [String: Statement] = [:]
    for link in plan.links {
      guard let row = rows.joinRow(link) else { continue }
      let sql = Self.insert(row.table, row.columns)
      let statement = try statements[sql] ?? connection.prepare(sql: sql)
      statements[sql] = statement
      try statement.bind(row.values)
      _ = try statement.step()
      counts[row.table, default: 0] += 1
    }
  }

  /// The text of an INSERT:
  ///
  /// `INSERT INTO ZVENUE(Z_PK, Z_ENT, Z_OPT, ZLOCATION, ZNAME) VALUES(?, ?, ?, ?, ?)`
  private static func insert(_ table: String, _ columns: [String]) -> String {
    let values = columns.map { SQLAssignment($0, .placeholder(.parameter($0))) }
    return SQLPrinter.print(.insert(SQLInsert(into: table, values))).text
  }
}
