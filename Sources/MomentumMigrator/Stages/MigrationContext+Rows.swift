import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore

// What the work of a context rests on.

extension MigrationContext {
  func oldEntity(_ name: String) throws -> EntityID {
    guard let id = old.model.entity(named: name) else {
      throw MigrationContextError(description: "the old model has no entity '\(name)'")
    }
    return id
  }

  func newEntity(_ name: String) throws -> EntityID {
    guard let id = new.model.entity(named: name) else {
      throw MigrationContextError(description: "the new model has no entity '\(name)'")
    }
    return id
  }

  func unknown(_ property: String, in entity: String) -> MigrationContextError {
    MigrationContextError(
      description: "entity '\(entity)' has no stored property '\(property)' of that kind")
  }

  func first(_ sql: String, _ values: [SQLValue]) throws -> SQLValue? {
    try runner.connection.firstValue(sql: sql, values)
  }

  func rows(_ sql: String, _ values: [SQLValue]) throws -> [[SQLValue]] {
    let statement = try runner.connection.prepare(sql: sql)
    try statement.bind(values)
    var rows: [[SQLValue]] = []
    while let row = try statement.nextRow() { rows.append(row) }
    return rows
  }

  func entityName(_ number: SQLValue, _ schema: StoreSchema) -> String? {
    guard case .integer(let number) = number else { return nil }
    return schema.entities.first { Int64($0.number) == number }?.name
  }

  /// Objects of the new store, from rows of a key and a `Z_ENT`.
  func migrated(_ sql: String, _ values: [SQLValue]) throws -> [MigratedObject] {
    try rows(sql, values).compactMap { row in
      guard case .integer(let key) = row[0], let entity = entityName(row[1], new.schema) else {
        return nil
      }
      return MigratedObject(entity: entity, key: key)
    }
  }

  /// The next key of an entity's table.
  func takeKey(for entity: EntityID) throws -> Int64 {
    let root = SQLValue.text(new.schema[entity].table)
    try runner.execute("UPDATE temp.momentum_keys SET last = last + 1 WHERE root = ?", [root])
    let key = try first("SELECT last FROM temp.momentum_keys WHERE root = ?", [root])
    guard case .integer(let key)? = key else {
      throw MigrationContextError(
        description: "entity '\(new.model[entity].name)' has no table that takes objects")
    }
    return key
  }
}

extension PlannedModel {
  /// The columns of an attribute that has a default, each with its constant.
  func defaults(of id: AttributeID) -> [(column: String, literal: String)] {
    if let leaves = schema.compositeColumns[id] {
      return leaves.compactMap { leaf in
        element(leaf.path, of: model[id])?.defaultValue
          .map { (leaf.column, $0.stored.literal) }
      }
    }
    guard model[id].derivation == nil, let column = schema.attributeColumns[id] else { return [] }
    return model[id].defaultValue.map { [(column, $0.stored.literal)] } ?? []
  }

  private func element(_ path: [String], of attribute: Attribute) -> Attribute? {
    var attribute = attribute
    for key in path {
      guard case .composite(let composite) = attribute.type,
        let element = model[composite].elements.first(where: { $0.name == key })
      else { return nil }
      attribute = element
    }
    return attribute
  }
}

/// The statement that selects what one object's relationship holds: `Z_PK` and `Z_ENT`.
struct RelatedKeys {
  /// Of the objects that are held, as it stands in a statement.
  var table: String
  var ownerTable: String
  /// A join table as it stands in a statement.
  var joinTable: (String) -> String

  /// `nil` for a relationship that is not stored.
  func sql(_ storage: RelationshipStorage?) -> String? {
    switch storage {
    case .foreignKey(let key):
      "SELECT d.Z_PK, d.Z_ENT FROM \(ownerTable) o JOIN \(table) d "
        + "ON d.Z_PK = o.\(SQLPrinter.identifier(key.column)) WHERE o.Z_PK = ?"
    case .inverseForeignKey(let key):
      "SELECT d.Z_PK, d.Z_ENT FROM \(table) d WHERE d.\(SQLPrinter.identifier(key.column)) = ? "
        + "ORDER BY \(key.orderColumn.map { "d.\(SQLPrinter.identifier($0)), " } ?? "")d.Z_PK"
    case .joinTable(let side):
      "SELECT d.Z_PK, d.Z_ENT FROM \(joinTable(side.table)) j JOIN \(table) d "
        + "ON d.Z_PK = j.\(SQLPrinter.identifier(side.destinationColumn)) "
        + "WHERE j.\(SQLPrinter.identifier(side.sourceColumn)) = ? "
        + "ORDER BY \(side.orderColumn.map { "j.\(SQLPrinter.identifier($0)), " } ?? "")d.Z_PK"
    case nil: nil
    }
  }
}
