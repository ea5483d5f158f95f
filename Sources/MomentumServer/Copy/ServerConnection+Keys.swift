internal import MomentumPostgreSQL
internal import MomentumSQL

extension ServerConnection {
  /// The highest key that a table has given or has; `nil` for a table whose keys the server does not
  /// count.
  func lastKey(of table: CopyTable) async throws -> Int64? {
    guard let identity = table.identity, let name = PostgreSQLName.quoted(table.name) else {
      return nil
    }
    let rows = try await rows(
      """
      SELECT pg_sequence_last_value(CAST(pg_get_serial_sequence($1, $2) AS regclass)),
        (SELECT max(\(name: identity)) FROM \(name: table.name))
      """, [.text(name), .text(identity)])
    guard let row = rows.first else { return nil }
    return max(try row.integer(at: 0) ?? 0, try row.integer(at: 1) ?? 0)
  }

  /// Makes the server count on from the keys of a store.
  ///
  /// - Parameter keys: `Z_MAX` by the number of the root entity.
  func setLastKeys(_ keys: [Int64: Int64], _ tables: [CopyTable]) async throws {
    for table in tables {
      guard let identity = table.identity, let last = keys[table.rootNumber], last > 0,
        let name = PostgreSQLName.quoted(table.name)
      else { continue }
      try await rows(
        "SELECT setval(CAST(pg_get_serial_sequence($1, $2) AS regclass), $3)",
        [.text(name), .text(identity), .integer(last)])
    }
  }
}
