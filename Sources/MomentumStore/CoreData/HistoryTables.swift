import MomentumModel
import MomentumSQL

/// The tables of persistent history: who changed what, in which transaction.
///
/// Source: tables, columns and the unique index observed in a store of macOS 11; the indexes in 30
/// stores of versions 851 to 1522. The author's index covers `ZAUTHOR` alone in all of them, also
/// where `ZAUTHORTS` exists. The entities of history follow the rules of other entities, except for
/// the prefix `A` and the numbers from 16001.
struct HistoryTables {
  let framework: FrameworkVersion

  func history(of model: ObjectModel) -> StoreHistory {
    let tombstones =
      model.entityIDs.map { id in
        model.attributes(of: id).count { model[$0].preservesValueInHistoryOnDeletion }
      }.max() ?? 0
    var tables = [changes(tombstones: tombstones), transactions]
    if framework.hasHistoryStrings { tables.append(strings) }
    let names = ["CHANGE", "TRANSACTION", "TRANSACTIONSTRING"]
    return StoreHistory(
      tables: tables,
      entities: tables.indices.map { index in
        let number = 16001 + index
        return EntityStorage(
          name: names[index], number: number, parentNumber: 0, familyNumbers: number...number,
          table: tables[index].name, sharesTable: false)
      })
  }

  /// - Parameter tombstones: The number of `ZTOMBSTONE…` columns: the largest number of attributes
  ///   whose values an entity keeps after the deletion of an object.
  private func changes(tombstones: Int) -> EntityTable {
    EntityTable(
      name: "ACHANGE",
      columns: columns("INTEGER", ["ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID"])
        + columns("BLOB", ["ZCOLUMNS"] + (0..<tombstones).map { "ZTOMBSTONE\($0)" }),
      indexes: keyIndexes("ACHANGE", ["ZTRANSACTIONID"]))
  }

  private var transactions: EntityTable {
    let keys =
      framework.hasHistoryStrings
      ? ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"] : []
    return EntityTable(
      name: "ATRANSACTION",
      columns: columns("INTEGER", keys) + columns("FLOAT", ["ZTIMESTAMP"])
        + columns("VARCHAR", ["ZAUTHOR", "ZBUNDLEID", "ZCONTEXTNAME", "ZPROCESSID"])
        + columns("BLOB", ["ZQUERYGEN"]),
      indexes: keyIndexes("ATRANSACTION", keys) + [
        index("Z_TRANSACTION_TransactionAuthorIndex", "ATRANSACTION", ["ZAUTHOR"]),
        index("Z_TRANSACTION_TransactionTimestampIndex", "ATRANSACTION", ["ZTIMESTAMP"]),
      ])
  }

  private var strings: EntityTable {
    var unique = index("Z_TRANSACTIONSTRING_UNIQUE_NAME", "ATRANSACTIONSTRING", ["ZNAME"])
    unique.isUnique = true
    return EntityTable(
      name: "ATRANSACTIONSTRING", columns: columns("VARCHAR", ["ZNAME"]), indexes: [unique])
  }

  private func columns(_ type: String, _ names: [String]) -> [StoreColumn] {
    names.map { StoreColumn(name: $0, sqlType: type) }
  }

  private func keyIndexes(_ table: String, _ columns: [String]) -> [SQLIndex] {
    columns.map { SQLIndex(name: "\(table)_\($0)_INDEX", table: table, terms: [.name($0)]) }
  }

  private func index(_ name: String, _ table: String, _ columns: [String]) -> SQLIndex {
    SQLIndex(
      name: name, table: table, terms: columns.map { "\(name: $0) COLLATE BINARY ASC" })
  }
}
