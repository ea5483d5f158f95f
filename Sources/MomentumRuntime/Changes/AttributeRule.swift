internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// An attribute, or a leaf of a composite one, with its column and what the model asks of its values.
///
/// A class, since each value of each row asks it: a copy would count references to all that it holds.
final class AttributeRule {
  /// `address.city`
  let name: String
  let column: String
  let type: AttributeType
  let isDerived: Bool
  /// Whether NULL is refused, unless one of ``groups`` is empty as a whole.
  let isRequired: Bool
  /// The optional composites around it: `address`, `address.street`.
  let optionalPrefixes: [String]
  /// Indexes, among the properties of a row, of all leaves of each of ``optionalPrefixes``: nothing at
  /// all is a value of an optional composite, whatever its elements ask for.
  var groups: [[Int]] = []
  private let bounds: AttributeBounds?
  private let isExternal: Bool

  /// `nil` where the path leads to no column.
  init?(_ id: AttributeID, path: [String], _ model: ObjectModel, _ schema: StoreSchema) {
    var attribute = model[id]
    var prefixes: [String] = []
    var name = attribute.name
    for element in path {
      guard case .composite(let composite) = attribute.type,
        let inner = model[composite].elements.first(where: { $0.name == element })
      else { return nil }
      if attribute.isOptional { prefixes.append(name) }
      attribute = inner
      name += "." + element
    }
    let column =
      path.isEmpty
      ? schema.attributeColumns[id]
      : schema.compositeColumns[id]?.first { $0.path == path }?.column
    guard let column else { return nil }
    self.name = name
    self.column = column
    type = attribute.type
    isDerived = model[id].derivation != nil
    isRequired = !attribute.isOptional && !isDerived
    optionalPrefixes = prefixes
    let bounds = AttributeBounds(attribute)
    self.bounds = bounds.isEmpty ? nil : bounds
    isExternal = attribute.allowsExternalStorage
  }

  /// Throws where the model does not allow a value, which is not NULL.
  func check(_ value: SQLValue, entity: String) throws {
    // SQLite keeps what is not a number as NULL.
    if case .real(let number) = value, number.isNaN {
      throw failure("has to be a number", entity)
    }
    if let bounds {
      guard let known = AttributeValue(stored: value, type: type) else {
        throw failure("has to be of type \(type.xmlName)", entity)
      }
      if let rule = bounds.brokenRule(by: known) { throw failure("has to be \(rule)", entity) }
    }
    // A byte says where the value is: 1 for the column itself (observed in 27 stores).
    if isExternal, case .blob(let bytes) = value, bytes.first != 1 {
      throw failure("has to be encoded for external storage", entity)
    }
  }

  /// The rule as it ends the sentence "the value has to be …"; `nil` where the value is allowed.
  func brokenRule(by value: AttributeValue) -> String? { bounds?.brokenRule(by: value) }

  /// A value that no row encoder has seen, as its column holds it.
  func stored(_ value: AttributeValue?) -> SQLValue {
    guard let value else { return .null }
    if isExternal, case .binary(let bytes) = value { return .blob([1] + bytes) }
    return value.stored
  }

  func missing(_ entity: String) -> StoreFailure {
    StoreFailure(
      .validation, "attribute '\(name)' of entity '\(entity)' is not optional and needs a value")
  }

  private func failure(_ rule: String, _ entity: String) -> StoreFailure {
    StoreFailure(
      .validation, "the value of attribute '\(name)' of entity '\(entity)' \(rule)")
  }
}

extension RowPlan {
  /// Checks the values of attributes against the model, as a save does it.
  func check(_ values: [SQLValue]) throws {
    guard values.count == propertyCount else {
      throw StoreFailure(
        .model,
        "a value of entity '\(name)' gave \(values.count) of \(propertyCount) properties")
    }
    for (index, rule) in attributes {
      if values[index] != .null {
        try rule.check(values[index], entity: name)
      } else if rule.isRequired,
        !rule.groups.contains(where: { $0.allSatisfy { values[$0] == .null } })
      {
        throw rule.missing(name)
      }
    }
  }

  /// A violated uniqueness constraint in the words of the model; another error as it is.
  func failure(for error: SQLiteError) -> any Error {
    constraints.text(for: error, entity: name).map { StoreFailure(.validation, $0) } ?? error
  }
}
