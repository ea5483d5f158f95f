import MomentumModel
import MomentumPredicate
import MomentumSQL
package import MomentumStore

extension StoreStatements {
  /// Begins a transaction: `BEGIN EXCLUSIVE`.
  package static let begin = StoreStatement(.begin)
  /// Ends a transaction: `COMMIT`.
  package static let commit = StoreStatement(.commit)
  /// Takes back a transaction: `ROLLBACK`.
  package static let rollback = StoreStatement(.rollback)

  /// Reads the metadata: `SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA`.
  package static let metadata = StoreStatement(
    .select(
      SQLSelect(
        columns: [.name("Z_VERSION"), .name("Z_UUID"), .name("Z_PLIST")],
        source: .table("Z_METADATA", alias: nil))),
    columns: [
      .value(name: "Z_VERSION", .attribute(.integer64)),
      .value(name: "Z_UUID", .attribute(.string)), .value(name: "Z_PLIST", .attribute(.binary)),
    ])

  /// Tests whether one of Core Data's own tables exists.
  ///
  ///     SELECT TBL_NAME FROM SQLITE_MASTER WHERE TBL_NAME = 'Z_METADATA'
  package static func hasTable(_ table: SystemTable) -> StoreStatement {
    StoreStatement(
      .select(
        SQLSelect(
          columns: [.name("TBL_NAME")], source: .table("SQLITE_MASTER", alias: nil),
          condition: .comparison(.name("TBL_NAME"), .equal, .text(table.rawValue)))),
      columns: [.value(name: "TBL_NAME", .attribute(.string))])
  }

  /// The tables of a store that do not belong to its entities.
  package enum SystemTable: String, Sendable, Hashable, CaseIterable {
    case primaryKeys = "Z_PRIMARYKEY"
    case metadata = "Z_METADATA"
    case modelCache = "Z_MODELCACHE"
  }

  /// The statements that open a store, in order.
  ///
  /// Source: observed on iOS 17. Frameworks up to iOS 7 began by setting the cache size; later ones
  /// leave SQLite's default.
  package static func opening(framework: FrameworkVersion) -> [StoreStatement] {
    let cache = StoreStatement(.pragma("cache_size", .integer(1000)))
    return (framework.setsCacheSize ? [cache] : []) + [
      hasTable(.metadata),
      StoreStatement(.pragma("recursive_triggers", .integer(1))),
      StoreStatement(.pragma("journal_mode", .name("wal"))),
      metadata,
      hasTable(.metadata),
      hasTable(.modelCache),
    ]
  }

  /// The statements of a store's first save before its first `COMMIT`. They make SQLite return
  /// unused pages. Source: observed on iOS 16.
  package static let firstSave = [
    StoreStatement(
      .pragma("auto_vacuum"), columns: [.value(name: "auto_vacuum", .attribute(.integer64))]),
    StoreStatement(.pragma("auto_vacuum", .integer(2))),
  ]

  /// The statements after a save, which find out whether unused pages can be returned. Source:
  /// observed on iOS 16.
  package static let afterSave = [pageCount("page_count"), pageCount("freelist_count")]

  private static func pageCount(_ pragma: String) -> StoreStatement {
    StoreStatement(
      .pragma(pragma), columns: [.value(name: pragma, .attribute(.integer64))])
  }
}
