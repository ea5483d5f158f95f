import MomentumModel
import MomentumVersionHash

extension VersionReview {
  /// What differs between the version that was current at the commit and the one that is now; `nil` where
  /// one of them is not there or cannot be read.
  public func currentDiff() -> ModelDiff? {
    guard let was = old?.current?.form, let now = new?.current?.form else { return nil }
    return ModelDiffer.diff(was, now)
  }

  /// The changes that the app's users get: those of the current version, and those edits of other versions
  /// that stores cannot show, such as an index that existing stores never get.
  public func changes() -> [VersionFinding] {
    hiddenEdits()
      + (currentDiff()?.findings(from: old?.current?.identity, to: new?.current?.identity) ?? [])
  }

  private func hiddenEdits() -> [VersionFinding] {
    guard let old, let new else { return [] }
    return new.versions.flatMap { version -> [VersionFinding] in
      guard let was = old[version.name], let before = was.form, let after = version.form,
        before.hashes.digest == after.hashes.digest, before.model != after.model,
        // The pair of the current versions has its own place.
        !(old.currentVersion == version.name && new.currentVersion == version.name)
      else { return [] }
      let diff = ModelDiffer.diff(before, after)
      return zip(diff.effects, diff.findings(from: was.identity, to: version.identity)).filter {
        $0.0.assessment.migrationClass > .nothing || $0.0.assessment.recipe != nil
      }.map(\.1)
    }
  }
}
