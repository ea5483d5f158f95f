package import MomentumModel

/// Lays a model out in ordinary relational tables, for a database that Core Data does not open.
///
/// The decisions and their reasons are in the decision note 0006 of the documentation.
package struct PlainLayout: Sendable {
  private let indexCondition: @Sendable (String) -> IndexCondition?

  /// - Parameter indexCondition: Parses the predicates of partial indexes, because this module has
  ///   no parser. If it returns `nil`, the index is left out, and a note of the table says so.
  package init(indexCondition: @escaping @Sendable (String) -> IndexCondition?) {
    self.indexCondition = indexCondition
  }

  /// The tables of a checked model. The time is nearly linear in the model's size; the same model
  /// always results in the same names.
  package func layOut(_ model: ObjectModel) -> PlainSchema {
    let index = ModelIndex(model)
    let names = PlainModelNames(index, PlainRelationships(index))
    let entityTables = index.roots.map { root in
      PlainEntityTable(root: root, index: index, names: names).table()
    }
    let joins = names.relationships.joinOwners.map { PlainJoinTable(owner: $0, index, names) }
    var tables = ordered(entityTables) + joins.map { $0.table() }
    var relations = names.relations
    for position in tables.indices {
      var layout = PlainIndexLayout(
        table: tables[position], index: index, names: names, condition: indexCondition)
      layout.add(&relations)
      tables[position] = layout.table
    }
    return PlainSchema(
      tables: tables, attributeColumns: names.attributeColumns,
      relationships: storage(index, names, joins))
  }

  /// Sorts the tables so that referenced ones come first. Foreign keys between tables that refer to
  /// each other are checked at the end of a transaction.
  private func ordered(_ tables: [PlainTable]) -> [PlainTable] {
    var positions: [String: Int] = [:]
    for (position, table) in tables.enumerated() { positions[table.name] = position }
    let order = PlainTableOrder(
      references: tables.map { $0.foreignKeys.compactMap { positions[$0.table] } })
    return order.order.map { position in
      var table = tables[position]
      for key in table.foreignKeys.indices {
        guard let target = positions[table.foreignKeys[key].table], target != position else {
          continue
        }
        table.foreignKeys[key].isDeferred =
          order.components[target] == order.components[position]
      }
      return table
    }
  }

  private func storage(
    _ index: ModelIndex, _ names: PlainModelNames, _ joins: [PlainJoinTable]
  ) -> [RelationshipID: RelationshipStorage] {
    var result: [RelationshipID: RelationshipStorage] = [:]
    for join in joins {
      for (id, side) in join.sides { result[id] = .joinTable(side) }
    }
    for (id, place) in names.relationships.places {
      switch place {
      case .key: result[id] = names.foreignKey(of: id).map { .foreignKey($0) }
      case .inverseKey(let inverse):
        result[id] = names.foreignKey(of: inverse).map { .inverseForeignKey($0) }
      case .join: break
      }
    }
    return result
  }
}

/// The names of all tables and columns of a model.
struct PlainModelNames {
  let relationships: PlainRelationships
  /// The names of tables in use; `PlainIndexLayout` adds the names of indexes.
  private(set) var relations = PlainNameScope.relations
  /// The name of each root entity's table.
  private(set) var tables: [EntityID: String] = [:]
  /// The column names of each root entity's table.
  private(set) var columns: [EntityID: PlainColumnNames] = [:]
  /// The name of each join table, by the relationship that names it.
  private(set) var joinTables: [RelationshipID: String] = [:]

  private let index: ModelIndex

  init(_ index: ModelIndex, _ relationships: PlainRelationships) {
    self.index = index
    self.relationships = relationships
    for root in index.roots {
      let columns = PlainColumnNames(root: root, index: index)
      self.columns[root] = columns
      tables[root] = takeTable(
        index.model[root].name, siblings: ["_pkey", "_\(columns.identity)_seq"])
    }
    for entity in index.ordered { nameKeys(of: entity) }
    for owner in relationships.joinOwners {
      joinTables[owner] = takeTable(
        index.model[owner.entity].name, index.model[owner].name, siblings: ["_pkey"])
    }
  }

  /// Takes a free name for a table. `siblings` are endings of names that PostgreSQL creates with
  /// the table, such as `venue_pkey` and `venue_id_seq`; they have to be free too.
  private mutating func takeTable(_ parts: String..., siblings: [String]) -> String {
    let name = parts.map(PlainName.snakeCase).joined(separator: "_")
    // SQLite refuses names with its own prefix (documented: https://sqlite.org/fileformat2.html).
    // PostgreSQL accepts names with its prefix, but then finds its catalogue table under such a
    // name (documented:
    // https://www.postgresql.org/docs/current/ddl-schemas.html#DDL-SCHEMAS-CATALOG).
    // Momentum's own tables, such as that of `PlainModelRecord`, have its prefix.
    let isTheirs = ["sqlite_", "pg_", "momentum_"].contains { name.hasPrefix($0) }
    return relations.take(isTheirs ? "_" + name : name, siblings: siblings)
  }

  private mutating func nameKeys(of entity: EntityID) {
    for relationship in index.model[entity].relationships.indices {
      let id = RelationshipID(entity, relationship)
      guard case .key = relationships.places[id] else { continue }
      let referenced = identity(of: index.model[id].destination)
      let root = index.root(of: entity)
      columns[root]?.nameKey(of: id, index.model[id].name, referenced: referenced)
      if let inverse = relationships.inverse(of: id), index.model[inverse].isOrdered,
        index.model[inverse].isToMany
      {
        columns[root]?.namePosition(of: inverse, index.model[inverse].name)
      }
    }
  }

  func table(of entity: EntityID) -> String { tables[index.root(of: entity)] ?? "" }
  func columns(of entity: EntityID) -> PlainColumnNames? { columns[index.root(of: entity)] }
  func identity(of entity: EntityID) -> String { columns(of: entity)?.identity ?? "id" }

  /// The foreign key of a to-one relationship, with its position column.
  func foreignKey(of id: RelationshipID) -> ForeignKey? {
    guard let columns = columns(of: id.entity), let column = columns.keys[id] else { return nil }
    let position = relationships.inverse(of: id).flatMap { columns.positions[$0] }
    return ForeignKey(column: column, orderColumn: position)
  }

  var attributeColumns: [AttributeID: [CompositeLeaf]] {
    var result: [AttributeID: [CompositeLeaf]] = [:]
    for root in index.roots {
      for (id, leaves) in columns[root]?.leaves ?? [:] {
        result[id] = leaves.map {
          CompositeLeaf(path: $0.leaf.path, type: $0.leaf.element.type, column: $0.column)
        }
      }
    }
    return result
  }
}
