import MomentumModel
import MomentumSQL
import MomentumStore

/// A plan in the making.
struct MappingDraft {
  let resolved: ResolvedMapping
  let filters: [String?]
  let old: PlannedModel
  let new: PlannedModel
  let catalog: StoreCatalog
  /// The policy classes that make objects themselves.
  let creators: Set<String>
  /// While the plan runs.
  let tables: OldTables
  var steps: [MigrationPlan.Step] = []
  var functions: [MappingPlan.Function] = []
  private var moments: [MappingPlan.Moment] = []
  private var inserts: [Int: MappingInsert] = [:]

  init(
    resolved: ResolvedMapping, filters: [String?], old: PlannedModel, new: PlannedModel,
    catalog: StoreCatalog, creators: Set<String>
  ) {
    self.resolved = resolved
    self.filters = filters
    self.old = old
    self.new = new
    self.catalog = catalog
    self.creators = creators
    tables = OldTables(old, asideIn: catalog)
  }

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
    _ comment: String, _ statements: [String], causes: [String] = [], isReversible: Bool = true,
    table: String? = nil, rowCount: Int64? = nil
  ) {
    guard !statements.isEmpty else { return }
    steps.append(
      MigrationPlan.Step(
        comment: comment, statements: statements, causes: causes, isReversible: isReversible,
        table: table, rowCount: rowCount))
  }

  private func finished() -> MappingPlan {
    let checks = MappingChecks(resolved: resolved, filters: filters, old: old, new: new)
    return MappingPlan(
      plan: MigrationPlan(
        style: .fresh, steps: steps, checks: checks.checks(),
        invariants: checks.invariants(
          without: resolved.entityMappings.indices.filter(makesOwnObjects)),
        mustBeZero: checks.mustBeZero()),
      functions: functions, entities: resolved.entityMappings.indices.map(program),
      moments: moments, oldTables: tables)
  }

  // MARK: - Names

  func map(_ index: Int) -> String { "temp.momentum_map_\(index)" }

  func makesOwnObjects(_ index: Int) -> Bool {
    resolved.entityMappings[index].policyClassName.map(creators.contains) ?? false
  }

  /// `CarToCar: Car`
  func cause(_ index: Int) -> String {
    "mapping.entity-mapping \(resolved.entityMappings[index].name)"
  }

  private func rowCount(_ entity: EntityID) -> Int64? {
    let number = old.schema[entity].number
    return catalog.entityNumbers.first { $0.number == number }?.rowCount
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

  /// The condition on a row of the source's table, under the alias.
  static func condition(
    _ source: EntityStorage, filter: String?, alias: String
  ) -> String {
    let isEntity = "\(alias).Z_ENT = \(source.number)"
    return filter.map { "\(isEntity) AND \(alias).Z_PK IN (\($0))" } ?? isEntity
  }

  /// Runs while the old tables have their names still, which the filter's statement uses.
  private mutating func chooseObjects(_ index: Int) {
    let entity = resolved.entityMappings[index]
    guard let source = entity.source, entity.destination != nil else { return }
    let storage = old.schema[source]
    let from =
      "FROM \(SQLPrinter.identifier(storage.table)) t0 WHERE "
      + MappingDraft.condition(storage, filter: filters[index], alias: "t0")
    let rows = rowCount(source)
    if makesOwnObjects(index) {
      add(
        "'\(entity.name)': its objects of '\(old.model[source].name)'",
        [
          "DROP TABLE IF EXISTS temp.momentum_rows_\(index)",
          "CREATE TEMP TABLE momentum_rows_\(index) (source INTEGER PRIMARY KEY)",
          "INSERT INTO temp.momentum_rows_\(index) (source) SELECT t0.Z_PK \(from)",
        ], causes: [cause(index)], rowCount: rows)
      return
    }
    guard let destination = entity.destination else { return }
    let made = new.schema[destination]
    let root = SQLPrinter.literal(made.table)
    let last = "(SELECT last FROM temp.momentum_keys WHERE root = \(root))"
    add(
      "'\(entity.name)': keys for '\(made.name)'",
      [
        "INSERT INTO \(map(index)) (source, destination, entity) SELECT t0.Z_PK, \(last) + "
          + "row_number() OVER (ORDER BY t0.Z_PK), \(made.number) \(from)",
        "UPDATE temp.momentum_keys SET last = last + (SELECT count(*) FROM \(map(index))) "
          + "WHERE root = \(root)",
      ], causes: [cause(index)], rowCount: rows)
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
    add(
      "'\(resolved.entityMappings[index].name)': rows of '\(made.name)'",
      [insert.all(map: map(index))], causes: [cause(index)], isReversible: false,
      table: made.table,
      rowCount: resolved.entityMappings[index].source.flatMap(rowCount))
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
