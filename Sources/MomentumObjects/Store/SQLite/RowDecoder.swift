internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQLite
internal import MomentumStore

/// The model, tables and files of a store, which the decoders of all its statements share.
final class RowSource: Sendable {
  let model: ModelPlan
  let schema: StoreSchema
  let places: ObjectPlaces
  /// The store's identifier, `NSStoreUUID`.
  let identifier: String
  let files: ExternalFiles
  /// The entities by entity number (`Z_ENT`).
  let entities: [Int64: EntityPlan]

  init(
    _ model: ModelPlan, _ schema: StoreSchema, _ places: ObjectPlaces, identifier: String,
    _ files: ExternalFiles
  ) {
    self.identifier = identifier
    self.model = model
    self.schema = schema
    self.places = places
    self.files = files
    entities = Dictionary(
      model.entities.map { (Int64(schema[$0.id].number), $0) }
    ) { first, _ in first }
  }

  func number(_ entity: EntityID) -> Int64 { Int64(schema[entity].number) }
}

/// Reads the rows of one statement. The columns of an entity's values are looked up once, not for
/// each row.
struct RowDecoder {
  private let source: RowSource
  private let entity: EntityPlan
  /// The entity number of the requested entity, which all rows have if the statement has no column
  /// for it.
  private let entityNumber: Int64
  private let columns: [FetchColumn]
  private let numberColumn: Int?
  private let keyColumn: Int
  private let versionColumn: Int?
  private let readAt: Double
  private var layouts: [Int64: EntityColumns] = [:]
  private var last: EntityColumns?

  init(_ columns: [FetchColumn], _ entity: EntityID, _ source: RowSource, readAt: Double = 0) {
    self.source = source
    self.columns = columns
    self.readAt = readAt
    self.entity = source.model[entity]
    entityNumber = source.number(entity)
    numberColumn = columns.firstIndex(of: .entityNumber)
    keyColumn = columns.firstIndex(of: .primaryKey) ?? 0
    versionColumn = columns.firstIndex(of: .optimisticLock)
  }

  /// The identity of the object in the current row.
  mutating func id(_ statement: Statement) throws -> ObjectID {
    let key = try key(statement)
    return ObjectID(try layout(statement, key).place, key)
  }

  /// The values of the object in the current row.
  mutating func row(_ statement: Statement) throws -> RowSnapshot {
    var builder = RowPageBuilder()
    try read(statement, into: &builder)
    return RowSnapshot(builder.close(readAt: readAt), 0)
  }

  /// The objects in all rows from the next one on.
  ///
  /// - Parameter check: Called after each row with the number of rows so far.
  mutating func rows(
    _ statement: Statement, _ check: ((Int) throws -> Void)? = nil
  ) throws -> [RowSnapshot] {
    var pages = RowPages(readAt: readAt)
    while try statement.step() {
      try read(statement, into: &pages.builder)
      try check?(pages.count)
      pages.endRow()
    }
    return pages.end()
  }

  /// Reads the object in the current row and appends it to `builder`.
  mutating func read(
    _ statement: Statement, into builder: inout RowPageBuilder
  ) throws {
    let key = try key(statement)
    let layout = try layout(statement, key)
    let version = versionColumn.flatMap { statement.integer(at: $0) } ?? 0
    builder.begin(
      layout.place, key, version: version, leaves: layout.leaves.count,
      toOnes: layout.toOnes.count)
    let leaves = layout.leaves
    for index in 0..<leaves.count {
      let leaf = leaves[index]
      guard leaf.column >= 0 else {
        builder.appendNull()
        continue
      }
      do throws(MalformedCell) {
        try statement.append(to: &builder, at: leaf.column, leaf.kind, source)
      } catch {
        throw layout.failure(error, index, key, source.model)
      }
    }
    guard !layout.toOnes.isEmpty else { return }
    let id = ObjectID(layout.place, key)
    for toOne in layout.toOnes { builder.append(object: try object(toOne, statement, id)) }
  }

