internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

/// Converts links to the values of foreign keys and to rows of join tables.
///
/// Contains only links between new objects: a link with an object of the store changes an existing
/// row, and the caller of `StoreImporter.insert` writes it.
struct ImportRows {
  /// A value for the column of a foreign key, of its entity number or of its position.
  private struct Value {
    var row: Int32
    var column: Int32
    /// `nil` means NULL: a position that is too large to be stored.
    var value: Int64?
  }

  private let model: ObjectModel
  private let schema: StoreSchema
  private let plan: ImportPlan
  /// The key (`Z_PK`) of each object of the plan, by index.
  let keys: [Int64]
  private let isNew: (Int32) -> Bool

  private var values: [Value] = []
  /// The index in `values` of the first value of the next row.
  private var next = 0
  private var columnNumbers: [String: Int32] = [:]
  private var columnNames: [String] = []

  init(
    _ plan: ImportPlan, keys: [Int64], existing: [Int32: Int64], model: ObjectModel,
    schema: StoreSchema
  ) {
    self.model = model
    self.schema = schema
    self.plan = plan
    self.keys = keys
    isNew = existing.isEmpty ? { _ in true } : { existing[$0] == nil }
    for link in plan.links where isNew(link.source) && isNew(link.destination) { add(link) }
    // Rows are written in the order of the objects.
    values.sort { ($0.row, $0.column) < ($1.row, $1.column) }
  }

  /// `Z_ENT` of an object.
  func entityNumber(_ object: Int32) -> Int64 {
    Int64(schema[plan.objects[Int(object)].entity].number)
  }

  /// Returns the values of a row by column. Rows have to be requested in ascending order: values of
  /// rows before `row` are skipped and cannot be returned later.
  mutating func foreignKeys(_ row: Int32) -> [String: SQLValue] {
    var result: [String: SQLValue] = [:]
    while next < values.count, values[next].row <= row {
      let value = values[next]
      next += 1
      guard value.row == row else { continue }
      result[columnNames[Int(value.column)]] = value.value.map { .integer($0) } ?? .null
    }
    return result
  }

  // MARK: - Foreign keys

  private mutating func add(_ link: ImportLink) {
    guard let storage = schema.relationships[link.relationship] else { return }
    let inverse = model.storedInverse(of: link.relationship).flatMap { schema.relationships[$0] }
    switch storage {
    case .joinTable: break
    case .foreignKey, .inverseForeignKey:
      setKey(storage, link.source, link.destination, link.order, link.inverseOrder)
      // One-to-one has a foreign key on each side; in one-to-many both sides name the same column,
      // which is set once.
      if let inverse, !names(inverse, sameColumnAs: storage) {
        setKey(inverse, link.destination, link.source, link.inverseOrder, link.order)
      }
    }
  }

  private func names(_ one: RelationshipStorage, sameColumnAs other: RelationshipStorage) -> Bool {
    switch (one, other) {
    case (.foreignKey(let left), .inverseForeignKey(let right)),
      (.inverseForeignKey(let left), .foreignKey(let right)):
      left == right
    case (.foreignKey, _), (.inverseForeignKey, _), (.joinTable, _): false
    }
  }

  private mutating func setKey(
    _ storage: RelationshipStorage, _ source: Int32, _ destination: Int32, _ order: Int32,
    _ inverseOrder: Int32
  ) {
    switch storage {
    case .foreignKey(let key): set(key, on: source, to: destination, inverseOrder)
    case .inverseForeignKey(let key): set(key, on: destination, to: source, order)
    case .joinTable: break
    }
  }

  private mutating func set(_ key: ForeignKey, on row: Int32, to other: Int32, _ order: Int32) {
    append(row, key.column, keys[Int(other)])
    if let column = key.entityColumn { append(row, column, entityNumber(other)) }
    if let column = key.orderColumn { append(row, column, StorePosition.at(Int(order))) }
  }

  private mutating func append(_ row: Int32, _ column: String, _ value: Int64?) {
    let number: Int32
    if let known = columnNumbers[column] {
      number = known
    } else {
      number = Int32(clamping: columnNames.count)
      columnNumbers[column] = number
      columnNames.append(column)
    }
    values.append(Value(row: row, column: number, value: value))
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

  // MARK: - Join tables

  struct JoinRow {
    var table: String
    var columns: [String]
    var values: [SQLValue]
  }

  /// The row of a link in a join table; `nil` if a foreign key holds the link, or if one of the
  /// objects is in the store already.
  func joinRow(_ link: ImportLink) -> JoinRow? {
    guard case .joinTable(let side)? = schema.relationships[link.relationship],
      isNew(link.source), isNew(link.destination)
    else { return nil }
    func position(_ order: Int32) -> SQLValue {
      StorePosition.at(Int(order)).map { .integer($0) } ?? .null
    }
    let inverse = model.storedInverse(of: link.relationship).flatMap { schema.relationships[$0] }
    var row = JoinRow(
      table: side.table, columns: [side.sourceColumn, side.destinationColumn],
      values: [.integer(keys[Int(link.source)]), .integer(keys[Int(link.destination)])])
    if let column = side.orderColumn {
      row.columns.append(column)
      row.values.append(position(link.order))
    }
    if case .joinTable(let other)? = inverse, other != side, let column = other.orderColumn {
      row.columns.append(column)
      row.values.append(position(link.inverseOrder))
    }
    return row
  }
}
