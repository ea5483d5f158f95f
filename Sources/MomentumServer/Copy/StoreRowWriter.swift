internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumSQL
internal import MomentumSQLite

/// Writes rows of the server into the tables of a Core Data store.
///
/// Not `Sendable`: it runs a statement of an open connection.
final class StoreRowWriter {
  private let table: CopyTable
  private let statement: Statement
  private let mirrored: Statement?
  private let external: ExternalData
  private let numbers: [String: Int64]
  private let entityPosition: Int?

  init(_ table: CopyTable, in connection: Connection, _ external: ExternalData) throws {
    self.table = table
    self.external = external
    numbers = Dictionary(table.entities.map { ($0.value, $0.key) }) { first, _ in first }
    entityPosition = table.entityPosition
    statement = try connection.prepare(table.insertion(hasEntity: entityPosition != nil))
    mirrored = table.rows == .pairsFromBothSides ? statement : nil
  }

  /// Writes a row: the values of the table's columns, and the details of an object's row.
  func write(_ row: [PostgreSQLValue], _ details: StoreRowDetails) throws {
    var entity: Int64?
    if let entityPosition, case .text(let name) = row[entityPosition] { entity = numbers[name] }
    var values: [SQLValue] = []
    values.reserveCapacity(row.count + 2)
    for (value, column) in zip(row, table.columns) {
      if column.belongs(to: entity) {
        values.append(try stored(value, column, details, row))
      } else {
        values.append(details[column.name] ?? .null)
      }
    }
    switch table.rows {
    case .objects:
      if entityPosition == nil { values.append(.integer(table.rootNumber)) }
      values.append(.integer(details.version))
    case .pairs, .pairsFromBothSides: break
    // UPDATE ZTIP SET ZVENUE = ?, Z_FOK_VENUE = ? WHERE Z_PK = ?
    case .keysOfDestination: values.append(values.remove(at: 1))
    }
    try run(values)
    if mirrored != nil, values[0] != values[1] {
      values.swapAt(0, 1)
      try run(values)
    }
  }

  private func run(_ values: [SQLValue]) throws {
    try statement.beginBinding(count: values.count)
    for (index, value) in values.enumerated() { statement.bind(value, at: index) }
    try statement.runToEnd()
  }

  private func stored(
    _ value: PostgreSQLValue, _ column: CopyColumn, _ details: StoreRowDetails,
    _ row: [PostgreSQLValue]
  ) throws -> SQLValue {
    let exact = details[column.name]
    switch column.content {
    case .number:
      guard let stored = CopyValue.stored(value, .bigInteger) else { break }
      return stored
    case .entity:
      guard case .text(let name) = value, let number = numbers[name] else { break }
      return .integer(number)
    case .value(let type):
      guard let stored = CopyValue.stored(value, type) else { break }
      return Self.chosen(stored, exact, type)
    case .external: return try externalColumn(value, exact, column, row)
    }
    throw misfit(column, row, "the server has a value that the attribute's type does not have")
  }

  /// The exact value, unless the value on the server was changed after the copy.
  private static func chosen(
    _ stored: SQLValue, _ exact: SQLValue?, _ type: SQLColumnType
  ) -> SQLValue {
    guard let exact else { return stored }
    do throws(CopyValue.Misfit) {
      let rounded = CopyValue.stored(try CopyValue.plain(exact, type), type)
      return rounded.map { CopyValue.isSame($0, stored) } == true ? exact : stored
    } catch {
      return stored
    }
  }

  private func externalColumn(
    _ value: PostgreSQLValue, _ exact: SQLValue?, _ column: CopyColumn, _ row: [PostgreSQLValue]
  ) throws -> SQLValue {
    guard case .bytes(let bytes) = value else {
      if case .null = value {
        guard case .text(let name)? = exact else { return .null }
        return .blob(ExternalData.reference(to: name))
      }
      throw misfit(column, row, "the server has a value that is no binary")
    }
    guard case .blob(let reference)? = exact else { return .blob([1] + bytes) }
    guard let name = ExternalData.fileName(in: reference) else {
      return bytes == reference ? .blob(reference) : .blob([1] + bytes)
    }
    guard external.write(bytes, as: name) else {
      throw ServerError.externalFile(external.path(of: name))
    }
    return .blob(reference)
  }

  private func misfit(
    _ column: CopyColumn, _ row: [PostgreSQLValue], _ reason: String
  ) -> ServerError {
    let key: Int64 = if case .integer(let number)? = row.first { number } else { 0 }
    return ServerError.value(
      property: column.property, table: table.name, key: key, reason: reason)
  }
}

extension CopyTable {
  /// The statement that writes a row of the store:
  /// `INSERT INTO ZVENUE(Z_PK, ZNAME, Z_ENT, Z_OPT) VALUES(?, ?, ?, ?)`.
  func insertion(hasEntity: Bool) -> SQLFragment {
    var names = columns.map(\.stored)
    switch rows {
    case .objects: names += hasEntity ? ["Z_OPT"] : ["Z_ENT", "Z_OPT"]
    case .pairs, .pairsFromBothSides: break
    case .keysOfDestination:
      let changed = (names.prefix(1) + names.dropFirst(2)).map { "\(name: $0) = ?" as SQLFragment }
      return "UPDATE \(name: stored) SET \(list: changed) WHERE Z_PK = ?"
    }
    let places = names.map { _ in "?" as SQLFragment }
    return "INSERT INTO \(name: stored)(\(names: names)) VALUES(\(list: places))"
  }
}
