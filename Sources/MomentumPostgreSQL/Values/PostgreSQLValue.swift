package import Foundation

/// A value of a row or of a placeholder.
package enum PostgreSQLValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// An int2, int4, int8 or oid.
  case integer(Int64)
  /// A float4 or float8; every float4 is a Double.
  case real(Double)
  /// A text, varchar, char, name or json.
  case text(String)
  /// A bytea.
  case bytes([UInt8])
  case uuid(UUID)
  /// A timestamptz, or a timestamp, which is taken to be UTC.
  case timestamp(PostgreSQLTimestamp)
  case date(PostgreSQLDate)
  case numeric(PostgreSQLNumeric)
  /// An array of one dimension.
  case array([PostgreSQLValue])
  /// The bytes of a type that is not read, as the server sends them.
  case other(PostgreSQLType, [UInt8])
}

/// A point of time: microseconds since 2000-01-01 00:00:00 UTC.
///
/// The server's own form, so that no digit is lost. Documented:
/// <https://www.postgresql.org/docs/current/datatype-datetime.html>.
package struct PostgreSQLTimestamp: Sendable, Hashable, Comparable {
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  /// The nearest microsecond; times outside of the type's range become infinite.
  ///
  /// - Parameter seconds: Since 2001-01-01 00:00:00 UTC, the reference date of Core Data.
  package init(secondsSinceReferenceDate seconds: Double) {
    let exact = (seconds * 1e6).rounded()
    self =
      if exact >= 9.19e18 { .infinity } else if exact > -9.19e18 {
        .init(microseconds: Int64(exact) + Self.microsecondsFrom2000To2001)
      } else { .negativeInfinity }
  }

  package static let infinity = PostgreSQLTimestamp(microseconds: .max)
  package static let negativeInfinity = PostgreSQLTimestamp(microseconds: .min)

  /// Seconds since 2001-01-01 00:00:00 UTC; infinite for the type's infinite values.
  ///
  /// The number nearest to the digits: seconds as floating-point numbers are subtracted from each
  /// other with an error that shows in the seventh digit after the point.
  package var secondsSinceReferenceDate: Double {
    switch self {
    case .infinity: .infinity
    case .negativeInfinity: -.infinity
    case _: Double(microseconds &- Self.microsecondsFrom2000To2001) / 1e6
    }
  }

  private static let microsecondsFrom2000To2001: Int64 = 31_622_400_000_000

  package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
}

/// A day: days since 2000-01-01.
package struct PostgreSQLDate: Sendable, Hashable, Comparable {
  package var days: Int32

  package init(days: Int32) { self.days = days }

  package static let infinity = PostgreSQLDate(days: .max)
  package static let negativeInfinity = PostgreSQLDate(days: .min)

  package static func < (left: Self, right: Self) -> Bool { left.days < right.days }
}

extension PostgreSQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}
