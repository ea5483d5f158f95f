import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiff
import MomentumGit
import MomentumMigration
import MomentumModelFiles
import MomentumReports

/// One run of `diff` over pairs of versions.
struct DiffRun {
  let options: DiffCommand
  private var compared: [ComparedVersions] = []
  /// The findings that no acknowledgement accepts.
  private var open: [VersionFinding] = []
  private var acknowledgedCount = 0
  /// Acknowledgements that `--baseline` wrote.
  private var acceptedCount = 0
  /// Notes why an edit does not fail, once for all models.
  private var releaseNotes: [String] = []
  /// Findings about `.momentum.json`, such as acknowledgements that accept nothing any more.
  private var notes = Diagnostics()
  /// The reasons why current versions could not be compared.
  private var unreadable = Diagnostics()
  /// Files that could not be read; the other models are compared nevertheless.
  private var failures: [CommandFailure] = []
  /// Models that differ although no two versions could be compared.
  private var uncompared: [UncomparedModel] = []
  /// The page of `--format html` if no two versions differ.
  private var page = ""
  private var places = FindingPlaces(labels: [])

  init(options: DiffCommand) { self.options = options }

  // MARK: - Which versions

  mutating func compare(_ oldText: String, _ newText: String) throws {
    let old = try ModelReference.parse(oldText)
    let new = try ModelReference.parse(newText)
    places = FindingPlaces(labels: Set([old.ref, new.ref].compactMap { $0 }.map { $0 + ":" }))
    let (oldSide, newSide) = (try old.load(), try new.load())
    let configuration = try DiffConfiguration.beside(new)
    let diff = try ModelDiffer.diff(oldSide.model, newSide.model)
      .judged(by: new.knownMappings(), among: [oldSide, newSide], in: new)
    try add(oldSide, newSide, diff, configuration) {
      try VersionSides.versionsToCurrent(of: new)
    }
  }

  mutating func compareWithCommit(_ console: Console) throws {
    try refuseVersion()
    let review = try AgainstCommit.open(
      options.against ?? "", at: options.commit.at, options.models.first)
    places = FindingPlaces(labels: [review.review.label], areFromRoot: review.isOfCommit)
    if options.baseline { try review.requireWorkTree() }
    if let note = review.mergeBaseNote, !options.global.quiet { console.note(note) }
    let pairs =
      try options.models.first.map { model in
        // Below a folder there may be bundles, and Swift sources.
        ModelDiscovery.isSearched(model)
          ? try review.pairs(below: model) : [try review.pair(model)]
      } ?? review.pairs()
    if pairs.isEmpty, let model = options.models.first {
      throw CommandFailure("no data model below '\(model)', then or now", status: .badInput)
    }
    let progress = StepProgress("comparing", console, isQuiet: options.global.quiet)
    defer { progress.clear() }
    for (index, pair) in pairs.enumerated() {
      progress.show(index, of: pairs.count, pair.new ?? pair.old ?? "")
      do {
        try compare(pair, review)
      } catch let rejected as InputRejected {
        unreadable.append(contentsOf: rejected.diagnostics)
        addUnreadable(pair, rejected.diagnostics.all)
      } catch let failure as CommandFailure {
        failures.append(failure)
        addUnreadable(pair, [])
      }
    }
    guard let model = options.models.first, let pair = pairs.first else { return }
    if pair.old == nil, pair.new == nil {
      throw CommandFailure("cannot find '\(model)': no such file or folder, then or now")
    }
    if options.format == .html, compared.isEmpty, unreadable.isEmpty, failures.isEmpty {
      page = try unchangedPage(pair, review)
    }
  }

  /// Refuses a version with `--against`, which compares current versions; their names may differ.
  private func refuseVersion() throws {
    guard let model = options.models.first else { return }
    let place = VersionedPath(model)
    guard let version = place.version else { return }
    let repository = try gitFailures { () throws(GitError) in
      try GitRepository.containing(path: place.path)
    }
    let old = "\(options.against ?? ""):\(repository.path)@\(version)"
    let new = options.commit.at.map { "\($0):\(repository.path)@\(version)" } ?? model
    throw CommandFailure(
      "--against compares current versions; for '\(version)' write: momentum diff '\(old)' '\(new)'",
      status: .usage)
  }

