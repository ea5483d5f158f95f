import Momentum
import MomentumAdapt
import MomentumArchive
import MomentumCompiler
package import MomentumDiagnostics
import MomentumDiff
import MomentumDistribution
import MomentumGeneration
import MomentumMigration
import MomentumMigrationTesting
import MomentumMigrator
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumRuntime
import MomentumSQLite
import MomentumScan
import MomentumSwiftData
import MomentumSwiftPredicate

extension DiagnosticCatalogue {
  /// The rules of each module; a module may have several lists.
  package static let modules: [(name: String, catalogue: DiagnosticCatalogue)] = [
    ("MomentumDiagnostics", .diagnostics), ("MomentumModel", .model),
    ("MomentumModelFiles", .modelFiles), ("MomentumModelFiles", .mappingFiles),
    ("MomentumSwiftData", .swiftData), ("Momentum", .swiftPlans),
    ("MomentumPredicate", .predicate), ("MomentumSwiftPredicate", .swiftPredicate),
    ("MomentumScan", .scan), ("MomentumAdapt", .adapt), ("MomentumCompiler", .requests),
    ("MomentumArchive", .archives), ("MomentumDistribution", .distribution),
    ("MomentumGeneration", .generation), ("MomentumRuntime", .runtime),
    ("MomentumSQLite", .imports), ("MomentumDiff", .diff), ("MomentumMigration", .migration),
    ("MomentumMigrator", .migrator), ("MomentumMigrationTesting", .migrationTesting),
  ]

  /// Every kind of finding.
  package static let all = DiagnosticCatalogue.joining(modules.map(\.catalogue))
}

// MARK: - The article

extension DiagnosticCatalogue {
  /// The page of the documentation: the explanation of every rule, by area.
  package var article: String {
    let sections = Self.areas.map { area, title in
      "## \(title)\n\n"
        + rules.filter { $0.id.hasPrefix("\(area).") }.map(\.section).joined(separator: "\n")
    }
    return """
      # Diagnostics

      Every finding has an id, in brackets at its end. `momentum explain-diagnostic ID` prints the explanation
      from this page. `momentum check --error ID`, `--warn ID` and `--allow ID` change severities for one run,
      also with a pattern such as `'model.optional-*'`. A file `.momentum.json` beside the bundle, or in a
      folder above it up to the repository's root, changes them for everybody:

      ```json
      { "diagnostics": { "model.missing-inverse": "allow" }, "cloudKit": true, "failOn": "warning" }
      ```

      An *error* is input that Apple's tools refuse, or that Momentum cannot use; its entry says which of the
      two, and how that is known. A *warning* or *note* is input that Momentum reads; its entry says how. An
      *info* is a question of style, which only `momentum check --pedantic` shows. The last paragraph of an
      entry says how the facts are known: *documented* by Apple, SQLite or a standard, *observed* in real
      models, stores or logs, or *assumed*.
      <doc:AdoptingChecks> explains how to begin in a project that has many findings.

      \(sections.joined(separator: "\n"))
      """
  }
}

extension DiagnosticRule {
  fileprivate var section: String {
    "### \(id)\n\n*\(severity.rawValue)* · \(summary) \(explanation)\n\n\(standing.text)"
      + (errorGround.map { " \($0)" } ?? "") + "\n"
  }
}
