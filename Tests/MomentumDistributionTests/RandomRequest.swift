import MomentumCompiler
import MomentumTestSupport

/// Random requests over the tracker's tasks.
struct RandomRequest {
  private static let conditions = [
    "points > 3", "points <= 6", "title == 'a1'", "title != 'a2'", "title == nil", "price > 40",
    "due > CAST(700000000, 'NSDate')", "number > 20", "project.name == 'p1'",
    "project.account.name BEGINSWITH 'n1'", "assignee == nil", "assignee.name == 'u0'",
    "parent.points > 2", "parent.parent != nil", "parent.assignee.name == 'u1'",
    "state.name == 's1'", "ANY tags.name == 't1'", "ALL tags.name != 't2'",
    "NONE tags.name == 't3'",
    "ANY blocks.points > 4", "ANY blockedBy.assignee.name == 'u0'", "ANY children.title == 'a3'",
    "children.@count > 0", "SUBQUERY(blocks, $b, $b.points > 2 AND $b.title != nil).@count > 0",
    "project.tasks.@count > 3", "project.tasks.@sum.points > 10", "tags.@count == 0",
    "project.account.users.@count > 1", "points + number > 25",
  ]

  var input: RequestInput
  /// Whether the rows have an order that decides between any two.
  var isOrdered = false

  init(_ random: inout SeededGenerator, bindsRoot: Bool) {
    var predicate = Self.condition(&random, depth: 2)
    if bindsRoot { predicate = "project.account == $ACCOUNT AND (\(predicate))" }
    input = RequestInput(entity: "Task", predicate: predicate)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: input.result = .count
    case 1:
      input.result = .ids
      input.sortKeys = ["points:desc", "number"]
      input.limit = Int.random(in: 1...10, using: &random)
      input.offset = Int.random(in: 0...3, using: &random)
      isOrdered = true
    case 2:
      input.propertiesToFetch = ["title", "count:(number) AS n", "@sum.points AS s: Integer 64"]
      input.propertiesToGroupBy = ["title"]
      if Bool.random(using: &random) { input.having = "$n > 1" }
    case 3:
      input.propertiesToFetch = [
        "@min.title AS low: String", "@max.points AS high: Integer 32", "@sum.price AS p: Double",
        "count:(points) AS n",
      ]
    case 4:
      input.propertiesToFetch = ["title", "assignee.name"]
      input.isDistinct = true
    case _: input.result = .ids
    }
  }

  private static func condition(_ random: inout SeededGenerator, depth: Int) -> String {
    let one = conditions.randomElement(using: &random) ?? "TRUEPREDICATE"
    guard depth > 0 else { return one }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      return
        "(\(condition(&random, depth: depth - 1)) AND \(condition(&random, depth: depth - 1)))"
    case 1:
      return "(\(condition(&random, depth: depth - 1)) OR \(condition(&random, depth: depth - 1)))"
    case 2: return "NOT (\(condition(&random, depth: depth - 1)))"
    case _: return one
    }
  }
}
