internal import MomentumPostgreSQL
internal import MomentumSQL
internal import MomentumSQLite

/// Sends the rows of one table of a store to the server, chunk by chunk.
struct TableUpload {
  let table: CopyTable
  let store: CopiedStore
  let database: ServerConnection
  let chunkBytes: Int

  static let detailTypes: [PostgreSQLType] = [.text, .int8, .int8, .bytea]

  /// - Parameter sent: Called after each chunk with the number of its rows.
  mutating func run(from place: CopyPlace, _ sent: (Int) -> Void) async throws {
    if !place.key.isEmpty { sent(try rowsBefore(place)) }
    let reader = try StoreRowReader(table, in: store, after: place.key)
    var rows = CopyEncoder(types: table.types)
    var details = CopyEncoder(types: Self.detailTypes)
    var isDone = false
    while !isDone {
      var count = 0
      while rows.count + details.count < chunkBytes {
        guard let row = try reader.next() else {
          isDone = true
          break
        }
        do { try rows.append(row) } catch { throw reader.refusal(error, of: row) }
        try details.append(reader.details, of: reader.key, in: table)
        count += 1
      }
      let chunks = [(table.copyIn, Self.whole(&rows)), (Self.detailCopy, Self.whole(&details))]
      let reached = CopyPlace(key: count > 0 ? reader.key : place.key, isDone: isDone)
      try await send(chunks, reached)
      sent(count)
    }
  }

  private func rowsBefore(_ place: CopyPlace) throws -> Int {
    let (rest, values) = table.selection(after: place.key)
    guard
      case .integer(let left)? = try store.connection.firstValue(
        "SELECT count(*) FROM (\(sql: rest))", values)
    else { return 0 }
    return try store.count(table.counting) - Int(clamping: left)
  }

  static var detailCopy: SQLFragment {
    """
    COPY \(name: CopyTablesOnServer.rows) (table_name, id, version, exact)
    FROM STDIN (FORMAT binary)
    """
  }

  /// The rows of a chunk with header and end; empty if there are no rows.
  private static func whole(_ encoder: inout CopyEncoder) -> [UInt8] {
    guard encoder.count > 0 else { return [] }
    encoder.appendEnd()
    return encoder.header + encoder.take()
  }

  private func send(_ chunks: [(sql: SQLFragment, bytes: [UInt8])], _ place: CopyPlace) async throws
  {
    try await database.connection.transaction { connection in
      for (sql, bytes) in chunks where !bytes.isEmpty {
        _ = try await connection.copy(in: sql.text(in: .postgreSQL), from: OneChunk(bytes: bytes))
      }
      try await database.setCopyPlace(place, of: table.name)
    }
  }
}

extension CopyEncoder {
  /// Appends the row with the details of an object; none if there are no details.
  mutating func append(
    _ details: StoreRowDetails, of key: [Int64], in table: CopyTable
  ) throws {
    guard table.isOfObjects, !details.isEmpty, let id = key.first else { return }
    try append([
      .text(table.name), .integer(id), .integer(details.version), .bytes(details.bytes),
    ])
  }
}
