import Foundation
import Momentum
import MomentumDiagnostics
import MomentumDiff
import MomentumGeneration
import MomentumGit
import MomentumMigration
import MomentumModelFiles

extension CheckRun {
  /// Compares models with those at a commit; all models of the repository if none is named.
  mutating func check(
    against commit: AgainstCommit, _ models: [String], _ progress: StepProgress
  ) throws {
    commitLabels = [commit.review.label]
    if let note = commit.mergeBaseNote { notes.append(note) }
    var pairs: [RepositoryReview.Pair] = []
    if models.isEmpty {
      pairs = try commit.pairs()
      if pairs.isEmpty { notes.append("the repository has no data model") }
    }
    var isNamed: Set<RepositoryReview.Pair> = []
    for model in models {
      if ModelDiscovery.isSearched(model) {
        let inner = try commit.pairs(below: model)
        if inner.isEmpty { notes.append("no data model below '\(model)', then or now") }
        pairs += inner
        continue
      }
      if MappingModelReader.isMappingModel(path: model) {
        try check(model)
        continue
      }
      let pair = try commit.pair(model)
      guard pair.old != nil || pair.new != nil else {
        fail(CommandFailure("cannot find '\(model)': no such file or folder, then or now"))
        continue
      }
      pairs.append(pair)
      isNamed.insert(pair)
    }
    var isChanged = false
    for (index, pair) in pairs.enumerated() {
      progress.show(index, of: pairs.count, pair.new ?? pair.old ?? "")
      do {
        isChanged = try check(pair, against: commit, isNamed: isNamed.contains(pair)) || isChanged
      } catch let failure as CommandFailure {
        fail(failure)
      } catch let rejected as InputRejected {
        addPath(pair.new ?? pair.old ?? "")
        report(rejected.diagnostics, options.levels)
        isUnreadable = true
      }
    }
    for folder in models.isEmpty
      ? [nil] : models.filter(ModelDiscovery.isSearched).map(Optional.some)
    {
      try checkMappings(against: commit, below: folder, isChanged: isChanged)
    }
    try noteMissingReleases(commit)
  }

  /// - Returns: Whether the model changed.
  private mutating func check(
    _ pair: RepositoryReview.Pair, against commit: AgainstCommit, isNamed: Bool
  ) throws -> Bool {
    let file = try commit.configuration(of: pair, or: options.config)
    let configuration = file.configuration.overridden(by: options.levels)
    let versions = try commit.review(
      pair,
      released: options.commit.released.isEmpty ? configuration.released : options.commit.released,
      usesStagedMigration: configuration.stagedMigration ?? false, isStrict: options.commit.strict)
    // The findings about the change are printed first, then the findings about the current model.
    let open = try versions.map {
      try report($0, of: pair, against: commit, in: file, configuration)
    }
    guard let new = pair.new, isNamed || versions != nil else {
      addPath(pair.new ?? pair.old ?? "")
      return versions != nil
    }
    let former = findingsBefore(pair, commit, configuration)
      .union(equalVersionsBefore(versions?.old))
    if options.commit.at == nil, commit.review.repository.root != nil, !pair.isLeftOut {
      formerFindings = former
      try check(new)
      formerFindings = []
    } else {
      try check(pair, of: commit, configuration, without: former)
    }
    withdrawRepeated(open ?? [])
    return versions != nil
  }

  /// Checks a model that is read from a commit instead of the work tree.
  private mutating func check(
    _ pair: RepositoryReview.Pair, of commit: AgainstCommit, _ configuration: CheckConfiguration,
    without former: Set<FormerFinding>
  ) throws {
    let path = pair.new ?? ""
    addPath(path)
    let input = try commit.input(pair, atCommit: false)
    isUnreadable = isUnreadable || input.syntax == nil
    var found = lints(of: input, configuration)
    let source = try gitFailures { () throws(GitError) in try commit.review.source(of: pair) }
    try commit.failures {
      try BundleReview.review(
        path: path, in: source, checked: input.file.versionName, &found)
    }
    let baseline = try commit.failures {
      try commit.review.file(named: LintBaseline.fileName, beside: pair)
    }
    try baselines.use(baseline.file, for: path)
    try reportLints(found.without(former), of: path, configuration)
  }

  /// The findings about one version by itself.
  private func lints(of input: ModelInput, _ configuration: CheckConfiguration) -> Diagnostics {
    var found = input.diagnostics
    if let checked = input.checked {
      checked.checkValueTypes(&found)
      checked.review(cloudKit: configuration.cloudKit ?? false, &found)
    }
    return found
  }

  /// The findings about the current version as it was at the commit. The change did not cause them,
  /// so they are left out.
  private func findingsBefore(
    _ pair: RepositoryReview.Pair, _ commit: AgainstCommit, _ configuration: CheckConfiguration
  ) -> Set<FormerFinding> {
    guard pair.old != nil else { return [] }
    let input: ModelInput
    do {
      input = try commit.input(pair, atCommit: true)
    } catch {
      // The old version cannot be read, so no finding is known to be old.
      return []
    }
    return Set(lints(of: input, configuration).all.map(FormerFinding.init))
  }

