import MomentumDiagnostics

extension VersionReview {
  /// The names of the versions for which it is not known whether an edit changed their hashes.
  package var undecidedVersions: [String] {
    findings().filter { $0.diagnostic.id == VersionMessage.undecidedRule.id }.compactMap {
      $0.to?.name
    }
  }

  /// The finding about a version with an edit of which it is not known whether it changed a hash.
  ///
  /// - Parameter forms: The released forms that may differ from the present one.
  func undecided(
    _ comparison: FormComparison, _ old: ReviewedVersion?, _ now: ReviewedVersion,
    _ form: DiffedModel, _ forms: [ReleasedForm], among versions: [ReviewedVersion]
  ) -> VersionFinding {
    let last = forms.last?.form.map { FormComparison($0, form) }
    let reasons = (comparison.isSame ? last : comparison)?.undecided ?? []
    let entity = reasons.first { $0.entity != nil }?.entity
    let notes = reasons.prefix(8).map { reason in
      Diagnostic.Note(
        reason.entity.map { "entity '\($0)': \(reason.text)" } ?? "\(now.name): \(reason.text)")
    }
    let names = Set(reasons.compactMap(\.entity)).sorted()
    guard let releases = VersionMessage.Releases(forms) else {
      return finding(
        .undecided(now.name, releases: nil, since: ref, entities: names),
        at: location(of: entity, in: now), notes, old, now)
    }
    let repair = VersionRepair(
      version: now, released: forms, names: versions.map(\.name), git: git)
    var result = finding(
      .undecided(now.name, releases: releases, since: ref, entities: names),
      at: location(of: entity, in: now), notes + repair.notes, old, now)
    result.migrationClass = .unproven
    return result
  }
}
