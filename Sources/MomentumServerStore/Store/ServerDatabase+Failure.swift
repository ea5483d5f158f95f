internal import MomentumModel
package import MomentumPostgreSQL
package import MomentumRuntime
package import MomentumStore

// Errors of the server in the words of the model. None quotes a value.

extension ServerDatabase {
  /// The failure for an error of a statement.
  func failure(_ error: any Error) -> StoreFailure {
    switch error {
    case let error as StoreFailure: error
    case let error as PostgreSQLError: StoreFailure(error, tables)
    case is CancellationError: StoreFailure(.cancelled, "the task was cancelled")
    // The error's text may contain stored values, so only its type is shown.
    case _: StoreFailure(.store, "the call failed with \(type(of: error))")
    }
  }
}

extension ServerLowering {
  /// An error of the server in the words of the model.
  package func failure(_ error: PostgreSQLError) -> StoreFailure { StoreFailure(error, tables) }
}

extension StoreFailure {
  init(_ error: PostgreSQLError, _ tables: ServerTables?) {
    let violation = tables.flatMap { ConstraintViolation(error, $0) }
    self.init(
      violation?.reason ?? Self.reason(error), violation?.description ?? error.description)
  }

  private static func reason(_ error: PostgreSQLError) -> Reason {
    switch error.reason {
    case .cannotConnect, .libraryMissing, .timedOut, .connectionLost, .closed, .poolExhausted:
      return .unavailable
    case .cancelled: return .cancelled
    case .unsettled: return .unsettled
    case .server: break
    case .badConnectionString, .unsupportedServer, .copyUnderWay, .notACopy, .zeroByte,
      .rolledBack, .malformedValue:
      return .store
    case .valueCount, .valueType, .valueOutOfRange: return .request
    }
    guard let state = error.state else { return .store }
    if state.isRetryable { return .conflict }
    switch state.errorClass {
    case "22": return .request
    case "23": return .validation
    // The server is shut down, or the statement took longer than `statement_timeout`; too many
    // connections; a lock that was not waited for.
    case "57", "53", "55", "08": return .unavailable
    case _: return .store
    }
  }
}

/// A violated constraint of a table in the words of the model.
private struct ConstraintViolation {
  var reason: StoreFailure.Reason = .validation
  var description: String

  init?(_ error: PostgreSQLError, _ tables: ServerTables) {
    guard error.reason == .server, let state = error.state,
      let table = tables.schema.tables.first(where: { $0.name == error.names.table })
    else { return nil }
    let names = ColumnNames(table, tables)
    let constraint = error.names.constraint
    switch state {
    case .uniqueViolation:
      guard let columns = table.uniqueColumns(constraint) else { return nil }
      let list = columns.map { "'\(names.property($0))'" }.joined(separator: ", ")
      description =
        "another object of entity '\(names.entity)' has the same \(list), which must be unique"
    case .notNullViolation:
      guard let column = error.names.column else { return nil }
      description =
        "'\(names.property(column))' of entity '\(names.entity)' is not optional and needs a value"
    case .foreignKeyViolation, .restrictViolation:
      guard let key = table.foreignKeys.first(where: { $0.name == constraint }) else { return nil }
      let title = "'\(names.property(key.column))' of entity '\(names.entity)'"
      let place = tables.schema.tables.first { $0.name == key.table }
      let other = place.map { ColumnNames($0, tables).entity } ?? key.table
      // The server says the same of both ends, except for the statement: a deletion names the table
      // of the object that is deleted.
      if error.sql?.hasPrefix("INSERT") == true || error.sql?.hasPrefix("UPDATE") == true
        || error.sql?.hasPrefix("COPY") == true || error.operation == .commit
      {
        reason = .noObject
        description = "\(title) leads to '\(other)', of which no object has the given key"
      } else {
        description = "an object of entity '\(other)' cannot be deleted while \(title) leads to it"
      }
    case .checkViolation:
      description =
        "an object of entity '\(names.entity)' breaks the rule '\(constraint ?? "of its table")'"
    case _: return nil
    }
  }
}

extension PlainTable {
  /// The columns of a unique constraint or index; a constraint without a name has the one that the
  /// server makes: `stats_venue_id_key`.
  package func uniqueColumns(_ name: String?) -> [String]? {
    guard let name else { return nil }
    let constraint = uniqueConstraints.first {
      $0.name.isEmpty
        ? name == "\(self.name)_\($0.columns.joined(separator: "_"))_key" : $0.name == name
    }
    return constraint?.columns
      ?? indexes.first { $0.name == name && $0.isUnique }?.terms.map(\.column)
      ?? (name == "\(self.name)_pkey" ? primaryKey : nil)
  }
}

/// The names of the model for the columns of a table.
private struct ColumnNames {
  let entity: String
  private let table: PlainTable
  private let tables: ServerTables

  init(_ table: PlainTable, _ tables: ServerTables) {
    self.table = table
    self.tables = tables
    switch table.kind {
    case .entity(let root): entity = tables.model[root].name
    case .join(let relationship): entity = tables.model[relationship.entity].name
    }
  }

  /// The property in a column; the column's own name for one that no property has.
  func property(_ column: String) -> String {
    if case .join(let id) = table.kind { return tables.model[id].name }
    guard case .entity(let root) = table.kind else { return column }
    let model = tables.model
    for (id, leaves) in tables.schema.attributeColumns where model.root(of: id.entity) == root {
      guard let leaf = leaves.first(where: { $0.column == column }) else { continue }
      return ([model[id].name] + leaf.path).joined(separator: ".")
    }
    for (id, storage) in tables.schema.relationships where model.root(of: id.entity) == root {
      if case .foreignKey(let key) = storage, key.column == column { return model[id].name }
    }
    return column
  }
}
