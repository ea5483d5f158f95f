/// The number by which the server names a type; the numbers of built-in types never change.
///
/// Documented: the catalogue `pg_type`; the numbers are those of `pg_type.dat` in the sources.
package struct PostgreSQLType: RawRepresentable, Sendable, Hashable {
  package var rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let bool = PostgreSQLType(rawValue: 16)
  package static let bytea = PostgreSQLType(rawValue: 17)
  package static let name = PostgreSQLType(rawValue: 19)
  package static let int8 = PostgreSQLType(rawValue: 20)
  package static let int2 = PostgreSQLType(rawValue: 21)
  package static let int4 = PostgreSQLType(rawValue: 23)
  package static let text = PostgreSQLType(rawValue: 25)
  package static let oid = PostgreSQLType(rawValue: 26)
  package static let json = PostgreSQLType(rawValue: 114)
  package static let float4 = PostgreSQLType(rawValue: 700)
  package static let float8 = PostgreSQLType(rawValue: 701)
  package static let unknown = PostgreSQLType(rawValue: 705)
  package static let bpchar = PostgreSQLType(rawValue: 1042)
  package static let varchar = PostgreSQLType(rawValue: 1043)
  package static let date = PostgreSQLType(rawValue: 1082)
  package static let timestamp = PostgreSQLType(rawValue: 1114)
  package static let timestamptz = PostgreSQLType(rawValue: 1184)
  package static let numeric = PostgreSQLType(rawValue: 1700)
  package static let uuid = PostgreSQLType(rawValue: 2950)

  /// The element of an array type, one row for each array that is read and written.
  var element: PostgreSQLType? { Self.elements[rawValue] }

  private static let elements: [UInt32: PostgreSQLType] = [
    1000: .bool, 1001: .bytea, 1003: .name, 1005: .int2, 1007: .int4, 1009: .text, 1014: .bpchar,
    1015: .varchar, 1016: .int8, 1021: .float4, 1022: .float8, 1028: .oid, 1115: .timestamp,
    1182: .date, 1185: .timestamptz, 1231: .numeric, 2951: .uuid,
  ]

  /// How values of the type are written in binary.
  var form: PostgreSQLForm {
    switch self {
    case .bool: .bool
    case .int2: .int2
    case .int4: .int4
    case .int8: .int8
    case .oid: .oid
    case .float4: .float4
    case .float8: .float8
    case .text, .varchar, .bpchar, .name, .json, .unknown: .text
    case .bytea: .bytes
    case .uuid: .uuid
    case .timestamp, .timestamptz: .timestamp
    case .date: .date
    case .numeric: .numeric
    case _: element.map { .array($0) } ?? .other(self)
    }
  }
}

/// The binary forms of values; documented by the functions `…send` and `…recv` of each type.
enum PostgreSQLForm: Sendable, Hashable {
  case bool
  case int2
  case int4
  case int8
  case oid
  case float4
  case float8
  case text
  case bytes
  case uuid
  case timestamp
  case date
  case numeric
  case array(PostgreSQLType)
  /// A type that is not read: its bytes are kept as they are.
  case other(PostgreSQLType)

  /// Whether the bytes of a text are the binary form: also those of enumerations and citext, whose
  /// numbers differ from database to database.
  var takesText: Bool {
    switch self {
    case .text, .other: true
    case .bool, .int2, .int4, .int8, .oid, .float4, .float8, .bytes, .uuid, .timestamp, .date,
      .numeric, .array:
      false
    }
  }
}
