internal import Foundation
internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// The columns that an UPDATE sets; UPDATEs of the same columns share one prepared statement.
struct UpdateShape: Hashable {
  var entity: EntityID
  var leaves: SmallSet
  var toOnes: SmallSet
}

/// An INSERT, UPDATE or DELETE of one row, which knows where a snapshot has the value of each
/// parameter.
///
/// Values are bound one by one from the snapshot: with an array of values for each row, making the
/// arrays took most of the time.
final class RowStatement {
  private enum Slot {
    case key
    case entityNumber
    case version
    case previousVersion
    case leaf(Int, isExternal: Bool)
    case toOne(Int)
    case toOneEntity(Int)
    case position(RelationshipID)
    case null
  }

  let statement: Statement
  private let slots: [Slot]
  private let plan: EntityPlan
  private let number: Int64
  private let source: RowSource

  init(
    _ made: StoreStatement, _ entity: EntityPlan, _ source: RowSource,
    _ connection: StoreConnection
  ) throws {
    // Keep these statements outside of the connection's cache, which drops the least recently used
    // ones.
    statement = try connection.connection.prepare(sql: made.sql.text)
    plan = entity
    number = source.number(entity.id)
    self.source = source
    slots = made.parameters.map { Self.slot($0, entity) }
  }

  private static func slot(_ parameter: StatementParameter, _ plan: EntityPlan) -> Slot {
    switch parameter {
    case .primaryKey: return .key
    case .entityNumber: return .entityNumber
    case .optimisticLock: return .version
    case .previousOptimisticLock: return .previousVersion
    case .attribute(let id): return leaf(id, [], plan)
    case .compositeElement(let id, let path): return leaf(id, path, plan)
    case .toOne(let id):
      return plan.toOnes.firstIndex { $0.id == id }.map { .toOne($0) } ?? .null
    case .keyEntity(let id):
      return plan.toOnes.firstIndex { $0.id == id }.map { .toOneEntity($0) } ?? .null
    case .position(let id): return .position(id)
    // The foreign key of a one-to-many relationship without an inverse (`owner`) is unknown to the
    // member's object and is set later. The other parameters belong to statements of join tables
    // and of `Z_PRIMARYKEY`.
    case .owner, .source, .destination, .keyRow, .highestKey, .previousHighestKey: return .null
    }
  }

  private static func leaf(_ id: AttributeID, _ path: [String], _ plan: EntityPlan) -> Slot {
    guard let index = plan.leaves.firstIndex(where: { $0.attribute == id && $0.path == path })
    else { return .null }
    return .leaf(index, isExternal: plan.leaves[index].element.allowsExternalStorage)
  }

  /// Runs the statement for one row.
  ///
  /// - Parameters:
  ///   - version: The version (`Z_OPT`) that the row in the store must have.
  ///   - positions: The positions of the row in ordered relationships, by the to-one relationship
  ///     that is their inverse.
  /// - Returns: The number of changed rows.
  func run(
    _ row: RowSnapshot, replacing version: Int64 = 0, positions: [RelationshipID: Int64]? = nil,
    _ connection: StoreConnection
  ) throws -> Int {
    if connection.isObserved {
      try connection.announce(statement.sql, slots.map { value($0, row, version, positions) })
    }
    try statement.beginBinding(count: slots.count)
    let (page, head) = (row.page, row.head)
    for index in 0..<slots.count {
      switch slots[index] {
      case .key: statement.bind(integer: head.number, at: index)
      case .entityNumber: statement.bind(integer: number, at: index)
      case .version: statement.bind(integer: head.version, at: index)
      case .previousVersion: statement.bind(integer: version, at: index)
      case .leaf(let leaf, let isExternal):
        guard let cell = head.cell(ofLeaf: leaf) else {
          statement.bindNull(at: index)
          continue
        }
        try bind(page.cell(cell), of: page, leaf, isExternal: isExternal, at: index)
      case .toOne(let toOne):
        guard let key = row.toOne(toOne) else {
          statement.bindNull(at: index)
          continue
        }
        try check(key, toOne)
        statement.bind(integer: key.number, at: index)
      case .toOneEntity(let toOne):
        guard let key = row.toOne(toOne) else {
          statement.bindNull(at: index)
          continue
        }
        statement.bind(integer: source.number(key.entity.id), at: index)
      case .position(let id):
        guard let position = positions?[id] else {
          statement.bindNull(at: index)
          continue
        }
        statement.bind(integer: position, at: index)
      case .null: statement.bindNull(at: index)
      }
    }
    return try statement.runToEnd()
  }

  // MARK: - Values

  @inline(__always)
  private func bind(
    _ cell: RowCell, of page: RowPage, _ leaf: Int, isExternal: Bool, at index: Int
  ) throws {
    switch cell.kind {
    case .null, .object: statement.bindNull(at: index)
    case .integer, .boolean: statement.bind(integer: cell.integer, at: index)
    case .double, .date:
      guard !cell.real.isNaN else { throw notANumber(leaf) }
      statement.bind(real: cell.real, at: index)
    case .string, .uri: page.withBytes(cell) { statement.bind(textBytes: $0, at: index) }
    case .binary:
      page.withBytes(cell) { bytes in
        if isExternal {
          statement.bind(blob: Array(bytes), after: 1, at: index)
        } else {
          statement.bind(blob: bytes, at: index)
        }
      }
    case .uuid: page.withBytes(cell) { statement.bind(blob: $0, at: index) }
    case .decimal:
      guard case .real(let number)? = page.value(cell)?.stored, !number.isNaN else {
        throw notANumber(leaf)
      }
      statement.bind(real: number, at: index)
    }
  }

  private func value(
    _ slot: Slot, _ row: RowSnapshot, _ previousVersion: Int64,
    _ positions: [RelationshipID: Int64]?
  ) -> SQLValue {
    switch slot {
    case .key: return .integer(row.id.number)
    case .entityNumber: return .integer(number)
    case .version: return .integer(row.version)
    case .previousVersion: return .integer(previousVersion)
    case .leaf(let leaf, let isExternal):
      let value = row.value(leaf)
      if isExternal, case .binary(let bytes)? = value { return .blob([1] + bytes) }
      return value?.stored ?? .null
    case .toOne(let toOne): return row.toOne(toOne).map { .integer($0.number) } ?? .null
    case .toOneEntity(let toOne):
      return row.toOne(toOne).map { .integer(source.number($0.entity.id)) } ?? .null
    case .position(let id): return positions?[id].map { .integer($0) } ?? .null
    case .null: return .null
    }
  }

  /// Throws if an object belongs to another store: its key would lead to an unrelated row of this
  /// one.
  private func check(_ id: ObjectID, _ toOne: Int) throws {
    guard id.place === source.places[id.entity] || id.place.store == source.identifier else {
      throw SQLiteStoreError.otherStore(entity: plan.name, relationship: plan.toOnes[toOne].name)
    }
  }

  private func notANumber(_ leaf: Int) -> SQLiteStoreError {
    let property = source.model.model[plan.leaves[leaf].attribute].name
    return .notANumber(entity: plan.name, property: property)
  }
}
