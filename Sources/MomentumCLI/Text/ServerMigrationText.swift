import MomentumDiagnostics
import MomentumServer

/// The findings and the result of a migration on a server, as text and as JSON.
enum ServerMigrationText {
  static func text(_ failure: FailedServerCheck) -> String {
    let check = failure.check
    let keys = failure.firstKeys.map { "\($0)" }.joined(separator: ", ")
    let isMore = failure.count > Int64(failure.firstKeys.count)
    let lines = [
      "fails  \(check.place): \(check.problem) (\(plural(Int(clamping: failure.count), "row")))",
      "       \(check.table), keys \(keys)\(isMore ? ", …" : "")", "       SQL: \(check.rowsSQL)",
    ]
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  static func json(_ failure: FailedServerCheck) -> JSONText {
    let check = failure.check
    return .object([
      ("place", .string(check.place)), ("problem", .string(check.problem)),
      ("consequence", .string("fails")), ("table", .string(check.table)),
      ("rows", .integer(Int(clamping: failure.count))),
      ("firstRows", .array(failure.firstKeys.map { .integer(Int(clamping: $0)) })),
      ("countSQL", .string(check.countSQL)), ("rowsSQL", .string(check.rowsSQL)),
    ])
  }

  static func text(_ outcome: ServerMigration.Outcome, of run: ServerMigrationRun) -> String {
    let (address, target) = (run.address.shown, run.models.targetName)
    if outcome.isCurrent { return "\(address): is as '\(target)' says already; nothing to do\n" }
    let count = outcome.plan.steps.count
    let first = "\(address): migrated to '\(target)'"
    let rest =
      outcome.resumedSteps == nil
      ? ", \(plural(count, "step"))"
      : ", the last \(plural(count, "step")) of a migration that had begun"
    return first + rest + "\n"
  }

  /// The same keys as for a store where they mean the same.
  static func json(
    _ outcome: ServerMigration.Outcome, of run: ServerMigrationRun
  ) -> JSONText {
    let result =
      switch run.mode {
      case .plan, .script: "planned"
      case .preflight: outcome.failures.isEmpty ? "rows-fit" : "rows-fail"
      case .rehearse, nil: outcome.isCurrent ? "already-current" : "migrated"
      }
    return .object([
      ("store", .string(run.address.shown)),
      ("source", outcome.source.map { .string($0) } ?? .null),
      ("target", .string(run.models.targetName)), ("result", .string(result)),
      ("isCurrent", .bool(outcome.isCurrent)),
      ("resumedSteps", outcome.resumedSteps.map { .integer($0) } ?? .null),
      ("failures", .array(outcome.failures.map(json))), ("plan", outcome.plan.json),
    ])
  }
}
