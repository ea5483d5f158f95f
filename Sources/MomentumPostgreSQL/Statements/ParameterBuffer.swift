internal import CLibPQ

/// The values of a statement's placeholders, in the form that libpq takes them.
struct ParameterBuffer {
  private struct Part {
    /// The end of the value in the bytes, without the NUL that libpq needs after a text.
    var end: Int
    var form: Form
  }

  private enum Form {
    case null
    case text
    case binary
  }

  private var writer = BinaryWriter()
  private var parts: [Part] = []

  /// - Parameter forms: The types that the server has found for the placeholders.
  init(
    _ values: [PostgreSQLValue], _ forms: [PostgreSQLForm], sql: String
  ) throws(PostgreSQLError) {
    guard values.count == forms.count else {
      throw PostgreSQLError(.execute, .valueCount, sql: sql)
    }
    guard !values.isEmpty else { return }
    parts.reserveCapacity(values.count)
    writer.bytes.reserveCapacity(16 * values.count)
    for index in values.indices {
      switch (values[index], forms[index]) {
      case (.null, _):
        parts.append(Part(end: writer.bytes.count, form: .null))
      case (.text(let text), let form) where form != .text:
        // Types that have no binary form here, such as a date, an enumeration or a range: sent as
        // text, which the server parses. A NUL would cut the text off there, so it is refused.
        guard !text.utf8.contains(0) else { throw Self.failure(.type, index, sql) }
        writer.bytes.append(contentsOf: text.utf8)
        // libpq takes a text value up to its NUL.
        parts.append(Part(end: writer.bytes.count, form: .text))
        writer.bytes.append(0)
      case (let value, let form):
        do { try writer.append(value, as: form) } catch { throw Self.failure(error, index, sql) }
        parts.append(Part(end: writer.bytes.count, form: .binary))
      }
    }
    // An empty value must have an address, or libpq takes it for NULL.
    writer.bytes.append(0)
  }

  private static func failure(
    _ failure: BinaryWriter.Failure, _ index: Int, _ sql: String
  ) -> PostgreSQLError {
    PostgreSQLError(
      .execute, failure.reason, message: "\(failure.reason.rawValue) ($\(index + 1))", sql: sql)
  }

  /// Sends the statement with the values; returns whether libpq took it.
  func send(_ statement: PreparedStatement, on connection: OpaquePointer) -> Bool {
    guard !parts.isEmpty else {
      return PQsendQueryPrepared(connection, statement.name, 0, nil, nil, nil, 1) == 1
    }
    let count = parts.count
    return writer.bytes.withUnsafeBufferPointer { bytes in
      withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: count) { pointers in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count) { numbers in
          var start = 0
          for (index, part) in parts.enumerated() {
            let address = UnsafeRawPointer(bytes.baseAddress)?.advanced(by: start)
            pointers.initializeElement(
              at: index,
              to: part.form == .null ? nil : address?.assumingMemoryBound(to: CChar.self))
            numbers.initializeElement(at: index, to: Int32(truncatingIfNeeded: part.end - start))
            numbers.initializeElement(at: count + index, to: part.form == .text ? 0 : 1)
            start = part.form == .text ? part.end + 1 : part.end
          }
          return PQsendQueryPrepared(
            connection, statement.name, Int32(truncatingIfNeeded: count), pointers.baseAddress,
            numbers.baseAddress, numbers.baseAddress.map { $0 + count }, 1) == 1
        }
      }
    }
  }
}
