internal import Foundation

/// Reads the binary form of a value; every length is checked, since a proxy may send anything.
struct BinaryReader {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  @inline(__always)
  mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    guard bytes.count - offset >= MemoryLayout<Number>.size else { return nil }
    defer { offset += MemoryLayout<Number>.size }
    return Number(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  mutating func slice(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, bytes.count - offset >= count else { return nil }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  /// The value of all bytes; `nil` if they are not one of the form.
  @inline(__always)
  static func value(_ bytes: UnsafeRawBufferPointer, _ form: PostgreSQLForm) -> PostgreSQLValue? {
    switch form {
    case .int4: whole(bytes, Int32.self).map { .integer(Int64($0)) }
    case .int8: whole(bytes, Int64.self).map { .integer($0) }
    case .text: text(bytes).map { .text($0) }
    case .float8: whole(bytes, UInt64.self).map { .real(Double(bitPattern: $0)) }
    case .bool: whole(bytes, UInt8.self).map { .bool($0 != 0) }
    case .int2: whole(bytes, Int16.self).map { .integer(Int64($0)) }
    case .oid: whole(bytes, UInt32.self).map { .integer(Int64($0)) }
    case .float4: whole(bytes, UInt32.self).map { .real(Double(Float(bitPattern: $0))) }
    case .bytes: .bytes(Array(bytes))
    case .uuid: bytes.count == 16 ? .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))) : nil
    case .timestamp:
      whole(bytes, Int64.self).map { .timestamp(PostgreSQLTimestamp(microseconds: $0)) }
    case .date: whole(bytes, Int32.self).map { .date(PostgreSQLDate(days: $0)) }
    case .numeric: numeric(bytes).map { .numeric($0) }
    case .array(let element): array(bytes, element).map { .array($0) }
    case .other(let type): .other(type, Array(bytes))
    }
  }

  @inline(__always)
  static func whole<Number: FixedWidthInteger>(
    _ bytes: UnsafeRawBufferPointer, _ type: Number.Type
  ) -> Number? {
    guard bytes.count == MemoryLayout<Number>.size else { return nil }
    return Number(bigEndian: bytes.loadUnaligned(as: Number.self))
  }

  /// `nil` for bytes that are not UTF-8, which a database with the encoding SQL_ASCII may hold.
  @inline(__always)
  static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
    var text = String(decoding: bytes, as: UTF8.self)
    // Invalid bytes are repaired, so a difference shows them. (`String(validating:)` of the standard
    // library needs macOS 15.)
    let isSame = text.withUTF8 { copy in
      guard copy.count == bytes.count else { return false }
      guard let left = copy.baseAddress, let right = bytes.baseAddress else { return true }
      return memcmp(left, right, copy.count) == 0
    }
    return isSame ? text : nil
  }

  private static func numeric(_ bytes: UnsafeRawBufferPointer) -> PostgreSQLNumeric? {
    var reader = BinaryReader(bytes)
    guard let count = reader.integer(UInt16.self),
      let weight = reader.integer(Int16.self),
      let sign = reader.integer(UInt16.self).flatMap(PostgreSQLNumeric.Sign.init(rawValue:)),
      let scale = reader.integer(UInt16.self), scale <= 16_383
    else { return nil }
    var groups: [UInt16] = []
    for _ in 0..<count {
      guard let group = reader.integer(UInt16.self), group < 10_000 else { return nil }
      groups.append(group)
    }
    guard reader.isAtEnd else { return nil }
    return PostgreSQLNumeric(groups: groups, weight: weight, sign: sign, scale: scale)
  }

  /// An array of no or one dimension; `nil` for more.
  private static func array(
    _ bytes: UnsafeRawBufferPointer, _ element: PostgreSQLType
  ) -> [PostgreSQLValue]? {
    var reader = BinaryReader(bytes)
    guard let dimensions = reader.integer(Int32.self), dimensions <= 1,
      reader.integer(Int32.self) != nil, reader.integer(UInt32.self) != nil
    else { return nil }
    guard dimensions == 1 else { return reader.isAtEnd ? [] : nil }
    guard let count = reader.integer(Int32.self), count >= 0, reader.integer(Int32.self) != nil
    else { return nil }
    var values: [PostgreSQLValue] = []
    for _ in 0..<count {
      guard let length = reader.integer(Int32.self) else { return nil }
      if length == -1 {
        values.append(.null)
        continue
      }
      guard let slice = reader.slice(Int(length)), let value = value(slice, element.form)
      else { return nil }
      values.append(value)
    }
    return reader.isAtEnd ? values : nil
  }
}
