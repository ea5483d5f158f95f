/// Writes rows in the binary form of COPY, for a statement of the caller.
///
///     var encoder = CopyEncoder(types: [.int8, .text])
///     try encoder.append([7, "Ann"])
///     encoder.appendEnd()
///     _ = try await connection.copy(in: sql, from: chunks)  // the header, then encoder.take()
///
/// Documented: <https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.4>.
package struct CopyEncoder: Sendable {
  private let forms: [PostgreSQLForm]
  private var writer = BinaryWriter()

  /// - Parameter types: The types of the columns; the server does not convert the binary form.
  package init(types: [PostgreSQLType]) { self.init(types.map(\.form)) }

  init(_ forms: [PostgreSQLForm]) {
    self.forms = forms
    writer.bytes.reserveCapacity(PostgreSQLConnection.chunkBytes + 4096)
  }

  static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]

  /// The signature, no flags, no extension.
  package var header: [UInt8] { Self.signature + [UInt8](repeating: 0, count: 8) }

  /// The bytes that have not been taken.
  package var count: Int { writer.bytes.count }

  package mutating func append(_ row: [PostgreSQLValue]) throws(PostgreSQLError) {
    guard row.count == forms.count else { throw PostgreSQLError(.copy, .valueCount) }
    writer.append(Int16(truncatingIfNeeded: row.count))
    for (index, form) in forms.enumerated() {
      do { try writer.appendField(row[index], as: form) } catch {
        throw PostgreSQLError(
          .copy, error.reason, message: "\(error.reason.rawValue) (column \(index + 1))")
      }
    }
  }

  package mutating func appendEnd() { writer.append(Int16(-1)) }

  /// The bytes so far, which are no longer kept.
  package mutating func take() -> [UInt8] {
    defer { writer.bytes.removeAll(keepingCapacity: true) }
    return writer.bytes
  }

  /// Passes the bytes from an offset on, for example those of the last row, to `body`.
  package func withBytes<Result>(
    from start: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    writer.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }
}
