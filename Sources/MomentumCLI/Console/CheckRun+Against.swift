import Foundation
import Momentum
import MomentumDiagnostics
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
      usesStagedMigration: configuration.stagedMigration ?? false)
    if let new = pair.new, options.at == nil, commit.review.repository.root != nil,
      !pair.isLeftOut, isNamed || versions != nil
    {
      try check(new)
    } else {
      addPath(pair.new ?? pair.old ?? "")
    }
    guard let versions else { return }
    if pair.isLeftOut, let path = pair.new {
      notes.append("\(path) is left out by the sparse checkout and was read from the index")
    }
    let bundle = commit.bundleName(of: pair)
    let sorted = AcknowledgedFindings(
      versions.findings() + versions.changes(), bundle: bundle,
      versions: versions.new?.versionsToCurrent ?? [],
      acknowledgements: file.configuration.acknowledgements)
    withdrawRepeated(sorted.open)
    if options.baseline {
      try accept(sorted.open, of: bundle, versions, in: file, configuration)
    } else {
      report(sorted.open.merged(), configuration)
      report(sorted.problems, configuration)
    }
    if !sorted.acknowledged.isEmpty {
      notes.append("\(plural(sorted.acknowledged.count, "finding")) acknowledged in \(file.path)")
    }
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

  /// Where somebody named the tags of releases and there are none, edits of released versions would pass.
  private mutating func noteMissingReleases(_ commit: AgainstCommit) throws {
    let repository = commit.review.repository
    let isAsked = !options.released.isEmpty || repository.isShallow
    let patterns = options.released.isEmpty ? RepositoryReview.releasePatterns : options.released
    guard isAsked, try AgainstCommit.tags(of: repository, matching: patterns).isEmpty else {
      return
    }
    var found = Diagnostics()
    found.report(VersionMessage.noReleases(patterns: patterns, isShallow: repository.isShallow))
    report(found, options.levels)
  }
}

extension AgainstCommit {
  static func tags(
    of repository: GitRepository, matching patterns: [String]
  ) throws -> [GitRepository.Tag] {
    try gitFailures { () throws(GitError) in try repository.tags(matching: patterns) }
  }
}
