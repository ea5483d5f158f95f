import Foundation
import MomentumDiagnostics
import MomentumModelFiles

/// The files `.momentum-baseline.json` of one run: hides the findings in them and writes new ones.
struct LintBaselines {
  /// Where the files are, and how the run uses them.
  struct Options {
    /// The file for all models instead of the nearest one of each.
    var path: String?
    var isIgnored = false
    var isWritten = false
    /// Whether only changes since a commit are checked, so that entries without a finding may still
    /// be needed.
    var isOfChanges = false
    /// The folder of a new file that has no configuration above it; `nil` to choose one by the
    /// model's place.
    var newFolder: String?
    /// With `isWritten`, whether files that exist stay as they are: only new files are made, and
    /// the others hide what they list.
    var keepsFiles = false
  }

  private let options: Options
  /// The baseline files of the run, by path.
  private var files: [String: LintBaselineFile] = [:]
  /// Files that cannot be read; each is reported once.
  private var unreadable: Set<String> = []
  private var new: [String: LintBaseline] = [:]
  /// The files that exist and are not written by this run.
  private var kept: Set<String> = []
  /// The baseline file by model, for files read from a commit and not from the disk; `nil` if there
  /// is none.
  private var places: [String: String?] = [:]
  /// The bundles that were checked whole, so that an entry without a finding is stale.
  private var reviewed: Set<String> = []
  /// The folders of which all models were checked.
  private var searched: [String] = []
  /// The number of hidden findings by the file that hides them.
  private(set) var hidden: [String: Int] = [:]

  init(_ options: Options) { self.options = options }

  /// Whether a baseline hides findings, or the run writes one.
  var isUsed: Bool { !files.isEmpty }

  /// Records that the current version of a model was read and reviewed.
  mutating func addReviewed(_ model: String) {
    let place = Self.place(of: model)
    // A single named version does not have all findings of its bundle.
    if ModelPath(place)?.bundle == place { reviewed.insert(place) }
  }

  /// Records that all models below a folder are checked.
  mutating func addSearched(_ folder: String) { searched.append(Self.place(of: folder)) }

  /// Whether a finding is hidden.
  ///
  /// - Parameters:
  ///   - finding: The finding with its severity before the configuration is applied.
  ///   - isShown: Whether the run would show the finding. A finding below the shown severities is
  ///     looked up too, since its entry would seem stale otherwise.
  mutating func hide(_ finding: Diagnostic, of model: String, isShown: Bool) throws -> Bool {
    if options.isIgnored || !LintBaseline.canHide(finding) { return false }
    guard let path = try place(for: model) else { return false }
    // If the file cannot be read, nobody can tell whether a finding is new: hide it. The error of
    // the file is reported.
    guard files[path] != nil else { return true }
    let held = files[path]?.take(finding, of: model)
    if options.isWritten, !kept.contains(path), isShown || held != nil,
      let entry = files[path]?.entry(for: finding, of: model)
    {
      new[path, default: LintBaseline()].add(entry)
    } else if held == nil {
      return false
    }
    if isShown { hidden[path, default: 0] += 1 }
    return true
  }

  // MARK: - Files

  /// Uses the baseline file of a commit for a model of that commit.
  mutating func use(_ file: SourceFile?, for model: String) throws {
    guard options.path == nil else { return }
    places[model] = .some(file?.path)
    if let file, files[file.path] == nil, !unreadable.contains(file.path) { try read(file) }
  }

  private mutating func read(_ file: SourceFile) throws {
    var problems = Diagnostics()
    guard let baseline = LintBaseline.read(file, &problems) else {
      unreadable.insert(file.path)
      throw InputRejected(diagnostics: problems)
    }
    files[file.path] = LintBaselineFile(path: file.path, baseline)
    if options.keepsFiles { kept.insert(file.path) }
  }

