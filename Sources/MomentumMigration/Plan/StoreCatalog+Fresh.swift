import MomentumSQL
package import MomentumStore

extension StoreCatalog {
  /// The catalogue of a fresh store with empty tables, for plans that are made without a store.
  package init(fresh schema: StoreSchema) {
    let system = ["Z_PK", "Z_ENT", "Z_OPT"].map {
      StoreColumn(name: $0, sqlType: "INTEGER")
    }
    var tables: [Table] = []
    var objects: [Object] = []
    for table in schema.tables + (schema.history?.tables ?? []) {
      tables.append(Table(name: table.name, columns: system + table.columns))
      tables += table.joinTables.map { Table(name: $0.name, columns: $0.columns) }
      tables += table.rTrees.map { Table(name: $0.name, columns: $0.tableColumns) }
      objects += table.indexes.map {
        Object(kind: .index, name: $0.name, table: $0.table, sql: $0.statement)
      }
      objects += table.inlineUniqueness.indices.map {
        Object(
          kind: .index, name: "sqlite_autoindex_\(table.name)_\($0 + 1)", table: table.name,
          sql: nil)
      }
      objects += table.triggers.map {
        Object(kind: .trigger, name: $0.name, table: $0.table, sql: $0.statement)
      }
      for tree in table.rTrees {
        objects += tree.triggers.map {
          Object(kind: .trigger, name: $0.name, table: table.name, sql: $0.statement)
        }
      }
    }
    self.init(
      tables: tables.sorted { $0.name < $1.name }, objects: objects.sorted { $0.name < $1.name },
      entityNumbers: schema.primaryKeyRows.map {
        EntityNumber(number: $0.number, name: $0.name, parent: $0.parentNumber)
      })
  }
}

extension JoinTable {
  /// All columns of a join table in its order, with their declared types.
  var columns: [StoreColumn] {
    (keyColumns + orderColumns).map {
      StoreColumn(name: $0, sqlType: isBare ? "" : "INTEGER")
    }
  }
}

extension StoreRTree {
  /// The columns of the virtual table: the key, and a minimum and maximum for each indexed column.
  var tableColumns: [StoreColumn] {
    [StoreColumn(name: "Z_PK", sqlType: "INTEGER")]
      + columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] }.map {
        StoreColumn(name: $0, sqlType: "FLOAT")
      }
  }

  /// The virtual table and the tables in which SQLite keeps its pages (documented:
  /// <https://sqlite.org/rtree.html>).
  var tableNames: [String] { [name] + ["node", "parent", "rowid"].map { "\(name)_\($0)" } }

  /// Puts the rows that the table already has into the spatial index; its triggers only see later
  /// changes.
  ///
  /// `INSERT INTO Z_RT_Place (Z_PK, ZX_MIN, ZX_MAX) SELECT Z_PK, ZX, ZX FROM ZPLACE`
  var filling: MigrationPlan.Statement {
    let bounds = columns.flatMap { ["\($0)_MIN", "\($0)_MAX"] }
    let values = columns.flatMap { [$0, $0] }
    return .other(
      "INSERT INTO \(name: name) (Z_PK, \(names: bounds)) "
        + "SELECT Z_PK, \(names: values) FROM \(name: table)")
  }
}
