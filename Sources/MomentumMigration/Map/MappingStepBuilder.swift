import MomentumModel
import MomentumSQL
import MomentumStore

/// A plan in the making.
struct MappingStepBuilder {
  let rows: MappingRows
  let store: OldStore
  let new: PlannedModel
  let catalog: StoreCatalog
  let objects: MappingObjects
  let bytes: TableBytes
  /// The policy classes that make objects themselves.
  let creators: Set<String>
  /// While the plan runs.
  let tables: OldTables
  var steps: [MigrationPlan.Step] = []
  var functions: [MappingPlan.Function] = []
  private var moments: [MappingPlan.Moment] = []
  private var inserts: [Int: MappingInsert] = [:]
  /// The columns of keys that got longer already.
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
    _ comment: String, _ statements: [String], causes: [MigrationPlan.Cause] = [],
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

  func map(_ index: Int) -> String { "temp.momentum_map_\(index)" }

  func makesOwnObjects(_ index: Int) -> Bool {
    resolved.entityMappings[index].policyClassName.map(creators.contains) ?? false
  }

  func cause(_ index: Int) -> MigrationPlan.Cause {
    .entityMapping(resolved.entityMappings[index].name)
  }

  /// The rows of just this entity.
  func rowCount(_ entity: EntityID) -> Int64? {
    let number = old.schema[entity].number
    return catalog.entityNumbers.first { $0.number == number }?.rowCount
  }

  /// The bytes of an entity's rows.
  func byteCount(_ entity: EntityID) -> Int64? {
    store.table(of: entity).flatMap { bytes.share(of: $0, rows: rowCount(entity)) }
  }

  // MARK: - Objects

  private func keyStatements() -> [String] {
    let roots = new.schema.tables.map { "(\(SQLPrinter.literal($0.name)), 0)" }
    let maps = resolved.entityMappings.indices.flatMap { index in
      [
        "DROP TABLE IF EXISTS \(map(index))",
        "CREATE TEMP TABLE momentum_map_\(index) (source INTEGER NOT NULL, destination INTEGER NOT NULL, "
          + "entity INTEGER NOT NULL, PRIMARY KEY (source, destination)) WITHOUT ROWID",
      ]
    }
    return [
      "DROP TABLE IF EXISTS temp.momentum_keys",
      "CREATE TEMP TABLE momentum_keys (root TEXT PRIMARY KEY, last INTEGER NOT NULL)",
    ]
      + (roots.isEmpty
        ? []
        : ["INSERT INTO temp.momentum_keys (root, last) VALUES \(roots.joined(separator: ", "))"])
      + maps
  }

  /// Runs while the old tables have their names still, which the filter's statement uses.
  private mutating func chooseObjects(_ index: Int) {
    let entity = resolved.entityMappings[index]
    guard let source = entity.source, entity.destination != nil else { return }
    let from = "FROM \(rows.from(source)) WHERE \(rows.condition(index, "o"))"
    let count = rowCount(source)
    if makesOwnObjects(index) {
      add(
        "'\(entity.name)': its objects of '\(old.model[source].name)'",
        [
          "DROP TABLE IF EXISTS temp.momentum_rows_\(index)",
          "CREATE TEMP TABLE momentum_rows_\(index) (source INTEGER PRIMARY KEY)",
          "INSERT INTO temp.momentum_rows_\(index) (source) SELECT o.Z_PK \(from)",
        ], causes: [cause(index)], rowCount: count)
      return
    }
    guard let destination = entity.destination else { return }
    let made = new.schema[destination]
    let root = SQLPrinter.literal(made.table)
    let last = "(SELECT last FROM temp.momentum_keys WHERE root = \(root))"
    add(
      "'\(entity.name)': keys for '\(made.name)'",
      [
        "INSERT INTO \(map(index)) (source, destination, entity) SELECT o.Z_PK, \(last) + "
          + "row_number() OVER (ORDER BY o.Z_PK), \(made.number) \(from)",
        "UPDATE temp.momentum_keys SET last = last + (SELECT count(*) FROM \(map(index))) "
          + "WHERE root = \(root)",
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
      "'\(rows[index].name)': rows of '\(made.name)'", [insert.all(map: map(index))],
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
          ? "SELECT source FROM temp.momentum_rows_\(index) ORDER BY source"
          : "SELECT DISTINCT source FROM \(map(index)) ORDER BY source"
      }, insertOne: inserts[index]?.one)
  }
}
