import MomentumModel
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
    broken = MappingObjects.broken(
      catalog,
      VanishedNames(old: tables, new: Dictionary(columns) { first, _ in first }))
  }

  /// Those that name what is gone, or a view that does.
  private static func broken(
    _ catalog: StoreCatalog, _ vanished: VanishedNames
  ) -> [StoreCatalog.Object] {
    let own = catalog.objects.filter {
      $0.kind == .view || ($0.kind == .trigger && !$0.isCoreDataTrigger)
    }
    var names: Set<String> = []
    var views: Set<String> = []
    var count: Int
    repeat {
      count = names.count
      for object in own where !names.contains(folded(object.name)) {
        let mentioned = Set(StatementTokens(object.sql ?? "").tokens.compactMap(\.name))
        guard
          object.sql.map({ vanished.areMentioned(in: $0) }) ?? true
            || !views.isDisjoint(with: mentioned)
        else { continue }
        names.insert(folded(object.name))
        if object.kind == .view { views.insert(folded(object.name)) }
      }
    } while names.count > count
    return own.filter { names.contains(folded($0.name)) }
  }

  /// Before the tables are put aside. Triggers first: a view takes its own along.
  var drops: [String] {
    let all = triggers + broken.filter { $0.kind == .trigger }
    return unique(all.map { "DROP TRIGGER IF EXISTS \(sqlName($0.name))" })
      + broken.filter { $0.kind == .view }.map { "DROP VIEW IF EXISTS \(sqlName($0.name))" }
      + indexes.map { "DROP INDEX \(sqlName($0.name))" }
  }

  /// An app's own triggers on the new tables.
  var restored: [String] {
    let gone = Set(broken.map { folded($0.name) })
    return triggers.filter { !$0.isCoreDataTrigger && !gone.contains(folded($0.name)) }
      .compactMap(\.sql)
  }

  /// Of an app's own view that names what is gone.
  static let viewDroppedRule = "migration.view-dropped"

  var checks: [MigrationPlan.Check] {
    broken.map { object in
      MigrationPlan.Check(
        rule: object.kind == .view
          ? MappingObjects.viewDroppedRule : CheckBuilder.triggerDroppedRule,
        place: "\(object.kind.rawValue) \(object.name)",
        problem: "the \(object.kind.rawValue) names a table or a column that the target does not "
          + "have, and is dropped",
        consequence: .warns,
        countSQL: "SELECT count(*) FROM sqlite_master WHERE type = "
          + "\(sqlText(object.kind.rawValue)) AND name = \(sqlText(object.name))",
        rowsSQL: "SELECT NULL, NULL WHERE 0")
    }
  }
}
