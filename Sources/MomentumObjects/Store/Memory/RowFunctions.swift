import Foundation
internal import MomentumDiagnostics
internal import MomentumEvaluation
internal import MomentumModel
internal import MomentumPredicate

/// Makes expressions that compute a value from a list.
enum RowFunctions {
  /// The key under which a dictionary that is sorted keeps its index in the unsorted results; no
  /// attribute can have this name.
  static let number = "#"

  private static let range = SourceRange(0, 0)

  /// A key path that ends with a collection operator: `<list>.@max.self`.
  static func path(_ list: ExpressionSyntax, _ name: String) -> ExpressionSyntax {
    let keys = [
      KeyComponent(.collectionOperator(name), range), KeyComponent(.key("self"), range),
    ]
    return ExpressionSyntax(.path(list, keys), range)
  }

  /// A call of a function: `sum:(<list>)`.
  static func call(_ selector: String, _ list: ExpressionSyntax) -> ExpressionSyntax {
    let call = CallSyntax(selector: selector, selectorRange: range, arguments: [list])
    return ExpressionSyntax(.call(call), range)
  }

  static func key(_ name: String) -> ExpressionSyntax {
    ExpressionSyntax(.keyPath([KeyComponent(.key(name), range)]), range)
  }
}

extension MemoryFetch {
  /// Converts a value to the type of a column; `nil` for NULL.
  func stored(_ value: PredicateValue, _ type: PredicateType?) throws -> StoredValue? {
    switch value {
    case .null: return nil
    case .boolean(let flag): return .attribute(.boolean(flag))
    case .integer(let number): return .attribute(number.attribute(type))
    case .double(let number): return .attribute(number.attribute(type))
    case .decimal(let number): return .attribute(number.attribute(type))
    case .string(let text): return .attribute(.string(text))
    case .date(let seconds): return .attribute(.date(seconds))
    case .data(let bytes): return .attribute(.binary(bytes))
    case .uuid(let uuid): return .attribute(.uuid(uuid))
    case .url(let text): return .attribute(.uri(text))
    case .object(let object):
      guard let row = object as? MemoryRow else { break }
      return .identity(row.row.id)
    case .array, .set, .orderedSet, .dictionary, .className: break
    }
    throw MemoryStoreError(.unsupported("\(value.kind) as a column of a result"))
  }
}

// Converts to the type that a column's expression declares: a sum of integers may be declared as
// Double.

extension PredicateType {
  fileprivate var isDouble: Bool {
    self == .attribute(.double) || self == .attribute(.float)
  }
  fileprivate var isDecimal: Bool { self == .attribute(.decimal) }
  fileprivate var isInteger: Bool {
    [.attribute(.integer16), .attribute(.integer32), .attribute(.integer64), .count].contains(self)
  }
}

extension Int64 {
  fileprivate func attribute(_ type: PredicateType?) -> AttributeValue {
    guard let type else { return .integer(self) }
    if type.isDouble { return .double(Double(self)) }
    return type.isDecimal ? .decimal(Decimal(self)) : .integer(self)
  }
}

extension Double {
  fileprivate func attribute(_ type: PredicateType?) -> AttributeValue {
    guard let type else { return .double(self) }
    if type == .attribute(.date) { return .date(self) }
    if type.isInteger, let integer = Int64(exactly: rounded(.towardZero)) {
      return .integer(integer)
    }
    guard type.isDecimal, let decimal = Decimal(string: "\(self)") else { return .double(self) }
    return .decimal(decimal)
  }
}

extension Decimal {
  fileprivate func attribute(_ type: PredicateType?) -> AttributeValue {
    guard let type else { return .decimal(self) }
    if type.isDouble { return .double(Double("\(self)") ?? .nan) }
    if type.isInteger, let integer = Int64("\(self)") { return .integer(integer) }
    return .decimal(self)
  }
}
