internal import MomentumCompiler
internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumSQL
internal import MomentumStore

/// What a copy between a Core Data store and a server moves: table by table, those of objects first.
struct CopyPlan: Sendable {
  let model: ObjectModel
  let store: StoreSchema
  let plain: PlainSchema
  private(set) var tables: [CopyTable] = []

  /// - Parameter store: The schema with the names and numbers of the store.
  init(_ compiled: CompiledModel, store: StoreSchema) {
    model = compiled.model
    plain = compiled.plainSchema
    self.store = store
    let columns = Columns(self)
    tables = plain.tables.compactMap { table in
      switch table.kind {
      case .entity(let root): objects(table, root, columns)
      case .join(let owner): pairs(table, owner)
      }
    }
  }

  private func objects(_ table: PlainTable, _ root: EntityID, _ all: Columns) -> CopyTable {
    let known = all.byName[table.name] ?? [:]
    let family = model.entityIDs.filter { model.root(of: $0) == root }
    let numbers = Dictionary(
      family.map { (model[$0].name, Int64(store[$0].number)) }, uniquingKeysWith: { a, _ in a })
    let columns = table.columns.compactMap { column -> CopyColumn? in
      guard !column.isGenerated(in: .postgreSQL) else { return nil }
      let type = PostgreSQLType(column.type)
      let entity = model[root].name
      if column.type == .identity {
        return CopyColumn(
          name: column.name, stored: "Z_PK", content: .number, type: type, isNullable: false,
          property: "the key of \(entity)")
      }
      guard var found = known[column.name] else {
        // The only column that no property has.
        return CopyColumn(
          name: column.name, stored: "Z_ENT", content: .entity, type: type, isNullable: false,
          property: "the entity of \(entity)")
      }
      found.isNullable = column.isNullable
      found.type = type
      found.owners = column.owners.map { owners in
        CopyColumn.Owners(
          numbers: Set(owners.names.compactMap { numbers[$0] }), isRequired: owners.isRequired)
      }
      return found
    }
    return CopyTable(
      name: table.name, stored: store[root].table, rows: .objects, columns: columns, keyCount: 1,
      identity: table.primaryKey.first,
      entities: Dictionary(numbers.map { ($0.value, $0.key) }, uniquingKeysWith: { a, _ in a }),
      rootNumber: Int64(store[root].number))
  }

  private func pairs(_ table: PlainTable, _ owner: RelationshipID) -> CopyTable? {
    guard case .joinTable(let side)? = plain.relationships[owner],
      let storage = store.relationships[owner]
    else { return nil }
    let inverse = model.storedInverse(of: owner)
    let title = "\(model[owner.entity].name).\(model[owner].name)"
    func column(_ name: String, _ stored: String, isNullable: Bool = false) -> CopyColumn {
      CopyColumn(
        name: name, stored: stored, content: .number, type: isNullable ? .int4 : .int8,
        isNullable: isNullable, property: title)
    }
    switch storage {
    case .foreignKey: return nil
    case .inverseForeignKey(let key):
      var columns = [column(side.sourceColumn, key.column), column(side.destinationColumn, "Z_PK")]
      if let order = side.orderColumn, let stored = key.orderColumn {
        columns.append(column(order, stored, isNullable: true))
      }
      return CopyTable(
        name: table.name, stored: store[model[owner].destination].table,
        rows: .keysOfDestination, columns: columns, keyCount: 2)
    case .joinTable(let own):
      var columns = [
        column(side.sourceColumn, own.sourceColumn),
        column(side.destinationColumn, own.destinationColumn),
      ]
      var orders = [(side.orderColumn, own.orderColumn)]
      if let inverse, inverse != owner, case .joinTable(let other)? = plain.relationships[inverse],
        case .joinTable(let stored)? = store.relationships[inverse]
      {
        orders.append((other.orderColumn, stored.orderColumn))
      }
      for case (let order?, let stored?) in orders {
        columns.append(column(order, stored, isNullable: true))
      }
      let isHalved = inverse == owner && !model[owner].isOrdered
      return CopyTable(
        name: table.name, stored: own.table, rows: isHalved ? .pairsFromBothSides : .pairs,
        columns: columns, keyCount: 2)
    }
  }
}

extension PlainColumn {
  /// The entities that the checks of the column name; `nil` if all rows may have a value.
  fileprivate var owners: (names: [String], isRequired: Bool)? {
    for check in checks {
      switch check {
      case .required(_, _, let names): return (names, true)
      case .reserved(_, _, let names): return (names, false)
      case .range, .length, .matches, .entity, .ordered: continue
      }
    }
    return nil
  }
}

extension CopyPlan {
  /// The columns of attributes, foreign keys and positions, by table and name.
  private struct Columns {
    private(set) var byName: [String: [String: CopyColumn]] = [:]
    private let plan: CopyPlan

    init(_ plan: CopyPlan) {
      self.plan = plan
      for (id, leaves) in plan.plain.attributeColumns { add(id, leaves) }
      for (id, storage) in plan.plain.relationships {
        guard case .foreignKey(let key) = storage,
          case .foreignKey(let stored)? = plan.store.relationships[id]
        else { continue }
        let title = plan.title(id.entity, plan.model[id].name)
        add(key.column, stored.column, .number, id.entity, title)
        if let order = key.orderColumn, let column = stored.orderColumn {
          add(order, column, .number, id.entity, title)
        }
      }
    }

    private mutating func add(_ id: AttributeID, _ leaves: [CompositeLeaf]) {
      let attribute = plan.model[id]
      for leaf in leaves {
        let stored =
          leaf.path.isEmpty
          ? plan.store.attributeColumns[id]
          : plan.store.compositeColumns[id]?.first { $0.path == leaf.path }?.column
        guard let stored, let type = SQLColumnType(leaf.type) else { continue }
        let isExternal = leaf.path.isEmpty && attribute.allowsExternalStorage
        add(
          leaf.column, stored, isExternal ? .external : .value(type), id.entity,
          plan.title(id.entity, ([attribute.name] + leaf.path).joined(separator: ".")))
      }
    }

    private mutating func add(
      _ name: String, _ stored: String, _ content: CopyColumn.Content, _ entity: EntityID,
      _ title: String
    ) {
      let root = plan.model.root(of: entity)
      guard let table = plan.plain.tables.first(where: { $0.kind == .entity(root) }) else { return }
      byName[table.name, default: [:]][name] = CopyColumn(
        name: name, stored: stored, content: content, type: .int8, isNullable: true,
        property: title)
    }
  }

  private func title(_ entity: EntityID, _ property: String) -> String {
    "\(model[entity].name).\(property)"
  }
}
