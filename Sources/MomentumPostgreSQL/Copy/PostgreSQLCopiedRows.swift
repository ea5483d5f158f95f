/// The bytes that COPY sends, read from the server as they are asked for.
package struct PostgreSQLCopiedChunks: AsyncSequence, Sendable {
  package typealias Element = [UInt8]

  let connection: PostgreSQLConnection

  package struct Iterator: AsyncIteratorProtocol {
    let connection: PostgreSQLConnection

    package func next() async throws -> [UInt8]? { try await connection.nextCopiedChunk() }
  }

  package func makeAsyncIterator() -> Iterator { Iterator(connection: connection) }
}

/// Rows that COPY sends in binary form.
package struct PostgreSQLCopiedRows: AsyncSequence, Sendable {
  package typealias Element = [PostgreSQLValue]

  let chunks: PostgreSQLCopiedChunks
  let forms: [PostgreSQLForm]

  package struct Iterator: AsyncIteratorProtocol {
    let chunks: PostgreSQLCopiedChunks.Iterator
    var decoder: CopyDecoder
    var rows: [[PostgreSQLValue]] = []
    var position = 0

    package mutating func next() async throws -> [PostgreSQLValue]? {
      while position == rows.count {
        guard let chunk = try await chunks.next() else { return nil }
        rows = try decoder.rows(chunk)
        position = 0
      }
      defer { position += 1 }
      return rows[position]
    }
  }

  package func makeAsyncIterator() -> Iterator {
    Iterator(chunks: chunks.makeAsyncIterator(), decoder: CopyDecoder(forms))
  }
}

/// Reads rows in the binary form of COPY; the server sends each row whole.
struct CopyDecoder {
  private let forms: [PostgreSQLForm]
  private var hasHeader = false

  init(_ forms: [PostgreSQLForm]) { self.forms = forms }

  mutating func rows(_ chunk: [UInt8]) throws(PostgreSQLError) -> [[PostgreSQLValue]] {
    let rows: [[PostgreSQLValue]]? = chunk.withUnsafeBytes { bytes in
      var reader = BinaryReader(bytes)
      if !hasHeader {
        guard let signature = reader.slice(CopyEncoder.signature.count),
          signature.elementsEqual(CopyEncoder.signature), reader.integer(Int32.self) == 0,
          let extent = reader.integer(Int32.self), reader.slice(Int(extent)) != nil
        else { return nil }
        hasHeader = true
      }
      var rows: [[PostgreSQLValue]] = []
      while !reader.isAtEnd {
        guard let count = reader.integer(Int16.self) else { return nil }
        if count == -1 { return reader.isAtEnd ? rows : nil }
        guard Int(count) == forms.count, let row = row(&reader) else { return nil }
        rows.append(row)
      }
      return rows
    }
    guard let rows else { throw PostgreSQLError(.copy, .malformedValue) }
    return rows
  }

  private func row(_ reader: inout BinaryReader) -> [PostgreSQLValue]? {
    var row: [PostgreSQLValue] = []
    row.reserveCapacity(forms.count)
    for form in forms {
      guard let length = reader.integer(Int32.self) else { return nil }
      if length == -1 {
        row.append(.null)
        continue
      }
      guard let slice = reader.slice(Int(length)), let value = BinaryReader.value(slice, form)
      else { return nil }
      row.append(value)
    }
    return row
  }
}
