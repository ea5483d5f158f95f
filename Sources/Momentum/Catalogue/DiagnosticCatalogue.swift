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
    (modelRows + reviewRows + fileRows + predicateRows + importRows).sorted { $0.id < $1.id }

  private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

  public static subscript(id: String) -> DiagnosticExplanation? { byID[id] }
}
