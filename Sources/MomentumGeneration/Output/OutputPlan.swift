import MomentumCodegen
import MomentumDiagnostics

/// The steps that a run will do in a folder.
package struct OutputPlan: Sendable, Hashable {
  /// The step for one file.
  package enum Action: String, Sendable, Hashable {
    case write
    /// The file already has the text, or it belongs to a person by now.
    case keep
    /// The file is no longer produced and unchanged since Momentum wrote it.
    case remove
    /// The file is no longer produced, but a person has edited it, so it stays; the person decides
    /// about it.
    case leave
    /// The file is produced in Xcode's style, but somebody has edited the existing file, so it
    /// stays.
    case edited
  }

  package struct Step: Sendable, Hashable {
    package var path: String
    package var action: Action
  }

  /// The steps, sorted by path.
  package internal(set) var steps: [Step] = []

  /// The paths of the files with an action, relative to the folder and sorted.
  package func paths(_ action: Action) -> [String] {
    steps.filter { $0.action == action }.map(\.path)
  }
}

/// Compares the files to produce with the files in the folder.
struct OutputPlanner {
  private let folder: String
  private let disk: Disk
  private let old: [OutputManifest.Entry]
  /// The paths of the files that Momentum made for this model, without those that are written once,
  /// which belong to a person.
  private let ours: Set<String>
  /// The files of other models: the name of the model by the path of the file.
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

  /// The steps for the files. Throws if a path is blocked, for example by a link: then no file at
  /// all is written.
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

  /// Checks the paths of the files. Names have to differ in more than case; otherwise one file
  /// would replace another on a file system that ignores case.
  ///
  /// - Returns: The folders that do not exist, so that no file in them has to be looked for.
  private func checkPaths(_ files: [ProducedFile]) throws(OutputFailure) -> Set<Substring> {
    var seen: [String: String] = [:]
    for file in files {
      guard OutputPath.isSafe(file.path) else {
        throw OutputFailure("'\(TerminalText.oneLine(file.path))' is no path below the folder")
      }
      if let earlierPath = seen.updateValue(file.path, forKey: file.path.lowercased()) {
        throw OutputFailure(
          "two generated files would be '\(earlierPath)' and '\(file.path)'; choose another folder for one target"
        )
      }
    }
    var checked: Set<Substring> = []
    var missing: Set<Substring> = []
    for file in files {
      // Most files are in a few folders, so each folder is checked only once.
      let home = OutputPath.folder(of: file.path)
      guard checked.insert(home).inserted else { continue }
      for folder in OutputPath.folders(of: file.path) where seen[folder.lowercased()] != nil {
        throw OutputFailure("'\(folder)' would be a file and a folder; choose another folder")
      }
      if try !hasFolders(of: file.path) { missing.insert(home) }
    }
    return missing
  }

  /// Whether the folders of a file exist. Throws for a link below the output folder, since it could
  /// lead a write anywhere.
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

  /// The files to produce. A file whose existing version Xcode wrote gets the form of that Xcode
  /// release.
  ///
  /// A file that a person edited is marked as edited: writing it again would lose the person's
  /// lines.
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
    // A file that is not UTF-8 was not written by Xcode, so it counts as edited and stays. Decoding
    // repairs invalid bytes, so a difference shows them. (`String(validating:as:)` would need macOS
    // 15.)
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
      // A file that is written once belongs to a person, who may have replaced it by a link.
      if file.isWrittenOnce { return .keep }
      throw OutputFailure(
        cannot: "write", path, "it is a symbolic link; replace it by a file, or remove it")
    case .other: throw OutputFailure(cannot: "write", path, "it is not a file")
    }
    if file.isWrittenOnce { return file.isEdited ? .edited : .keep }
    guard let bytes = try disk.read(path) else { return .write }
    let isEqual = bytes.elementsEqual(file.text.utf8)
    if isEqual { return .keep }
    if let otherModel = others[file.path] {
      throw OutputFailure(
        "'\(path)' belongs to the model '\(TerminalText.oneLine(otherModel))'; choose another folder"
      )
    }
    let isMarked = file.mark.map { bytes.starts(with: $0.utf8) } ?? false
    guard bytes.isEmpty || isMarked || ours.contains(file.path) || file.isInXcodeStyle else {
      throw OutputFailure(
        "'\(path)' was not generated, so it is left alone; move it away or choose another folder")
    }
    return .write
  }

  /// The step for a file that is no longer produced; `nil` if there is nothing to do, because the
  /// file is not Momentum's or does not exist.
  private func action(forOld entry: OutputManifest.Entry) throws(OutputFailure) -> OutputPlan
    .Action?
  {
    guard let hash = entry.hash, others[entry.path] == nil else {
      return nil
    }
    for folder in OutputPath.folders(of: entry.path) {
      // Momentum writes only into real folders. If the path leads through anything else, the file
      // is not Momentum's.
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
