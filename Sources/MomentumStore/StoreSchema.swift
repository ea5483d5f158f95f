package import MomentumModel
package import MomentumSQL

/// The tables of a store, and the storage of each property of a model in them.
///
/// A layout such as `CoreDataLayout` makes a schema from an `ObjectModel`, without a database.
package struct StoreSchema: Sendable, Hashable {
  /// The table and the numbers of each entity; the index is `EntityID.index`.
  package var entities: [EntityStorage]

  /// The tables in creation order: one for each root entity, by entity number.
  package var tables: [EntityTable]

  /// The column of each stored attribute. Transient and undefined attributes have no entry; a
  /// composite has one entry per leaf in `compositeColumns` instead.
  package var attributeColumns: [AttributeID: String]

  /// The columns of each composite attribute: one for each innermost element, in declared order.
  package var compositeColumns: [AttributeID: [CompositeLeaf]]

  /// The storage of each stored relationship. Transient ones have no entry.
  package var relationships: [RelationshipID: RelationshipStorage]

  /// The tables of persistent history; `nil` for a store without history.
  package var history: StoreHistory?

  package init(
    entities: [EntityStorage] = [], tables: [EntityTable] = [],
    attributeColumns: [AttributeID: String] = [:],
    compositeColumns: [AttributeID: [CompositeLeaf]] = [:],
    relationships: [RelationshipID: RelationshipStorage] = [:]
  ) {
    self.entities = entities
    self.tables = tables
    self.attributeColumns = attributeColumns
    self.compositeColumns = compositeColumns
    self.relationships = relationships
  }

  package subscript(id: EntityID) -> EntityStorage { entities[id.index] }

  /// The column of a property in a uniqueness constraint or an index: that of the attribute, or the
  /// foreign key of the to-one relationship; `nil` if the property has no single column of its own.
  package func column(named name: String, of entity: EntityID, in model: ObjectModel) -> String? {
    switch model.property(named: name, in: entity) {
    case .attribute(let id): return attributeColumns[id]
    case .relationship(let id):
      guard case .foreignKey(let key) = relationships[id] else { return nil }
      return key.column
    case .fetchedProperty, nil: return nil
    }
  }
}

/// The tables of persistent history with their rows of `Z_PRIMARYKEY`.
package struct StoreHistory: Sendable, Hashable {
  package var tables: [EntityTable]
  package var entities: [EntityStorage]

  package init(tables: [EntityTable], entities: [EntityStorage]) {
    self.tables = tables
    self.entities = entities
  }
}

/// The table and the numbers of one entity.
package struct EntityStorage: Sendable, Hashable {
  package var name: String
  /// The entity's `Z_ENT`, at least 1.
  package var number: Int
  /// The `Z_ENT` of the parent; 0 for a root entity.
  package var parentNumber: Int
  /// The range from the least to the greatest number of the entity and its sub-entities. In a
  /// schema computed from a model it contains only these, since numbering is depth-first. In a
  /// store whose entities were added later it may contain numbers of other entities.
  package var familyNumbers: ClosedRange<Int>
  /// The name of the root entity's table, such as `ZVENUE`.
  package var table: String
  /// Whether the table holds rows of more than one entity.
  package var sharesTable: Bool

  package init(
    name: String, number: Int, parentNumber: Int, familyNumbers: ClosedRange<Int>, table: String,
    sharesTable: Bool
  ) {
    self.name = name
    self.number = number
    self.parentNumber = parentNumber
    self.familyNumbers = familyNumbers
    self.table = table
    self.sharesTable = sharesTable
  }
}

/// An innermost element of a composite attribute, and its column.
package struct CompositeLeaf: Sendable, Hashable {
  /// Names of nested elements, outermost first; the attribute's own name is not in it.
  package var path: [String]
  package var type: AttributeType
  package var column: String

  package init(path: [String], type: AttributeType, column: String) {
    self.path = path
    self.type = type
    self.column = column
  }
}

/// How a relationship is stored.
package enum RelationshipStorage: Sendable, Hashable {
  /// To-one: a column of the source's table holds the destination's `Z_PK`.
  case foreignKey(ForeignKey)
  /// To-many by a key in the destination's table: the key of the inverse, or, without an inverse, a
  /// column that only this relationship uses.
  case inverseForeignKey(ForeignKey)
  /// Many-to-many: each row of a join table holds the keys of two objects.
  case joinTable(JoinTableSide)
}

