import Foundation
import Momentum
import MomentumDiagnostics
import MomentumDiff
import MomentumMigration
import MomentumModel
import MomentumReports

/// `diff --matrix`: from every version of a bundle to its current one, and the steps between them.
struct MatrixRun {
  let options: DiffCommand

  /// Up to this number of versions every pair is compared; for more versions, only the steps and
  /// the paths to the current version.
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
    let wanted = try chosen(all, to: all[current], console)
    // A version that cannot be read is not compared; report that even with `--quiet`.
    for version in wanted { found.append(contentsOf: version.diagnostics) }
    if !options.global.quiet || found.hasErrors {
      options.global.report(found, to: console.writeError, isTerminal: console.errorIsTerminal)
    }
    let versions = wanted.compactMap(\.side)
    let last = versions.count - 1
    let mappings = try reference.knownMappings()
    let known = versions.map {
      NamedModel(name: $0.label.name, model: $0.model.model)
    }
    let progress = StepProgress("comparing", console, isQuiet: options.global.quiet)
    let pairs = versions.indices.dropLast().flatMap { old -> [(old: Int, new: Int)] in
      let all = versions.count <= Self.triangleMax ? Array(old + 1...last) : [old + 1, last]
      return Set(all).sorted().map { (old, $0) }
    }
    var diffs: [Int: [Int: ModelDiff]] = [:]
    for (done, pair) in pairs.enumerated() {
      progress.show(
        done, of: pairs.count,
        "\(versions[pair.old].label.name) to \(versions[pair.new].label.name)")
      diffs[pair.old, default: [:]][pair.new] = ModelDiffer.diff(
        versions[pair.old].model, versions[pair.new].model
      ).judged(by: mappings, among: known)
    }
    progress.clear()
    let report = MigrationMatrixReport(
      versions: versions.map(\.label.name),
      pairs: diffs.sorted { $0.key < $1.key }.flatMap { old, row in
        row.sorted { $0.key < $1.key }.map { new, diff in
          MigrationMatrixReport.Pair(
            old: old, new: new, migrationClass: diff.migrationClass,
            // If a mapping model of the app carries out the step, Core Data does not have to infer
            // one.
            inference: diff.mapping == nil ? diff.inference : .inferred)
        }
      })
    console.writeOutput(text(report, versions, diffs, console))
    guard options.failOn != .never else { return .success }
    return try judge(versions, diffs, try DiffConfiguration.beside(reference), console)
  }

  /// The versions from the oldest wanted one, the current one last: every other store is migrated
  /// to it, whatever its name. A version with a higher number is left out, since no app has it yet.
  private func chosen(
    _ all: [VersionSide], to current: VersionSide, _ console: Console
  ) throws -> [VersionSide] {
    let later = all.filter { VersionOrder.isNumberedBefore(current.name, $0.name) }
    if !later.isEmpty, !options.global.quiet {
      let names = later.map { "'\($0.name)'" }.joined(separator: ", ")
      console.note("left out, since '\(current.name)' is the current version: \(names)")
    }
    let others = all.filter { one in !one.isCurrent && !later.contains { $0.name == one.name } }
    let versions = others + [current]
    guard let oldest = options.oldest else { return versions }
    guard let start = versions.firstIndex(where: { $0.name == oldest }) else {
      let near = nearName(to: oldest, among: versions.map(\.name)).map {
        "; did you mean '\($0)'?"
      }
      throw CommandFailure(
        "no version '\(oldest)' up to the current one\(near ?? "")", status: .badInput)
    }
    return Array(versions[start...])
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

  /// Checks every path to the current version: a user may have a store of each version.
  private func judge(
    _ versions: [DiffSide], _ diffs: [Int: [Int: ModelDiff]], _ configuration: DiffConfiguration?,
    _ console: Console
  ) throws -> ExitStatus {
    guard let threshold = options.failOn.migrationClass, let current = versions.last else {
      return .success
    }
    let last = versions.count - 1
    let identities = versions.map(\.identity)
    let grave = { (old: Int, new: Int) -> [VersionFinding] in
      guard let diff = diffs[old]?[new] else { return [] }
      let (from, to) = (identities[old], identities[new])
      return (diff.mappingFindings(from: from, to: to) + diff.findings(from: from, to: to)).filter {
        $0.migrationClass.map { $0 >= threshold } ?? false
      }
    }
    var notes = Diagnostics()
    let reviewed = versions.map(\.reviewed)
    let ways = (0..<last).flatMap { grave($0, last) }
    let failing = configuration?.sort(ways, versions: reviewed, &notes).open ?? ways
    if options.baseline, let configuration {
      // Accept the findings of each step first: they cover every path that contains the step. Then
      // accept only the remaining findings of whole paths; the covered ones would be written twice.
      var ignored = Diagnostics()
      let steps = (0..<last).flatMap { grave($0, $0 + 1) }
      let known = configuration.sort(steps, versions: reviewed, &ignored).open
      let accepted = AcknowledgedFindings.acknowledgements(
        for: known, bundle: configuration.bundle, versions: reviewed, reason: "")
      let rest = AcknowledgedFindings(
        failing, bundle: configuration.bundle, versions: reviewed, acknowledgements: accepted
      ).open
      _ = try configuration.accept(known + rest, versions: reviewed)
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
