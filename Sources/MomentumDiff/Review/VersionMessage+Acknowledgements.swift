import MomentumDiagnostics

/// Messages about acknowledgements in `.momentum.json` that have no effect.
extension VersionMessage {
  /// Why an acknowledgement accepts nothing.
  enum Unused: Sendable, Hashable {
    /// The named version does not exist, and `meant` has its checksum.
    case noVersion(String, meant: String)
    /// The step has no such change. `meant` is an element that the same rule concerns.
    case noChange(from: String, to: String, meant: String?)

    fileprivate var text: String {
      switch self {
      case .noVersion(let name, let meant):
        "there is no version '\(name)', and '\(meant)' has its checksum"
      case .noChange(let from, let to, let meant):
        "the step from '\(from)' to '\(to)' has no such change"
          + didYouMean(meant)
      }
    }
  }

  static let acknowledgementRules: [DiagnosticRule] = [
    staleAcknowledgementRule, unusedAcknowledgementRule,
  ]

  static let staleAcknowledgementRule = DiagnosticRule(
    "versions.stale-acknowledgement", .warning,
    "An acknowledgement is for a version as it was before an edit.",
    """
    An entry under 'acknowledged' in .momentum.json accepts a change between two versions, for \
    which it has the names and checksums. One of the versions has been edited since and has \
    another checksum, so the entry accepts nothing. Look at the change again; if it is still \
    intended, write the checksum from the note into the entry.
    """,
    .own)

  static func staleAcknowledgement(_ rule: String, place: String?, version: String) -> Self {
    Self(
      rule: staleAcknowledgementRule,
      text:
        "the acknowledgement of '\(rule)'\(place.map { " for '\($0)'" } ?? "") is of another form of version '\(version)' and does not count; look at the change again"
    )
  }

  static let unusedAcknowledgementRule = DiagnosticRule(
    "versions.unused-acknowledgement", .warning, "An acknowledgement accepts nothing.",
    """
    An entry under 'acknowledged' in .momentum.json accepts a change between two versions, each \
    given by name and checksum. If there is no such change between the two versions, correct the \
    entry's 'place' or 'rule', or name the versions that were meant. If there is no version of a \
    name but another version has the checksum beside it, the version was renamed or the name is \
    misspelt: write the name of that other version. Remove the entry if nobody needs it any more.
    """,
    .own)

  static func unusedAcknowledgement(_ rule: String, place: String?, _ reason: Unused) -> Self {
    Self(
      rule: unusedAcknowledgementRule,
      text:
        "the acknowledgement of '\(rule)'\(place.map { " for '\($0)'" } ?? "") accepts nothing: "
        + reason.text)
  }
}
