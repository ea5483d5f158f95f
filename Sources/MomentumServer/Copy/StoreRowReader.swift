internal import MomentumPostgreSQL
internal import MomentumSQL
internal import MomentumSQLite

/// Reads rows of a Core Data store in the form in which the server keeps them.
///
/// Not `Sendable`: it steps a statement of an open connection.
final class StoreRowReader {
  private let table: CopyTable
  private let statement: Statement
  private let store: CopiedStore
  private let entityPosition: Int?

  /// The key of the last row: `Z_PK`, or both keys of a pair.
  private(set) var key: [Int64] = []
  private(set) var details = StoreRowDetails()
  /// The number of large binaries so far whose files are missing.
  private(set) var missingFiles = 0

  /// - Parameter key: The key after which reading begins; empty for the first row.
  init(
    _ table: CopyTable, in store: CopiedStore, after key: [Int64] = []
  ) throws {
    self.table = table
    self.store = store
    entityPosition = table.entityPosition
    let (sql, values) = table.selection(after: key)
    statement = try store.connection.prepare(sql)
    if !values.isEmpty { try statement.bind(values) }
  }

  /// The next row; `nil` after the last one.
  func next() throws -> [PostgreSQLValue]? {
    guard let row = try statement.nextRow() else { return nil }
    details = StoreRowDetails()
    key = row.prefix(table.keyCount).map { if case .integer(let number) = $0 { number } else { 0 } }
    var entity: Int64?
    if let entityPosition, case .integer(let number) = row[entityPosition] { entity = number }
    var values: [PostgreSQLValue] = []
    values.reserveCapacity(table.columns.count)
    for (index, column) in table.columns.enumerated() {
      values.append(try value(row[index], column, of: entity))
    }
    if table.isOfObjects, case .integer(let version)? = row.last { details.version = version }
    return values
  }

  private func value(
    _ stored: SQLValue, _ column: CopyColumn, of entity: Int64?
  ) throws -> PostgreSQLValue {
    guard column.belongs(to: entity) else {
      // Core Data does not read such a value. A migration may leave one: its UPDATE with the default
      // of a new attribute is for all rows of the table.
      if stored != .null { keep(stored, column) }
      return .null
    }
    let value: PostgreSQLValue
    do throws(CopyValue.Misfit) {
      value = try plain(stored, column)
    } catch {
      throw misfit(column, error.reason)
    }
    if case .null = value, !column.isNullable || column.owners?.isRequired == true {
      throw misfit(column, "there is no value, and the model requires one")
    }
    return value
  }

  private func plain(
    _ stored: SQLValue, _ column: CopyColumn
  ) throws(CopyValue.Misfit) -> PostgreSQLValue {
    switch column.content {
    case .number: return try CopyValue.plain(stored, .bigInteger)
    case .entity:
      guard case .integer(let number) = stored, let name = table.entities[number] else {
        throw CopyValue.Misfit(reason: "the entity's number is none of the model's")
      }
      return .text(name)
    case .value(let type):
      let plain = try CopyValue.plain(stored, type)
      let back = CopyValue.stored(plain, type)
      if back.map({ CopyValue.isSame($0, stored) }) != true { keep(stored, column) }
      return plain
    case .external: return try externalBytes(stored, column)
    }
  }

  /// The bytes of a large binary, from the column or from its file.
  private func externalBytes(
    _ stored: SQLValue, _ column: CopyColumn
  ) throws(CopyValue.Misfit) -> PostgreSQLValue {
    guard case .blob(let bytes) = stored else { return try CopyValue.plain(stored, .binary) }
    if bytes.first == 1 { return .bytes(Array(bytes.dropFirst())) }
    guard let name = ExternalData.fileName(in: bytes) else {
      keep(stored, column)
      return .bytes(bytes)
    }
    if let content = store.external.read(name) {
      keep(stored, column)
      return .bytes(content)
    }
    guard store.allowsMissingFiles, bytes == ExternalData.reference(to: name) else {
      let path = store.external.path(of: name)
      throw CopyValue.Misfit(
        reason: "the file '\(path)' cannot be read; with --allow-missing-files the row is copied "
          + "without the value")
    }
    missingFiles += 1
    // A text says that the server's row has no value because of the missing file.
    keep(.text(name), column)
    return .null
  }

  private func keep(_ value: SQLValue, _ column: CopyColumn) {
    details.exact.append((column.name, value))
  }

  func misfit(_ column: CopyColumn, _ reason: String) -> ServerError {
    ServerError.value(
      property: column.property, table: table.stored, key: key.first ?? 0, reason: reason)
  }

  /// The error for a value that the encoder has refused, with the property in the model's words.
  func refusal(_ error: PostgreSQLError, of values: [PostgreSQLValue]) -> any Error {
    for (value, column) in zip(values, table.columns) {
      var encoder = CopyEncoder(types: [column.type])
      do { try encoder.append([value]) } catch { return misfit(column, error.reason.rawValue) }
    }
    return error
  }
}
