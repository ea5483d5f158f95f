internal import Foundation

/// Writes the binary form of values.
struct BinaryWriter {
  var bytes: [UInt8] = []

  enum Failure: Error {
    case type
    case range

    var reason: PostgreSQLError.Reason {
      switch self {
      case .type: .valueType
      case .range: .valueOutOfRange
      }
    }
  }

  @inline(__always)
  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a value in the form of a type.
  mutating func append(_ value: PostgreSQLValue, as form: PostgreSQLForm) throws(Failure) {
    switch value {
    case .null: throw .type
    case .bool(let flag):
      guard form == .bool else { throw .type }
      bytes.append(flag ? 1 : 0)
    case .integer(let number): try append(number, as: form)
    case .real(let number): try append(number, as: form)
    case .text(let text):
      guard form.takesText else { throw .type }
      bytes.append(contentsOf: text.utf8)
    case .bytes(let data):
      guard form == .bytes else { throw .type }
      bytes.append(contentsOf: data)
    case .uuid(let id):
      guard form == .uuid else { throw .type }
      withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) }
    case .timestamp(let time):
      guard form == .timestamp else { throw .type }
      append(time.microseconds)
    case .date(let date):
      guard form == .date else { throw .type }
      append(date.days)
    case .numeric(let number):
      guard form == .numeric else { throw .type }
      append(number)
    case .array(let values):
      guard case .array(let element) = form else { throw .type }
      try append(values, of: element)
    case .other(let type, let data):
      guard form == .other(type) else { throw .type }
      bytes.append(contentsOf: data)
    }
  }

  private mutating func append(_ number: Int64, as form: PostgreSQLForm) throws(Failure) {
    switch form {
    case .int8: append(number)
    case .int4: append(try Self.fit(number, Int32.self))
    case .int2: append(try Self.fit(number, Int16.self))
    case .oid: append(try Self.fit(number, UInt32.self))
    case .float8, .float4: try append(Self.exact(number), as: form)
    case .numeric:
      guard let numeric = PostgreSQLNumeric(String(number)) else { throw .range }
      append(numeric)
    case .bool, .text, .bytes, .uuid, .timestamp, .date, .array, .other: throw .type
    }
  }

  private mutating func append(_ number: Double, as form: PostgreSQLForm) throws(Failure) {
    switch form {
    case .float8: append(number.bitPattern)
    case .float4: append(try Self.float(number).bitPattern)
    case .bool, .int2, .int4, .int8, .oid, .text, .bytes, .uuid, .timestamp, .date, .numeric,
      .array, .other:
      throw .type
    }
  }

  /// Appends a value with its length before it, as COPY and arrays have it; NULL has the length -1.
  mutating func appendField(_ value: PostgreSQLValue, as form: PostgreSQLForm) throws(Failure) {
    if case .null = value { return append(Int32(-1)) }
    let start = bytes.count
    append(Int32(0))
    try append(value, as: form)
    guard let count = Int32(exactly: bytes.count - start - 4) else { throw .range }
    withUnsafeBytes(of: count.bigEndian) { length in
      for (index, byte) in length.enumerated() { bytes[start + index] = byte }
    }
  }

  private static func fit<Number: FixedWidthInteger>(
    _ number: Int64, _ type: Number.Type
  ) throws(Failure) -> Number {
    guard let fitting = Number(exactly: number) else { throw .range }
    return fitting
  }

  private static func exact(_ number: Int64) throws(Failure) -> Double {
    guard let real = Double(exactly: number) else { throw .range }
    return real
  }

  /// The nearest float4, as the server rounds; a finite number does not become infinite.
  private static func float(_ number: Double) throws(Failure) -> Float {
    let rounded = Float(number)
    guard rounded.isFinite || !number.isFinite else { throw .range }
    return rounded
  }

  private mutating func append(_ number: PostgreSQLNumeric) {
    append(UInt16(truncatingIfNeeded: number.groups.count))
    append(number.weight)
    append(number.sign.rawValue)
    append(number.scale)
    for group in number.groups { append(group) }
  }

  private mutating func append(
    _ values: [PostgreSQLValue], of element: PostgreSQLType
  ) throws(Failure) {
    guard let count = Int32(exactly: values.count) else { throw .range }
    append(Int32(values.isEmpty ? 0 : 1))
    append(Int32(values.contains(.null) ? 1 : 0))
    append(element.rawValue)
    guard count > 0 else { return }
    append(count)
    append(Int32(1))
    for value in values { try appendField(value, as: element.form) }
  }
}
