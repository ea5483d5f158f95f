import MomentumModel
import MomentumSQL

/// Finds the tables and columns that a layout computes from a model in the catalogue of an existing
/// store, and builds the schema of those that it finds.
struct CatalogFinder {
  let model: ObjectModel
  let computed: StoreSchema
  let evidence: StoreEvidence
  let numbers: EntityNumbers
  /// The store's tables by name in upper case, because SQLite ignores the case of names.
  let catalog: [String: StoreCatalog.Table]

  private(set) var schema: StoreSchema
  private(set) var missing: [MissingPart] = []
  /// The numbers of each entity and all its sub-entities, in ascending order; the index is
  /// `EntityID.index`.
  private let families: [[Int]]
  /// The column names in the store. The keys are the names of the table and the column that the
  /// layout computes from the model.
  private var columns: [String: [String: String]] = [:]
  /// The tables of the store that hold objects, by the name that the layout computes for each.
  private var tables: [String: StoreCatalog.Table] = [:]
  /// The entities that share a table, by the table's name that the layout computes from the model.
  private(set) var entities: [String: [EntityID]] = [:]
  /// The foreign keys that a table holds, by the table's name that the layout computes from the
  /// model.
  private(set) var keys: [String: [HeldKey]] = [:]

  /// A foreign key in a table: that of a to-one relationship, or of a to-many relationship without
  /// inverse.
  struct HeldKey {
    var relationship: RelationshipID
    var key: ForeignKey
    /// The entity whose rows have the key's column.
    var holder: EntityID
  }

  init(
    _ model: ObjectModel, _ computed: StoreSchema, _ catalog: StoreCatalog,
    _ evidence: StoreEvidence
  ) {
    self.model = model
    self.computed = computed
    self.evidence = evidence
    self.catalog = Dictionary(catalog.tables.map { ($0.name.uppercased(), $0) }) { first, _ in
      first
    }
    let numbers = EntityNumbers(model, computed, catalog.entityNumbers)
    var families = model.entities.map { _ in [Int]() }
    for id in model.entityIDs {
      for above in model.lineage(of: id) {
        families[above.index].append(numbers.numbers[id.index])
      }
    }
    self.numbers = numbers
    self.families = families.map { $0.sorted() }
    schema = computed
    findHolders()
  }

  func number(of id: EntityID) -> Int { numbers.numbers[id.index] }

  /// The numbers of an entity and all its sub-entities.
  func familyNumbers(of id: EntityID) -> [Int] { families[id.index] }

  mutating func lack(_ kind: MissingPart.Kind, _ place: String, _ text: String, name: String) {
    let part = MissingPart(kind, place: place, text: text, name: name)
    if !missing.contains(part) { missing.append(part) }
  }

  private mutating func findHolders() {
    for entity in model.entityIDs {
      entities[computed[entity].table, default: []].append(entity)
      for index in model[entity].relationships.indices {
        let id = RelationshipID(entity, index)
        switch computed.relationships[id] {
        case .foreignKey(let key): hold(id, key, in: entity)
        case .inverseForeignKey(let key) where !isKeptByInverse(id):
          hold(id, key, in: model[id].destination)
        case .inverseForeignKey, .joinTable, nil: break
        }
      }
    }
  }

  private mutating func hold(_ id: RelationshipID, _ key: ForeignKey, in holder: EntityID) {
    keys[computed[holder].table, default: []].append(
      HeldKey(relationship: id, key: key, holder: holder))
  }

  private func isKeptByInverse(_ id: RelationshipID) -> Bool {
    guard let inverse = model[id].inverse, case .foreignKey = computed.relationships[inverse] else {
      return false
    }
    return true
  }

  // MARK: - Tables of entities

  mutating func findTables() {
    for table in computed.tables {
      guard let found = entityTable(table) else {
        lack(
          .table, "table \(table.name)", "the store has no table \(table.name)", name: table.name)
        continue
      }
      tables[table.name] = found
      let names = Set(found.columns.map { $0.name.uppercased() })
      for column in ["Z_PK", "Z_ENT", "Z_OPT"] where !names.contains(column) {
        lack(
          .column, "table \(table.name)", "table \(found.name) has no column \(column)",
          name: column)
      }
    }
    numberEntities()
    for table in computed.tables { findColumns(table) }
    for id in model.entityIDs { nameProperties(of: id) }
  }

