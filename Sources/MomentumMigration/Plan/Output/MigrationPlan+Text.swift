// The text of a plan for people and programs.

extension MigrationPlan {
  /// The steps with their statements, then the checks.
  ///
  /// - Parameter rates: The rates for the predicted times.
  package func text(rates: MigrationRates = .measured) -> String {
    guard !steps.isEmpty else { return "nothing to do\n" }
    var lines = [summary(rates), ""]
    for (index, step) in steps.enumerated() {
      lines.append("\(index + 1). \(step.comment)")
      if let notes = notes(step, rates) { lines.append("   (\(notes))") }
      lines += step.causes.map { "   because of \($0.text)" }
      lines += step.statements.map { "   \($0);" }
    }
    if !checks.isEmpty { lines += ["", "rows that the store must not have:"] }
    for check in checks {
      lines.append("- \(check.consequence.rawValue): \(check.place): \(check.problem)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func summary(_ rates: MigrationRates) -> String {
    let count = steps.count == 1 ? "1 step" : "\(steps.count) steps"
    let cost = cost(rates)
    guard cost.isKnown else { return count }
    return "\(count), about \(MigrationPlan.shown(seconds: cost.seconds)), "
      + "\(MigrationPlan.shown(bytes: cost.growthBytes)) larger"
  }

  private func notes(_ step: Step, _ rates: MigrationRates) -> String? {
    var notes: [String] = []
    if let rows = step.rowCount { notes.append(rows == 1 ? "1 row" : "\(rows) rows") }
    let seconds = rates.seconds(step)
    if let seconds, seconds >= 0.01 {
      notes.append("about \(MigrationPlan.shown(seconds: seconds))")
    }
    if !step.isReversible { notes.append("cannot be undone") }
    return notes.isEmpty ? nil : notes.joined(separator: ", ")
  }

  /// Seconds as text, for example `0.9 s` or `12 s`.
  static func shown(seconds: Double) -> String {
    seconds < 10
      ? "\((seconds * 10).rounded() / 10) s" : "\(Int64(exactly: seconds.rounded()) ?? .max) s"
  }

  /// Bytes as text, for example `131.0 MB`.
  static func shown(bytes: Int64) -> String {
    bytes < 1_000_000
      ? "\(bytes / 1000) kB" : "\((Double(bytes) / 100_000).rounded() / 10) MB"
  }
}
