import Foundation
import Momentum
import MomentumDiagnostics
import MomentumGeneration
import MomentumGit
import MomentumMigration
import MomentumModelFiles

extension CheckRun {
  /// Compares models with those at a commit, all of the repository where none is named.
  mutating func check(against commit: AgainstCommit, _ models: [String]) throws {
    commitLabels = [commit.review.label]
    if let note = commit.mergeBaseNote { notes.append(note) }
    var pairs: [RepositoryReview.Pair] = []
    if models.isEmpty {
      pairs = try commit.pairs()
      if pairs.isEmpty { notes.append("the repository has no data model") }
    }
    for model in models {
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
    }
    for pair in pairs {
      do {
        try check(pair, against: commit, isNamed: !models.isEmpty)
      } catch let failure as CommandFailure {
        fail(failure)
      } catch let rejected as InputRejected {
        addPath(pair.new ?? pair.old ?? "")
        report(rejected.diagnostics, options.levels)
        isUnreadable = true
      }
    }
    try noteMissingReleases(commit)
  }

  private mutating func check(
    _ pair: RepositoryReview.Pair, against commit: AgainstCommit, isNamed: Bool
  ) throws {
    let file = try commit.configuration(of: pair, or: options.config)
    let configuration = file.configuration.overridden(by: options.levels)
    let versions = try commit.review(
      pair, released: options.released.isEmpty ? configuration.released : options.released,
      usesStagedMigration: configuration.stagedMigration ?? false, isStrict: options.strict)
    // The findings about the change are printed first, then the findings about the current model.
    let open = try versions.map {
      try report($0, of: pair, against: commit, in: file, configuration)
    }
    if let new = pair.new, options.at == nil, commit.review.repository.root != nil,
      !pair.isLeftOut, isNamed || versions != nil
    {
      formerFindings = findingsBefore(pair, commit, configuration)
        .union(equalVersionsBefore(versions?.old))
      try check(new)
      formerFindings = []
      withdrawRepeated(open ?? [])
    } else {
      addPath(pair.new ?? pair.old ?? "")
    }
  }

  /// The findings about the current version as it was at the commit. The change did not cause them, so they are left out.
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
    var found = input.diagnostics
    if let checked = input.checked {
      checked.checkValueTypes(&found)
      checked.review(cloudKit: configuration.cloudKit ?? false, &found)
    }
    return Set(found.all.map(FormerFinding.init))
  }

  /// Versions that were equal at the commit are no finding of the change.
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

  /// Gives the findings that nobody acknowledged.
  private mutating func report(
    _ versions: VersionReview, of pair: RepositoryReview.Pair, against commit: AgainstCommit,
    in file: ConfigurationFile, _ configuration: CheckConfiguration
  ) throws -> [VersionFinding] {
    if pair.isLeftOut, let path = pair.new {
      notes.append("\(path) is left out by the sparse checkout and was read from the index")
    }
    let bundle = commit.bundleName(of: pair)
    let sorted = AcknowledgedFindings(
      versions.findings() + versions.changes(), bundle: bundle,
      versions: versions.new?.versionsToCurrent ?? [],
      acknowledgements: file.configuration.acknowledgements)
    if versions.editsUnreleasedVersion { try noteUnknownReleases(commit, configuration) }
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

  /// What a check of the bundle alone says too: the comparison knows which of two versions is new.
  private mutating func withdrawRepeated(_ open: [VersionFinding]) {
    for finding in open where finding.diagnostic.id == "versions.equals-other" {
      if let place = finding.diagnostic.location {
        findings.withdraw(id: "bundle.same-hashes", at: place)
      }
      for note in finding.diagnostic.notes {
        if let place = note.location { findings.withdraw(id: "bundle.same-hashes", at: place) }
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

  /// Notes that no release is known: an edit of a version that users have is then not reported as an error.
  private mutating func noteUnknownReleases(
    _ commit: AgainstCommit, _ configuration: CheckConfiguration
  ) throws {
    guard options.released.isEmpty, !options.strict else { return }
    let patterns = configuration.released ?? RepositoryReview.releasePatterns
    guard try commit.releases(matching: patterns).isEmpty else { return }
    let note =
      "no tag matches \(patterns.map { "'\($0)'" }.joined(separator: " or ")), so no version counts as "
      + "released: --released names other tags or a branch, --strict takes every version of "
      + "'\(commit.review.ref)' for released"
    if !notes.contains(note) { notes.append(note) }
  }

  /// Where somebody named the tags of releases and there are none, edits of released versions would pass.
  private mutating func noteMissingReleases(_ commit: AgainstCommit) throws {
    let repository = commit.review.repository
    let isAsked = !options.released.isEmpty || repository.isShallow
    let patterns = options.released.isEmpty ? RepositoryReview.releasePatterns : options.released
    guard isAsked, !options.strict, try commit.releases(matching: patterns).isEmpty else { return }
    var found = Diagnostics()
    found.report(VersionMessage.noReleases(patterns: patterns, isShallow: repository.isShallow))
    report(found, options.levels)
  }
}

extension AgainstCommit {
  func releases(matching patterns: [String]) throws -> [GitRepository.Tag] {
    try gitFailures { () throws(GitError) in try review.releases(matching: patterns) }
  }
}
