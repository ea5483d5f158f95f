import Foundation
import Momentum
import MomentumDiagnostics
import MomentumMigration
import MomentumReports

/// `diff --matrix`: from every version of a bundle to its current one, and the steps between them.
struct MatrixRun {
  let options: DiffCommand

  /// Up to so many versions every pair is compared; of more, the steps and the ways to the current one.
  private static let triangleMax = 40

  func run(_ console: Console) throws -> ExitStatus {
    let reference = try ModelReference.parse(options.models[0])
    var found = Diagnostics()
    let all = try VersionSides.sides(of: reference, &found)
    guard let current = all.firstIndex(where: \.isCurrent) else {
      throw InputRejected(diagnostics: found)
    }
    guard all[current].side != nil else {
      throw InputRejected(diagnostics: all[current].diagnostics)
    }
    let wanted = try chosen(all[...current])
    // What cannot be read is not judged, and that is said, also where only results are wanted.
    for version in wanted { found.append(contentsOf: version.diagnostics) }
    if !options.global.quiet || found.hasErrors {
      options.global.report(found, to: console.writeError, isTerminal: console.errorIsTerminal)
    }
    let versions = wanted.compactMap(\.side)
    let last = versions.count - 1
    var diffs: [Int: [Int: ModelDiff]] = [:]
    for old in versions.indices.dropLast() {
      let all = versions.count <= Self.triangleMax ? Array(old + 1...last) : [old + 1, last]
      for new in all where diffs[old]?[new] == nil {
        diffs[old, default: [:]][new] = ModelDiffer.diff(versions[old].model, versions[new].model)
      }
    }
    let report = MigrationMatrixReport(
      versions: versions.map(\.label.name),
      pairs: diffs.sorted { $0.key < $1.key }.flatMap { old, row in
        row.sorted { $0.key < $1.key }.map { new, diff in
          MigrationMatrixReport.Pair(
            old: old, new: new, migrationClass: diff.migrationClass, inference: diff.inference)
        }
      })
    console.writeOutput(text(report, versions, diffs, console))
    guard options.failOn != .never else { return .success }
    return try judge(versions, diffs, try DiffConfiguration.beside(reference), console)
  }

  /// From the oldest that is wanted: what comes after the current one no app has yet.
  private func chosen(_ all: ArraySlice<VersionSide>) throws -> ArraySlice<VersionSide> {
    guard let oldest = options.oldest else { return all }
    guard let start = all.firstIndex(where: { $0.name == oldest }) else {
      let near = nearName(to: oldest, among: all.map(\.name)).map { "; did you mean '\($0)'?" }
      throw CommandFailure(
        "no version '\(oldest)' up to the current one\(near ?? "")", status: .badInput)
    }
    return all[start...]
  }

  private func text(
    _ report: MigrationMatrixReport, _ versions: [DiffSide], _ diffs: [Int: [Int: ModelDiff]],
    _ console: Console
  ) -> String {
    switch options.format {
    case .json: return report.json()
    case .markdown: return report.markdown()
    case .html:
      let last = versions.count - 1
      return HistoryPage(
        title: Self.title(of: options.models[0]),
        versions: versions.enumerated().map { index, side in
          HistoryPage.Version(
            label: side.label, model: side.model.model, notes: index == last ? ["current"] : [])
        }, steps: (0..<last).compactMap { diffs[$0]?[$0 + 1] }, matrix: report
      ).html()
    case .text, .sarif, .junit, .github, .gitlab:
      return report.text(usesColor: options.usesColor(console))
    }
  }

  private static func title(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  /// Every way to the current version is judged: somebody's store takes it.
  private func judge(
    _ versions: [DiffSide], _ diffs: [Int: [Int: ModelDiff]], _ configuration: DiffConfiguration?,
    _ console: Console
  ) throws -> ExitStatus {
    guard let threshold = options.failOn.migrationClass, let current = versions.last else {
      return .success
    }
    let last = versions.count - 1
    let identities = versions.map(\.identity)
    var notes = Diagnostics()
    var failing: [VersionFinding] = []
    var steps: [VersionFinding] = []
    for old in 0..<last {
      let next = diffs[old]?[old + 1]?.findings(from: identities[old], to: identities[old + 1])
      steps += (next ?? []).filter { $0.migrationClass.map { $0 >= threshold } ?? false }
      let findings = diffs[old]?[last]?.findings(from: identities[old], to: current.identity) ?? []
      let grave = findings.filter { $0.migrationClass.map { $0 >= threshold } ?? false }
      var found = Diagnostics()
      failing += configuration?.sort(grave, versions: identities, &found).open ?? grave
      if old == 0 { notes = found }
    }
    if options.baseline {
      // What a step does, each way over it does; what only a way does is written for that way.
      let known = configuration?.sort(steps, versions: identities, &notes).open ?? steps
      let accepted = known.map {
        $0.acknowledgement(bundle: configuration?.bundle ?? "", reason: "")
      }
      let rest = AcknowledgedFindings(
        failing, bundle: configuration?.bundle ?? "", versions: identities,
        acknowledgements: accepted
      ).open
      try configuration?.accept(known + rest)
    }
    if !options.global.quiet {
      options.global.report(notes, to: console.writeError, isTerminal: console.errorIsTerminal)
      if options.baseline {
        console.note("acknowledgements written to \(configuration?.file.path ?? "nowhere")")
      } else if !failing.isEmpty {
        console.note(
          "\(plural(failing.count, "change")) of class \(options.failOn.rawValue) or graver on the ways to '\(current.label.name)'; 'momentum diff' with two versions shows them"
        )
      }
    }
    return failing.isEmpty || options.baseline ? .success : .findings
  }
}
