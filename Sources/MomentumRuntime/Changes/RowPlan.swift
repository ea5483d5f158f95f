internal import MomentumModel
internal import MomentumQuery
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// How the values of a generated type become a row of its entity.
final class RowPlan {
  /// A stored property as the generated code names it.
  private enum Property {
    case attribute(AttributeRule)
    case toOne(RelationshipPlan, RelationshipPlan.Key)
  }

  let entity: EntityID
  let root: EntityID
  let name: String
  /// `Z_ENT`
  let number: SQLValue
  let isAbstract: Bool
  let table: String
  /// How many properties a value gives.
  let propertyCount: Int
  /// Apart by kind, with the index of each among the properties: a loop over one kind copies none of the
  /// other, which was half of the time of an insertion.
  let attributes: [(index: Int, rule: AttributeRule)]
  let toOnes: [(index: Int, plan: RelationshipPlan, key: RelationshipPlan.Key)]
  /// The place in ``insert`` of each property; a key's entity and position stand at places of their own.
  let places: [Int]
  /// By the name of the column.
  let placesByColumn: [String: Int]
  let parameterCount: Int
  /// To-many relationships that a new object may be without only until the transaction commits.
  let required: [RelationshipPlan]
  let constraints: UniquenessConstraints
  /// The values of all properties: `SELECT Z_ENT, … FROM ZVENUE WHERE Z_PK = ?`.
  let select: SQLFragment
  /// Kept, since it is run most.
  let insert: Statement

  init(_ entity: EntityID, properties names: [String], writer: GraphWriter) throws {
    let (model, schema) = (writer.model, writer.schema)
    self.entity = entity
    root = model.root(of: entity)
    name = model[entity].name
    number = .integer(Int64(schema[entity].number))
    isAbstract = model[entity].isAbstract
    table = writer.table(of: entity)
    let statement = writer.rowStatements.insert(entity)
    insert = try writer.statement(SQLFragment(printed: statement.sql.text))
    parameterCount = statement.parameters.count
    guard case .insert(let parts) = statement.statement else {
      preconditionFailure("an insertion is printed from an INSERT")
    }
    // The first three are Z_PK, Z_ENT and Z_OPT. Of a column that stands there twice SQLite takes
    // the first.
    placesByColumn = Dictionary(
      parts.columns.enumerated().map { ($1.column, $0) }
    ) { first, _ in first }
    let rules = try names.map { try Self.property($0, entity, writer) }
    Self.addGroups(rules, names)
    propertyCount = rules.count
    attributes = rules.enumerated().compactMap { index, property in
      if case .attribute(let rule) = property { (index, rule) } else { nil }
    }
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
    places = try zip(columns, names).map { column, name in
      guard let place = known[column] else { throw Self.unknown(name, entity, model) }
      return place
    }
    select = "SELECT \(names: ["Z_ENT"] + columns) FROM \(name: table) WHERE Z_PK = ?"
    required = writer.relationships(of: entity).filter {
      $0.relationship.isToMany && !$0.relationship.isOptional
    }
    constraints = UniquenessConstraints(of: root, model, schema)
  }

  private static func property(
    _ name: String, _ entity: EntityID, _ writer: GraphWriter
  ) throws -> Property {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let (model, schema) = (writer.model, writer.schema)
    switch model.property(named: parts[0], in: entity) {
    case .attribute(let id):
      guard let rule = AttributeRule(id, path: Array(parts.dropFirst()), model, schema) else {
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

  /// Tells the leaves of optional composites which others may be empty along with them.
  private static func addGroups(
    _ properties: [Property], _ names: [String]
  ) {
    for case .attribute(let rule) in properties {
      rule.groups = rule.optionalPrefixes.map { prefix in
        names.indices.filter { names[$0].hasPrefix(prefix + ".") }
      }
    }
  }
}
