import MomentumModel
import MomentumSQL
import MomentumStore

/// Collects the steps of a mapping model's plan.
struct MappingStepBuilder {
  let rows: MappingRows
  let store: OldStore
  let new: PlannedModel
  let catalog: StoreCatalog
  let objects: MappingObjects
  let bytes: TableBytes
  /// The policy classes that make objects themselves.
  let creators: Set<String>
  /// The names of the old tables while the migration runs.
  let tables: OldTables
  var steps: [MigrationPlan.Step] = []
  var functions: [MappingPlan.Function] = []
  private var moments: [MappingPlan.Moment] = []
  private var inserts: [Int: MappingInsert] = [:]
  /// The columns of foreign keys whose growth is already part of the predicted cost.
  var grown: Set<String> = []

  init(
    rows: MappingRows, store: OldStore, new: PlannedModel, catalog: StoreCatalog,
    creators: Set<String>
  ) {
    self.rows = rows
    self.store = store
    self.new = new
    self.catalog = catalog
    self.creators = creators
    objects = MappingObjects(catalog, tables: store.modelTables, new: new.schema)
    bytes = TableBytes(catalog)
    tables = OldTables(rows.old, asideIn: catalog)
  }

  private var resolved: ResolvedMapping { rows.resolved }
  private var old: PlannedModel { rows.old }

  mutating func plan(hasCode: Set<String>) -> MappingPlan {
    let indices = Array(resolved.entityMappings.indices)
    for index in indices { makeInsert(index) }
    add("choose the objects and their new keys", keyStatements())
    for index in indices { chooseObjects(index) }
    addOldTableSteps()
    add("make the new tables", newTableStatements())
    let coded = indices.filter {
      resolved.entityMappings[$0].policyClassName.map(hasCode.contains) ?? false
    }
    func at(_ index: Int, _ phase: MappingPlan.Phase) {
      guard coded.contains(index) else { return }
      moments.append(MappingPlan.Moment(step: steps.count, mapping: index, phase: phase))
    }
    for index in indices {
      at(index, .begin)
      if makesOwnObjects(index) { at(index, .createInstances) } else { insertRows(index) }
      at(index, .endInstanceCreation)
    }
    for index in indices {
      addLinks(of: index)
      at(index, .createRelationships)
      at(index, .endRelationshipCreation)
    }
    for index in indices {
      at(index, .performCustomValidation)
      at(index, .end)
    }
    addEndSteps()
    return finished()
  }

  mutating func add(
    _ comment: String, _ statements: [MigrationPlan.Statement], causes: [MigrationPlan.Cause] = [],
    isReversible: Bool = true,
    table: String? = nil, rowCount: Int64? = nil, byteCount: Int64? = nil,
    newByteCount: Int64? = nil, freedByteCount: Int64? = nil
  ) {
    guard !statements.isEmpty else { return }
    steps.append(
      MigrationPlan.Step(
        comment: comment, statements: statements, causes: causes, isReversible: isReversible,
        table: table, rowCount: rowCount, byteCount: byteCount, newByteCount: newByteCount,
        freedByteCount: freedByteCount))
  }

  private func finished() -> MappingPlan {
    let checks = MappingChecks(
      rows: rows, store: store, new: new, catalog: catalog, objects: objects)
    let invariants = MappingInvariants(rows: rows, new: new)
    return MappingPlan(
      plan: MigrationPlan(
        style: .fresh, steps: steps, checks: checks.checks(),
        invariants: invariants.invariants(without: rows.indices.filter(makesOwnObjects)),
        mustBeZero: invariants.mustBeZero()),
      functions: functions, entities: resolved.entityMappings.indices.map(program),
      moments: moments, oldTables: tables)
  }

  // MARK: - Names

  /// The temporary table of old and new keys for one entity mapping.
  func map(_ index: Int) -> TemporaryTable { TemporaryTable("momentum_map_\(index)") }

  /// The temporary table of the old keys for one entity mapping whose policy makes the new objects.
  func sources(_ index: Int) -> TemporaryTable { TemporaryTable("momentum_rows_\(index)") }

  func makesOwnObjects(_ index: Int) -> Bool {
    resolved.entityMappings[index].policyClassName.map(creators.contains) ?? false
  }

  func cause(_ index: Int) -> MigrationPlan.Cause {
    .entityMapping(resolved.entityMappings[index].name)
  }

  /// The number of rows of this entity without its sub-entities; `nil` if they were not counted.
  func rowCount(_ entity: EntityID) -> Int64? {
    let number = old.schema[entity].number
    return catalog.entityNumbers.first { $0.number == number }?.rowCount
  }