  private mutating func compare(
    _ pair: RepositoryReview.Pair, _ review: AgainstCommit
  ) throws {
    let configuration = try DiffConfiguration(
      file: try review.configuration(of: pair), bundle: review.bundleName(of: pair))
    // `nil` means that nothing changed; an added model has no old version to compare.
    guard let versions = try reviewed(pair, review, configuration), pair.old != nil else { return }
    for name in versions.undecidedVersions {
      releaseNotes.append(
        "whether the hashes of '\(name)' changed is undecided: momentum check --against \(options.against ?? "") says why"
      )
    }
    guard pair.new != nil else { return try addDeleted(versions, configuration) }
    guard let new = versions.new?.current, let after = new.form else {
      throw try review.rejected(pair, atCommit: false)
    }
    guard let old = versions.old?.current, let before = old.form else {
      throw try review.rejected(pair, atCommit: true)
    }
    let side = DiffSide(
      label: VersionLabel(name: new.name, path: versions.new?.path ?? "", ref: options.commit.at),
      model: after)
    let older = versions.olderStores(judgedBy: .mappingModels)
    let isUnreleased = versions.editsUnreleasedVersion
    if isUnreleased { try noteUnreleased(review, configuration) }
    try add(
      DiffSide(
        label: VersionLabel(
          name: old.name, path: shown(versions.old?.path), ref: options.against), model: before),
      side, versions.currentDiff(judgedBy: .mappingModels) ?? ModelDiffer.diff(before, after),
      configuration,
      older.flatMap { $0.findings(to: side.identity) }, isUnreleasedEdit: isUnreleased
    ) { versions.new?.versionsToCurrent ?? [] }
    for group in older.grouped() { addOlder(group, to: side, versions) }
  }

  /// The path of a former model; `.` for the top folder of the repository.
  private func shown(_ path: String?) -> String {
    guard let path, !path.isEmpty else { return "." }
    return path
  }

  /// Reviews both sides with the releases that the options or the configuration name, as
  /// `check --against` does.
  private func reviewed(
    _ pair: RepositoryReview.Pair, _ review: AgainstCommit, _ configuration: DiffConfiguration
  ) throws -> VersionReview? {
    let configured = configuration.file.configuration
    return try review.review(
      pair,
      released: options.commit.released.isEmpty ? configured.released : options.commit.released,
      usesStagedMigration: configured.stagedMigration ?? false, isStrict: options.commit.strict)
  }

  private mutating func noteUnreleased(
    _ review: AgainstCommit, _ configuration: DiffConfiguration
  ) throws {
    let released = options.commit.released.isEmpty ? nil : options.commit.released
    guard !options.commit.strict,
      let note = try review.unknownReleasesNote(
        released ?? configuration.file.configuration.released),
      !releaseNotes.contains(note)
    else { return }
    releaseNotes.append(note)
  }

  /// Adds the comparison of older versions for whose stores the change makes the migration worse.
  /// Versions with the same changes are added as one.
  private mutating func addOlder(
    _ group: [OlderStores], to new: DiffSide, _ versions: VersionReview
  ) {
    guard let newest = group.last else { return }
    compared.append(
      ComparedVersions(
        old: VersionLabel(
          name: group.joinedNames, path: shown(versions.old?.path), ref: options.against),
        new: new.label, oldModel: newest.form.model, newModel: new.model.model, diff: newest.diff))
  }

  /// Adds a bundle that was deleted: all values of its stores are lost.
  private mutating func addDeleted(
    _ versions: VersionReview, _ configuration: DiffConfiguration
  ) throws {
    let findings = versions.findings().map { finding in
      var copy = finding
      copy.migrationClass = .dropsData
      return copy
    }
    let sorted = configuration.sort(findings, versions: [], &notes)
    open += sorted.open
    uncompared.append(
      UncomparedModel(
        path: shown(versions.old?.path), ref: options.against, reason: .deleted,
        findings: sorted.open.map(\.diagnostic)))
    acknowledgedCount += sorted.acknowledged.count
    if options.baseline {
      acceptedCount += try configuration.accept(failing(sorted.open), versions: [])
    }
  }

  private mutating func addUnreadable(_ pair: RepositoryReview.Pair, _ findings: [Diagnostic]) {
    uncompared.append(
      UncomparedModel(
        path: pair.new ?? pair.old ?? "", reason: .unreadable,
        findings: findings.filter { $0.severity == .error }))
  }

  /// The page of a model without another version to compare.
  private func unchangedPage(
    _ pair: RepositoryReview.Pair, _ review: AgainstCommit
  ) throws -> String {
    let isDeleted = pair.new == nil
    let input = try review.input(pair, atCommit: isDeleted)
    guard let checked = input.checked else { throw InputRejected(diagnostics: input.diagnostics) }
    let ref = options.against ?? ""
    let label = VersionLabel(
      name: input.file.versionName, path: pair.new ?? pair.old ?? "",
      ref: isDeleted ? ref : options.commit.at)
    let note = pair.old == nil ? "new" : isDeleted ? "deleted" : "as at \(ref)"
    return HistoryPage(
      title: review.bundleName(of: pair),
      versions: [HistoryPage.Version(label: label, model: checked.model, notes: [note])], steps: []
    ).html()
  }

