internal import MomentumModel
internal import MomentumPostgreSQL
internal import MomentumQuery
internal import MomentumRuntime
internal import MomentumSQL
internal import MomentumStore

/// Tells how the values of a generated type become a row of its entity's table.
final class ServerRowPlan: Sendable {
  /// A stored property, in the order of the generated code.
  enum Property: Sendable {
    case attribute(AttributeRule)
    /// A to-one relationship whose key is in the row.
    case key(RelationshipPlan, RelationshipPlan.Key)
    /// A to-one relationship whose key is in the row of the other object.
    case farKey(RelationshipPlan, RelationshipPlan.Key)
  }

  let entity: EntityID
  let root: EntityID
  let name: String
  let isAbstract: Bool
  let place: PlainRoot
  /// The names of the entities whose rows the type may change; `nil` for all rows of the table.
  let familyNames: [String]?
  let properties: [Property]
  /// The to-many relationships that must not be empty, and the to-one ones of which no value of the
  /// type says anything.
  let required: [RelationshipPlan]
  /// Whether inserting an object is one statement, which needs no transaction: no other row changes,
  /// and the server checks all rules.
  let isInsertedAlone: Bool

  init(
    _ entity: EntityID, properties names: [String], _ tables: ServerTables
  ) throws(StoreFailure) {
    let model = tables.model
    self.entity = entity
    root = model.root(of: entity)
    name = model[entity].name
    isAbstract = model[entity].isAbstract
    place = tables.place(of: entity)
    familyNames = tables.names(of: entity)
    var properties: [Property] = []
    for name in names { properties.append(try Self.property(name, entity, tables, names)) }
    self.properties = properties
    let required = tables.relationships(of: entity).filter {
      $0.relationship.isToMany && $0.relationship.leastObjects > 0
    }
    self.required = required
    isInsertedAlone =
      required.isEmpty
      && properties.allSatisfy { property in
        switch property {
        case .attribute: true
        case .key(let plan, _):
          !plan.hasRules && !tables.isOneToOne(plan)
            && tables.names(of: plan.relationship.destination) == nil
            && tables.inverse(of: plan)?.hasRules != true
        case .farKey: false
        }
      }
  }

  private static func property(
    _ name: String, _ entity: EntityID, _ tables: ServerTables, _ names: [String]
  ) throws(StoreFailure) -> Property {
    let model = tables.model
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch model.property(named: parts[0], in: entity) {
    case .attribute(let id):
      let path = Array(parts.dropFirst())
      let column = tables.schema.attributeColumns[id]?.first { $0.path == path }?.column
      if let rule = AttributeRule(id, path: path, model, column: column, names: names) {
        return .attribute(rule)
      }
    case .relationship(let id):
      if parts.count == 1, let plan = tables.plan(for: id), !plan.relationship.isToMany {
        switch plan.storage {
        case .sourceKey(let key): return .key(plan, key)
        case .destinationKey(let key): return .farKey(plan, key)
        case .join: break
        }
      }
    case .fetchedProperty, nil: break
    }
    throw StoreFailure(
      .model, "entity '\(model[entity].name)' has no stored property '\(name)' of one column")
  }

  // MARK: - Values

  /// Converts encoded values, in the order of ``properties``. Throws if the model does not allow
  /// one of them.
  func values(_ encoded: [SQLValue]) throws(StoreFailure) -> [PostgreSQLValue] {
    guard encoded.count == properties.count else {
      throw StoreFailure(
        .model,
        "a value of entity '\(name)' gave \(encoded.count) of \(properties.count) properties")
    }
    var values: [PostgreSQLValue] = []
    values.reserveCapacity(encoded.count)
    for (value, property) in zip(encoded, properties) {
      switch property {
      case .attribute(let rule): values.append(try stored(value, rule, encoded))
      case .key(let plan, _), .farKey(let plan, _): values.append(try key(value, plan))
      }
    }
    return values
  }

  private func stored(
    _ value: SQLValue, _ rule: AttributeRule, _ row: [SQLValue]
  ) throws(StoreFailure) -> PostgreSQLValue {
    if case .null = value {
      let isMissing =
        rule.isRequired && !rule.groups.contains { $0.allSatisfy { row[$0] == .null } }
      if isMissing { throw rule.missing(name) }
      return .null
    }
    return try Self.stored(ServerValue.value(rule.unmarked(value), of: rule.type), rule, name)
  }

  /// A value in the form of its column. Throws if the model does not allow it, or if it is not of
  /// the attribute's type.
  static func stored(
    _ value: AttributeValue?, _ rule: AttributeRule, _ entity: String
  ) throws(StoreFailure) -> PostgreSQLValue {
    guard let value else { throw rule.failure("has to be of type \(rule.type.xmlName)", entity) }
    if let broken = rule.brokenRule(by: value) {
      throw rule.failure("has to be \(broken)", entity)
    }
    guard let stored = ServerValue.stored(value) else {
      throw rule.failure("has to be without NUL characters", entity)
    }
    return stored
  }

  private func key(
    _ value: SQLValue, _ plan: RelationshipPlan
  ) throws(StoreFailure) -> PostgreSQLValue {
    guard case .integer(let key) = value else { return .null }
    guard key > 0 else {
      throw StoreFailure(.noObject, "\(plan.title) leads to an object that was not inserted yet")
    }
    return .integer(key)
  }
}