/// A column that holds a `Z_PK` of another table.
package struct ForeignKey: Sendable, Hashable {
  package var column: String
  /// The column `Z<n>_<NAME>` with the `Z_ENT` of the referenced row; `nil` if the destination has
  /// no sub-entities.
  package var entityColumn: String?
  /// The column `Z_FOK_<NAME>` with the position in an ordered to-many relationship; `nil` for an
  /// unordered one.
  package var orderColumn: String?

  package init(column: String, entityColumn: String? = nil, orderColumn: String? = nil) {
    self.column = column
    self.entityColumn = entityColumn
    self.orderColumn = orderColumn
  }
}

/// A join table as one of its two relationships uses it.
package struct JoinTableSide: Sendable, Hashable {
  package var table: String
  /// The column that holds the `Z_PK` of the relationship's source.
  package var sourceColumn: String
  /// The column that holds the `Z_PK` of the relationship's destination.
  package var destinationColumn: String
  /// The column with the position of the destination in an ordered relationship; `nil` for an
  /// unordered one.
  package var orderColumn: String?

  package init(
    table: String, sourceColumn: String, destinationColumn: String, orderColumn: String? = nil
  ) {
    self.table = table
    self.sourceColumn = sourceColumn
    self.destinationColumn = destinationColumn
    self.orderColumn = orderColumn
  }
}

/// The table of a root entity with its join tables, indexes and triggers.
package struct EntityTable: Sendable, Hashable {
  package var name: String
  package var columns: [StoreColumn]
  /// The columns of each uniqueness constraint inside CREATE TABLE, which old frameworks write as
  /// `<column> UNIQUE` or `CONSTRAINT <a>_<b> UNIQUE (<a>, <b>)`.
  package var inlineUniqueness: [[String]]
  package var joinTables: [JoinTable]
  package var indexes: [SQLIndex]
  package var rTrees: [StoreRTree]
  /// The triggers that keep derived attributes up to date.
  package var triggers: [SQLTrigger]
  /// The statements that fill the columns of derived attributes in all rows. A migration runs them:
  /// a trigger computes values only for rows that change after the trigger was made, so older rows
  /// would have none.
  package var derivations: [ColumnDerivation]
  /// The triggers that each connection of the object graph makes for itself. They are not in the file.
  package var connectionTriggers: [SQLTrigger]

  package init(
    name: String, columns: [StoreColumn] = [], inlineUniqueness: [[String]] = [],
    joinTables: [JoinTable] = [], indexes: [SQLIndex] = [], rTrees: [StoreRTree] = [],
    triggers: [SQLTrigger] = [], derivations: [ColumnDerivation] = [],
    connectionTriggers: [SQLTrigger] = []
  ) {
    self.name = name
    self.columns = columns
    self.inlineUniqueness = inlineUniqueness
    self.joinTables = joinTables
    self.indexes = indexes
    self.rTrees = rTrees
    self.triggers = triggers
    self.derivations = derivations
    self.connectionTriggers = connectionTriggers
  }
}

/// A column of a table. A table of a layout lists its columns without `Z_PK`, `Z_ENT` and `Z_OPT`,
/// a table of a ``StoreCatalog`` lists them all.
package struct StoreColumn: Sendable, Hashable {
  package var name: String
  /// The declared type: `INTEGER`, `DECIMAL`, `FLOAT`, `TIMESTAMP`, `VARCHAR`, `BLOB`.
  package var sqlType: String

  package init(name: String, sqlType: String) {
    self.name = name
    self.sqlType = sqlType
  }
}

/// The statement that computes a derived attribute in all rows of its table.
package struct ColumnDerivation: Sendable, Hashable {
  package var column: String
  /// The statement: `UPDATE ZITEM SET ZCOUNT = (SELECT …)`.
  package var sql: SQLFragment

  package init(column: String, sql: SQLFragment) {
    self.column = column
    self.sql = sql
  }
}

/// The table of a many-to-many relationship.
package struct JoinTable: Sendable, Hashable {
  package var name: String
  /// The two key columns, in declared order; both form the primary key, except in a bare table.
  package var keyColumns: [String]
  /// The `Z_FOK_…` columns with positions, in declared order.
  package var orderColumns: [String]
  /// Whether columns have neither a type nor a primary key, as in Mac OS X 10.6.
  package var isBare: Bool

  package init(
    name: String, keyColumns: [String], orderColumns: [String] = [], isBare: Bool = false
  ) {
    self.name = name
    self.keyColumns = keyColumns
    self.orderColumns = orderColumns
    self.isBare = isBare
  }
}

/// A spatial index: a virtual table with the bounds of an entity's rows; triggers keep it up to
/// date.
package struct StoreRTree: Sendable, Hashable {
  /// The name of the virtual table: `Z_RT_Place_byLocation`.
  package var name: String
  package var table: String
  /// The indexed columns of the entity's table, one to five.
  package var columns: [String]

  package init(name: String, table: String, columns: [String]) {
    self.name = name
    self.table = table
    self.columns = columns
  }
}
