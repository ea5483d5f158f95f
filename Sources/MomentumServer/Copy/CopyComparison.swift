internal import MomentumPostgreSQL
internal import MomentumSQL
internal import MomentumSQLite

/// Compares the rows of a store with those on a server, table by table, by their number and a
/// checksum over the values in the form in which COPY sends them.
struct CopyComparison {
  enum Target {
    case server
    case store
  }

  let store: CopiedStore
  let database: ServerConnection
  let target: Target

  /// Throws ``ServerError/differs(table:source:target:)`` for the first table whose rows differ.
  ///
  /// - Parameter compared: Called from time to time with the number of rows that were read since.
  /// - Returns: The number of large binaries of the store whose files are missing.
  @discardableResult
  func run(_ tables: [CopyTable], _ compared: (String, Int) -> Void) async throws -> Int {
    var missingFiles = 0
    for table in tables {
      let server = try await onServer(table)
      let reader = try StoreRowReader(table, in: store)
      let own = try inStore(table, reader) { compared(table.name, $0) }
      missingFiles += reader.missingFiles
      guard server == own else {
        let (source, target) = self.target == .server ? (own, server) : (server, own)
        throw ServerError.differs(
          table: table.name, source: "\(source)", target: "\(target)")
      }
    }
    return missingFiles
  }

  private func onServer(_ table: CopyTable) async throws -> RowSum {
    let sql = table.copyOut.text(in: .postgreSQL)
    return try await database.connection.copy(out: sql) { chunks in
      var (sum, reader) = (RowSum(), CopiedRowReader())
      for try await chunk in chunks {
        let isWhole = chunk.withUnsafeBytes { bytes in reader.read(bytes) { sum.add($0) } }
        guard isWhole else { throw PostgreSQLError(.copy, .malformedValue) }
      }
      return sum
    }
  }

  private func inStore(
    _ table: CopyTable, _ reader: StoreRowReader, _ compared: (Int) -> Void
  ) throws -> RowSum {
    var encoder = CopyEncoder(types: table.types)
    var sum = RowSum()
    var last = 0
    while let row = try reader.next() {
      let start = encoder.count
      do { try encoder.append(row) } catch { throw reader.refusal(error, of: row) }
      encoder.withBytes(from: start) { sum.add($0) }
      if encoder.count > 1 << 16 {
        _ = encoder.take()
        compared(sum.count - last)
        last = sum.count
      }
    }
    compared(sum.count - last)
    return sum
  }
}
