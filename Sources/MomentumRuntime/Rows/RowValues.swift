internal import MomentumSQLite

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The values of a row that another database than SQLite has returned.
///
/// A class, so that a loop fills the same object with each of its rows.
package final class RowValues {
  package var values: [RowValue]

  package init(_ values: [RowValue] = []) { self.values = values }

  /// The value of a column; `other` past the last one.
  subscript(column: Int) -> RowValue {
    values.indices.contains(column) ? values[column] : .other
  }
}

/// A value of a row, in the form in which a reader of ``Row`` takes it.
package enum RowValue: Sendable, Hashable {
  case null
  /// A whole number; a boolean is 0 or 1.
  case integer(Int64)
  /// A floating-point number; a date is the number of seconds since 2001-01-01 00:00:00 UTC.
  case real(Double)
  case decimal(Decimal)
  case text(String)
  case bytes([UInt8])
  case uuid(UUID)
  /// A value of a type that no attribute has.
  case other
}

// The contents of a cell: of the statement, or of the values.

extension Row {
  /// Whether the row comes from a store of Core Data.
  var isStored: Bool { if case .statement = source { true } else { false } }

  @inline(__always)
  func integerCell(_ column: Int) -> StoredCell<Int64> {
    switch source {
    case .statement(let statement): statement.integerCell(at: column)
    case .values(let values): values[column].integerCell
    }
  }

  @inline(__always)
  func numberCell(_ column: Int) -> StoredCell<Double> {
    switch source {
    case .statement(let statement): statement.numberCell(at: column)
    case .values(let values): values[column].numberCell
    }
  }

  @inline(__always)
  func textCell(_ column: Int) -> StoredCell<String> {
    switch source {
    case .statement(let statement): statement.textCell(at: column)
    case .values(let values): values[column].textCell
    }
  }

  @inline(__always)
  func blobCell<Value>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> StoredCell<Value> {
    switch source {
    case .statement(let statement): statement.blobCell(at: column, body)
    case .values(let values): values[column].blobCell(body)
    }
  }
}

extension RowValue {
  fileprivate var integerCell: StoredCell<Int64> {
    switch self {
    case .null: .null
    case .integer(let number): .value(number)
    case .real, .decimal, .text, .bytes, .uuid, .other: .other
    }
  }

  fileprivate var numberCell: StoredCell<Double> {
    switch self {
    case .null: .null
    case .integer(let number): .value(Double(number))
    case .real(let number): .value(number)
    case .decimal(let number): Double("\(number)").map { .value($0) } ?? .other
    case .text, .bytes, .uuid, .other: .other
    }
  }

  fileprivate var textCell: StoredCell<String> {
    switch self {
    case .null: .null
    case .text(let text): .value(text)
    case .integer, .real, .decimal, .bytes, .uuid, .other: .other
    }
  }

  fileprivate func blobCell<Value>(
    _ body: (UnsafeRawBufferPointer) -> Value
  ) -> StoredCell<Value> {
    switch self {
    case .null: .null
    case .bytes(let bytes): .value(bytes.withUnsafeBytes(body))
    case .uuid(let uuid): .value(withUnsafeBytes(of: uuid.uuid, body))
    case .integer, .real, .decimal, .text, .other: .other
    }
  }
}
