import MomentumDiagnostics
import MomentumMigration

/// The steps of a plan, for people and for programs.
enum PlanText {
  static func text(_ plan: MigrationPlan) -> String {
    plan.steps.map { step in
      "-- \(TerminalText.oneLine(step.comment))\n" + step.statements.map { $0 + ";\n" }.joined()
    }.joined(separator: "\n")
  }

  static func json(_ plan: MigrationPlan?) -> JSONText {
    .object([
      (
        "steps",
        .array(
          (plan?.steps ?? []).map {
            .object([
              ("comment", .string($0.comment)),
              ("statements", .array($0.statements.map { .string($0) })),
            ])
          })
      )
    ])
  }
}
