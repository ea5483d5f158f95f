import MomentumCodegen
import MomentumDiagnostics

/// What a run will do to a folder, before anything is done.
public struct OutputPlan: Sendable, Hashable {
  /// What becomes of a file.
  public enum Action: String, Sendable, Hashable {
    case write
    /// The text stands there already, or the file is a person's by now.
    case keep
    /// No longer produced, and as Momentum left it.
    case remove
    /// No longer produced, but edited since: a person decides.
    case leave
    /// Produced in Xcode's style, but somebody has written into the file that is there: it stays.
    case edited
  }

  public struct Step: Sendable, Hashable {
    public var path: String
    public var action: Action
  }

  /// Sorted by path.
  public internal(set) var steps: [Step] = []

  /// Paths below the folder, sorted.
  public func paths(_ action: Action) -> [String] {
    steps.filter { $0.action == action }.map(\.path)
  }
}

/// Compares what should be with what is.
struct OutputPlanner {
  private let folder: String
  private let disk: Disk
  private let old: [OutputManifest.Entry]
  /// What Momentum made for this model; a file that is written once is a person's.
  private let ours: Set<String>
  /// The other models' files, with the models' names.
  private let others: [String: String]

  init(folder: String, model: String, manifest: OutputManifest, disk: Disk) {
    self.folder = folder
    self.disk = disk
    old = manifest.entries(of: model)
    ours = Set(old.filter { $0.hash != nil }.map(\.path))
    let otherFiles = manifest.models.filter { $0.name != model }.flatMap { other in
      other.entries.map { ($0.path, other.name) }
    }
    others = Dictionary(otherFiles) { first, _ in first }
  }

  /// Throws where anything is in the way: then nothing is to be done at all.
  func plan(_ files: [ProducedFile]) throws(OutputFailure) -> OutputPlan {
    var plan = OutputPlan()
    let missing = try checkPaths(files)
    for file in files {
      let isMissing = missing.contains(OutputPath.folder(of: file.path))
      plan.steps.append(
        .init(path: file.path, action: isMissing ? .write : try action(for: file)))
    }
    let produced = Set(files.map(\.path))
    for entry in old where !produced.contains(entry.path) {
      if let action = try action(forOld: entry) {
        plan.steps.append(.init(path: entry.path, action: action))
      }
    }
    plan.steps.sort { $0.path < $1.path }
    return plan
  }

  /// Names have to differ also where the file system ignores case.
  ///
  /// - Returns: The folders that are not there yet, so that nobody looks for a file in them.
  private func checkPaths(_ files: [ProducedFile]) throws(OutputFailure) -> Set<Substring> {
    var seen: [String: String] = [:]
    for file in files {
      guard OutputPath.isSafe(file.path) else {
        throw OutputFailure("'\(TerminalText.oneLine(file.path))' is no path below the folder")
      }
      if let other = seen.updateValue(file.path, forKey: file.path.lowercased()) {
        throw OutputFailure(
          "two generated files would be '\(other)' and '\(file.path)'; choose another folder for one target"
        )
      }
    }
    var checked: Set<Substring> = []
    var missing: Set<Substring> = []
    for file in files {
      // Most files stand in one of a few folders.
      let home = OutputPath.folder(of: file.path)
      guard checked.insert(home).inserted else { continue }
      for folder in OutputPath.folders(of: file.path) where seen[folder.lowercased()] != nil {
        throw OutputFailure("'\(folder)' would be a file and a folder; choose another folder")
      }
      if try !hasFolders(of: file.path) { missing.insert(home) }
    }
    return missing
  }

  /// Whether the folders of a file are there. A link below the output folder could lead anywhere.
  private func hasFolders(of path: String) throws(OutputFailure) -> Bool {
    for folder in OutputPath.folders(of: path) {
      switch try disk.kind(of: place(folder)) {
      case .nothing: return false
      case .folder: break
      case .link: throw OutputFailure(cannot: "write to", place(folder), "it is a symbolic link")
      case .file, .other:
        throw OutputFailure(cannot: "write to", place(folder), "it is not a folder")
      }
    }
    return true
  }

  private func place(_ path: String) -> String { OutputPath.join(folder, path) }

  // MARK: - Xcode's style

  /// The files with the forms of those that Xcode wrote at their places.
  ///
  /// A file that a person edited is not written again: the person's lines would be lost.
  func merged(_ files: [ProducedFile]) throws(OutputFailure) -> [ProducedFile] {
    var result: [ProducedFile] = []
    for file in files { result.append(try merged(file)) }
    return result
  }

  private func merged(_ file: ProducedFile) throws(OutputFailure) -> ProducedFile {
    guard file.isInXcodeStyle, !file.isWrittenOnce, try disk.kind(of: place(file.path)) == .file,
      let bytes = try disk.read(place(file.path))
    else { return file }
    var file = file
    // A file that is not UTF-8 was not written by Xcode, so it counts as edited and stays. Repaired text
    // differs from the bytes. (`String(validating:as:)` would need macOS 15.)
    let existing = String(decoding: bytes, as: UTF8.self)
    guard existing.utf8.elementsEqual(bytes) else { return file.edited }
    switch XcodeFile.merge(file.text, into: existing) {
    case .keep: file.text = existing
    case .replace(let text): file.text = text
    case .edited: return file.edited
    }
    return file
  }

  // MARK: - One file

  private func action(for file: ProducedFile) throws(OutputFailure) -> OutputPlan.Action {
    let path = place(file.path)
    switch try disk.kind(of: path) {
    case .nothing: return .write
    case .file: break
    case .folder: throw OutputFailure(cannot: "write", path, "a folder is in the way")
    case .link:
      // A person may keep what is theirs wherever they like.
      if file.isWrittenOnce { return .keep }
      throw OutputFailure(
        cannot: "write", path, "it is a symbolic link; replace it by a file, or remove it")
    case .other: throw OutputFailure(cannot: "write", path, "it is not a file")
    }
    if file.isWrittenOnce { return file.isEdited ? .edited : .keep }
    guard let bytes = try disk.read(path) else { return .write }
    let isEqual = bytes.elementsEqual(file.text.utf8)
    if isEqual { return .keep }
    if let other = others[file.path] {
      throw OutputFailure(
        "'\(path)' belongs to the model '\(TerminalText.oneLine(other))'; choose another folder")
    }
    let isMarked = file.mark.map { bytes.starts(with: $0.utf8) } ?? false
    guard bytes.isEmpty || isMarked || ours.contains(file.path) || file.isInXcodeStyle else {
      throw OutputFailure(
        "'\(path)' was not generated, so it is left alone; move it away or choose another folder")
    }
    return .write
  }

  /// `nil` where there is nothing to do and nothing to say.
  private func action(forOld entry: OutputManifest.Entry) throws(OutputFailure) -> OutputPlan
    .Action?
  {
    guard let hash = entry.hash, others[entry.path] == nil else {
      return nil
    }
    for folder in OutputPath.folders(of: entry.path) {
      // Whatever stands there now, Momentum did not make it.
      guard try disk.kind(of: place(folder)) == .folder else { return nil }
    }
    switch try disk.kind(of: place(entry.path)) {
    case .nothing, .folder, .link, .other: return nil
    case .file: break
    }
    guard let bytes = try disk.read(place(entry.path)) else { return nil }
    return ContentHash(bytes) == hash ? .remove : .leave
  }
}
