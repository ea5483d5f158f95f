/// One kind of finding, with everything that is said about it except the text of a single finding.
///
///     static let cloudDeleteRule = DiagnosticRule(
///       "cloudkit.deny-rule", .error(.refused(by: .coreData, .documented("…"))),
///       "A relationship of a synced model has the delete rule Deny.", "Deletions arrive from …", .documented("…"))
///
/// Each rule is declared in the module that reports the finding, above the function that makes its
/// text. `momentum explain-diagnostic`, the article on diagnostics and the rules of a SARIF report
/// are printed from these declarations.
package struct DiagnosticRule: Sendable, Hashable {
  /// The evidence for a rule.
  package enum Standing: Sendable, Hashable {
    /// Apple, SQLite or a standard documents the rule's facts; the text names the place.
    case documented(String)
    /// The facts were seen in real models, stores or tools; the text names them.
    case observed(String)
    /// There is no evidence yet.
    case assumed
    /// A rule of this tool, for example a limit.
    case own
  }

  /// The reason why a finding is an error and not a warning.
  package enum ErrorGround: Sendable, Hashable {
    /// A program or a standard refuses the input; `Standing` is the evidence.
    case refused(by: Refuser, Standing)
    /// Momentum cannot use the input; the text says why.
    case noMeaning(String)
  }

  /// The part of Apple's software, or the standard, that refuses an input.
  package enum Refuser: String, Sendable, Hashable {
    case coreData = "Core Data"
    case modelCompiler = "Xcode's model compiler"
    case predicateParser = "NSPredicate"
    case xmlParser = "every XML parser"
  }

  /// The severity of the rule if no configuration changes it. An error also has the reason why it
  /// is an error.
  package enum Level: Sendable, Hashable {
    case info
    case note
    case warning
    case error(ErrorGround)
  }

  /// A stable name such as `model.missing-inverse`. Wording may change under one id.
  package var id: String
  package var level: Level
  /// One sentence that says what is wrong.
  package var summary: String
  /// A few sentences that say why the finding matters and how it is repaired.
  package var explanation: String
  package var standing: Standing

  package init(
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

extension DiagnosticRule {
  /// The severity of the rule if no configuration changes it.
  package var severity: Severity {
    switch level {
    case .info: .info
    case .note: .note
    case .warning: .warning
    case .error: .error
    }
  }

  /// The reason why the finding is an error, as a sentence; `nil` for other severities.
  package var errorGround: String? {
    guard case .error(let ground) = level else { return nil }
    switch ground {
    case .refused(let refuser, let evidence):
      let reason = "An error because \(refuser.rawValue) refuses it."
      // In the article on diagnostics, the evidence for the rule stands just before this sentence,
      // so the same evidence is not repeated.
      return evidence == standing ? reason : "\(reason) \(evidence.text)"
    case .noMeaning(let why): return "An error because Momentum cannot use the input: \(why)."
    }
  }
}

extension DiagnosticRule.Standing {
  /// The sentence about the evidence in the explanation of the rule.
  package var text: String {
    switch self {
    case .documented(let source): "Documented: \(source)."
    case .observed(let source): "Observed: \(source)."
    case .assumed:
      "Assumed: neither documentation nor an observation confirms the behaviour described here."
    case .own: "A rule of this tool."
    }
  }
}
