internal import MomentumRuntime
internal import MomentumSQL

/// Writes what Core Data writes to the console under `-com.apple.CoreData.SQLDebug`.
///
/// Source: the lines of level 1 were observed in logs of iOS 9 to 17; see ``SQLDebugLog``. The
/// lines of a save have no times, those of pragmas have.
package struct SQLiteStoreLog: Sendable {
  private let log: SQLDebugLog

  /// - Parameter level: From 1 to 4.
  package init(level: Int) { log = SQLDebugLog(level: level) }

  package func lines(_ event: SQLiteStoreEvent) -> [String] {
    switch event {
    case .connecting(let path):
      return ["CoreData: annotation: Connecting to sqlite database file at \"\(path)\""]
    case .statement(let sql, let bindings, let plan):
      let text = SQLText(text: sql, bindings: bindings.map { .value($0) })
      return log.statement(text) + (log.level < 4 ? [] : plan)
    case .boundArray(let name):
      return [
        "CoreData: annotation: Bound intarray \(name)",
        "CoreData: annotation: Bound intarray values.",
      ]
    case .finished(let sql, let entity, let objects, let rowCount, let seconds):
      let time = "CoreData: annotation: sql connection fetch time: \(log.text(seconds))"
      return log.level < 2 ? [time] : [time, returned(sql, entity, objects, rowCount)]
    case .executed(let seconds):
      return ["CoreData: annotation: sql execution time: \(log.text(seconds))"]
    case .fetched(let rowCount, let seconds):
      return [
        "CoreData: annotation: total fetch execution time: \(log.text(seconds)) for \(rowCount) rows."
      ]
    case .counted(let count, let entity, let format, let seconds):
      let time =
        "CoreData: annotation: total count request execution time: \(log.text(seconds)) for count of \(count)."
      return log.level < 3 ? [time] : [request(count, entity, format), time]
    case .fault(let id):
      return ["CoreData: annotation: fault fulfilled from database for : 0x0 <\(id.uri)>"]
    case .toManyFault(let name, let id, let rowCount):
      return [
        "CoreData: annotation: to-many relationship fault \"\(name)\" for objectID 0x0 <\(id.uri)> fulfilled from database.  Got \(rowCount) rows"
      ]
    case .prefetched(let keyPath, let rowCount):
      return ["CoreData: annotation: Prefetching with key '\(keyPath)'.  Got \(rowCount) rows."]
    case .vacuuming(let freePages, let freed):
      return [
        "CoreData: debug: PostSaveMaintenance: incremental_vacuum with freelist_count - \(freePages) and pages_to_free \(freed)"
      ]
    case .truncatingLog:
      return ["CoreData: annotation: PostSaveMaintenance: wal_checkpoint(TRUNCATE) "]
    }
  }

  private func returned(
    _ sql: String, _ entity: String, _ objects: [ObjectID], _ rowCount: Int
  ) -> String {
    let head =
      "CoreData: annotation: fetch using NSSQLiteStatement <0x0> on entity '\(entity)' with sql text '\(sql) ' returned \(rowCount) rows"
    guard log.level >= 3, objects.count == rowCount else { return head }
    let values = objects.map { id in
      let type = id.entityName
      return "    \"<\(type): 0x0> (entity: \(type); id: 0x0 <\(id.uri)> ; data: <fault>)\""
    }
    return head + " with values: (\n" + values.joined(separator: ",\n") + "\n)"
  }

  private func request(_ count: Int, _ entity: String, _ format: String?) -> String {
    let predicate = format.map { "(\($0))" } ?? "((null))"
    return
      "CoreData: annotation: count request <NSFetchRequest: 0x0> (entity: \(entity); predicate: \(predicate); sortDescriptors: ((null)); type: NSCountResultType;) returned \(count)"
  }
}
