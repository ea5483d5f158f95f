internal import MomentumCompiler
internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumPredicate
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumStore

/// Reads rows of the server in the form that a store of Core Data has, so that they are shown in the
/// same way.
struct FetchedRowReader: Sendable {
  private enum Kind: Sendable {
    /// The name of an entity, for which a store has a number.
    case entity
    case float
    case decimal
    /// A whole number may be computed as a decimal one: `sum(bigint)`.
    case other
  }

  private let kinds: [Kind]
  private let entityNumbers: [String: Int64]

  init(_ columns: [FetchColumn], _ compiled: CompiledModel) {
    let model = compiled.model
    kinds = columns.map { column in
      switch column {
      case .entityNumber, .toOneEntity: .entity
      case .attribute(let id): Self.kind(model[id].type)
      case .compositeElement(_, _, let type): Self.kind(type)
      case .value(name: _, .attribute(let type)): Self.kind(type)
      case .constant, .primaryKey, .optimisticLock, .toOne, .value, .count: .other
      }
    }
    entityNumbers = Dictionary(
      compiled.schema.entities.map { ($0.name, Int64($0.number)) }
    ) { first, _ in first }
  }

  private static func kind(_ type: AttributeType) -> Kind {
    switch type {
    case .decimal: .decimal
    case .float: .float
    case .undefined, .integer16, .integer32, .integer64, .double, .string, .boolean, .date,
      .binary, .uuid, .uri, .transformable, .objectID, .composite:
      .other
    }
  }

  func row(_ row: PostgreSQLRow) throws(PostgreSQLError) -> [SQLValue] {
    var values: [SQLValue] = []
    values.reserveCapacity(kinds.count)
    for (column, kind) in kinds.enumerated() {
      values.append(value(try row.value(at: column), kind))
    }
    return values
  }

  private func value(_ value: PostgreSQLValue, _ kind: Kind) -> SQLValue {
    switch (kind, value) {
    case (.entity, .text(let name)): entityNumbers[name].map { .integer($0) } ?? .null
    case (.decimal, .numeric(let number)): Self.decimal(number)
    case (.float, let value): CopyValue.stored(value, .float) ?? .null
    case (_, let value): CopyValue.stored(value, .double) ?? .null
    }
  }

  /// A decimal as a store has it; as its digits if a floating-point number has not all of them.
  private static func decimal(_ number: PostgreSQLNumeric) -> SQLValue {
    var digits = number.description
    if digits.contains(".") {
      while digits.hasSuffix("0") { digits.removeLast() }
      if digits.hasSuffix(".") { digits.removeLast() }
    }
    if let whole = Int64(digits) { return .integer(whole) }
    guard let real = Double(digits), DecimalDigits.text(real) == digits else {
      return .text(digits)
    }
    return .real(real)
  }
}