  /// The number of bytes of the entity's rows; `nil` if the catalog has no sizes.
  func byteCount(_ entity: EntityID) -> Int64? {
    store.table(of: entity).flatMap { bytes.share(of: $0, rows: rowCount(entity)) }
  }

  // MARK: - Objects

  private func keyStatements() -> [MigrationPlan.Statement] {
    let keys = MappingPlan.lastKeys
    var statements = [
      keys.drop(ifExists: true),
      keys.create(
        SQLColumnDefinition("root", "TEXT", "PRIMARY KEY"),
        SQLColumnDefinition("last", "INTEGER", "NOT NULL")),
    ]
    let roots = new.schema.tables.map { table -> SQLFragment in "(\(text: table.name), 0)" }
    if !roots.isEmpty {
      statements.append("INSERT INTO \(sql: keys.sql) (root, last) VALUES \(list: roots)")
    }
    for index in resolved.entityMappings.indices {
      statements.append(map(index).drop(ifExists: true))
      statements.append(
        map(index).create(
          columns: ["source", "destination", "entity"].map {
            SQLColumnDefinition($0, "INTEGER", "NOT NULL")
          }, constraints: [.primaryKey(["source", "destination"])], options: " WITHOUT ROWID"))
    }
    return statements
  }

  /// Records the keys of the objects that an entity mapping takes. This runs before the old tables
  /// are renamed, because the statement of the filter uses their original names.
  private mutating func chooseObjects(_ index: Int) {
    let entity = resolved.entityMappings[index]
    guard let source = entity.source, entity.destination != nil else { return }
    let from: SQLFragment =
      "FROM \(sql: rows.from(source)) WHERE \(sql: rows.condition(index, "o"))"
    let count = rowCount(source)
    if makesOwnObjects(index) {
      let table = sources(index)
      add(
        "'\(entity.name)': its objects of '\(old.model[source].name)'",
        [
          table.drop(ifExists: true),
          table.create(SQLColumnDefinition("source", "INTEGER", "PRIMARY KEY")),
          "INSERT INTO \(sql: table.sql) (source) SELECT o.Z_PK \(sql: from)",
        ], causes: [cause(index)], rowCount: count)
      return
    }
    guard let destination = entity.destination else { return }
    let made = new.schema[destination]
    let map = map(index).sql
    let keys = MappingPlan.lastKeys.sql
    let last: SQLFragment = "(SELECT last FROM \(sql: keys) WHERE root = \(text: made.table))"
    add(
      "'\(entity.name)': keys for '\(made.name)'",
      [
        """
        INSERT INTO \(sql: map) (source, destination, entity) SELECT o.Z_PK, \(sql: last) + \
        row_number() OVER (ORDER BY o.Z_PK), \(number: made.number) \(sql: from)
        """,
        """
        UPDATE \(sql: keys) SET last = last + (SELECT count(*) FROM \(sql: map)) \
        WHERE root = \(text: made.table)
        """,
      ], causes: [cause(index)], rowCount: count)
  }

  private mutating func makeInsert(_ index: Int) {
    let entity = resolved.entityMappings[index]
    guard let source = entity.source, let destination = entity.destination else { return }
    var insert = MappingInsert(
      tables, source: source, destination: destination, new: new, functions: functions)
    insert.addColumns(entity.attributes)
    functions = insert.functions
    inserts[index] = insert
  }

  private mutating func insertRows(_ index: Int) {
    guard let insert = inserts[index], let destination = resolved.entityMappings[index].destination
    else { return }
    let made = new.schema[destination]
    let size = rows[index].source.flatMap(byteCount)
    add(
      "'\(rows[index].name)': rows of '\(made.name)'", [.other(insert.all(map: map(index)))],
      causes: [cause(index)], isReversible: false, table: made.table,
      rowCount: rows[index].source.flatMap(rowCount), byteCount: size, newByteCount: size)
  }

  private func program(_ index: Int) -> MappingPlan.EntityProgram {
    let entity = resolved.entityMappings[index]
    return MappingPlan.EntityProgram(
      name: entity.name, policyClassName: entity.policyClassName, source: entity.source,
      destination: entity.destination, mapTable: map(index),
      sourceKeys: entity.source.map { _ in
        makesOwnObjects(index)
          ? "SELECT source FROM \(sql: sources(index).sql) ORDER BY source"
          : "SELECT DISTINCT source FROM \(sql: map(index).sql) ORDER BY source"
      }, insertOne: inserts[index]?.one)
  }
}