  private func key(_ statement: Statement) throws -> Int64 {
    guard case .value(let key) = statement.integerCell(at: keyColumn) else {
      throw SQLiteStoreError.malformed(entity: entity.name, property: "Z_PK", key: 0)
    }
    return key
  }

  private func object(
    _ toOne: ToOneColumn, _ statement: Statement, _ owner: ObjectID
  ) throws -> ObjectID? {
    guard toOne.column >= 0 else { return nil }
    switch statement.integerCell(at: toOne.column) {
    case .null: return nil
    case .other:
      throw SQLiteStoreError.malformed(
        entity: owner.entityName, property: toOne.name, key: owner.number)
    case .value(let key):
      // Stores of old frameworks have no column for the entity number of a related object. The
      // identity then names the root entity, which makes no difference when identities are
      // compared.
      if toOne.numberColumn >= 0,
        case .value(let number) = statement.integerCell(at: toOne.numberColumn),
        let entity = source.entities[number], entity.root == toOne.root
      {
        return ObjectID(source.places[entity], key)
      }
      return ObjectID(toOne.place, key)
    }
  }

  private mutating func layout(_ statement: Statement, _ key: Int64) throws -> EntityColumns {
    var number = entityNumber
    if let numberColumn {
      guard case .value(let stored) = statement.integerCell(at: numberColumn) else {
        throw SQLiteStoreError.unknownEntity(of: entity.name, key: key)
      }
      number = stored
    }
    if let last, last.number == number { return last }
    guard let plan = source.entities[number], plan.root == entity.root else {
      throw SQLiteStoreError.unknownEntity(of: entity.name, key: key)
    }
    let made = layouts[number] ?? EntityColumns(plan, number, columns, source)
    layouts[number] = made
    last = made
    return made
  }
}

/// The columns that have an entity's values in the rows of one statement.
private final class EntityColumns {
  struct Leaf {
    /// The index of the column; -1 if the statement does not read the value.
    var column: Int
    var kind: CellKind
  }

  let number: Int64
  let place: ObjectPlace
  let leaves: [Leaf]
  let toOnes: [ToOneColumn]

  init(_ plan: EntityPlan, _ number: Int64, _ columns: [FetchColumn], _ source: RowSource) {
    self.number = number
    place = source.places[plan]
    leaves = plan.leaves.map { leaf in
      let column = columns.firstIndex { $0.isValue(of: leaf) }
      return Leaf(
        column: column ?? -1,
        kind: CellKind(leaf.type, isExternal: leaf.element.allowsExternalStorage))
    }
    toOnes = plan.toOnes.map { relationship in
      let destination = source.model[relationship.destination]
      return ToOneColumn(
        name: relationship.name,
        column: columns.firstIndex(of: .toOne(relationship.id)) ?? -1,
        numberColumn: columns.firstIndex(of: .toOneEntity(relationship.id)) ?? -1,
        place: source.places[destination], root: destination.root)
    }
  }

  func failure(
    _ cell: MalformedCell, _ leaf: Int, _ key: Int64, _ model: ModelPlan
  ) -> SQLiteStoreError {
    let plan = place.entity.leaves[leaf]
    let name = ([model.model[plan.attribute].name] + plan.path).joined(separator: ".")
    switch cell {
    case .type: return .malformed(entity: place.entity.name, property: name, key: key)
    case .file: return .externalFile(entity: place.entity.name, property: name, key: key)
    }
  }
}

private struct ToOneColumn {
  var name: String
  /// The index of the key's column; -1 if the statement does not read the key.
  var column: Int
  /// The index of the column with the entity number; -1 if there is none.
  var numberColumn: Int
  var place: ObjectPlace
  var root: EntityID
}

extension FetchColumn {
  fileprivate func isValue(of leaf: LeafPlan) -> Bool {
    switch self {
    case .attribute(let id): leaf.path.isEmpty && id == leaf.attribute
    case .compositeElement(let id, let path, _): id == leaf.attribute && path == leaf.path
    case .constant, .entityNumber, .primaryKey, .optimisticLock, .toOne, .toOneEntity, .value,
      .count:
      false
    }
  }
}