  /// The findings about versions that were equal at the commit already: the change did not cause
  /// them.
  private func equalVersionsBefore(_ bundle: ReviewedBundle?) -> Set<FormerFinding> {
    var result: Set<FormerFinding> = []
    let versions = bundle?.versions ?? []
    for (index, one) in versions.enumerated() {
      for other in versions[..<index] where one.isEqualByHash(to: other) {
        let findings = BundleReview.sameHashes(one.name, other.name, at: one.location)
        result.formUnion(findings.map(FormerFinding.init))
      }
    }
    return result
  }

  /// Reports the findings that no acknowledgement accepts.
  private mutating func report(
    _ versions: VersionReview, of pair: RepositoryReview.Pair, against commit: AgainstCommit,
    in file: ConfigurationFile, _ configuration: CheckConfiguration
  ) throws -> [VersionFinding] {
    if pair.isLeftOut, let path = pair.new {
      notes.append("\(path) is left out by the sparse checkout and was read from the index")
    }
    let bundle = commit.bundleName(of: pair)
    let sorted = AcknowledgedFindings(
      versions.findings() + versions.changes(judgedBy: .mappingModels), bundle: bundle,
      versions: versions.new?.versionsToCurrent ?? [],
      acknowledgements: file.configuration.acknowledgements)
    if versions.editsUnreleasedVersion, options.commit.released.isEmpty, !options.commit.strict,
      let note = try commit.unknownReleasesNote(configuration.released), !notes.contains(note)
    {
      notes.append(note)
    }
    if options.baseline {
      try accept(sorted.open, of: bundle, versions, in: file, configuration)
    } else {
      report(sorted.open.merged(), configuration)
      report(sorted.problems, configuration)
    }
    if !sorted.acknowledged.isEmpty {
      notes.append("\(plural(sorted.acknowledged.count, "finding")) acknowledged in \(file.path)")
    }
    return sorted.open
  }

  /// Removes findings of the bundle's own check that the comparison reports too: only the
  /// comparison knows which of two versions is new.
  private mutating func withdrawRepeated(_ open: [VersionFinding]) {
    for finding in open where finding.diagnostic.id == VersionMessage.equalsOtherRule.id {
      if let place = finding.diagnostic.location {
        findings.withdraw(id: ModelFileMessage.sameHashesRule.id, at: place)
      }
      for note in finding.diagnostic.notes {
        if let place = note.location {
          findings.withdraw(id: ModelFileMessage.sameHashesRule.id, at: place)
        }
      }
    }
  }

  private mutating func accept(
    _ open: [VersionFinding], of bundle: String, _ versions: VersionReview,
    in file: ConfigurationFile, _ configuration: CheckConfiguration
  ) throws {
    let wanted = open.filter { finding in
      var one = Diagnostics()
      one.report(finding.diagnostic)
      return configuration.apply(to: one).all.contains { $0.severity >= .warning }
    }
    if wanted.isEmpty { return }
    let accepted = AcknowledgedFindings.acknowledgements(
      for: wanted, bundle: bundle, versions: versions.new?.versionsToCurrent ?? [],
      reason: DiffConfiguration.baselineReason)
    try file.add(accepted)
    notes.append("\(plural(accepted.count, "acknowledgement")) written to \(file.path)")
  }

  /// Reports that no release is known, if the user named patterns or the clone is shallow: without
  /// a known release, edits of released versions would pass unnoticed.
  private mutating func noteMissingReleases(_ commit: AgainstCommit) throws {
    let repository = commit.review.repository
    let isAsked = !options.commit.released.isEmpty || repository.isShallow
    let patterns =
      options.commit.released.isEmpty ? RepositoryReview.releasePatterns : options.commit.released
    guard isAsked, !options.commit.strict, try commit.releases(matching: patterns).isEmpty else {
      return
    }
    var found = Diagnostics()
    found.report(VersionMessage.noReleases(patterns: patterns, isShallow: repository.isShallow))
    report(found, options.levels)
  }
}

extension AgainstCommit {
  /// The note that no release is known, so that an edit of a version that users have would pass;
  /// `nil` if a release is known.
  ///
  /// - Parameter released: The patterns that the user named; `nil` for the default patterns.
  func unknownReleasesNote(_ released: [String]?) throws -> String? {
    let patterns = released ?? RepositoryReview.releasePatterns
    guard try releases(matching: patterns).isEmpty else { return nil }
    return
      "no tag matches \(patterns.map { "'\($0)'" }.joined(separator: " or ")), so no version counts as "
      + "released: --released names other tags or a branch, --strict takes every version of "
      + "'\(review.ref)' for released"
  }

  func releases(matching patterns: [String]) throws -> [GitRepository.Tag] {
    try gitFailures { () throws(GitError) in try review.releases(matching: patterns) }
  }
}
