internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// Tells how the values of a generated type become a row of its entity.
final class RowPlan {
  /// A stored property, in the order of the generated code.
  private enum Property {
    case attribute(AttributeRule)
    case toOne(RelationshipPlan, RelationshipPlan.Key)
  }

  let entity: EntityID
  let root: EntityID
  let name: String
  /// The `Z_ENT` of new rows.
  let number: Int64
  let isAbstract: Bool
  let table: String
  /// The number of stored properties of the generated type.
  let propertyCount: Int
  /// The properties by kind, each with its index among all properties. With one mixed list, copying
  /// its elements in a loop took half of the time of an insertion.
  let attributes: [(index: Int, rule: AttributeRule)]
  /// The rules of ``attributes``.
  let plainRules: [PlainRule]
  let toOnes: [(index: Int, plan: RelationshipPlan, key: RelationshipPlan.Key)]
  /// For each property, the index of its parameter in ``insert``. The entity number and the
  /// position that belong to a foreign key have other parameters.
  let places: [Int]
  /// The indexes of further parameters of ``insert``, for entity numbers and positions of foreign
  /// keys. The first three parameters are `Z_PK`, `Z_ENT` and `Z_OPT`.
  let otherPlaces: [Int]
  /// The index of a parameter of ``insert``, by the name of its column.
  let placesByColumn: [String: Int]
  let parameterCount: Int
  /// The to-many relationships that must not be empty. A new row may have no objects in them until
  /// the transaction commits.
  let required: [RelationshipPlan]
  let constraints: UniquenessConstraints
  /// Reads the values of all properties: `SELECT Z_ENT, … FROM ZVENUE WHERE Z_PK = ?`.
  let select: SQLFragment
  /// The INSERT. It is prepared once and not looked up for each row, because it runs most often.
  let insert: Statement

  init(_ entity: EntityID, properties names: [String], writer: GraphWriter) throws {
    let (model, schema) = (writer.model, writer.schema)
    self.entity = entity
    root = model.root(of: entity)
    name = model[entity].name
    number = Int64(schema[entity].number)
    isAbstract = model[entity].isAbstract
    table = writer.table(of: entity)
    let statement = writer.rowStatements.insert(entity)
    insert = try writer.statement(SQLFragment(printed: statement.sql.text))
    parameterCount = statement.parameters.count
    guard case .insert(let parts) = statement.statement else {
      preconditionFailure("an insertion is printed from an INSERT")
    }
    // The first three columns are Z_PK, Z_ENT and Z_OPT. If a column is named twice, SQLite uses
    // the first.
    placesByColumn = Dictionary(
      parts.columns.enumerated().map { ($1.column, $0) }
    ) { first, _ in first }
    let rules = try names.map { try Self.property($0, entity, writer, names) }
    propertyCount = rules.count
    let attributes = rules.enumerated().compactMap { index, property in
      if case .attribute(let rule) = property { (index: index, rule: rule) } else { nil }
    }
    self.attributes = attributes
    plainRules = attributes.map { PlainRule($0.index, $0.rule) }
    toOnes = rules.enumerated().compactMap { index, property in
      if case .toOne(let plan, let key) = property { (index, plan, key) } else { nil }
    }
    let columns = rules.map { property in
      switch property {
      case .attribute(let rule): rule.column
      case .toOne(_, let key): key.column
      }
    }
    let known = placesByColumn
    let places = try zip(columns, names).map { column, name in
      guard let place = known[column] else { throw Self.unknown(name, entity, model) }
      return place
    }
    self.places = places
    otherPlaces = (3..<max(3, parameterCount)).filter { !places.contains($0) }
    select = "SELECT \(names: ["Z_ENT"] + columns) FROM \(name: table) WHERE Z_PK = ?"
    required = writer.relationships(of: entity).filter {
      $0.relationship.isToMany && $0.relationship.leastObjects > 0
    }
    constraints = UniquenessConstraints(of: root, model, schema)
  }

  private static func property(
    _ name: String, _ entity: EntityID, _ writer: GraphWriter, _ names: [String]
  ) throws -> Property {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let (model, schema) = (writer.model, writer.schema)
    switch model.property(named: parts[0], in: entity) {
    case .attribute(let id):
      let path = Array(parts.dropFirst())
      guard let rule = AttributeRule(id, path: path, model, schema, names: names) else {
        throw unknown(name, entity, model)
      }
      return .attribute(rule)
    case .relationship(let id):
      guard parts.count == 1, let plan = writer.plan(for: id),
        case .sourceKey(let key) = plan.storage
      else { throw unknown(name, entity, model) }
      return .toOne(plan, key)
    case .fetchedProperty, nil: throw unknown(name, entity, model)
    }
  }

  private static func unknown(_ name: String, _ entity: EntityID, _ model: ObjectModel) -> any Error
  {
    StoreFailure(
      .model, "entity '\(model[entity].name)' has no stored property '\(name)' of one column")
  }
}
