/// The number and a checksum of rows in the binary form of COPY, in any order.
///
/// Both sides of a copy are summed over the bytes that COPY sends for the same columns, so a row of
/// the store and a row of the server are equal if, and only if, their bytes are. The checksum is the sum
/// of a hash of each row: it finds lost, doubled and changed rows, and is no defence against somebody
/// who looks for two rows with the same hash.
struct RowSum: Sendable, Hashable, CustomStringConvertible {
  private(set) var count = 0
  private(set) var sum: UInt64 = 0

  mutating func add(_ row: UnsafeRawBufferPointer) {
    count += 1
    sum &+= Self.hash(row)
  }

  var description: String { "\(count) rows with the checksum \(String(sum, radix: 16))" }

  /// Eight bytes at a time: a hash by bytes would take longer than reading the row.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(&hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var last: UInt64 = 0
    while offset < bytes.count {
      last = last << 8 | UInt64(bytes[offset])
      offset += 1
    }
    mix(&hash, last)
    hash ^= hash >> 32
    hash &*= 0xD6E8_FEB8_6659_FD93
    return hash ^ hash >> 32
  }

  private static func mix(_ hash: inout UInt64, _ word: UInt64) {
    hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
  }
}

/// Finds the rows in what COPY sends in binary form.
///
/// Documented: <https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.4>.
struct CopiedRowReader {
  /// The signature, the flags and the length of the extension, which is empty.
  private static let headerCount = 19
  private var hasHeader = false

  /// Passes each row of a chunk of whole rows to `body`, with the number of its columns before it;
  /// `false` if the bytes are not rows.
  mutating func read(
    _ chunk: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    var offset = hasHeader ? 0 : Self.headerCount
    hasHeader = true
    while offset < chunk.count {
      let start = offset
      guard let columns = Self.number(chunk, &offset, Int16.self) else { return false }
      if columns == -1 { return offset == chunk.count }
      for _ in 0..<max(0, columns) {
        guard let length = Self.number(chunk, &offset, Int32.self) else { return false }
        offset += max(0, Int(length))
        guard offset <= chunk.count else { return false }
      }
      body(UnsafeRawBufferPointer(rebasing: chunk[start..<offset]))
    }
    return offset == chunk.count
  }

  private static func number<Number: FixedWidthInteger>(
    _ chunk: UnsafeRawBufferPointer, _ offset: inout Int, _ type: Number.Type
  ) -> Number? {
    guard chunk.count - offset >= MemoryLayout<Number>.size else { return nil }
    defer { offset += MemoryLayout<Number>.size }
    return Number(bigEndian: chunk.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
