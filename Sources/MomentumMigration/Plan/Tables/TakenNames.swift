import MomentumSQL
import MomentumStore

/// Finds names that the new model needs but that an app's own table, view, index or trigger has.
///
/// Tables, views and indexes share one namespace, triggers have another (observed: SQLite 3.40
/// refuses each such CREATE).
enum TakenNames {
  /// - Parameter ownTables: The names of the old model's tables, folded (ASCII letters in lower
  ///   case). New tables may use these names. New indexes may use the names of old indexes, but new
  ///   tables may not, since they are made before the old indexes are dropped.
  static func reasons(
    _ target: StoreSchema, _ catalog: StoreCatalog, ownTables: Set<String>
  ) -> [PlanFailure.Reason] {
    let tables = Set(
      target.tables.flatMap { table in
        [table.name] + table.joinTables.map(\.name) + table.rTrees.flatMap(\.tableNames)
      }.map(folded))
    let history = Set((target.history?.tables ?? []).map { folded($0.name) })
    let indexes = Set(
      (target.tables + (target.history?.tables ?? [])).flatMap(\.indexes).map { folded($0.name) })
    let triggers = Set(
      target.tables.flatMap { table in
        table.triggers.map(\.name) + table.rTrees.flatMap(\.triggers).map(\.name)
      }.map(folded))
    var reasons = catalog.tables.filter { table in
      let name = folded(table.name)
      return !ownTables.contains(name) && (tables.contains(name) || indexes.contains(name))
    }.map { reason("table", $0.name) }
    for object in catalog.objects {
      let name = folded(object.name)
      let isOwn =
        ownTables.contains(folded(object.table)) || history.contains(folded(object.table))
      let isTaken =
        switch object.kind {
        case .index:
          tables.contains(name) || history.contains(name) || (!isOwn && indexes.contains(name))
        case .view: tables.contains(name) || history.contains(name) || indexes.contains(name)
        case .trigger: !isOwn && triggers.contains(name)
        }
      if isTaken { reasons.append(reason(object.kind.rawValue, object.name)) }
    }
    return reasons
  }

  private static func reason(_ kind: String, _ name: String) -> PlanFailure.Reason {
    PlanFailure.Reason(
      kind: .storeDiffers, place: "\(kind) \(name)",
      text:
        "the store has \(kind == "index" ? "an" : "a") \(kind) \(name) already, which is not of its model"
    )
  }
}
