import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumMigrator

/// The findings and the result of a migration, as text and as JSON.
enum MigrationReportText {
  // MARK: - Checks

  /// The text about a check that some rows fail.
  static func text(_ failure: FailedCheck) -> String {
    let check = failure.check
    let word =
      switch check.consequence {
      case .fails: "fails"
      case .warns: "warns"
      }
    var lines = [
      "\(word)  \(check.place): \(check.problem) (\(plural(Int(clamping: failure.count), "row"))) [\(check.rule.id)]"
    ]
    if !failure.firstRows.isEmpty {
      let names = failure.firstRows.map { "\($0.entity)/p\($0.key)" }
      let isMore = failure.count > Int64(names.count)
      lines.append("       \(names.joined(separator: ", "))\(isMore ? ", …" : "")")
    }
    if let error = check.coreDataError {
      lines.append("       Core Data: error \(error.code), \(error.reason)")
    }
    lines.append("       SQL: \(check.rowsSQL)")
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
  }

  static func json(_ failure: FailedCheck) -> JSONText {
    let check = failure.check
    let error = check.coreDataError.map {
      JSONText.object([("code", .integer($0.code)), ("reason", .string($0.reason))])
    }
    return .object([
      ("rule", .string(check.rule.id)), ("place", .string(check.place)),
      ("problem", .string(check.problem)),
      ("consequence", .string(check.consequence.rawValue)),
      ("rows", .integer(Int(clamping: failure.count))),
      (
        "firstRows",
        .array(
          failure.firstRows.map {
            .object([("entity", .string($0.entity)), ("key", .integer(Int(clamping: $0.key)))])
          })
      ),
      ("coreDataError", error ?? .null), ("countSQL", .string(check.countSQL)),
      ("rowsSQL", .string(check.rowsSQL)),
    ])
  }

  // MARK: - Outcomes

  static func text(_ outcome: MigrationOutcome, store: String, target: String) -> String {
    let first: String
    switch outcome.result {
    case .alreadyCurrent: return "\(store): has the hashes of '\(target)' already; nothing to do\n"
    case .migrated: first = "\(store): migrated to '\(target)'"
    case .rehearsed: first = "\(store): a copy was migrated to '\(target)', verified and deleted"
    }
    var lines = [first]
    lines.append("  verified: \(outcome.verified.joined(separator: ", "))")
    lines.append(
      "  \(ByteText.short(outcome.bytesBefore)) before, \(ByteText.short(outcome.bytesAfter)) after, \(tenths(outcome.seconds)) s"
    )
    if isWorthVacuum(outcome) {
      lines.append(
        "  VACUUM would give back \(ByteText.short(outcome.bytesFree)) of unused pages")
    }
    if let backup = outcome.backup { lines.append("  the old store is \(backup)") }
    return lines.map { TerminalText.oneLine($0) + "\n" }.joined()
      + outcome.warnings.map { text($0) }.joined()
  }

  /// Whether the free pages are over 1 MB, or over a tenth of the file.
  private static func isWorthVacuum(_ outcome: MigrationOutcome) -> Bool {
    outcome.bytesFree > 1_000_000 || outcome.bytesFree > outcome.bytesAfter / 10
  }

  /// The outcome as JSON. It contains no times, so that the same store always has the same text.
  static func json(_ outcome: MigrationOutcome, store: String, target: String) -> JSONText {
    .object([
      ("store", .string(store)), ("target", .string(target)),
      ("result", .string(outcome.result.rawValue)),
      ("steps", .integer(outcome.plan?.steps.count ?? 0)),
      ("warnings", .array(outcome.warnings.map { json($0) })),
      ("verified", .array(outcome.verified.map { .string($0) })),
      ("backup", outcome.backup.map { .string($0) } ?? .null),
      ("bytesBefore", .integer(Int(clamping: outcome.bytesBefore))),
      ("bytesAfter", .integer(Int(clamping: outcome.bytesAfter))),
      ("bytesFree", .integer(Int(clamping: outcome.bytesFree))),
    ])
  }

  private static func tenths(_ seconds: Double) -> String {
    let tenths = Int((min(1e9, max(0, seconds)) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
