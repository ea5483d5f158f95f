import Foundation
import MomentumCompiler
import MomentumDistribution
import MomentumQuery
import MomentumSQL
import MomentumTestSupport
import Testing

/// Which servers answer a request (PG-3, PG-5, PG-6), and the statement that they get.
@Suite struct RouteTests {
  private static let router = RequestRouter(Tracker.model, Tracker.schema)

  private func route(_ request: FetchRequest?) throws -> RoutedRequest {
    Self.router.route(try #require(request))
  }

  private func word(_ routed: RoutedRequest) -> String {
    switch routed.route {
    case .oneShard(_, let predicate): "one shard: \(predicate)"
    case .anyServer: "any server"
    case .allShards: "all shards"
    case .refused: "refused"
    }
  }

  static let cases: [(entity: String, predicate: String?, route: String)] = [
    ("Task", "project.account == $ACCOUNT", "one shard: project.account == $ACCOUNT"),
    (
      "Task", "points > 1 AND (project.account == $A AND title != nil)",
      "one shard: project.account == $A"
    ),
    ("Account", "SELF == $ACCOUNT", "one shard: SELF == $ACCOUNT"),
    ("Project", "account == $ACCOUNT", "one shard: account == $ACCOUNT"),
    ("Project", "$ACCOUNT == account", "one shard: account == $ACCOUNT"),
    ("Task", "assignee.account == $ACCOUNT", "one shard: assignee.account == $ACCOUNT"),
    (
      "Task", "project.account == $A AND ANY tags.name == 'x' AND assignee.name == 'y'",
      "one shard: project.account == $A"
    ),
    (
      "Task", "project.account == $A AND SUBQUERY(children, $c, $c.points > 1).@count > 0",
      "one shard: project.account == $A"
    ),
    // A condition that some row need not satisfy binds nothing.
    ("Task", "project.account == $A OR points > 1", "all shards"),
    ("Task", "NOT (project.account == $A)", "all shards"),
    ("Task", "project.account != $A", "all shards"),
    ("Task", "project.account == $A OR project.account == $B", "all shards"),
    ("Task", nil, "all shards"),
    ("Task", "project.name == 'x' AND ANY blocks.points > 1", "all shards"),
    ("Task", "ANY tags.name == 'x'", "all shards"),
    ("Member", "level > 1", "all shards"),
    ("Tag", "name == 'x'", "any server"),
    ("Tag", "ANY tasks.points > 1", "refused"),
    ("Tag", "ANY tasks.project.account == $A", "one shard: t3.account_id = $A"),
  ]

  @Test(arguments: cases.indices) func requestsAreRouted(_ index: Int) throws {
    let (entity, predicate, expected) = Self.cases[index]
    let routed = try route(Tracker.request(entity, predicate))
    #expect(word(routed) == expected, "\(entity): \(predicate ?? "") \(routed.sql?.text ?? "")")
    let isRefused = if case .refused = routed.route { true } else { false }
    #expect((routed.sql == nil) == isRefused)
  }

  @Test func objectsByNumberAreRefused() throws {
    let request = Tracker.request("Task", "project.account == %@") { $0.arguments = ["Account/p1"] }
    let routed = try route(request)
    #expect(word(routed) == "refused")
  }

  @Test func statementsAreAsRecorded() throws {
    var text = ""
    func add(_ title: String, _ request: FetchRequest?) throws {
      let routed = try route(request)
      text += "-- \(title): \(word(routed))\n\(routed.sql?.text ?? "")\n\n"
    }
    try add("rows", Tracker.request("Task", "project.account == $A AND project.name == 'x'"))
    try add(
      "collection",
      Tracker.request("Task", "project.account == $A AND ANY blocks.title == 'x'"))
    try add("whole table", Tracker.request("Task") { $0.result = .count })
    try add("filtered", Tracker.request("Task", "points > 1") { $0.result = .count })
    try add(
      "sorted limit",
      Tracker.request("Task", "assignee.name != nil") {
        $0.sortKeys = ["points:desc"]
        $0.limit = 10
      })
    try add(
      "grouped",
      Tracker.request("Task", "points > 0") {
        $0.propertiesToFetch = ["title", "count:(number) AS n", "@sum.points AS total: Integer 64"]
        $0.propertiesToGroupBy = ["title"]
        $0.having = "$n > 1"
        $0.sortKeys = ["n:desc"]
      })
    try add(
      "grouped by root",
      Tracker.request("Task") {
        $0.propertiesToFetch = ["project.account", "@avg.points AS mean: Double"]
        $0.propertiesToGroupBy = ["project.account"]
      })
    try add(
      "extremes",
      Tracker.request("Task") {
        $0.propertiesToFetch = ["@min.title AS first: String", "@max.points AS most: Integer 32"]
      })
    try RepositoryFiles.expectGolden(text, at: "Tests/Cases/Distribution/routes.sql")
  }

  @Test func aggregatesThatDoNotAddUpAreRefused() throws {
    let average = Tracker.request("Task") {
      $0.propertiesToFetch = ["@avg.points AS mean: Double"]
    }
    #expect(word(try route(average)) == "refused")
    let ofOneRoot = Tracker.request("Task", "project.account == $A") {
      $0.propertiesToFetch = ["@avg.points AS mean: Double"]
    }
    #expect(word(try route(ofOneRoot)) == "one shard: project.account == $A")
  }

  @Test func everyJoinCarriesTheRoot() throws {
    let routed = try route(
      Tracker.request("Task", "parent.parent.title == 'x' AND assignee.name == 'y'"))
    let sql = try #require(routed.sql).text
    let joins = sql.components(separatedBy: " JOIN ").count - 1
    #expect(joins == 3)
    #expect(sql.components(separatedBy: ".account_id = ").count - 1 == joins, "\(sql)")
  }
}
