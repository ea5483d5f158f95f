internal import Foundation

/// A node of a plan, as `EXPLAIN (FORMAT JSON)` writes it.
///
/// Documented: <https://www.postgresql.org/docs/current/using-explain.html>; the keys are those of
/// PostgreSQL 12 to 18.
struct ServerPlanNode: Decodable, Sendable, Hashable {
  /// `Seq Scan`, `Nested Loop`, `Sort`
  var type: String
  var table: String?
  var alias: String?
  var index: String?
  var indexCondition: String?
  /// `Plain`, `Sorted`, `Hashed`: how an aggregate groups.
  var strategy: String?
  /// `Inner`, `Left`, `Semi`, `Anti`
  var joinType: String?
  /// `InitPlan` for a sub-select that runs once, `SubPlan` for one that may run for each row.
  var parentRelationship: String?
  var subplanName: String?
  var totalCost: Double?
  var plans: [ServerPlanNode]?

  private enum CodingKeys: String, CodingKey {
    case type = "Node Type"
    case table = "Relation Name"
    case alias = "Alias"
    case index = "Index Name"
    case indexCondition = "Index Cond"
    case strategy = "Strategy"
    case joinType = "Join Type"
    case parentRelationship = "Parent Relationship"
    case subplanName = "Subplan Name"
    case totalCost = "Total Cost"
    case plans = "Plans"
  }

  private struct Document: Decodable {
    var plan: ServerPlanNode

    private enum CodingKeys: String, CodingKey { case plan = "Plan" }
  }

  /// The root of the plan in the text that the server returns; `nil` if it has none.
  static func root(of json: String) throws -> ServerPlanNode? {
    try JSONDecoder().decode([Document].self, from: Data(json.utf8)).first?.plan
  }

  var children: [ServerPlanNode] { plans ?? [] }

  /// This node and all below it, in the order of the plan.
  var all: [ServerPlanNode] { [self] + children.flatMap(\.all) }

  /// The line of the plan in the server's own words: `Index Scan using venue_name_idx on venue t0`.
  var detail: String {
    var text = type
    if let joinType, joinType != "Inner" { text += " \(joinType)" }
    if let index { text += " using \(index)" }
    if let table { text += " on \(table)" }
    if let alias, alias != table { text += " \(alias)" }
    if let indexCondition { text += " \(indexCondition)" }
    return text
  }

  /// Whether the time of the node grows with the table, however few rows the request returns. An
  /// index without a condition is read to its end, too: it only gives the order.
  var readsAllRows: Bool {
    switch type {
    case "Seq Scan": true
    case "Index Scan", "Index Only Scan": indexCondition == nil
    case _: false
    }
  }
}
