import MomentumCompiler
import MomentumDiagnostics
import MomentumMigration
import MomentumMigrator
import MomentumPropertyList
import MomentumRuntime
import MomentumVersionHash

/// The lines that the switch MigrationDebug adds to the log of a coordinator.
///
/// Level 1 says which versions are compared, how the migration is found and how it ends; level 2
/// adds the steps with the statements that they run, level 3 what was verified. No log of Core
/// Data's was found, so the words are Momentum's own (SR-313).
struct MigrationLog {
  let level: Int
  let write: (String) -> Void

  func note(_ text: String, level: Int = 1) {
    guard level <= self.level else { return }
    write("CoreData: debug: migration: \(text)")
  }

  /// Notes the entities whose hashes differ, and which of the known versions the store has.
  func begin(
    _ path: String, _ metadata: StoreInformation, _ versions: [CompiledModel],
    _ model: CompiledModel
  ) {
    guard level > 0 else { return }
    let stored = (metadata["NSStoreModelVersionHashes"]?.dictionary ?? [:])
      .compactMapValues(\.data)
    let wanted = model.hashes.byEntity
    let names = Set(stored.keys).union(wanted.keys).filter { stored[$0] != wanted[$0] }.sorted()
    note("the store '\(path)' has other hashes of \(names.joined(separator: ", "))")
    let source = versions.firstIndex { $0.hashes.byEntity == stored }
    note(
      source.map { "the store has version \($0 + 1) of \(versions.count) that are known" }
        ?? "none of \(versions.count) known versions has the hashes of the store")
  }

  func end(_ outcome: MigrationOutcome) {
    guard level > 0 else { return }
    for step in outcome.plan?.steps ?? [] {
      note("step: \(step.comment)", level: 2)
      for statement in step.statements { note("  \(statement)", level: 2) }
    }
    for verified in outcome.verified { note("verified: \(verified)", level: 3) }
    for warning in outcome.warnings { note("warning: \(warning)") }
    note("ends: \(outcome.result.rawValue), \(rounded(outcome.seconds)) s")
  }

  /// Seconds with four digits, as the times of SQLDebug have them.
  private func rounded(_ seconds: Double) -> String { SQLDebugLog(level: 1).text(seconds) }
}
