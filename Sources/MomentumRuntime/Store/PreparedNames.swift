package import MomentumModel
internal import MomentumSQL
package import MomentumStore

/// Translates the names in a generated statement to the names of one store.
///
/// Generated code has the SQL of stored fetch requests with the names of the computed layout. In a
/// store with other names the statement would fail, or read another property if two names are
/// swapped. So each name is replaced by the store's name for the same property:
///
///     SELECT … FROM Z_3SHOWS t1 WHERE t1.Z_3ARTWORKS2 = ?      as written
///     SELECT … FROM Z_3SHOWS t1 WHERE t1.Z_3ARTWORKS1 = ?      as run
package struct PreparedNames: Sendable {
  /// The store's names of tables, by the names in the generated statement.
  private var tables: [String: String] = [:]
  /// The store's names of columns, by the names of table and column in the generated statement;
  /// `NULL` for a column that the store lacks.
  private var columns: [String: [String: String]] = [:]
  private var entityColumns: Set<String> = ["Z_ENT"]
  /// Whether entity numbers differ. They are values in the statement, so replacing names does not
  /// correct them.
  private let hasOtherNumbers: Bool

  /// `nil` if the store has the same names as the generated statements.
  package init?(written: StoreSchema, own: StoreSchema, _ model: ObjectModel) {
    guard !own.hasNames(of: written) else { return nil }
    hasOtherNumbers = own.entities.map(\.number) != written.entities.map(\.number)
    for (old, new) in zip(written.entities, own.entities) { tables[old.table] = new.table }
    for (id, column) in written.attributeColumns {
      add(column, own.attributeColumns[id], written[id.entity].table)
    }
    for (id, leaves) in written.compositeColumns {
      for (leaf, other) in zip(leaves, own.compositeColumns[id] ?? []) {
        add(leaf.column, other.column, written[id.entity].table)
      }
    }
    for (id, storage) in written.relationships {
      add(storage, own.relationships[id], id, written, model)
    }
  }

  private mutating func add(_ column: String, _ own: String?, _ table: String) {
    columns[table, default: [:]][column] = own.map(SQLPrinter.identifier) ?? "NULL"
  }

  private mutating func add(
    _ storage: RelationshipStorage, _ own: RelationshipStorage?, _ id: RelationshipID,
    _ written: StoreSchema, _ model: ObjectModel
  ) {
    switch (storage, own) {
    case (.foreignKey(let key), .foreignKey(let other)?):
      add(key, other, written[id.entity].table)
    case (.inverseForeignKey(let key), .inverseForeignKey(let other)?):
      add(key, other, written[model[id].destination].table)
    case (.joinTable(let side), .joinTable(let other)?):
      tables[side.table] = other.table
      add(side.sourceColumn, other.sourceColumn, side.table)
      add(side.destinationColumn, other.destinationColumn, side.table)
      if let order = side.orderColumn { add(order, other.orderColumn, side.table) }
    // Both schemas store a relationship in the same way, so this does not happen.
    case (.foreignKey, _), (.inverseForeignKey, _), (.joinTable, _): break
    }
  }

  private mutating func add(_ key: ForeignKey, _ own: ForeignKey, _ table: String) {
    add(key.column, own.column, table)
    if let column = key.entityColumn {
      add(column, own.entityColumn, table)
      entityColumns.insert(column)
    }
    if let column = key.orderColumn { add(column, own.orderColumn, table) }
  }

  // MARK: - Statements

  /// Returns a generated statement with the store's names.
  ///
  /// Throws if the statement compares entity numbers that are different in the store.
  package func sql(_ text: String) throws(StoreFailure) -> String {
    let pieces = SQLPieces(text)
    if hasOtherNumbers, pieces.comparesColumn(in: entityColumns) {
      throw StoreFailure(
        .request,
        "the store numbers its entities otherwise than the model, and the statement of a stored fetch "
          + "request compares such numbers; fetch with a condition instead")
    }
    var pieceTexts = pieces.all.map(\.text)
    let aliases = pieces.aliases
    for place in aliases.places {
      if let own = tables[pieces.all[place].name] { pieceTexts[place] = SQLPrinter.identifier(own) }
    }
    for index in pieces.all.indices.dropFirst(2) where pieces.all[index - 1].text == "." {
      let column = pieces.all[index].name
      let found = Set(
        (aliases.tables[pieces.all[index - 2].name] ?? []).map {
          columns[$0]?[column] ?? SQLPrinter.identifier(column)
        })
      guard found.count < 2 else {
        throw StoreFailure(
          .request,
          "the store has other names than the model, and the statement of a stored fetch request uses one "
            + "alias for several tables; fetch with a condition instead")
      }
      guard let own = found.first, own != SQLPrinter.identifier(column) else { continue }
      pieceTexts[index] = own
      if own == "NULL" {
        pieceTexts[index - 1] = ""
        pieceTexts[index - 2] = ""
      }
    }
    return pieceTexts.joined()
  }
}
