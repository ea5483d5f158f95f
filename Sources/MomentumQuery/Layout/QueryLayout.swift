package import MomentumModel
package import MomentumSQL
package import MomentumStore

/// The tables and columns of a model for queries: those of Core Data's layout or of the plain
/// layout.
///
/// This is a class because a request passes it on many times: each copy of a struct would retain
/// all arrays of the model and schema.
package final class QueryLayout: Sendable {
  /// Whether the tables are Core Data's. The text of statements then follows Core Data's log.
  package let isCoreData: Bool
  package let dialect: SQLDialect
  /// The type of objects' keys: integers, or UUIDs that programs make where rows are on several
  /// servers.
  let keyType: SQLType
  let model: ObjectModel
  private let storage: Storage
  /// The table and columns of each entity; the index is `EntityID.index`.
  private let places: [EntityPlace]

  private enum Storage: Sendable {
    case coreData(StoreSchema)
    case plain(PlainSchema)
  }

  /// The layout of a Core Data store.
  ///
  /// - Parameter computed: The schema computed from the model, if `schema` has the names of an
  ///   existing store. The columns of a row have the order of the computed names, because generated
  ///   code reads them by position.
  package static func coreData(
    _ model: ObjectModel, _ schema: StoreSchema, computed: StoreSchema? = nil
  ) -> QueryLayout {
    let computed = computed.map { ComputedNames($0, of: schema, model) }
    return QueryLayout(
      dialect: .coreData, model: model, storage: .coreData(schema),
      places: model.entityIDs.map { EntityPlace(of: $0, model, schema, computed) })
  }

  /// The plain layout, in any dialect except that of Core Data's stores.
  ///
  /// - Parameter keyType: The type of the keys. With UUIDs, a request must not name an object by its
  ///   number.
  package static func plain(
    _ model: ObjectModel, _ schema: PlainSchema, _ dialect: SQLDialect,
    keyType: SQLType = .integer
  ) -> QueryLayout {
    let roots = PlainRoot.all(of: schema)
    let parents = Set(model.entities.compactMap(\.parent))
    return QueryLayout(
      dialect: dialect, model: model, storage: .plain(schema),
      places: model.entityIDs.map {
        EntityPlace(
          of: $0, model, schema, roots[model.root(of: $0)], hasSubentities: parents.contains($0))
      }, keyType: keyType)
  }

  private init(
    dialect: SQLDialect, model: ObjectModel, storage: Storage, places: [EntityPlace],
    keyType: SQLType = .integer
  ) {
    isCoreData = if case .coreData = storage { true } else { false }
    self.dialect = dialect
    self.keyType = keyType
    self.model = model
    self.storage = storage
    self.places = places
  }

  subscript(entity: EntityID) -> EntityPlace { places[entity.index] }

  // MARK: - Tables

  func table(of entity: EntityID) -> String { self[entity].table }
  func identity(of entity: EntityID) -> String { self[entity].identity }
  func entityColumn(of entity: EntityID) -> String? { self[entity].entityColumn }
  func hasSubentities(_ entity: EntityID) -> Bool { self[entity].hasSubentities }

  /// The condition that restricts rows to an entity; `nil` if all rows of the table belong to the
  /// entity.
  func restriction(
    to entity: EntityID, includesSubentities: Bool, alias: String
  ) -> SQLExpression? {
    guard let column = entityColumn(of: entity) else { return nil }
    let operand = SQLExpression.column(SQLColumn(alias, column))
    switch storage {
    case .coreData(let schema):
      let family = includesSubentities ? [entity] + subentities(of: entity) : [entity]
      guard family.count <= subentities(of: model.root(of: entity)).count else { return nil }
      let wanted =
        includesSubentities
        ? schema[entity].familyNumbers : schema[entity].number...schema[entity].number
      guard wanted.count == family.count else {
        // The entity numbers of a store may differ from those of its model. Then other entities may
        // have numbers between those of this entity and its sub-entities, so list each number.
        return .isIn(operand, family.map { number(schema[$0].number) })
      }
      return numbers(wanted, operand)
    case .plain:
      let family = [entity] + (includesSubentities ? subentities(of: entity) : [])
      if includesSubentities, model.root(of: entity) == entity { return nil }
      let names = family.filter { !model[$0].isAbstract }.map { model[$0].name }
      guard !names.isEmpty else { return .boolean(false) }
      let values = names.map { SQLExpression.placeholder(.value(.text($0)), .text) }
      return values.count == 1
        ? .comparison(operand, .equal, values[0]) : .isIn(operand, values)
    }
  }

  private func number(_ value: Int) -> SQLExpression {
    .placeholder(.value(.integer(Int64(value))), .integer)
  }

  private func numbers(
    _ wanted: ClosedRange<Int>, _ operand: SQLExpression
  ) -> SQLExpression {
    guard wanted.count > 1 else {
      return .comparison(operand, .equal, number(wanted.lowerBound))
    }
    return .and([
      .comparison(operand, .greaterOrEqual, number(wanted.lowerBound)),
      .comparison(operand, .lessOrEqual, number(wanted.upperBound)),
    ])
  }

  /// All sub-entities of an entity: sorted by entity number in Core Data's layout, in the order of
  /// declaration in the plain layout.
  func subentities(of entity: EntityID) -> [EntityID] {
    let below = model.entityIDs.filter { $0 != entity && model.inherits($0, from: entity) }
    guard case .coreData(let schema) = storage else { return below }
    return below.sorted { schema[$0].number < schema[$1].number }
  }

  // MARK: - Properties

  /// The columns of an attribute: one, or one for each element of a composite; none if the
  /// attribute is not stored.
  func columns(of id: AttributeID) -> [CompositeLeaf] { self[id.entity].attributes[id.index] }

  func column(of id: AttributeID, path: [String] = []) -> CompositeLeaf? {
    columns(of: id).first { $0.path == path }
  }

  func relationship(_ id: RelationshipID) -> RelationshipStorage? {
    self[id.entity].relationships[id.index]
  }

  /// Whether a join table has one row for two objects that are related to each other, although each
  /// is in the relationship of the other. Otherwise there is a row for each direction.
  func keepsPairsOnce(_ id: RelationshipID) -> Bool {
    guard case .plain(let schema) = storage, case .joinTable(let side) = schema.relationships[id]
    else { return false }
    return schema.tables.contains { table in
      table.name == side.table
        && table.checks.contains { if case .ordered = $0 { true } else { false } }
    }
  }
}
