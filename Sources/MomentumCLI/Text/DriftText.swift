import MomentumDiagnostics
import MomentumServer

/// A comparison of a database with a model, for people and for programs.
enum DriftText {
  /// `postgresql://app@db/shop: 9 tables, made for App; 2 differences`, then a line for each.
  static func text(_ report: DriftReport) -> String {
    let drift = report.findings.filter(\.isDrift)
    var head = "\(report.address): \(plural(report.tableCount, "table")) of the model"
    head += report.recordedModel.map { ", made for \($0)" } ?? ", not made by Momentum"
    head += "; " + (drift.isEmpty ? "no difference" : plural(drift.count, "difference"))
    var lines = [head]
    if !report.entitiesDiffering.isEmpty {
      lines.append(
        "made for another version of the model: \(quotedList(report.entitiesDiffering, max: 5))")
    }
    lines += drift.map { "  " + TerminalText.oneLine($0.text) }
    let others = report.findings.filter { !$0.isDrift }.map(\.table)
    if !others.isEmpty {
      lines.append("other tables of the schema: \(quotedList(others, max: 5))")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  static func json(_ report: DriftReport) -> JSONText {
    .object([
      ("address", .string(report.address)), ("schema", .string(report.schema)),
      ("serverVersion", .integer(report.serverVersion)),
      ("recordedModel", report.recordedModel.map { .string($0) } ?? .null),
      ("entitiesDiffering", .array(report.entitiesDiffering.map { .string($0) })),
      ("tableCount", .integer(report.tableCount)), ("hasDrift", .bool(report.hasDrift)),
      ("findings", .array(report.findings.map(json))),
    ])
  }

  private static func json(_ finding: DriftFinding) -> JSONText {
    func member(_ name: String, _ value: String?) -> (key: String, value: JSONText)? {
      value.map { (name, .string($0)) }
    }
    return .object(
      [
        member("kind", finding.kind.rawValue), member("table", finding.table),
        member("name", finding.name), member("subject", finding.subject),
        member("expected", finding.expected), member("found", finding.found),
        member("text", finding.text), ("isDrift", .bool(finding.isDrift)),
      ].compactMap { $0 })
  }
}
