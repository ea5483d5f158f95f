/// Writes rows in the binary form of COPY.
///
/// Documented: <https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.4>.
struct CopyEncoder {
  private let forms: [PostgreSQLForm]
  private var writer = BinaryWriter()

  init(_ forms: [PostgreSQLForm]) {
    self.forms = forms
    writer.bytes.reserveCapacity(PostgreSQLConnection.chunkBytes + 4096)
  }

  static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]

  /// The signature, no flags, no extension.
  var header: [UInt8] { Self.signature + [UInt8](repeating: 0, count: 8) }

  var count: Int { writer.bytes.count }

  mutating func append(_ row: [PostgreSQLValue]) throws(PostgreSQLError) {
    guard row.count == forms.count else { throw PostgreSQLError(.copy, .valueCount) }
    writer.append(Int16(truncatingIfNeeded: row.count))
    for (index, form) in forms.enumerated() {
      do { try writer.appendField(row[index], as: form) } catch {
        throw PostgreSQLError(
          .copy, error.reason, message: "\(error.reason.rawValue) (column \(index + 1))")
      }
    }
  }

  mutating func appendEnd() { writer.append(Int16(-1)) }

  /// The bytes so far, which are no longer kept.
  mutating func take() -> [UInt8] {
    defer { writer.bytes.removeAll(keepingCapacity: true) }
    return writer.bytes
  }
}
