internal import CSQLite
internal import MomentumSQL

/// A number of SQLite. Never NaN: SQLite has no such value.
enum SQLNumber: Hashable {
  case integer(Int64)
  case real(Double)

  /// `nil` for NULL, a blob, and a text that is not a number as a whole.
  init?(_ value: OpaquePointer?) {
    switch sqlite3_value_numeric_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case _: return nil
    }
  }

  var real: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// The number without its fraction; `nil` if it does not fit into 64 bits.
  var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value.rounded(.towardZero))
    }
  }

  var value: SQLValue {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    }
  }
}
