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
