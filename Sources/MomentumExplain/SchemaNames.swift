import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumSQL
import MomentumStore

/// Finds the entity, property or fetch index of the model that a table, a column or an index of the
/// store belongs to.
struct SchemaNames {
  struct TableColumn: Hashable {
    var table: String
    var column: String
  }

  /// The columns that the join of a relationship compares: that of the foreign key, and that of the
  /// objects' own key.
  struct JoinKey: Hashable {
    var near: TableColumn
    var far: TableColumn
  }

  enum Table: Hashable {
    /// The table of an entity and its sub-entities; the value is their topmost entity.
    case entity(EntityID)
    case joinTable(RelationshipID)
  }

  let model: ObjectModel
  let schema: StoreSchema
  private(set) var tables: [String: Table] = [:]
  private var columns: [TableColumn: String] = [:]
  private var joins: [JoinKey: RelationshipID] = [:]
  private var indexes: [String: String] = [:]
  /// Columns with few different values, such as Booleans and `Z_ENT`: an index on them finds too
  /// many rows.
  private(set) var coarseColumns: Set<TableColumn> = []

  init(_ compiled: CompiledModel) {
    model = compiled.model
    schema = compiled.schema
    for id in model.entityIDs {
      let table = schema[id].table
      if model[id].parent == nil { tables[table] = .entity(id) }
      addAttributes(of: id, table)
      for index in model[id].relationships.indices { add(RelationshipID(id, index), table) }
    }
    for id in model.entityIDs { addIndexes(of: id) }
    addImplicitIndexes()
  }

  // MARK: - Looking up

  /// A column in words: `'name'`, `primary key`, or its own name if the model has no property for
  /// it.
  func column(_ name: String, of table: String?) -> String {
    switch name {
    case "Z_PK", "rowid": return "primary key"
    case "Z_ENT": return "entity"
    default: break
    }
    guard let table else { return name }
    return columns[TableColumn(table: table, column: name)].map { "'\($0)'" } ?? name
  }

  /// An index in words: `fetch index 'byName' of 'Venue'`, or its own name if the model has no
  /// element for it.
  func index(_ name: String) -> String { indexes[name] ?? "index \(name)" }

  /// The relationship whose columns a join compares; `nil` if there is none.
  func relationship(from near: TableColumn, to far: TableColumn) -> RelationshipID? {
    joins[JoinKey(near: near, far: far)]
  }

  // MARK: - Collecting

  private mutating func addAttributes(of id: EntityID, _ table: String) {
    for index in model[id].attributes.indices {
      let attribute = AttributeID(id, index)
      let name = model[attribute].name
      for leaf in schema.compositeColumns[attribute] ?? [] {
        let key = TableColumn(table: table, column: leaf.column)
        columns[key] = ([name] + leaf.path).joined(separator: ".")
        if leaf.type == .boolean { coarseColumns.insert(key) }
      }
      guard let column = schema.attributeColumns[attribute] else { continue }
      let key = TableColumn(table: table, column: column)
      columns[key] = name
      if model[attribute].type == .boolean { coarseColumns.insert(key) }
    }
    coarseColumns.insert(TableColumn(table: table, column: "Z_ENT"))
  }

  private mutating func add(_ id: RelationshipID, _ table: String) {
    let destination = schema[model[id].destination].table
    switch schema.relationships[id] {
    case .foreignKey(let key):
      let column = TableColumn(table: table, column: key.column)
      columns[column] = model[id].name
      joins[JoinKey(near: column, far: TableColumn(table: destination, column: "Z_PK"))] = id
    case .inverseForeignKey(let key):
      let column = TableColumn(table: destination, column: key.column)
      if columns[column] == nil, model.storedInverse(of: id) == nil {
        columns[column] = model[id].name
      }
      joins[JoinKey(near: TableColumn(table: table, column: "Z_PK"), far: column)] = id
    case .joinTable(let side):
      if tables[side.table] == nil { tables[side.table] = .joinTable(id) }
      let near = TableColumn(table: side.table, column: side.sourceColumn)
      let far = TableColumn(table: side.table, column: side.destinationColumn)
      columns[near] = model[model.storedInverse(of: id) ?? id].name
      columns[far] = model[id].name
      joins[JoinKey(near: TableColumn(table: table, column: "Z_PK"), far: near)] = id
      joins[JoinKey(near: far, far: TableColumn(table: destination, column: "Z_PK"))] = id
    case nil: break
    }
  }

  private mutating func addIndexes(of id: EntityID) {
    let entity = model[id].name
    for index in model[id].fetchIndexes {
      indexes["Z_\(entity)_\(index.name)"] = "fetch index '\(index.name)' of '\(entity)'"
    }
    for list in model[id].uniquenessConstraints {
      let names = quotedList(list)
      indexes["Z_\(entity)_UNIQUE_\(list.joined(separator: "_"))"] =
        "the uniqueness constraint of '\(entity)' on \(names)"
    }
  }

  /// Adds the indexes that Core Data makes without an element of the model.
  private mutating func addImplicitIndexes() {
    for table in schema.tables {
      indexes["\(table.name)_Z_ENT_INDEX"] = "the index of entities of \(table.name)"
      for index in table.indexes where indexes[index.name] == nil {
        guard index.terms.count == 1, index.table == table.name,
          let label = columns[
            SchemaNames.TableColumn(
              table: table.name, column: index.terms[0].names.first ?? "")]
        else { continue }
        indexes[index.name] = "the index of '\(label)' in \(table.name)"
      }
      for join in table.joinTables {
        indexes["sqlite_autoindex_\(join.name)_1"] = "the primary key of \(join.name)"
        if join.keyColumns.count > 1 {
          indexes["\(join.name)_\(join.keyColumns[1])_INDEX"] = "the index of \(join.name)"
        }
        indexes["\(join.name)_REFLEXIVE_INDEX"] = "the index of \(join.name)"
      }
    }
  }
}