  /// Finds the store's table for a root entity and its sub-entities: the one with the name that the
  /// layout computes; or the one with an old name of the root entity that `Z_PRIMARYKEY` still has;
  /// or the only table that has all columns and belongs to no other entity.
  private func entityTable(_ table: EntityTable) -> StoreCatalog.Table? {
    if let found = catalog[table.name.uppercased()] { return found }
    let root = model.entityIDs.first {
      model[$0].parent == nil && computed[$0].table == table.name
    }
    if let root, let name = numbers.names[number(of: root)],
      let found = catalog["Z" + name.uppercased()]
    {
      return found
    }
    let taken = Set(computed.tables.map { $0.name.uppercased() })
    let wanted = Set(
      (["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.name)).map { $0.uppercased() })
    let candidates = catalog.filter { name, candidate in
      !taken.contains(name)
        && wanted.isSubset(of: candidate.columns.map { $0.name.uppercased() })
    }
    return table.columns.isEmpty || candidates.count > 1 ? nil : candidates.first?.value
  }

  private mutating func numberEntities() {
    for id in model.entityIDs {
      let family = familyNumbers(of: id)
      schema.entities[id.index].number = number(of: id)
      schema.entities[id.index].parentNumber = model[id].parent.map { number(of: $0) } ?? 0
      schema.entities[id.index].familyNumbers =
        (family.first ?? number(of: id))...(family.last ?? number(of: id))
      schema.entities[id.index].table = tables[computed[id].table]?.name ?? computed[id].table
    }
  }

  private mutating func findColumns(_ table: EntityTable) {
    guard let found = tables[table.name] else { return }
    var finder = ColumnFinder(found, evidence)
    let wanted = wantedColumns(of: table)
    columns[table.name] = finder.find(wanted)
    for column in wanted where columns[table.name]?[column.computed] == nil {
      lack(
        .column, column.place, "table \(found.name) has no column \(column.computed)",
        name: column.computed)
    }
    findColumnsBesideKeys(of: table, found, &finder)
  }

  func name(of column: String, in table: EntityTable) -> String? {
    columns[table.name]?[column]
  }

  mutating func setName(_ name: String?, of column: String, in table: EntityTable) {
    columns[table.name]?[column] = name
  }

  // MARK: - Schema

  private mutating func nameProperties(of entity: EntityID) {
    let names = columns[computed[entity].table] ?? [:]
    for index in model[entity].attributes.indices {
      let id = AttributeID(entity, index)
      if let column = computed.attributeColumns[id] {
        schema.attributeColumns[id] = names[column] ?? column
      }
      if let leaves = computed.compositeColumns[id] {
        schema.compositeColumns[id] = leaves.map {
          CompositeLeaf(path: $0.path, type: $0.type, column: names[$0.column] ?? $0.column)
        }
      }
    }
    for index in model[entity].relationships.indices {
      let id = RelationshipID(entity, index)
      switch computed.relationships[id] {
      case .foreignKey(let key):
        schema.relationships[id] = .foreignKey(own(key, computed[entity].table))
      case .inverseForeignKey(let key):
        let table = computed[model[id].destination].table
        schema.relationships[id] = .inverseForeignKey(own(key, table))
      case .joinTable, nil: break
      }
    }
  }

  /// A foreign key with the column names of the store. If its table is missing, the key keeps the
  /// names that the layout computes from the model.
  private func own(_ key: ForeignKey, _ table: String) -> ForeignKey {
    guard let names = columns[table] else { return key }
    return ForeignKey(
      column: names[key.column] ?? key.column,
      entityColumn: key.entityColumn.flatMap { names[$0] },
      orderColumn: key.orderColumn.flatMap { names[$0] })
  }

  /// The table with the store's names. It lacks its join tables, which `findJoinTables` adds, and
  /// its triggers, because their texts contain the names that the layout computes from the model.
  private func renamed(_ table: EntityTable) -> EntityTable {
    let names = columns[table.name] ?? [:]
    var result = EntityTable(name: tables[table.name]?.name ?? table.name)
    result.columns = table.columns.map {
      StoreColumn(name: names[$0.name] ?? $0.name, sqlType: $0.sqlType)
    }
    result.inlineUniqueness = table.inlineUniqueness.map { $0.map { names[$0] ?? $0 } }
    result.rTrees = table.rTrees
    result.indexes = table.indexes.map { index in
      guard index.table == table.name else { return index }
      var index = index
      index.table = result.name
      index.terms = index.terms.map { $0.renaming(names) }
      index.condition = index.condition?.renaming(names)
      return index
    }
    return result
  }

  // MARK: - Join tables

  mutating func findJoinTables() {
    let finder = JoinTableFinder(self)
    let result = finder.find()
    for part in result.missing where !missing.contains(part) { missing.append(part) }
    schema.relationships.merge(result.sides.mapValues { .joinTable($0) }) { _, own in own }
    guard !schema.hasNames(of: computed) else { return }
    schema.tables = computed.tables.map { table in
      var own = renamed(table)
      own.joinTables = table.joinTables.map { result.tables[$0.name] ?? $0 }
      return own
    }
  }
}
