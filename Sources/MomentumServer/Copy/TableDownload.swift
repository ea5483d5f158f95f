internal import MomentumPostgreSQL
internal import MomentumSQL

/// Writes the rows of one table on the server into a new store, as the server sends them.
struct TableDownload {
  let table: CopyTable
  let file: PartialStore
  let database: ServerConnection
  /// Whether the server has the table with details of rows, which only a copy from a store makes.
  /// Without it, the rows were made on the server, and a query that names the table would fail.
  let hasDetails: Bool
  let chunkRows: Int

  /// - Parameter received: Called from time to time with the number of rows since the last call.
  /// - Returns: The number of rows with details.
  func run(_ received: (Int) -> Void) async throws -> Int {
    let place = try file.place(of: table.name)
    guard !place.isDone else { return 0 }
    let writer = try StoreRowWriter(table, in: file.connection, file.external)
    let query = selection(after: place.key).text(in: .postgreSQL)
    return try await database.connection.copyRows(of: query) { rows in
      var (count, detailed, key) = (0, 0, place.key)
      try file.begin()
      for try await row in rows {
        let details = try self.details(row)
        if !details.isEmpty { detailed += 1 }
        try writer.write(Array(row.prefix(table.columns.count)), details)
        key = row.prefix(table.keyCount).map {
          if case .integer(let number) = $0 { number } else { 0 }
        }
        count += 1
        if count == chunkRows {
          try file.commit(CopyPlace(key: key), of: table.name)
          try file.begin()
          received(count)
          count = 0
        }
      }
      try file.commit(CopyPlace(key: key, isDone: true), of: table.name)
      received(count)
      return detailed
    }
  }

  private var readsDetails: Bool { hasDetails && table.isOfObjects }

  /// `SELECT t.id, t.name, d.version, d.exact FROM venue t LEFT JOIN … WHERE t.id > 7 ORDER BY t.id`
  private func selection(after key: [Int64]) -> SQLFragment {
    let keys = table.columns.prefix(table.keyCount).map { "t.\(name: $0.name)" as SQLFragment }
    var columns = table.columns.map { "t.\(name: $0.name)" as SQLFragment }
    var join: SQLFragment = ""
    if readsDetails {
      columns += ["d.version", "d.exact"]
      join =
        " LEFT JOIN \(name: CopyTablesOnServer.rows) d ON d.table_name = \(text: table.name) AND d.id = \(sql: keys[0])"
    }
    let filter: SQLFragment =
      key.isEmpty ? "" : " WHERE (\(list: keys)) > (\(numbers: key))"
    return "SELECT \(list: columns) FROM \(name: table.name) t\(sql: join)\(sql: filter) "
      + "ORDER BY \(list: keys)"
  }

  private func details(_ row: [PostgreSQLValue]) throws -> StoreRowDetails {
    guard readsDetails, row.count == table.columns.count + 2,
      case .integer(let version) = row[row.count - 2], case .bytes(let bytes) = row[row.count - 1]
    else { return StoreRowDetails() }
    guard let details = StoreRowDetails(version: version, bytes: bytes) else {
      throw PostgreSQLError(.copy, .malformedValue)
    }
    return details
  }
}
