public import MomentumDiagnostics

/// Findings without those that somebody has accepted.
public struct AcknowledgedFindings: Sendable {
  public private(set) var open: [VersionFinding] = []
  public private(set) var acknowledged: [VersionFinding] = []

  /// - Parameters:
  ///   - bundle: The name without suffix.
  ///   - versions: Those that the bundle has, as a person counts them. What was accepted for a step
  ///     counts for a longer one over it, as long as its versions are what they were.
  public init(
    _ findings: [VersionFinding], bundle: String, versions: [Acknowledgement.Version],
    acknowledgements: [Acknowledgement]
  ) {
    let positions = Dictionary(versions.enumerated().map { ($1, $0) }) { first, _ in first }
    let mine = acknowledgements.filter { $0.bundle == nil || $0.bundle == bundle }
    for finding in findings {
      let isAccepted = mine.contains { one in
        one.rule == finding.diagnostic.id && (one.place == nil || one.place == finding.place)
          && AcknowledgedFindings.covers(finding, one, positions)
      }
      if isAccepted { acknowledged.append(finding) } else { open.append(finding) }
    }
  }

  /// Whether the step that was accepted is the finding's, or one of those that it is made of.
  private static func covers(
    _ finding: VersionFinding, _ one: Acknowledgement, _ positions: [Acknowledgement.Version: Int]
  ) -> Bool {
    if one.from == finding.from, one.to == finding.to { return true }
    guard finding.migrationClass != nil, let from = finding.from, let to = finding.to,
      let first = one.from, let last = one.to,
      let start = positions[from], let end = positions[to],
      let firstPosition = positions[first], let lastPosition = positions[last]
    else { return false }
    return start <= firstPosition && firstPosition < lastPosition && lastPosition <= end
  }

  /// Reports acknowledgements for other forms than the versions have now.
  ///
  /// - Parameter versions: Those that the bundle has; what it does not have is no matter, since old
  ///   acknowledgements may stay.
  public static func reviewStale(
    _ acknowledgements: [Acknowledgement], bundle: String, versions: [Acknowledgement.Version],
    _ diagnostics: inout Diagnostics
  ) {
    let checksums = Dictionary(versions.map { ($0.name, $0.checksum) }) { first, _ in first }
    for one in acknowledgements where one.bundle == nil || one.bundle == bundle {
      // An edit in place goes from a form that is no longer there.
      let sides = one.from?.name == one.to?.name ? [one.to] : [one.from, one.to]
      let stale = sides.compactMap { $0 }.filter { side in
        checksums[side.name].map { $0 != side.checksum } ?? false
      }
      guard let first = stale.first, let checksum = checksums[first.name] else { continue }
      diagnostics.report(
        VersionMessage.staleAcknowledgement(one.rule, place: one.place, version: first.name),
        at: one.location,
        notes: [Diagnostic.Note("the checksum of '\(first.name)' is now '\(checksum)'")])
    }
  }
}
