import MomentumMigration
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore

// Reading and writing of rows for a migration context.

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

  func first(_ sql: SQLFragment) throws -> SQLValue? { try runner.connection.firstValue(sql) }

  /// The value in a column of the row with a key; `NULL` if there is no such row.
  func value(_ column: String, in table: String, key: Int64) throws -> SQLValue {
    try first("SELECT \(name: column) FROM \(name: table) WHERE Z_PK = \(bind: .integer(key))")
      ?? .null
  }

  func rows(_ sql: SQLFragment) throws -> [[SQLValue]] {
    let statement = try runner.connection.prepare(sql)
    var rows: [[SQLValue]] = []
    while let row = try statement.nextRow() { rows.append(row) }
    return rows
  }

  func entityName(_ number: SQLValue, _ schema: StoreSchema) -> String? {
    guard case .integer(let number) = number else { return nil }
    return schema.entities.first { Int64($0.number) == number }?.name
  }

  /// The objects of the new store for the rows of a statement that selects `Z_PK` and `Z_ENT`.
  func migrated(_ sql: SQLFragment) throws -> [MigratedObject] {
    try rows(sql).compactMap { row in
      guard case .integer(let key) = row[0], let entity = entityName(row[1], new.schema) else {
        return nil
      }
      return MigratedObject(entity: entity, key: key)
    }
  }

  /// Reserves the next key of an entity's table.
  func takeKey(for entity: EntityID) throws -> Int64 {
    let root = SQLValue.text(new.schema[entity].table)
    let keys = MappingPlan.lastKeys.sql
    try runner.execute("UPDATE \(sql: keys) SET last = last + 1 WHERE root = \(bind: root)")
    let key = try first("SELECT last FROM \(sql: keys) WHERE root = \(bind: root)")
    guard case .integer(let key)? = key else {
      throw MigrationContextError(
        description: "entity '\(new.model[entity].name)' has no table that takes objects")
    }
    return key
  }
}

extension PlannedModel {
  /// The columns of an attribute that has a default, each with its default value as a literal.
  func defaults(of id: AttributeID) -> [(column: String, literal: SQLFragment)] {
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

/// Makes the statement that selects `Z_PK` and `Z_ENT` of the objects in one object's relationship.
struct RelatedKeys {
  /// The table of the related objects.
  var table: String
  var ownerTable: String
  /// Returns the present name of a join table: old tables have temporary names while a mapping
  /// model is carried out.
  var joinTable: (String) -> String

  /// The statement, for example:
  ///
  /// `SELECT d.Z_PK, d.Z_ENT FROM ZVENUE o JOIN ZCITY d ON d.Z_PK = o.ZCITY WHERE o.Z_PK = ?`
  ///
  /// - Parameter owner: The key of the object that has the relationship.
  /// - Returns: `nil` for a relationship that is not stored.
  func sql(_ storage: RelationshipStorage?, owner: Int64) -> SQLFragment? {
    let key = SQLValue.integer(owner)
    switch storage {
    case .foreignKey(let column):
      return """
        SELECT d.Z_PK, d.Z_ENT FROM \(name: ownerTable) o JOIN \(name: table) d \
        ON d.Z_PK = o.\(name: column.column) WHERE o.Z_PK = \(bind: key)
        """
    case .inverseForeignKey(let column):
      let order: SQLFragment = column.orderColumn.map { "d.\(name: $0), " } ?? ""
      return """
        SELECT d.Z_PK, d.Z_ENT FROM \(name: table) d WHERE d.\(name: column.column) = \(bind: key) \
        ORDER BY \(sql: order)d.Z_PK
        """
    case .joinTable(let side):
      let order: SQLFragment = side.orderColumn.map { "j.\(name: $0), " } ?? ""
      return """
        SELECT d.Z_PK, d.Z_ENT FROM \(name: joinTable(side.table)) j JOIN \(name: table) d \
        ON d.Z_PK = j.\(name: side.destinationColumn) \
        WHERE j.\(name: side.sourceColumn) = \(bind: key) ORDER BY \(sql: order)d.Z_PK
        """
    case nil: return nil
    }
  }
}
