internal import MomentumSQL

/// What a row of a Core Data store holds and the row on the server does not: the version counter
/// `Z_OPT`, and values that the server keeps less exactly.
///
/// Example: a date with digits below a microsecond, or the name of a file with a large binary. The
/// server keeps the details in a table of their own, and rows without details have none there.
struct StoreRowDetails: Sendable, Hashable {
  /// `Z_OPT` of a row that was saved once, which needs no details.
  static let firstVersion: Int64 = 1

  var version = StoreRowDetails.firstVersion
  /// The exact values, each with the name of the server's column. They have the order of the table's
  /// columns, since two rows count as equal only if their `bytes` are.
  var exact: [(column: String, value: SQLValue)] = []

  /// The exact value of a column, if it has one.
  subscript(column: String) -> SQLValue? {
    exact.isEmpty ? nil : exact.first { $0.column == column }?.value
  }

  var isEmpty: Bool { version == Self.firstVersion && exact.isEmpty }

  static func == (left: Self, right: Self) -> Bool {
    left.version == right.version && left.bytes == right.bytes
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(version)
    hasher.combine(bytes)
  }

  /// The form in which the server's table keeps the exact values; `init(version:bytes:)` reads it.
  ///
  /// Each value is written as: the length of the column's name (2 bytes) and the name, a letter for
  /// the storage class, the length of the value (4 bytes) and the value. Numbers begin with their
  /// highest byte on every machine, so that another machine can read what this one has written.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    func append(_ sign: Unicode.Scalar, _ content: [UInt8]) {
      bytes.append(UInt8(ascii: sign))
      append(UInt32(content.count))
      bytes += content
    }
    func big(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    for (column, value) in exact {
      append(UInt16(truncatingIfNeeded: column.utf8.count))
      bytes += Array(column.utf8)
      switch value {
      case .null: append("n", [])
      case .integer(let number): append("i", big(number))
      case .real(let number): append("r", big(number.bitPattern))
      case .text(let text): append("t", Array(text.utf8))
      case .blob(let blob): append("b", blob)
      }
    }
    return bytes
  }

  init() {}

  /// Reads what `bytes` has written; `nil` for anything else, which another program has put there.
  init?(version: Int64, bytes: [UInt8]) {
    self.version = version
    var rest = bytes[...]
    func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number(_ count: Int) -> UInt64? {
      take(count).map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }
    while !rest.isEmpty {
      guard let nameCount = number(2), let name = take(Int(nameCount)), let sign = take(1)?.first,
        let count = number(4), let content = take(Int(count)),
        let value = Self.value(sign, Array(content))
      else { return nil }
      exact.append((String(decoding: name, as: UTF8.self), value))
    }
  }

  private static func value(_ sign: UInt8, _ content: [UInt8]) -> SQLValue? {
    let number = content.count == 8 ? content.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : nil
    return switch Unicode.Scalar(sign) {
    case "n": .null
    case "i": number.map { .integer(Int64(bitPattern: $0)) }
    case "r": number.map { .real(Double(bitPattern: $0)) }
    case "t": .text(String(decoding: content, as: UTF8.self))
    case "b": .blob(content)
    case _: nil
    }
  }
}
