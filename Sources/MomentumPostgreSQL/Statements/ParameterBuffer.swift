internal import CLibPQ

/// The values of a statement's placeholders, in the form that libpq takes them.
struct ParameterBuffer {
  private var writer = BinaryWriter()
  /// The end of each value in the bytes; `nil` for NULL.
  private var ends: [Int?] = []
  private var formats: [Int32] = []

  /// - Parameter forms: The types that the server has found for the placeholders.
  init(
    _ values: [PostgreSQLValue], _ forms: [PostgreSQLForm], sql: String
  ) throws(PostgreSQLError) {
    guard values.count == forms.count else {
      throw PostgreSQLError(.execute, .valueCount, sql: sql)
    }
    for (index, (value, form)) in zip(values, forms).enumerated() {
      switch (value, form) {
      case (.null, _):
        ends.append(nil)
        formats.append(1)
      case (.text(let text), let form) where form != .text:
        // Types that have no binary form here, such as a date, an enumeration or a range: sent as
        // text, which the server parses. A NUL would cut the text off there, so it is refused.
        guard !text.utf8.contains(0) else { throw Self.failure(.type, index, sql) }
        writer.bytes.append(contentsOf: text.utf8)
        // libpq takes a text value up to its NUL.
        ends.append(writer.bytes.count)
        writer.bytes.append(0)
        formats.append(0)
      case (let value, let form):
        do { try writer.append(value, as: form) } catch { throw Self.failure(error, index, sql) }
        ends.append(writer.bytes.count)
        formats.append(1)
      }
    }
  }

  private static func failure(
    _ failure: BinaryWriter.Failure, _ index: Int, _ sql: String
  ) -> PostgreSQLError {
    PostgreSQLError(
      .execute, failure.reason, message: "\(failure.reason.rawValue) ($\(index + 1))", sql: sql)
  }

  /// Sends the statement with the values; returns whether libpq took it.
  func send(_ statement: PreparedStatement, on connection: OpaquePointer) -> Bool {
    guard !ends.isEmpty else {
      return PQsendQueryPrepared(connection, statement.name, 0, nil, nil, nil, 1) == 1
    }
    // An empty value must have an address, or libpq takes it for NULL.
    let bytes = writer.bytes + [0]
    return bytes.withUnsafeBytes { buffer in
      var pointers: [UnsafePointer<CChar>?] = []
      var lengths: [Int32] = []
      var start = 0
      for (end, format) in zip(ends, formats) {
        guard let end else {
          pointers.append(nil)
          lengths.append(0)
          continue
        }
        let address = buffer.baseAddress.map { $0 + start }
        pointers.append(address?.assumingMemoryBound(to: CChar.self))
        lengths.append(Int32(truncatingIfNeeded: end - start))
        start = format == 0 ? end + 1 : end
      }
      return PQsendQueryPrepared(
        connection, statement.name, Int32(truncatingIfNeeded: ends.count), pointers, lengths,
        formats, 1) == 1
    }
  }
}
