import MomentumModel
import MomentumSQL
import MomentumStore

/// Indexes, triggers and views of a store in which new tables replace all tables of the model.
///
/// While the old tables are renamed, SQLite leaves references unchanged: an app's views, triggers
/// and foreign keys keep their table names and then refer to the new tables of these names.
struct MappingObjects {
  /// Triggers on tables of the old model.
  let triggers: [StoreCatalog.Object]
  /// Indexes on tables of the old model.
  let indexes: [StoreCatalog.Object]
  /// Views and triggers of an app that name a table or column that the new model does not have.
  let broken: [StoreCatalog.Object]

  /// - Parameter tables: The tables of the old model.
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

  /// Drops triggers, views and indexes before the old tables are renamed. Triggers are dropped
  /// before views, because dropping a view drops its triggers too.
  var drops: [MigrationPlan.Statement] {
    let all = triggers + broken.filter { $0.kind == .trigger }
    return unique(all.map { .definition(.drop(.trigger, $0.name, ifExists: true)) })
      + broken.filter { $0.kind == .view }.map {
        .definition(.drop(.view, $0.name, ifExists: true))
      } + indexes.map { .definition(.drop(.index, $0.name)) }
  }

  /// Makes the app's own triggers again, on the new tables.
  var restored: [MigrationPlan.Statement] {
    let gone = Set(broken.map { folded($0.name) })
    return triggers.filter { !$0.isCoreDataTrigger && !gone.contains(folded($0.name)) }
      .compactMap(\.creation)
  }
}
