import MomentumModel
package import MomentumStore

/// The tables of a distribution plan, independent of engines: each table of a root's rows has the
/// root's key, in its primary key and in every foreign key to another such table.
package struct DistributedSchema: Sendable {
  package let plan: DistributionPlan
  /// The tables that the model has without a distribution. Names are the same in both.
  package let plain: PlainSchema
  /// Reference tables first, then the root's table, then the others; each group in the order of the
  /// plain layout.
  package let tables: [DistributedTable]

  package func table(named name: String) -> DistributedTable? {
    tables.first { $0.name == name }
  }

  /// The table whose key decides the server.
  package var rootTable: DistributedTable? { tables.first { $0.isRoot } }
}

extension PlainSchema {
  /// The names of tables, indexes and constraints with an index, which PostgreSQL keeps in one scope.
  var relationNames: Set<String> {
    Set(
      tables.flatMap { table in
        [table.name, "\(table.name)_pkey"] + table.indexes.map(\.name)
          + table.uniqueConstraints.map(\.name)
      })
  }
}

/// A table with its place.
package struct DistributedTable: Sendable, Hashable {
  /// The columns, constraints and indexes; `foreignKeys` is empty.
  package var table: PlainTable
  /// The column with the root's key; `nil` for a reference table.
  package var rootColumn: String?
  package var isRoot: Bool
  package var foreignKeys: [DistributedForeignKey]

  package var name: String { table.name }
}

/// A foreign key of one or two columns.
package struct DistributedForeignKey: Sendable, Hashable {
  package var name: String
  package var columns: [String]
  package var table: String
  package var referencedColumns: [String]
  package var onDelete: PlainForeignKey.Action
}
