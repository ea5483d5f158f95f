package import MomentumDiagnostics

/// Findings, divided into open ones and those that somebody has acknowledged.
package struct AcknowledgedFindings: Sendable {
  package private(set) var open: [VersionFinding] = []
  package private(set) var acknowledged: [VersionFinding] = []
  /// Findings about acknowledgements that accept nothing: the versions have changed since, or the
  /// step does not have the named change.
  package private(set) var problems = Diagnostics()

  /// - Parameters:
  ///   - bundle: The bundle's name without suffix.
  ///   - versions: The versions of the bundle, the current one last. An acknowledgement of one step
  ///     also accepts the same effect of a migration over several steps, if the step still has the
  ///     effect and its versions are unchanged.
  package init(
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
    // Equal acknowledgements accept the same findings, so neither of two equal ones is reported if
    // they accept one.
    for index in mine.indices where !used.contains(index) {
      if let message = steps.problem(of: mine[index]) {
        problems.report(message.message, at: mine[index].location, notes: message.notes)
      }
    }
  }

  /// The acknowledgements that would accept the findings. If a finding is about stores of several
  /// versions, one acknowledgement for the newest of them is enough: it also counts for migrations
  /// over that version.
  package static func acknowledgements(
    for findings: [VersionFinding], bundle: String, versions: [ReviewedVersion], reason: String
  ) -> [Acknowledgement] {
    let steps = AcknowledgedSteps([], versions: versions)
    let byPosition = Dictionary(grouping: findings.indices) {
      steps.position(of: findings[$0].from)
    }
    var result: [Int: Acknowledgement] = [:]
    for position in byPosition.keys.sorted().reversed() {
      for index in byPosition[position] ?? [] {
        let finding = findings[index]
        let isCovered = result.values.contains { one in
          one.rule == finding.diagnostic.id && one.place == finding.place
            && (steps.isSame(one, finding) || steps.isStep(one, of: finding))
        }
        if !isCovered {
          result[index] = finding.acknowledgement(bundle: bundle, reason: reason)
        }
      }
    }
    return findings.indices.compactMap { result[$0] }
  }
}
