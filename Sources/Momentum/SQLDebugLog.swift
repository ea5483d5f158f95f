public import MomentumSQL
public import MomentumSQLite

/// What Core Data writes to the console under `-com.apple.CoreData.SQLDebug`, line for line.
///
/// Source: observed in logs of iOS 11 to 17 and macOS 12 to 27. Level 1 has the statement and the
/// times, level 2 adds the bindings and the number of rows, level 3 the objects. Level 4 adds how SQLite
/// runs the statement; no log of it was seen, so its lines are assumed.
public struct SQLDebugLog: Sendable {
  /// 1, 2, 3 or 4.
  public var level: Int

  public init(level: Int) {
    self.level = level
  }

  /// The lines before a statement runs.
  public func statement(_ sql: SQLText) -> [String] {
    var lines = ["CoreData: sql: \(sql.text)"]
    if level >= 2 {
      lines += sql.bindings.enumerated().map { index, binding in
        "CoreData: details: SQLite bind[\(index)] = \(binding.debugText)"
      }
    }
    return lines
  }

  /// The lines between those of `statement` and the run, at level 4: the plan, indented by its depth.
  ///
  ///     CoreData: details: query plan: SEARCH t0 USING INDEX Z_Venue_byName (ZNAME=?)
  public func queryPlan(_ plan: QueryPlan) -> [String] {
    guard level >= 4 else { return [] }
    return plan.lines.map { depth, node in
      "CoreData: details: query plan: " + String(repeating: "  ", count: depth) + node.detail
    }
  }

  /// The lines after a fetch. `objects` are URIs such as `x-coredata://UUID/Venue/p1`.
  public func fetched(
    _ sql: SQLText, entity: String, objects: [String], fetchSeconds: Double, totalSeconds: Double
  ) -> [String] {
    var lines = [
      "CoreData: annotation: sql connection fetch time: \(seconds(fetchSeconds))",
      "CoreData: annotation: total fetch execution time: \(seconds(totalSeconds)) for \(objects.count) rows.",
    ]
    guard level >= 2 else { return lines }
    var details =
      "CoreData: annotation: fetch using NSSQLiteStatement <0x0> on entity '\(entity)' with sql text '\(sql.text) ' returned \(objects.count) rows"
    if level >= 3 {
      let values = objects.map {
        "    \"<\(entity): 0x0> (entity: \(entity); id: 0x0 <\($0)> ; data: <fault>)\""
      }
      details += " with values: (\n" + values.joined(separator: ",\n") + "\n)"
    }
    lines.insert(details, at: 1)
    return lines
  }

  /// The line after a count.
  public func counted(_ count: Int64, totalSeconds: Double) -> [String] {
    [
      "CoreData: annotation: total count request execution time: \(seconds(totalSeconds)) for count of \(count)."
    ]
  }

  /// Four decimals and an `s`, without a locale.
  private func seconds(_ value: Double) -> String {
    let units = Int((max(0, value) * 10_000).rounded())
    let fraction = String(units % 10_000)
    return "\(units / 10_000)." + String(repeating: "0", count: 4 - fraction.count) + fraction + "s"
  }
}