  /// The path of the file for a model; `nil` if no file exists and none is written.
  private mutating func place(for model: String) throws -> String? {
    if let place = places[model] { return place }
    let known = options.path ?? BundleFolder.nearest(LintBaseline.fileName, to: model)
    guard let path = known ?? (options.isWritten ? newPlace(for: model) : nil) else {
      return nil
    }
    if files[path] != nil || unreadable.contains(path) { return path }
    // A baseline that this run writes does not have to exist before.
    if !FileManager.default.fileExists(atPath: path), options.isWritten {
      files[path] = LintBaselineFile(path: path, LintBaseline())
      return path
    }
    do {
      try read(SourceFile(path: path, utf8: try InputFile.read(path)))
    } catch {
      unreadable.insert(path)
      throw error
    }
    return path
  }

  /// A path where later runs find the file: beside the configuration, or in the repository's root,
  /// or in the current folder if the model is below it, or beside the model.
  private func newPlace(for model: String) -> String {
    let configuration = BundleFolder.nearest(CheckConfiguration.fileName, to: model)
    if configuration == nil, let folder = options.newFolder {
      return folder == "." ? LintBaseline.fileName : folder + "/" + LintBaseline.fileName
    }
    let repository = BundleFolder.nearest(".git", to: model)
    if let beside = configuration ?? repository {
      return BundleFolder.path(of: LintBaseline.fileName, in: beside)
    }
    let here = FileManager.default.currentDirectoryPath
    return Self.place(of: model).hasPrefix(here + "/")
      ? LintBaseline.fileName : BundleFolder.settingsPath(of: LintBaseline.fileName, for: model)
  }

  private static func place(of model: String) -> String {
    URL(fileURLWithPath: model).linksFollowed.path
  }

  // MARK: - At the end

  /// The entries that match no finding any more, as far as this run can tell.
  private func stale(_ file: LintBaselineFile) -> [LintBaseline.Entry: Int] {
    options.isOfChanges ? [:] : file.rest.filter { isLookedAt($0.key, in: file) }
  }

  private func isLookedAt(_ entry: LintBaseline.Entry, in file: LintBaselineFile) -> Bool {
    let path = file.path(ofBundle: entry.bundle)
    guard FileManager.default.fileExists(atPath: path) else { return true }
    guard reviewed.contains(Self.place(of: path)) else { return false }
    // A finding about two bundles appears only if both are checked.
    let folder = Self.place(of: file.path(ofBundle: "")) + "/"
    return !entry.rule.hasPrefix("bundle.") || searched.contains { folder.hasPrefix($0 + "/") }
  }

  /// The number of hidden findings; `staleCount` is the number of entries that match no finding.
  var hiddenCount: Int { hidden.values.reduce(0, +) }
  var staleCount: Int {
    options.isIgnored || options.isWritten
      ? 0 : files.values.map { stale($0).count }.reduce(0, +)
  }

  /// A note about each file.
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

  /// A baseline file with the findings of the run.
  struct Pending {
    var path: String
    var baseline: LintBaseline
    /// The number of entries that match no finding any more.
    var droppedCount: Int
  }

  /// The files that exist and stay as they are.
  var keptFiles: [String] { kept.sorted() }

  /// The files to write, by path: each has the findings of the run, and keeps the entries of
  /// bundles that were not checked.
  func pending() -> [Pending] {
    files.values.filter { !kept.contains($0.path) }.sorted { $0.path < $1.path }.compactMap {
      file in
      var baseline = new[file.path] ?? LintBaseline()
      let dropped = stale(file)
      for (entry, count) in file.rest where dropped[entry] == nil {
        baseline.add(entry, count: count)
      }
      guard !baseline.counts.isEmpty || !file.baseline.counts.isEmpty else { return nil }
      return Pending(path: file.path, baseline: baseline, droppedCount: dropped.count)
    }
  }

  /// Writes the findings of the run.
  func write() throws -> [String] {
    let notes = try pending().map { file in
      let isChanged = try OutputFile.write(file.baseline.text, to: file.path)
      let state = isChanged ? "written to" : "in"
      return
        "\(plural(file.baseline.findingsCount, "finding")) \(state) \(file.path)"
        + (file.droppedCount == 0 ? "" : ", \(plural(file.droppedCount, "entry")) dropped")
        + "; commit it, and 'momentum check' shows what is new"
    }
    return notes.isEmpty ? ["nothing was found, so no baseline is written"] : notes
  }
}
