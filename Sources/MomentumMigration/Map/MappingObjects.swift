import MomentumModel
import MomentumSQL
import MomentumStore

/// What becomes of indexes, triggers and views where every table of a model is made anew.
///
/// Tables are put aside so that nothing follows them to their other names: an app's views, its triggers and
/// the foreign keys of its tables go on naming the tables by the names that the new ones get.
struct MappingObjects {
  /// On tables of the old model.
  let triggers: [StoreCatalog.Object]
  /// On tables of the old model.
  let indexes: [StoreCatalog.Object]
  /// Views and triggers of an app that name what the target does not have.
  let broken: [StoreCatalog.Object]

  /// - Parameter tables: Those of the old model.
  init(_ catalog: StoreCatalog, tables: [StoreCatalog.Table], new: StoreSchema) {
    let names = Set(tables.map { folded($0.name) })
    let hanging = catalog.objects.filter { names.contains(folded($0.table)) && $0.sql != nil }
    triggers = hanging.filter { $0.kind == .trigger }
    indexes = hanging.filter { $0.kind == .index }
    let columns = new.tables.flatMap { table in
      [(table.name, ["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.name))]
        + table.joinTables.map { ($0.name, $0.columns.map(\.name)) }
    }
    let vanished = VanishedNames(old: tables, new: Dictionary(columns) { first, _ in first })
    let gone = vanished.broken(in: catalog)
    broken = catalog.objects.filter { gone.contains($0) }
  }

  /// Before the tables are put aside. Triggers first: a view takes its own along.
  var drops: [MigrationPlan.Statement] {
    let all = triggers + broken.filter { $0.kind == .trigger }
    return unique(all.map { .definition(.drop(.trigger, $0.name, ifExists: true)) })
      + broken.filter { $0.kind == .view }.map {
        .definition(.drop(.view, $0.name, ifExists: true))
      } + indexes.map { .definition(.drop(.index, $0.name)) }
  }

  /// An app's own triggers on the new tables.
  var restored: [MigrationPlan.Statement] {
    let gone = Set(broken.map { folded($0.name) })
    return triggers.filter { !$0.isCoreDataTrigger && !gone.contains(folded($0.name)) }
      .compactMap(\.creation)
  }
}
