import MomentumModel
package import MomentumStore

/// The old model with the names of its store: tables, columns and entity numbers come from the
/// store's catalog.
struct OldStore {
  let model: ObjectModel
  let families: ModelFamilies
  /// The `Z_ENT` of each entity by `EntityID.index`, as `Z_PRIMARYKEY` has it.
  let numbers: [Int]
  /// The columns of attributes. This property and the next two lack columns and tables that the
  /// store lacks.
  let attributeColumns: [AttributeID: String]
  let compositeColumns: [AttributeID: [CompositeLeaf]]
  let relationships: [RelationshipID: RelationshipStorage]
  /// The join tables by name.
  let joinTables: [String: StoreCatalog.Table]
  let failures: [PlanFailure.Reason]
  /// The schema with the store's names. A table or column that the store lacks keeps the name of
  /// the computed layout.
  let schema: StoreSchema
  private let catalog: [String: StoreCatalog.Table]

  init(_ planned: PlannedModel, catalog: StoreCatalog) {
    let own = CatalogLayout(planned.model, laidOut: planned.schema, in: catalog)
    let names = CatalogNames(own.schema, catalog)
    model = planned.model
    schema = own.schema
    numbers = own.schema.entities.map(\.number)
    families = ModelFamilies(planned.model, numbers: numbers)
    self.catalog = names.tables
    attributeColumns = own.schema.attributeColumns.filter { names.has($1, of: $0.entity) }
    compositeColumns = own.schema.compositeColumns.filter { id, leaves in
      leaves.allSatisfy { names.has($0.column, of: id.entity) }
    }
    relationships = own.schema.relationships.filter { id, storage in
      names.has(storage, of: id, to: planned.model[id].destination)
    }
    joinTables = names.joinTables
    failures = own.missing.filter(\.isRequired).map {
      PlanFailure.Reason(kind: .storeDiffers, place: $0.place, text: $0.text)
    }
  }

  func number(of id: EntityID) -> Int { numbers[id.index] }

  /// The numbers of an entity and its sub-entities.
  func familyNumbers(of id: EntityID) -> [Int] { families.family(of: id).map { number(of: $0) } }

  /// The table with an entity's rows; `nil` if the store lacks it.
  func table(of id: EntityID) -> StoreCatalog.Table? { catalogTable(named: schema[id].table) }

  func catalogTable(named name: String) -> StoreCatalog.Table? { catalog[folded(name)] }
}

/// Tells which tables and columns of a schema a catalog has, and under which names.
private struct CatalogNames {
  let schema: StoreSchema
  private(set) var tables: [String: StoreCatalog.Table] = [:]
  private let columns: [String: Set<String>]

  init(_ schema: StoreSchema, _ catalog: StoreCatalog) {
    self.schema = schema
    for table in catalog.tables where tables[folded(table.name)] == nil {
      tables[folded(table.name)] = table
    }
    columns = tables.mapValues { Set($0.columns.map { folded($0.name) }) }
  }

  private func has(_ column: String, in table: String) -> Bool {
    columns[folded(table)]?.contains(folded(column)) ?? false
  }

  func has(_ column: String, of entity: EntityID) -> Bool {
    has(column, in: schema[entity].table)
  }

  func has(
    _ storage: RelationshipStorage, of id: RelationshipID, to destination: EntityID
  ) -> Bool {
    switch storage {
    case .foreignKey(let key): has(key.column, of: id.entity)
    case .inverseForeignKey(let key): has(key.column, of: destination)
    case .joinTable(let side):
      has(side.sourceColumn, in: side.table) && has(side.destinationColumn, in: side.table)
    }
  }

  /// The join tables that the catalogue has, by their names in the schema.
  var joinTables: [String: StoreCatalog.Table] {
    var result: [String: StoreCatalog.Table] = [:]
    for case .joinTable(let side) in schema.relationships.values {
      result[side.table] = tables[folded(side.table)]
    }
    return result
  }
}

extension OldStore {
  /// The schema without indexes and triggers, which are read from the catalog, and without spatial
  /// indexes that the store lacks.
  var layout: StoreSchema {
    var result = schema
    result.tables = schema.tables.map { table in
      var found = EntityTable(name: table.name, columns: table.columns)
      found.joinTables = table.joinTables
      found.rTrees = table.rTrees.filter { catalogTable(named: $0.name) != nil }
      return found
    }
    return result
  }

  /// Whether the entity numbers of each family are adjacent, as in a computed layout. Only then a
  /// range of numbers in SQL tests whether an entity belongs to a family.
  var hasAdjacentFamilies: Bool {
    model.entityIDs.allSatisfy { id in
      let family = familyNumbers(of: id).sorted()
      return zip(family, family.dropFirst()).allSatisfy { $1 - $0 == 1 }
    }
  }
}

extension PlannedModel {
  /// The name of the entity with a number in a store; `nil` if no entity of the model has it.
  package func entityName(ofNumber number: Int, in catalog: StoreCatalog) -> String? {
    let own = CatalogLayout(model, laidOut: schema, in: catalog).schema
    return own.entities.first { $0.number == number }?.name
  }
}
