public import MomentumDiagnostics
import MomentumDiff
import MomentumMigration

/// Every kind of finding, by id.
public enum DiagnosticCatalogue {
  /// Sorted by id.
  public static let all: [DiagnosticExplanation] =
    (modelRows + reviewRows + fileRows + predicateRows + predicateCheckRows + requestRows
    + importRows + batchRows + fixtureRows + versionRows + migrationRows + mappingFileRows
    + mappingModelRows
    + stageRows).sorted {
      $0.id < $1.id
    }

  /// The rules of the decision table of `momentum diff`, and those about what a store has.
  private static let migrationRows =
    MigrationRule.all.map(\.explanation) + StoreRule.all.map(\.explanation)

  private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

  public static subscript(id: String) -> DiagnosticExplanation? { byID[id] }
}

extension DiagnosticCatalogue {
  /// The page of the documentation: a table of all, then each explained.
  public static var article: String {
    let areas = [
      ("model", "Models"), ("cloudkit", "Models that sync with CloudKit"),
      ("bundle", "Bundles"), ("compiled", "Compiled models"), ("xml", "XML"), ("json", "JSON"),
      ("config", "Configurations"), ("predicate", "Predicates"),
      ("request", "Fetch requests"), ("store", "Stores"), ("import", "Imports"),
      ("batch", "Changes by a condition"), ("versions", "Versions since a commit"),
      ("migration", "Changes of a model"),
      ("mapping", "Mapping models"), ("stages", "Staged migrations"),
      ("fixture", "Stored databases for tests"), ("freeze", "Frozen stores"),
    ]
    let sections = areas.map { area, title in
      "## \(title)\n\n"
        + all.filter { $0.id.hasPrefix("\(area).") }.map(\.section).joined(separator: "\n")
    }
    return """
      # Diagnostics

      Every finding has an id, which stands in brackets at its end. `momentum explain-diagnostic ID` prints
      what stands here. `momentum check --error ID`, `--warn ID` and `--allow ID` change severities for one
      run, also with a pattern such as `'model.optional-*'`; a file `.momentum.json` beside the bundle, or in a
      folder above it up to the repository's root, does so for everybody:

      ```json
      { "diagnostics": { "model.missing-inverse": "allow" }, "cloudKit": true, "failOn": "warning" }
      ```

      An *error* is what Apple's tools refuse, or what cannot be given a meaning; its entry says which of
      the two, and how that is known. Everything else is a *warning*, and the work goes on with the meaning
      that the entry tells. An *info* is a matter of style, which only `momentum check --pedantic` shows.
      <doc:AdoptingChecks> says how a project begins that has many findings.

      \(sections.joined(separator: "\n"))
      """
  }
}

extension DiagnosticExplanation {
  fileprivate var section: String {
    "### \(id)\n\n*\(severity.rawValue)* · \(summary) \(explanation)\n\n\(standing.text)"
      + (errorGround.map { " \($0)" } ?? "") + "\n"
  }
}
