internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// Objects and links with their keys → rows.
struct ImportRows {
  static func position(_ order: Int) -> SQLValue {
    StorePosition.at(order).map { .integer($0) } ?? .null
  }

  struct JoinRow: Hashable {
    var table: String
    var columns: [String]
    var values: [SQLValue]
  }

  let model: ObjectModel
  let schema: StoreSchema
  /// `Z_PK` by object.
  let keys: [Int64]
  /// `Z_ENT` by object.
  let entityNumbers: [Int64]

  /// By object: foreign keys, their entity numbers and positions, by column.
  private(set) var foreignKeys: [[String: SQLValue]]
  private(set) var joinRows: [JoinRow] = []

  init(_ plan: ImportPlan, keys: [Int64], model: ObjectModel, schema: StoreSchema) {
    self.model = model
    self.schema = schema
    self.keys = keys
    entityNumbers = plan.objects.map { Int64(schema[$0.entity].number) }
    foreignKeys = Array(repeating: [:], count: plan.objects.count)
    for link in plan.links { add(link) }
  }

  private mutating func add(_ link: ImportLink) {
    guard let storage = schema.relationships[link.relationship] else { return }
    let inverse = model.storedInverse(of: link.relationship).flatMap { schema.relationships[$0] }
    switch storage {
    case .joinTable(let side):
      addJoinRow(link, side, inverse)
    case .foreignKey, .inverseForeignKey:
      setKey(storage, link.source, link.destination, link.order, link.inverseOrder)
      // One-to-one has a key on each side; of one-to-many both name the same column.
      if let inverse {
        setKey(inverse, link.destination, link.source, link.inverseOrder, link.order)
      }
    }
  }

  private mutating func setKey(
    _ storage: RelationshipStorage, _ source: Int, _ destination: Int, _ order: Int,
    _ inverseOrder: Int
  ) {
    switch storage {
    case .foreignKey(let key): set(key, on: source, to: destination, inverseOrder)
    case .inverseForeignKey(let key): set(key, on: destination, to: source, order)
    case .joinTable: break
    }
  }

  private mutating func set(_ key: ForeignKey, on row: Int, to other: Int, _ order: Int) {
    foreignKeys[row][key.column] = .integer(keys[other])
    if let column = key.entityColumn { foreignKeys[row][column] = .integer(entityNumbers[other]) }
    if let column = key.orderColumn { foreignKeys[row][column] = Self.position(order) }
  }

  private mutating func addJoinRow(
    _ link: ImportLink, _ side: JoinTableSide, _ inverse: RelationshipStorage?
  ) {
    var row = JoinRow(
      table: side.table, columns: [side.sourceColumn, side.destinationColumn],
      values: [.integer(keys[link.source]), .integer(keys[link.destination])])
    if let column = side.orderColumn {
      row.columns.append(column)
      row.values.append(Self.position(link.order))
    }
    if case .joinTable(let other)? = inverse, other != side, let column = other.orderColumn {
      row.columns.append(column)
      row.values.append(Self.position(link.inverseOrder))
    }
    joinRows.append(row)
  }

  /// The columns of foreign keys that rows of an entity have, sorted.
  func keyColumns(of entity: EntityID) -> [String] {
    var columns: Set<String> = []
    func add(_ key: ForeignKey) {
      columns.formUnion([key.column, key.entityColumn, key.orderColumn].compactMap { $0 })
    }
    for (id, storage) in schema.relationships {
      switch storage {
      case .foreignKey(let key):
        if model.inherits(entity, from: id.entity) { add(key) }
      case .inverseForeignKey(let key):
        if model.inherits(entity, from: model[id].destination) { add(key) }
      case .joinTable: break
      }
    }
    return columns.sorted()
  }
}
