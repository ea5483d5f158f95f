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

  /// Why a finding is an error and not a warning.
  public enum ErrorGround: Sendable, Hashable {
    /// Whoever refuses it, and how that is known.
    case refused(by: Refuser, Standing)
    /// There is nothing that the input could be taken for; why.
    case noMeaning(String)
  }

  /// What of Apple's, or which standard, refuses an input.
  public enum Refuser: String, Sendable, Hashable {
    case coreData = "Core Data"
    case modelCompiler = "Xcode's model compiler"
    case predicateParser = "NSPredicate"
    case xmlParser = "every XML parser"
  }

  /// The severity without a configuration. An error has to say why it is one.
  public enum Level: Sendable, Hashable {
    case info
    case note
    case warning
    case error(ErrorGround)
  }

  public var id: String
  public var level: Level
  /// One sentence: what is wrong.
  public var summary: String
  /// Why it matters and how it is repaired, in a few sentences.
  public var explanation: String
  public var standing: Standing

  public init(
    _ id: String, _ level: Level, _ summary: String, _ explanation: String,
    _ standing: Standing
  ) {
    self.id = id
    self.level = level
    self.summary = summary
    self.explanation = explanation
    self.standing = standing
  }
}

extension DiagnosticExplanation {
  /// The severity without a configuration.
  public var severity: Severity {
    switch level {
    case .info: .info
    case .note: .note
    case .warning: .warning
    case .error: .error
    }
  }

  /// Why the finding is an error, as a sentence; `nil` for other severities.
  public var errorGround: String? {
    guard case .error(let ground) = level else { return nil }
    switch ground {
    case .refused(let refuser, let standing):
      return "An error because \(refuser.rawValue) refuses it. \(standing.text)"
    case .noMeaning(let why): return "An error because it has no meaning: \(why)."
    }
  }
}

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