  private mutating func add(
    _ old: DiffSide, _ new: DiffSide, _ diff: ModelDiff, _ configuration: DiffConfiguration?,
    _ more: [VersionFinding] = [], isUnreleasedEdit: Bool = false,
    versions: () throws -> [ReviewedVersion]
  ) throws {
    compared.append(
      ComparedVersions(
        old: old.label, new: new.label, oldModel: old.model.model, newModel: new.model.model,
        diff: diff, isUnreleasedEdit: isUnreleasedEdit))
    let changes = diff.findings(from: old.identity, to: new.identity)
    let findings =
      diff.mappingFindings(from: old.identity, to: new.identity)
      + (isUnreleasedEdit ? changes.map(\.asNote) : changes) + more
    guard let configuration else {
      open += findings
      return
    }
    let bundleVersions = configuration.isEmpty ? [] : try versions()
    let sorted = configuration.sort(findings, versions: bundleVersions, &notes)
    open += sorted.open.merged()
    acknowledgedCount += sorted.acknowledged.count
    if options.baseline {
      let failing = failing(sorted.open)
      acceptedCount += try configuration.accept(
        failing, versions: failing.isEmpty ? [] : try versions())
    }
  }

  private func failing(_ findings: [VersionFinding]) -> [VersionFinding] {
    guard let threshold = options.failOn.migrationClass else { return [] }
    return findings.filter { finding in
      !finding.isUnreleased && (finding.migrationClass.map { $0 >= threshold } ?? false)
    }
  }

  // MARK: - What is printed

  func finish(_ console: Console) throws -> ExitStatus {
    console.writeOutput(try text(console))
    let failing = failing(open)
    reportProblems(console)
    if !options.global.quiet {
      options.global.report(
        notes, to: console.writeError, isTerminal: console.errorIsTerminal)
      if acknowledgedCount > 0 {
        console.note(
          "\(plural(acknowledgedCount, "change")) acknowledged in \(CheckConfiguration.fileName)")
      }
      if options.baseline {
        console.note("\(plural(acceptedCount, "acknowledgement")) written")
      } else if !failing.isEmpty {
        console.note(
          "fails because of \(plural(failing.count, "change")) of class \(options.failOn.rawValue) or graver: repair, or acknowledge in \(CheckConfiguration.fileName) (--baseline writes it)"
        )
      }
      for note in releaseNotes { console.note(note) }
      if compared.isEmpty, uncompared.isEmpty { console.note("no model differs") }
    }
    if let failure = failures.first { return failure.status }
    if !unreadable.isEmpty { return .badInput }
    return failing.isEmpty || options.baseline ? .success : .findings
  }

  /// Reports why some models are not compared, also with `--quiet`.
  private func reportProblems(_ console: Console) {
    options.global.report(unreadable, to: console.writeError, isTerminal: console.errorIsTerminal)
    for failure in failures { console.note("error: \(failure.text)") }
  }

  private func text(_ console: Console) throws -> String {
    switch options.format {
    case .text:
      // A version that cannot be read is reported on standard error, with the lines of its errors.
      return DiffReport.text(
        compared, uncompared: uncompared.filter { $0.reason == .deleted },
        usesColor: options.usesColor(console))
    case .json: return DiffReport.json(compared, uncompared: uncompared)
    case .markdown: return DiffReport.markdown(compared, uncompared: uncompared)
    case .html:
      return compared.first.map { HistoryPage(comparing: $0).html() } ?? page
    case .sarif:
      return SARIFRenderer(
        version: MomentumTool.version, rules: DiagnosticCatalogue.all.reportRules
      )
      .render(findings)
    case .github: return GitHubRenderer().render(findings)
    case .gitlab: return GitLabRenderer().render(findings)
    case .junit:
      // A test fails if the command fails for the same finding.
      let failing = Set(failing(open))
      // List only models that were compared: one that could not be read would appear as a passed
      // test.
      let gone = uncompared.filter { $0.reason == .deleted }
      return JUnitRenderer(checked: compared.map(\.new.path) + gone.map(\.path)).render(
        open.map { finding in
          var diagnostic = places.withoutCommits(finding.diagnostic)
          diagnostic.severity = failing.contains(finding) ? .error : .note
          return diagnostic
        } + unreadable.all.map(places.withoutCommits))
    }
  }

  /// All findings with paths from the repository's root, for programs that show findings in a
  /// repository.
  private var findings: [Diagnostic] {
    (unreadable.all + open.map(\.diagnostic) + notes.all).map(places.fromRoot)
  }
}
