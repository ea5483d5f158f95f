import MomentumCompiler
import MomentumDiagnostics
import MomentumExplain
import MomentumSQL
import MomentumServer

/// The plan of a request as `explain` prints it, of a store or of a server.
struct RequestPlan {
  let entity: String
  let json: JSONText
  private let statement: String
  private let explanation: String
  let findings: [PlanFinding]
  /// What is said where a plan is slow and no index is advised.
  private let noAdvice: String

  init(_ explained: ExplainedFetch) {
    entity = explained.entity
    json = explained.json
    statement = explained.fetch.sql.text
    explanation = explained.text
    findings = explained.findings
    noAdvice = explained.advice == nil ? "no fetch index would help\n" : ""
  }

  init(_ explained: ServerExplanation) {
    entity = explained.entity
    json = explained.json
    statement = explained.statement
    explanation = explained.text
    findings = explained.findings
    noAdvice = explained.advice == nil ? "no fetch index is known to help\n" : ""
  }

  /// The statement and its plan, and a note if no index helps.
  var text: String {
    "statement\n  \(TerminalText.oneLine(statement))\n" + explanation
      + (findings.has(.function) ? noAdvice : "")
  }
}
