package import MomentumDiagnostics
import MomentumModel
import MomentumVersionHash

extension VersionReview {
  /// The diff between the version that was current at the commit and the one that is current now;
  /// `nil` if one of them does not exist or cannot be read.
  package func currentDiff(judgedBy judge: MappingJudge) -> ModelDiff? {
    guard let was = old?.current, let now = new?.current, let before = was.form,
      let after = now.form
    else { return nil }
    let diff = ModelDiffer.diff(before, after)
    return was.name == now.name
      ? diff.inNewVersion() : judge.judgement(diff, mappings, mappingVersions)
  }

  /// The versions at the commit and now. The editor's mapping model names its source and
  /// destination, which are looked up in this list.
  var mappingVersions: [NamedModel] {
    [old, new].compactMap { $0 }.flatMap(\.versions).compactMap { version in
      version.form.map { NamedModel(name: version.name, model: $0.model) }
    }
  }

  /// Whether no known release has a version with these hashes, so that only developers and testers
  /// have such stores.
  ///
  /// `released` contains only those versions whose releases were looked up.
  func isUnreleased(_ form: DiffedModel) -> Bool {
    !released.values.joined().contains { $0.form?.hasSameHashes(as: form) ?? false }
  }

  /// Whether the current version was edited in place, and no release had its former form.
  package var editsUnreleasedVersion: Bool {
    guard let was = old?.current, let now = new?.current, was.name == now.name, let form = was.form
    else { return false }
    return isUnreleased(form)
  }

  /// The changes that affect users: those of the current version, their effects on stores of older
  /// versions, and edits of other versions that hashes do not show, such as an index that existing
  /// stores never get.
  ///
  /// There is one finding for each version whose stores are affected; `merged()` joins those with
  /// the same text.
  package func changes(judgedBy judge: MappingJudge) -> [VersionFinding] {
    hiddenEdits() + currentChanges(judge)
      + olderStores(judgedBy: judge).flatMap { $0.findings(to: new?.current?.identity) }
  }

  private func currentChanges(_ judge: MappingJudge) -> [VersionFinding] {
    guard let diff = currentDiff(judgedBy: judge) else { return [] }
    let (from, to) = (old?.current?.identity, new?.current?.identity)
    let changes = diff.findings(from: from, to: to)
    guard let mapping = diff.mapping else {
      return editsUnreleasedVersion ? changes.map(\.asNote) : changes
    }
    let older = storesWithoutMapping(judge)
    return diff.mappingFindings(from: from, to: to)
      + (older.isEmpty || usesStagedMigration
        ? []
        : [
          VersionFinding(
            Diagnostic(
              VersionMessage.noMappingForOlder(older, to: to?.name ?? "", other: mapping.path),
              at: new?.currentVersionLocation), from: nil, to: to)
        ]) + changes
  }

  private func hiddenEdits() -> [VersionFinding] {
    guard let old, let new else { return [] }
    return new.versions.flatMap { version -> [VersionFinding] in
      guard let was = old[version.name], let before = was.form, let after = version.form,
        before.hashes.digest == after.hashes.digest, before.model != after.model,
        // The current version's own edit is reported by `currentChanges`.
        !(old.currentVersion == version.name && new.currentVersion == version.name)
      else { return [] }
      let isCurrent = new.currentVersion == version.name
      let plain = ModelDiffer.diff(before, after)
      let diff = isCurrent ? plain.inNewVersion() : plain.inNewVersion(than: version.name)
      let found = zip(diff.effects, diff.findings(from: was.identity, to: version.identity)).filter
      {
        $0.0.assessment.migrationClass > .nothing || $0.0.assessment.repair != nil
      }.map(\.1)
      return isUnreleased(before) ? found.map(\.asNote) : found
    }
  }
}

extension ModelDiff {
  /// The findings about the mapping model that the changes were judged by: its name, its losses and
  /// its errors. Empty without a mapping model.
  package func mappingFindings(
    from: Acknowledgement.Version?, to: Acknowledgement.Version?
  ) -> [VersionFinding] {
    guard let mapping else { return [] }
    let location = SourceLocation(SourceFile(path: mapping.path, utf8: []), SourceRange(0, 0))
    let used = VersionMessage.judgedByMapping(
      mapping.path, from: from?.name ?? "", to: to?.name ?? "")
    return [VersionFinding(Diagnostic(used, at: location), from: from, to: to)]
      + mapping.findings.map { finding in
        VersionFinding(
          finding.diagnostic, from: from, to: to, migrationClass: finding.migrationClass)
      }
  }

  /// The diff of a version that was edited in place. A repair that changes the version's hashes, so
  /// that a migration runs, now says that the change belongs in a new version.
  ///
  /// - Parameter other: The name of the version if it is not the current one, to which no store is
  ///   migrated; otherwise `nil`.
  func inNewVersion(than other: String? = nil) -> ModelDiff {
    var copy = self
    for index in copy.changes.indices {
      copy.changes[index].assessment.repair = Repair.inNewVersion(
        copy.changes[index].assessment.repair, than: other)
      for further in copy.changes[index].furtherAssessments.indices {
        copy.changes[index].furtherAssessments[further].repair = Repair.inNewVersion(
          copy.changes[index].furtherAssessments[further].repair, than: other)
      }
    }
    return copy
  }
}
