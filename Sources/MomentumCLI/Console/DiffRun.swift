import Foundation
import Momentum
import MomentumDiagnostics
import MomentumGit
import MomentumMigration
import MomentumModelFiles
import MomentumReports

/// One run of `diff` over pairs of versions.
struct DiffRun {
  let options: DiffCommand
  private var compared: [ComparedVersions] = []
  /// What no acknowledgement accepts.
  private var open: [VersionFinding] = []
  private var acknowledgedCount = 0
  /// Accepted ones that count no more, and other findings about the files.
  private var notes = Diagnostics()
  /// See `Diagnostic.withoutPlaces(in:)`.
  private var commitLabels: Set<String> = []

  init(options: DiffCommand) { self.options = options }

  // MARK: - Which versions

  mutating func compare(_ oldText: String, _ newText: String) throws {
    let old = try ModelReference.parse(oldText)
    let new = try ModelReference.parse(newText)
    commitLabels = Set([old.ref, new.ref].compactMap { $0 }.map { $0 + ":" })
    let (oldSide, newSide) = (try old.load(), try new.load())
    let configuration = try DiffConfiguration.beside(new)
    try add(oldSide, newSide, configuration) { try VersionSides.identities(of: new) }
  }

  mutating func compareWithCommit(_ console: Console) throws {
    let review = try AgainstCommit.open(options.against ?? "", at: options.at, options.models.first)
    commitLabels = [review.review.label]
    if let note = review.mergeBaseNote, !options.global.quiet { console.note(note) }
    let pairs = try options.models.first.map { [try review.pair($0)] } ?? review.pairs()
    for pair in pairs {
      guard let versions = try review.review(pair), let old = versions.old?.current,
        let new = versions.new?.current, let before = old.form, let after = new.form
      else { continue }
      let configuration = try DiffConfiguration(
        file: try review.configuration(of: pair), bundle: review.bundleName(of: pair))
      try add(
        DiffSide(
          label: VersionLabel(
            name: old.name, path: versions.old?.path ?? "", ref: options.against), model: before),
        DiffSide(
          label: VersionLabel(name: new.name, path: versions.new?.path ?? "", ref: options.at),
          model: after), configuration
      ) { versions.new?.identities ?? [] }
    }
    if let model = options.models.first, compared.isEmpty, pairs.allSatisfy({ $0.new == nil }) {
      throw CommandFailure("there is no '\(model)'", status: .badInput)
    }
  }

  private mutating func add(
    _ old: DiffSide, _ new: DiffSide, _ configuration: DiffConfiguration?,
    versions: () throws -> [Acknowledgement.Version]
  ) throws {
    let diff = ModelDiffer.diff(old.model, new.model)
    compared.append(
      ComparedVersions(
        old: old.label, new: new.label, oldModel: old.model.model, newModel: new.model.model,
        diff: diff))
    let findings = diff.findings(from: old.identity, to: new.identity)
    guard let configuration else {
      open += findings
      return
    }
    let bundleVersions = configuration.isEmpty ? [] : try versions()
    let sorted = configuration.sort(findings, versions: bundleVersions, &notes)
    open += sorted.open
    acknowledgedCount += sorted.acknowledged.count
    if options.baseline { try configuration.accept(failing(sorted.open)) }
  }

  private func failing(_ findings: [VersionFinding]) -> [VersionFinding] {
    guard let threshold = options.failOn.migrationClass else { return [] }
    return findings.filter { $0.migrationClass.map { $0 >= threshold } ?? false }
  }

  // MARK: - What is printed

  func finish(_ console: Console) throws -> ExitStatus {
    console.writeOutput(try text(console))
    let failing = failing(open)
    if !options.global.quiet {
      options.global.report(
        notes, to: console.writeError, isTerminal: console.errorIsTerminal)
      if acknowledgedCount > 0 {
        console.note(
          "\(plural(acknowledgedCount, "change")) acknowledged in \(CheckConfiguration.fileName)")
      }
      if options.baseline {
        console.note("\(plural(failing.count, "acknowledgement")) written")
      } else if !failing.isEmpty {
        console.note(
          "fails because of \(plural(failing.count, "change")) of class \(options.failOn.rawValue) or graver: repair, or acknowledge in \(CheckConfiguration.fileName) (--baseline writes it)"
        )
      }
      if compared.isEmpty { console.note("no model differs") }
    }
    return failing.isEmpty || options.baseline ? .success : .findings
  }

  private func text(_ console: Console) throws -> String {
    switch options.format {
    case .text: return DiffReport.text(compared, usesColor: options.usesColor(console))
    case .json: return DiffReport.json(compared)
    case .markdown: return DiffReport.markdown(compared)
    case .html:
      return compared.first.map { HistoryPage(comparing: $0).html() } ?? ""
    case .sarif:
      return SARIFRenderer(version: MomentumTool.version, rules: DiagnosticCatalogue.rules)
        .render(findings)
    case .github: return GitHubRenderer().render(findings)
    case .gitlab: return GitLabRenderer().render(findings)
    case .junit:
      // A test fails exactly where the command does.
      let failing = Set(failing(open))
      return JUnitRenderer(checked: compared.map(\.new.path)).render(
        open.map { finding in
          var diagnostic = finding.diagnostic.withoutPlaces(in: commitLabels)
          diagnostic.severity = failing.contains(finding) ? .error : .note
          return diagnostic
        })
    }
  }

  private var findings: [Diagnostic] {
    (open.map(\.diagnostic) + notes.all).map { $0.withoutPlaces(in: commitLabels) }
  }
}
