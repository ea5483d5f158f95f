public import MomentumDiagnostics

/// Findings without those that somebody has accepted.
public struct AcknowledgedFindings: Sendable {
  public private(set) var open: [VersionFinding] = []
  public private(set) var acknowledged: [VersionFinding] = []
  /// About acknowledgements that accept nothing: of other forms of the versions, or of what a step does not have.
  public private(set) var problems = Diagnostics()

  /// - Parameters:
  ///   - bundle: The name without suffix.
  ///   - versions: Those that the bundle has, the current one last. What was accepted for a step counts for a
  ///     longer one over it where the step itself has it, as long as its versions are what they were.
  public init(
    _ findings: [VersionFinding], bundle: String, versions: [ReviewedVersion],
    acknowledgements: [Acknowledgement]
  ) {
    let mine = acknowledgements.filter { $0.bundle == nil || $0.bundle == bundle }
    let steps = AcknowledgedSteps(mine, versions: versions)
    var used: Set<Int> = []
    for finding in findings {
      let accepting = mine.indices.filter { steps.accepts(mine[$0], finding) }
      used.formUnion(accepting)
      if accepting.isEmpty { open.append(finding) } else { acknowledged.append(finding) }
    }
    // Where one of two equal ones accepts something, the other is no mistake.
    for index in mine.indices where !used.contains(index) {
      if let message = steps.problem(of: mine[index]) {
        problems.report(message.message, at: mine[index].location, notes: message.notes)
      }
    }
  }

  /// What is to be written to accept findings: of those of several versions' stores the newest, which counts
  /// for the ways over it.
  public static func acknowledgements(
    for findings: [VersionFinding], bundle: String, versions: [ReviewedVersion], reason: String
  ) -> [Acknowledgement] {
    let steps = AcknowledgedSteps([], versions: versions)
    let newestFirst = findings.enumerated().sorted { one, other in
      let first = steps.position(of: one.element.from)
      let second = steps.position(of: other.element.from)
      return first == second ? one.offset < other.offset : first > second
    }
    var result: [(offset: Int, one: Acknowledgement)] = []
    for (offset, finding) in newestFirst {
      let isCovered = result.contains { _, one in
        one.rule == finding.diagnostic.id && one.place == finding.place
          && (steps.isSame(one, finding) || steps.isStep(one, of: finding))
      }
      if !isCovered {
        result.append((offset, finding.acknowledgement(bundle: bundle, reason: reason)))
      }
    }
    return result.sorted { $0.offset < $1.offset }.map(\.one)
  }
}
