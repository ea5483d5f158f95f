package import MomentumDiagnostics
internal import MomentumExplain

extension ServerExplanation {
  /// The explanation for people, in the form of that for a store. Ends with a line end.
  package var text: String {
    var text = "plan\n" + ExplainedFetch.lines(steps) + PlanFinding.text(of: findings)
    guard let advice else { return text }
    let title =
      advice.steps == nil
      ? "an index that may help (unproved: the server has no extension hypopg to try it)"
      : "an index that helps"
    for (index, statement) in zip(advice.indexes, advice.statements) {
      text += index.text(title) + "as a statement\n  \(TerminalText.oneLine(statement))\n"
    }
    guard let steps = advice.steps else { return text }
    return text + "the plan with \(advice.indexes.count == 1 ? "it" : "them")\n"
      + ExplainedFetch.lines(steps)
  }

  /// The explanation as JSON. `proved` says whether the server has planned with the indexes.
  package var json: JSONText {
    var members = ExplainedFetch.members(
      entity: entity, statement: statement, steps, findings)
    if let advice {
      var parts: [(key: String, value: JSONText)] = [
        ("proved", .bool(advice.steps != nil)),
        (
          "indexes",
          .array(zip(advice.indexes, advice.statements).map { $0.json(statement: $1) })
        ),
      ]
      if let steps = advice.steps { parts.append(("plan", .array(steps.map(\.json)))) }
      members.append(("advice", .object(parts)))
    }
    return .object(members)
  }
}
