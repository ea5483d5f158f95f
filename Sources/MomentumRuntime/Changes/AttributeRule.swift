package import MomentumModel
package import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// An attribute, or an element of a composite, with its column and the rules of the model for its
/// values.
///
/// This is a class because every value of every row uses it: copying a struct would retain and
/// release all its parts each time.
package final class AttributeRule: Sendable {
  /// The attribute. For an element of a composite, this is the composite attribute that contains
  /// it.
  package let id: AttributeID
  /// The attribute's name; for an element of a composite its path, for example `address.city`.
  package let name: String
  package let column: String
  package let type: AttributeType
  package let isDerived: Bool
  /// Whether NULL is refused. An element of an optional composite may be NULL if all its elements
  /// are; see ``groups``.
  package let isRequired: Bool
  /// The paths of the optional composites that contain the element, for example `address` and
  /// `address.street`.
  package let optionalPrefixes: [String]
  /// For each of ``optionalPrefixes``, the indexes of the properties of a row that are elements of
  /// this composite. If all of them are NULL, the composite has no value, and its elements are not
  /// required.
  package let groups: [[Int]]
  private let bounds: AttributeBounds?
  /// The bounds in a form in which most values are compared at once.
  let plainBounds: PlainBounds
  private let isExternal: Bool

  /// `nil` if no column of a Core Data store has the attribute, or the element that the path names.
  ///
  /// - Parameter names: The names of a row's properties, by whose indexes ``groups`` counts.
  convenience init?(
    _ id: AttributeID, path: [String], _ model: ObjectModel, _ schema: StoreSchema,
    names: [String] = []
  ) {
    let column =
      path.isEmpty
      ? schema.attributeColumns[id]
      : schema.compositeColumns[id]?.first { $0.path == path }?.column
    self.init(id, path: path, model, column: column, names: names)
  }

  /// `nil` if there is no column, or no element that the path names.
  package init?(
    _ id: AttributeID, path: [String], _ model: ObjectModel, column: String?, names: [String]
  ) {
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
    guard let column else { return nil }
    self.id = id
    self.name = name
    self.column = column
    type = attribute.type
    isDerived = model[id].derivation != nil
    isRequired = !attribute.isOptional && !isDerived
    optionalPrefixes = prefixes
    groups = prefixes.map { prefix in
      names.indices.filter { names[$0].hasPrefix(prefix + ".") }
    }
    let bounds = AttributeBounds(attribute)
    self.bounds = bounds.isEmpty ? nil : bounds
    isExternal = attribute.allowsExternalStorage
    plainBounds = isExternal ? .others : PlainBounds(attribute)
  }

  /// Throws if the model does not allow the value. Not called for NULL.
  func check(_ value: SQLValue, entity: String) throws {
    // SQLite would store NaN as NULL.
    if case .real(let number) = value, number.isNaN {
      throw failure("has to be a number", entity)
    }
    if let bounds {
      guard let known = AttributeValue(stored: value, type: type) else {
        throw failure("has to be of type \(type.xmlName)", entity)
      }
      if let rule = bounds.brokenRule(by: known) { throw failure("has to be \(rule)", entity) }
    }
    // The first byte says where the value is: 1 means in the column itself (observed in 27 stores).
    if isExternal, case .blob(let bytes) = value, bytes.first != 1 {
      throw failure("has to be encoded for external storage", entity)
    }
  }

  /// The broken rule as the end of the sentence "the value has to be …"; `nil` if the value is
  /// allowed.
  package func brokenRule(by value: AttributeValue) -> String? {
    bounds?.brokenRule(by: value)
  }

  /// Converts a value to the form in which its column stores it, for values that did not pass
  /// through a `RowEncoder`.
  func stored(_ value: AttributeValue?) -> SQLValue {
    guard let value else { return .null }
    if isExternal, case .binary(let bytes) = value { return .blob([1] + bytes) }
    return value.stored
  }

  /// A value without the byte that says where the store keeps it, for a database that keeps all
  /// values in their columns.
  package func unmarked(_ value: SQLValue) -> SQLValue {
    if isExternal, case .blob(let bytes) = value { return .blob(Array(bytes.dropFirst())) }
    return value
  }

  package func missing(_ entity: String) -> StoreFailure {
    StoreFailure(
      .validation, "attribute '\(name)' of entity '\(entity)' is not optional and needs a value")
  }

  package func failure(_ rule: String, _ entity: String) -> StoreFailure {
    StoreFailure(
      .validation, "the value of attribute '\(name)' of entity '\(entity)' \(rule)")
  }
}

/// The rules of an attribute in a form in which most values pass at once.
struct PlainRule {
  /// The index among the properties of a row.
  private let index: Int
  private let isRequired: Bool
  private let bounds: PlainBounds

  init(_ index: Int, _ rule: AttributeRule) {
    self.index = index
    isRequired = rule.isRequired
    bounds = rule.plainBounds
  }

  /// Whether the value of a row keeps the rules, without a doubt.
  @inline(__always)
  fileprivate func allows(_ values: [SQLValue]) -> Bool {
    switch (values[index], bounds) {
    case (.null, _): return !isRequired
    case (_, .others): return false
    case (.integer(let number), .integers(let range)): return range.contains(number)
    case (.real(let number), .numbers(let range)): return range.contains(number)
    case (.real(let number), .none): return !number.isNaN
    case (.integer, .none), (.text, .none), (.blob, .none): return true
    case (_, .integers), (_, .numbers): return false
    }
  }
}

extension RowPlan {
  /// Checks the values of attributes against the model, as Core Data does when it saves.
  func check(_ values: [SQLValue]) throws {
    guard values.count == propertyCount else {
      throw StoreFailure(
        .model,
        "a value of entity '\(name)' gave \(values.count) of \(propertyCount) properties")
    }
    if plainRules.allSatisfy({ $0.allows(values) }) { return }
    for (index, rule) in attributes {
      if !values[index].isNull {
        try rule.check(values[index], entity: name)
      } else if rule.isRequired,
        !rule.groups.contains(where: { $0.allSatisfy { values[$0].isNull } })
      {
        throw rule.missing(name)
      }
    }
  }

  /// The error for a violated uniqueness constraint, with the names of the entity and its
  /// attributes. Other errors are returned unchanged.
  func failure(for error: SQLiteError) -> any Error {
    constraints.text(for: error, entity: name).map { StoreFailure(.validation, $0) } ?? error
  }
}
