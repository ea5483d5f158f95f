public import MomentumDiagnostics

/// What is known of one kind of finding: what `momentum explain-diagnostic` prints.
public struct DiagnosticExplanation: Sendable, Hashable {
  /// How a rule is known.
  public enum Standing: Sendable, Hashable {
    /// Apple, SQLite or a standard says so; where.
    case documented(String)
    /// Seen in real models, stores or tools; where.
    case observed(String)
    /// Nobody said so yet.
    case assumed
    /// A rule of this tool, for example a limit.
    case own
  }

  public var id: String
  /// The severity without a configuration.
  public var severity: Severity
  /// One sentence: what is wrong.
  public var summary: String
  /// Why it matters and how it is repaired, in a few sentences.
  public var explanation: String
  public var standing: Standing

  public init(
    _ id: String, _ severity: Severity, _ summary: String, _ explanation: String,
    _ standing: Standing
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.explanation = explanation
    self.standing = standing
  }
}

/// Every kind of finding, by id.
public enum DiagnosticCatalogue {
  /// Sorted by id.
  public static let all: [DiagnosticExplanation] =
    (modelRows + reviewRows + fileRows + predicateRows + predicateCheckRows + requestRows
    + importRows + fixtureRows + versionRows + migrationRows).sorted {
      $0.id < $1.id
    }

  /// The rules of the decision table of `momentum diff`.
  private static let migrationRows =
    migrationEntityRows + migrationAttributeRows + migrationCompositeRows
    + migrationRelationshipRows

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
      ("versions", "Versions since a commit"), ("migration", "Changes of a model"),
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
      run, a file `.momentum.json` beside the bundle for everybody:

      ```json
      { "diagnostics": { "model.optional-scalar": "allow" }, "cloudKit": true, "failOn": "warning" }
      ```

      \(sections.joined(separator: "\n"))
      """
  }
}

extension DiagnosticExplanation {
  fileprivate var section: String {
    "### \(id)\n\n*\(severity.rawValue)* · \(summary) \(explanation)\n\n\(standing.text)\n"
  }
}

extension DiagnosticExplanation.Standing {
  /// The standing as a sentence.
  public var text: String {
    switch self {
    case .documented(let source): "Documented: \(source)."
    case .observed(let source): "Observed: \(source)."
    case .assumed: "Assumed: nobody says so yet."
    case .own: "A rule of this tool."
    }
  }
}
