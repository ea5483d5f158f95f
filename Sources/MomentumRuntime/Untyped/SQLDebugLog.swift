package import MomentumCompiler
import MomentumModel
import MomentumQuery
package import MomentumSQL
package import MomentumSQLite

/// Writes what Core Data writes to the console under `-com.apple.CoreData.SQLDebug`, line for line.
///
/// Source: observed in logs of iOS 11 to 17 and macOS 12 to 27. Level 1 has the statements, the
/// times, the arrays of keys and the prefetched objects; level 2 adds the bindings and the number
/// of rows; level 3 adds the objects. Level 4 adds how SQLite runs each statement; no log of it was
/// seen, so its lines are assumed.
package struct SQLDebugLog: Sendable {
  /// The level, from 1 to 4.
  package var level: Int

  /// The name of the database in the lines of bindings.
  package var engine = "SQLite"

  package init(level: Int) {
    self.level = level
  }

  /// What the lines say of the store or database in which a fetch runs.
  package struct Place {
    package var model: CompiledModel
    /// The host of the objects' URIs.
    package var identity: String
    /// The lines of a statement's plan at level 4.
    package var plan: (SQLText, SQLDebugLog) -> [String]

    package init(
      model: CompiledModel, identity: String, plan: @escaping (SQLText, SQLDebugLog) -> [String]
    ) {
      self.model = model
      self.identity = identity
      self.plan = plan
    }
  }

  /// The lines of one event of a fetch.
  package func lines(
    _ event: FetchEvent, of fetch: CompiledFetch, in place: Place
  ) -> [String] {
    switch event {
    case .started(let sql): return statement(sql) + (level < 4 ? [] : place.plan(sql, self))
    case .boundArray(let name):
      return [
        "CoreData: annotation: Bound intarray \(name)",
        "CoreData: annotation: Bound intarray values.",
      ]
    case .finished(let sql, let result, let rowCount, let seconds):
      let time = "CoreData: annotation: sql connection fetch time: \(text(seconds))"
      return level < 2 ? [time] : [time, rows(sql, result, rowCount, place)]
    case .fetched(let rowCount, let seconds):
      return [
        "CoreData: annotation: total fetch execution time: \(text(seconds)) for \(rowCount) rows."
      ]
    case .prefetched(let keyPath, let rowCount):
      return [
        "CoreData: annotation: Prefetching with key '\(keyPath)'.  Got \(rowCount) rows."
      ]
    case .counted(let count, let seconds):
      let time =
        "CoreData: annotation: total count request execution time: \(text(seconds)) for count of \(count)."
      return level < 3 ? [time] : [self.count(count, fetch, place), time]
    }
  }

  /// The lines before a statement runs.
  package func statement(_ sql: SQLText) -> [String] {
    var lines = ["CoreData: sql: \(sql.text)"]
    if level >= 2 {
      lines += sql.bindings.enumerated().map { index, binding in
        "CoreData: details: \(engine) bind[\(index)] = \(binding.debugText)"
      }
    }
    return lines
  }

  /// The lines for a statement's query plan, at level 4 and indented by depth. They are printed
  /// after the lines of `statement` and before the statement runs.
  ///
  ///     CoreData: details: query plan: SEARCH t0 USING INDEX Z_Venue_byName (ZNAME=?)
  package func queryPlan(_ plan: QueryPlan) -> [String] {
    guard level >= 4 else { return [] }
    return queryPlan(
      lines: plan.lines.map { depth, node in String(repeating: "  ", count: depth) + node.detail })
  }

  /// The lines of a plan that is text already.
  package func queryPlan(lines: [String]) -> [String] {
    lines.map { "CoreData: details: query plan: " + $0 }
  }

  // MARK: - Details

  /// The line for the returned rows. From level 3 on, the objects follow, each in a line. Rows that
  /// return dictionaries without a key have no objects.
  private func rows(
    _ sql: SQLText, _ result: FetchResult, _ rowCount: Int, _ place: Place
  ) -> String {
    let entity = place.model.model[result.entity].name
    let head =
      "CoreData: annotation: fetch using NSSQLiteStatement <0x0> on entity '\(entity)' with sql text '\(sql.text) ' returned \(rowCount) rows"
    guard level >= 3, result.columns.contains(.primaryKey), result.rows.count == rowCount else {
      return head
    }
    let values = result.rows.map { row in
      let name = place.model.objectName(row, result.columns, result.entity)
      let type = String(name.prefix { $0 != "/" })
      let uri = "x-coredata://\(place.identity)/\(name)"
      return "    \"<\(type): 0x0> (entity: \(type); id: 0x0 <\(uri)> ; data: <fault>)\""
    }
    return head + " with values: (\n" + values.joined(separator: ",\n") + "\n)"
  }

  private func count(
    _ count: Int64, _ fetch: CompiledFetch, _ place: Place
  ) -> String {
    let entity = place.model.model[fetch.request.entity].name
    let predicate = fetch.predicateFormat.map { "(\($0))" } ?? "((null))"
    return
      "CoreData: annotation: count request <NSFetchRequest: 0x0> (entity: \(entity); predicate: \(predicate); sortDescriptors: ((null)); type: NSCountResultType;) returned \(count)"
  }

  /// The seconds with four decimals and an `s`, independent of the locale.
  package func text(_ seconds: Double) -> String {
    let units = Int((min(max(0, seconds), 1e9) * 10_000).rounded())
    let fraction = String(units % 10_000)
    return "\(units / 10_000)." + String(repeating: "0", count: 4 - fraction.count) + fraction + "s"
  }
}
