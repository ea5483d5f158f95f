import MomentumQuery
import MomentumSQLite

/// Finds the reasons why a plan is slow, and the indexes that it uses.
enum PlanFindings {
  static func of(
    _ plan: QueryPlan, _ words: PlanDescription, _ request: FetchRequest,
    _ obstacles: [SearchTerms.Obstacle]
  ) -> [PlanFinding] {
    var result: [PlanFinding] = []
    for (_, node) in plan.lines {
      let finding = finding(node.step, words, request)
      if let finding, !result.contains(finding) { result.append(finding) }
    }
    result += obstacles.map {
      PlanFinding(
        kind: .function,
        text:
          "'\($0.attribute)' is compared by a function (\($0.comparison)), which no index serves")
    }
    // The gravest finding comes first; equally grave ones keep the order of the plan.
    return result.enumerated().sorted {
      ($1.element.kind, $0.offset) < ($0.element.kind, $1.offset)
    }.map(\.element)
  }

  private static func finding(
    _ step: QueryPlanStep, _ words: PlanDescription, _ request: FetchRequest
  ) -> PlanFinding? {
    if step.sorts {
      return PlanFinding(kind: .sort, text: "no index gives the order \(words.order)")
    }
    guard let access = step.access else { return nil }
    if access.method == .automaticIndex {
      return PlanFinding(
        kind: .scan,
        text: "SQLite makes an index of \(words.title(access.name)) each time: one is missing")
    }
    if step.readsAllRows {
      // A request without a condition needs every row, so reading all of them is no finding.
      if request.predicate == nil { return nil }
      return PlanFinding(kind: .scan, text: "every row of \(words.wholeTitle(access.name)) is read")
    }
    if case .index(let name, _) = access.method {
      return PlanFinding(kind: .index, text: "\(words.indexTitle(name)) is used")
    }
    return nil
  }
}
