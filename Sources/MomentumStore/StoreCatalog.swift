/// The tables that a database really has, whether or not a layout expects them.
///
/// A migration by Core Data itself leaves columns in another order and indexes under old names, so
/// a plan for an existing store starts from the store's catalogue.
package struct StoreCatalog: Sendable, Hashable {
  package struct Table: Sendable, Hashable {
    package var name: String
    package var columns: [StoreColumn]
    /// The number of rows; `nil` if they were not counted.
    package var rowCount: Int64?
    /// The bytes of the table's pages, including its indexes; `nil` if unknown.
    package var byteCount: Int64?
    /// The highest `Z_PK`; `nil` if it was not read, and for a table without rows or keys.
    package var lastKey: Int64?

    package init(
      name: String, columns: [StoreColumn], rowCount: Int64? = nil, byteCount: Int64? = nil,
      lastKey: Int64? = nil
    ) {
      self.name = name
      self.columns = columns
      self.rowCount = rowCount
      self.byteCount = byteCount
      self.lastKey = lastKey
    }
  }

  /// An index, a trigger or a view with the statement that made it.
  package struct Object: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
      case index
      case trigger
      case view
    }

    package var kind: Kind
    package var name: String
    package var table: String
    /// The statement that made the object; `nil` for an index that SQLite makes for a constraint of
    /// the table.
    package var sql: String?
    /// The bytes of an index's pages, which are counted in its table too; `nil` if unknown.
    package var byteCount: Int64?

    package init(
      kind: Kind, name: String, table: String, sql: String?, byteCount: Int64? = nil
    ) {
      self.kind = kind
      self.name = name
      self.table = table
      self.sql = sql
      self.byteCount = byteCount
    }
  }

  /// The tables sorted by name, including those that belong to no model. Each has all its columns,
  /// including `Z_PK`, in the table's order.
  package var tables: [Table]
  /// The indexes, triggers and views, sorted by name.
  package var objects: [Object]
  /// The rows of `Z_PRIMARYKEY`, sorted by `Z_ENT`.
  package var entityNumbers: [EntityNumber]

  /// A row of `Z_PRIMARYKEY`. An in-place migration may leave a renamed entity's old name in it
  /// (observed in three stores of one app).
  package struct EntityNumber: Sendable, Hashable {
    package var number: Int
    package var name: String
    package var parent: Int
    package var maximumKey: Int64
    /// The number of rows of this entity without its sub-entities; `nil` if they were not counted.
    package var rowCount: Int64?

    package init(
      number: Int, name: String, parent: Int, maximumKey: Int64 = 0, rowCount: Int64? = nil
    ) {
      self.number = number
      self.name = name
      self.parent = parent
      self.maximumKey = maximumKey
      self.rowCount = rowCount
    }
  }

  package init(tables: [Table], objects: [Object] = [], entityNumbers: [EntityNumber] = []) {
    self.tables = tables
    self.objects = objects
    self.entityNumbers = entityNumbers
  }
}
