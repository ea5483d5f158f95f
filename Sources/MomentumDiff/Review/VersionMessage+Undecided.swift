import MomentumDiagnostics

extension VersionMessage {
  static let undecidedRule = DiagnosticRule(
    "versions.undecided", .warning,
    "It is not known whether an edit changed the hashes of a version.",
    """
    A schema in Swift was edited in a part for which it is not known how SwiftData stores it: the \
    values of an enum's case, a struct inside an array, relationships without '@Relationship', a \
    list of classes that cannot be read. Stores of the release may still match the version, or may \
    not. 'momentum inspect STORE --model SOURCES' with a store that the release wrote shows which. \
    If you cannot find out, take the edit back and make it in a new version; the notes have the \
    command. 'momentum check --against' fails because of this finding. Once you know that stores \
    match, accept it by an entry under 'acknowledged' in .momentum.json, which '--baseline' \
    writes. If no release has the version, this is a note.
    """,
    .own)

  /// - Parameters:
  ///   - releases: The releases that have the version; `nil` if there are none.
  ///   - entities: The entities whose hashes are undecided; empty if it is undecided which entities
  ///     the version has.
  static func undecided(
    _ name: String, releases: Releases?, since: String, entities: [String]
  ) -> Self {
    let what = entities.isEmpty ? "" : " of \(quotedList(entities, max: 3))"
    let edit =
      releases.map { "version '\(name)' was in \($0.text) and is edited" }
      ?? "version '\(name)' was edited since '\(since)'"
    return Self(
      rule: undecidedRule,
      text:
        "\(edit) where it is not known how SwiftData stores it: whether the hashes\(what) changed is undecided"
        + (releases == nil ? "; no release has it" : ""),
      ownSeverity: releases == nil ? .note : nil)
  }
}
