import MomentumModel
import MomentumSQL
import MomentumStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension QueryLayout {
  /// A constant as it is stored in a column of its type, and the type for its placeholder.
  func value(_ value: AttributeValue) -> (SQLValue, SQLType) {
    if isCoreData { return (value.stored, QueryLayout.type(of: value)) }
    switch value {
    case .date(let seconds):
      return (.text(dialect.types.dates.constant(seconds)), .timestamp)
    case .uuid(let uuid): return (.text(uuid.uuidString.lowercased()), .uuid)
    case .decimal(let number):
      switch dialect.types.decimals {
      case .exact: return (.text("\(number)"), .decimal)
      case .text, .realOrInteger: return (value.stored, .decimal)
      }
    case .integer, .double, .string, .boolean, .binary, .uri:
      return (value.stored, QueryLayout.type(of: value))
    }
  }

  /// A column for use in comparisons and arithmetic. A decimal that is stored as text is cast to a
  /// number: as text, `10` would be less than `9`.
  func operand(_ column: SQLExpression, _ type: AttributeType) -> SQLExpression {
    guard dialect.types.decimals == .text, case .decimal = type else { return column }
    return .cast(column, .real)
  }

  static func type(of value: AttributeValue) -> SQLType {
    switch value {
    case .integer: .integer
    case .double: .real
    case .decimal: .decimal
    case .string, .uri: .text
    case .boolean: .boolean
    case .date: .timestamp
    case .binary: .blob
    case .uuid: .uuid
    }
  }

  static func type(of type: AttributeType) -> SQLType {
    switch type {
    case .integer16, .integer32, .integer64: .integer
    case .boolean: .boolean
    case .double, .float: .real
    case .decimal: .decimal
    case .date: .timestamp
    case .uuid: .uuid
    case .string, .uri, .objectID: .text
    case .binary, .transformable, .undefined, .composite: .blob
    }
  }
}
