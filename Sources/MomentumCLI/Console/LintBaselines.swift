import Foundation
import MomentumDiagnostics
import MomentumModelFiles

/// The files `.momentum-baseline.json` of one run: what they hide, and what is written into them.
struct LintBaselines {
  /// Where the files are, and what is done with them.
  struct Options {
    /// The file for all models instead of the nearest one of each.
    var path: String?
    var isIgnored = false
    var isWritten = false
  }

  private let options: Options
  /// By path.
  private var files: [String: LintBaselineFile] = [:]
  /// Files that cannot be read, which is reported once.
  private var unreadable: Set<String> = []
  private var new: [String: LintBaseline] = [:]
  /// The bundles that were looked at whole, so that an entry without a finding is stale.
  private var reviewed: Set<String> = []
  /// Whether findings about two bundles were looked for among all of them.
  var isComplete = false
  /// How many findings are not shown, by the file that holds them.
  private(set) var hidden: [String: Int] = [:]

  init(_ options: Options) { self.options = options }

  /// Whether a file holds findings, or a run writes one.
  var isUsed: Bool { !files.isEmpty }

  /// The model was read and reviewed.
  mutating func addReviewed(_ model: String) {
    reviewed.insert(Self.place(of: model))
  }

  /// Whether a finding is not to be reported.
  ///
  /// - Parameters:
  ///   - finding: With the severity that it has without a configuration.
  ///   - isShown: Whether it would be shown. One below the severities of the run is looked up all the same, or its
  ///     entry would seem stale.
  mutating func hide(_ finding: Diagnostic, of model: String, isShown: Bool) throws -> Bool {
    if options.isIgnored || !LintBaseline.canHide(finding) { return false }
    guard let path = try place(for: model), files[path] != nil else { return false }
    let held = files[path]?.take(finding, of: model)
    if options.isWritten, isShown || held != nil, let entry = files[path]?.entry(for: finding, of: model) {
      new[path, default: LintBaseline()].add(entry)
    } else if held == nil {
      return false
    }
    if isShown { hidden[path, default: 0] += 1 }
    return true
  }

  // MARK: - Files

  /// The path of the file for a model; `nil` where there is none and none is written.
  private mutating func place(for model: String) throws -> String? {
    let known = options.path ?? BundleFolder.nearest(LintBaseline.fileName, to: model)
    guard let path = known ?? (options.isWritten ? Self.newPlace(for: model) : nil) else {
      return nil
    }
    if files[path] != nil || unreadable.contains(path) { return path }
    // A file that is to be written need not exist.
    if !FileManager.default.fileExists(atPath: path), options.isWritten {
      files[path] = LintBaselineFile(path: path, LintBaseline())
      return path
    }
    unreadable.insert(path)
    var problems = Diagnostics()
    let source = SourceFile(path: path, utf8: try InputFile.read(path))
    guard let baseline = LintBaseline.read(source, &problems) else {
      throw InputRejected(diagnostics: problems)
    }
    unreadable.remove(path)
    files[path] = LintBaselineFile(path: path, baseline)
    return path
  }

  /// Where a file is found again: beside the configuration, else in the repository's root, else in the current
  /// folder if the model is below it, else beside the model.
  private static func newPlace(for model: String) -> String {
    let configuration = BundleFolder.nearest(CheckConfiguration.fileName, to: model)
    let repository = BundleFolder.nearest(".git", to: model)
    if let beside = configuration ?? repository {
      return BundleFolder.path(of: LintBaseline.fileName, in: beside)
    }
    let here = FileManager.default.currentDirectoryPath
    return place(of: model).hasPrefix(here + "/")
      ? LintBaseline.fileName : BundleFolder.path(of: LintBaseline.fileName, beside: model)
  }

  private static func place(of model: String) -> String {
    let path = ModelPath(model)?.bundle ?? model
    return URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  // MARK: - At the end

  /// The entries that stand for nothing any more, as far as this run can tell.
  private func stale(_ file: LintBaselineFile) -> [LintBaseline.Entry: Int] {
    file.rest.filter { isLookedAt($0.key, in: file) }
  }

  private func isLookedAt(_ entry: LintBaseline.Entry, in file: LintBaselineFile) -> Bool {
    let path = file.path(ofBundle: entry.bundle)
    guard FileManager.default.fileExists(atPath: path) else { return true }
    // A finding about two bundles shows where both are checked.
    let isOfOne = !entry.rule.hasPrefix("bundle.") || isComplete
    return isOfOne && reviewed.contains(Self.place(of: path))
  }

  /// How many findings are hidden, and entries stale.
  var hiddenCount: Int { hidden.values.reduce(0, +) }
  var staleCount: Int {
    options.isIgnored || options.isWritten
      ? 0 : files.values.map { stale($0).count }.reduce(0, +)
  }

  /// What is said about each file.
  func notes() -> [String] {
    files.values.sorted { $0.path < $1.path }.flatMap { file in
      var result: [String] = []
      if let count = hidden[file.path] {
        result.append(
          "\(plural(count, "finding")) hidden by \(file.path); --ignore-baseline shows \(count == 1 ? "it" : "them")"
        )
      }
      let stale = stale(file).keys.sorted()
      if let first = stale.first {
        let example = [first.rule, first.element ?? first.version ?? first.bundle]
        result.append(
          "\(plural(stale.count, "entry")) of \(file.path) \(stale.count == 1 ? "matches" : "match") no finding any more, such as \(example.joined(separator: " of ")); --write-baseline drops \(stale.count == 1 ? "it" : "them")"
        )
      }
      return result
    }
  }

  /// Writes what the run found, with the entries of bundles that it did not look at.
  func write() throws -> [String] {
    var notes: [String] = []
    for file in files.values.sorted(by: { $0.path < $1.path }) {
      var baseline = new[file.path] ?? LintBaseline()
      let dropped = stale(file)
      for (entry, count) in file.rest where dropped[entry] == nil {
        baseline.add(entry, count: count)
      }
      guard !baseline.counts.isEmpty || !file.baseline.counts.isEmpty else { continue }
      let isChanged = try OutputFile.write(baseline.text, to: file.path)
      let state = isChanged ? "written to" : "in"
      notes.append(
        "\(plural(baseline.findingsCount, "finding")) \(state) \(file.path)"
          + (dropped.isEmpty ? "" : ", \(plural(dropped.count, "entry")) dropped")
          + "; commit it, and 'momentum check' shows what is new")
    }
    return notes.isEmpty ? ["nothing was found, so no baseline is written"] : notes
  }
}
