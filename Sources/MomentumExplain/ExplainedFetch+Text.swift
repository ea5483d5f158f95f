import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
import MomentumSQL

extension ExplainedFetch {
  /// The explanation for people: the plan, the findings, the proposed indexes, and the plan with
  /// them. Ends with a line end. A name in the model cannot add lines to the text.
  package var text: String {
    var text = "plan\n" + ExplainedFetch.lines(steps)
    if let rowsRead { text += "  about \(rowsRead) rows and index entries are read\n" }
    text += PlanFinding.text(of: findings)
    guard let advice else { return text }
    for index in advice.indexes { text += index.text("an index that helps") }
    return text + "the plan with \(advice.indexes.count == 1 ? "it" : "them")\n"
      + ExplainedFetch.lines(advice.steps)
  }

  /// The lines of a plan, each indented by its depth.
  package static func lines(_ steps: [Step]) -> String {
    steps.map { step in
      let rows = step.rows.map { $0 == 1 ? ": 1 row" : ": \($0) rows" } ?? ""
      return String(repeating: "  ", count: min(step.depth, 40) + 1)
        + TerminalText.oneLine(step.text) + rows + "\n"
    }.joined()
  }
}

extension ExplainedFetch {
  /// The explanation as JSON. Keys without a value are left out.
  package var json: JSONText {
    var members = ExplainedFetch.members(
      entity: entity, statement: fetch.sql.text, steps, findings)
    if let rowsRead { members.append(("rowsRead", .integer(rowsRead))) }
    if let advice { members.append(("advice", advice.json)) }
    return .object(members)
  }

  /// The members that every explanation has, of a store or of a server.
  package static func members(
    entity: String, statement: String, _ steps: [Step], _ findings: [PlanFinding]
  ) -> [(key: String, value: JSONText)] {
    [
      ("entity", .string(entity)), ("statement", .string(statement)),
      ("plan", .array(steps.map(\.json))),
      (
        "findings",
        .array(
          findings.map {
            .object([("kind", .string($0.kind.rawValue)), ("text", .string($0.text))])
          })
      ),
    ]
  }
}

extension PlanFinding {
  /// The findings, the gravest first, a line for each; empty without findings.
  package static func text(of findings: [PlanFinding]) -> String {
    guard !findings.isEmpty else { return "" }
    return "findings\n"
      + findings.map { "  \($0.kind.rawValue): \(TerminalText.oneLine($0.text))\n" }.joined()
  }
}

extension IndexAdvice.Index {
  /// The index as an element of the model, under a line that begins with `title`.
  package func text(_ title: String) -> String {
    "\(title), in entity '\(TerminalText.oneLine(entity))'\n"
      + suggestion.element.split(separator: "\n").map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  package func json(statement: String) -> JSONText {
    .object([
      ("entity", .string(entity)), ("name", .string(suggestion.index.name)),
      ("element", .string(suggestion.element)), ("statement", .string(statement)),
    ])
  }
}

extension IndexAdvice {
  fileprivate var json: JSONText {
    .object([
      (
        "indexes", .array(indexes.map { $0.json(statement: $0.suggestion.statement) })
      ), ("plan", .array(steps.map(\.json))),
    ])
  }
}

extension ExplainedFetch.Step {
  package var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("depth", .integer(depth)), ("text", .string(text)), ("detail", .string(detail)),
    ]
    if let table { members.append(("table", .string(table))) }
    if let entity { members.append(("entity", .string(entity))) }
    if let index { members.append(("index", .string(index))) }
    if let rows { members.append(("rows", .integer(rows))) }
    return .object(members)
  }
}
