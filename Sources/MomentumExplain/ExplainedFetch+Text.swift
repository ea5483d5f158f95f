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
    if !findings.isEmpty {
      text += "findings\n"
      text += findings.map { "  \($0.kind.rawValue): \(TerminalText.oneLine($0.text))\n" }.joined()
    }
    guard let advice else { return text }
    for index in advice.indexes {
      text += "an index that helps, in entity '\(TerminalText.oneLine(index.entity))'\n"
      text += index.suggestion.element.split(separator: "\n")
        .map { TerminalText.oneLine($0) + "\n" }.joined()
    }
    return text + "the plan with \(advice.indexes.count == 1 ? "it" : "them")\n"
      + ExplainedFetch.lines(advice.steps)
  }

  private static func lines(_ steps: [Step]) -> String {
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
    var members: [(key: String, value: JSONText)] = [
      ("entity", .string(entity)), ("statement", .string(fetch.sql.text)),
      ("plan", .array(steps.map(\.json))),
      (
        "findings",
        .array(
          findings.map {
            .object([("kind", .string($0.kind.rawValue)), ("text", .string($0.text))])
          })
      ),
    ]
    if let rowsRead { members.append(("rowsRead", .integer(rowsRead))) }
    if let advice { members.append(("advice", advice.json)) }
    return .object(members)
  }
}

extension IndexAdvice {
  fileprivate var json: JSONText {
    .object([
      (
        "indexes",
        .array(
          indexes.map { index in
            .object([
              ("entity", .string(index.entity)),
              ("name", .string(index.suggestion.index.name)),
              ("element", .string(index.suggestion.element)),
              ("statement", .string(index.suggestion.statement)),
            ])
          })
      ), ("plan", .array(steps.map(\.json))),
    ])
  }
}

extension ExplainedFetch.Step {
  fileprivate var json: JSONText {
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
