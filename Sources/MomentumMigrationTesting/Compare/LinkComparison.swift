internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Makes the statements that read the links of one relationship from the rows of one entity.
struct LinkSQL {
  private let source: SQLFragment
  private let destination: SQLFragment
  private let tables: SQLFragment
  private let order: SQLFragment?
  private let entityColumn: SQLFragment?

  /// `nil` for a relationship that is not stored.
  init?(_ id: RelationshipID, entity: EntityID, side: StoreSide) throws {
    guard let storage = side.schema.relationships[id] else { return nil }
    let number = side.number(of: entity)
    let own = try side.table(of: entity)
    let destinationID = side.model[id].destination
    let rows: SQLFragment = "s.Z_ENT = \(number: number)"
    source = "s.Z_PK"
    switch storage {
    case .foreignKey(let key):
      destination = "s.\(name: key.column)"
      tables = "\(sql: own) s WHERE \(sql: rows) AND \(sql: destination) IS NOT NULL"
      order = nil
      entityColumn = key.entityColumn.map { "s.\(name: $0)" }
    case .inverseForeignKey(let key):
      destination = "d.Z_PK"
      tables = try """
      \(sql: side.table(of: destinationID)) d JOIN \(sql: own) s ON s.Z_PK = d.\(name: key.column) \
      WHERE \(sql: rows) AND d.Z_ENT IN (\(numbers: side.familyNumbers(of: destinationID)))
      """
      order = key.orderColumn.map { "d.\(name: $0)" }
      entityColumn = nil
    case .joinTable(let join):
      destination = "j.\(name: join.destinationColumn)"
      tables = try """
      \(sql: side.table(join.table)) j JOIN \(sql: own) s ON s.Z_PK = j.\(name: join.sourceColumn) \
      WHERE \(sql: rows)
      """
      order = join.orderColumn.map { "j.\(name: $0)" }
      entityColumn = nil
    }
  }

  var isOrdered: Bool { order != nil }
  var namesEntity: Bool { entityColumn != nil }

  var count: SQLFragment { "SELECT COUNT(*) FROM \(sql: tables)" }

  /// Selects the keys of source and destination and a third number, ordered by the two keys. The
  /// third number is the position (`withOrder`), the destination's entity number (`withEntity`) or
  /// 0.
  ///
  /// `SELECT s.Z_PK, d.Z_PK, ROW_NUMBER() OVER (PARTITION BY s.Z_PK ORDER BY …) FROM …`
  func rows(withOrder: Bool, withEntity: Bool) -> SQLFragment {
    var third: SQLFragment = "0"
    if withOrder, let order {
      third =
        """
        ROW_NUMBER() OVER (PARTITION BY \(sql: source) \
        ORDER BY \(sql: order), \(sql: destination))
        """
    } else if withEntity, let entityColumn {
      third = entityColumn
    }
    return """
      SELECT \(sql: source), \(sql: destination), \(sql: third) FROM \(sql: tables) ORDER BY 1, 2
      """
  }
}

/// Compares the links of a relationship in two stores by reading both in the same order.
struct LinkComparison {
  private let comparer: StoreComparer
  private let oldID: RelationshipID
  private let newID: RelationshipID
  private var result: StoreComparison.RelationshipDifference

  private struct Row {
    var link: StoreComparison.Link
    var third: Int64?
  }

  init(comparer: StoreComparer, old: RelationshipID, new: RelationshipID) {
    self.comparer = comparer
    oldID = old
    newID = new
    result = StoreComparison.RelationshipDifference(
      oldName: comparer.old.model[old].name, newName: comparer.new.model[new].name, oldCount: 0,
      newCount: 0, onlyInOld: .init(), onlyInNew: .init(), changed: .init())
  }

  /// The differences; `nil` if the links are the same, or if one of the stores does not store them.
  mutating func run(
    _ oldEntity: EntityID, _ newEntity: EntityID
  ) throws -> StoreComparison.RelationshipDifference? {
    guard let left = try LinkSQL(oldID, entity: oldEntity, side: comparer.old),
      let right = try LinkSQL(newID, entity: newEntity, side: comparer.new)
    else { return nil }
    let withOrder = left.isOrdered && right.isOrdered
    let withEntity = left.namesEntity && right.namesEntity
    try merge(
      comparer.old.connection.prepare(left.rows(withOrder: withOrder, withEntity: withEntity)),
      comparer.new.connection.prepare(right.rows(withOrder: withOrder, withEntity: withEntity)),
      translatesEntity: !withOrder && withEntity)
    let isSame =
      result.onlyInOld.count == 0 && result.onlyInNew.count == 0 && result.changed.count == 0
    return isSame ? nil : result
  }

  private mutating func merge(
    _ left: Statement, _ right: Statement, translatesEntity: Bool
  ) throws {
    var leftRow = try next(left, &result.oldCount)
    var rightRow = try next(right, &result.newCount)
    while leftRow != nil || rightRow != nil {
      if let one = leftRow, rightRow.map({ one.link.isBefore($0.link) }) ?? true {
        result.onlyInOld.add(one.link, comparer.options)
        leftRow = try next(left, &result.oldCount)
      } else if let other = rightRow, leftRow.map({ other.link.isBefore($0.link) }) ?? true {
        result.onlyInNew.add(other.link, comparer.options)
        rightRow = try next(right, &result.newCount)
      } else {
        if let one = leftRow, let other = rightRow {
          let third = translatesEntity ? one.third.map { comparer.numbers[$0] ?? $0 } : one.third
          if third != other.third { result.changed.add(one.link, comparer.options) }
        }
        leftRow = try next(left, &result.oldCount)
        rightRow = try next(right, &result.newCount)
      }
    }
  }

  private func next(_ statement: Statement, _ count: inout Int) throws -> Row? {
    guard try statement.step() else { return nil }
    count += 1
    return Row(
      link: .init(
        source: statement.integer(at: 0) ?? 0, destination: statement.integer(at: 1) ?? 0),
      third: statement.integer(at: 2))
  }
}

extension StoreComparison.Link {
  fileprivate func isBefore(_ other: StoreComparison.Link) -> Bool {
    (source, destination) < (other.source, other.destination)
  }
}

extension StoreComparison.Links {
  fileprivate mutating func add(
    _ link: StoreComparison.Link, _ options: StoreComparison.Options
  ) {
    count += 1
    if first.count < options.examplesMax { first.append(link) }
  }
}
