import MomentumDiagnostics

/// A folder of generated files.
///
/// Only files whose text changes are written. All new files are written under temporary names
/// before the first one replaces an old file, and each replacement is one step, so nobody reads
/// half a file. A file that is no longer produced is removed if the manifest lists it and nobody
/// has changed it since.
package struct OutputFolder: Sendable {
  package let path: String
  let disk: Disk
  private let patienceSeconds: Double

  package init(_ path: String) {
    self.init(path, disk: Disk())
  }

  init(_ path: String, disk: Disk, patienceSeconds: Double = 30) {
    self.path = path
    self.disk = disk
    self.patienceSeconds = patienceSeconds
  }

  /// The steps that `write` would do, without doing them.
  package func plan(_ files: [ProducedFile], model: String) throws(OutputFailure) -> OutputPlan {
    switch try disk.kind(of: path) {
    case .nothing:
      return try OutputPlanner(folder: path, model: model, manifest: OutputManifest(), disk: disk)
        .plan(files)
    case .folder, .link, .file, .other:
      let planner = try planner(model)
      return try planner.plan(planner.merged(files))
    }
  }

  /// Writes the files and removes all other files of the model from the folder, except those that a
  /// person has edited.
  ///
  /// - Parameters:
  ///   - model: The name of the model; a folder may have files of several models.
  ///   - state: The inputs that the files were made from, if a later run is to call `current`;
  ///     otherwise `nil`.
  package func write(
    _ files: [ProducedFile], model: String, state: GenerationState? = nil
  ) throws(OutputFailure) -> OutputPlan {
    try makeFolders()
    let claim = try disk.claim(path, patienceSeconds: patienceSeconds)
    defer { disk.release(claim) }
    let old = try manifest()
    let planner = OutputPlanner(folder: path, model: model, manifest: old, disk: disk)
    let files = try planner.merged(files)
    let plan = try planner.plan(files)
    var new = old
    new.set(
      files.map {
        .init(path: $0.path, hash: $0.isWrittenOnce ? nil : ContentHash($0.text))
      }, of: model)
    try apply(plan, files, model, from: old, to: new)
    if let state {
      // If the stamp cannot be written, the next run only takes longer, so this run does not fail.
      do { try writeStamp(state, model, new) } catch {}
    }
    return plan
  }

  // MARK: - Doing it

  private func apply(
    _ plan: OutputPlan, _ files: [ProducedFile], _ model: String, from old: OutputManifest,
    to new: OutputManifest
  ) throws(OutputFailure) {
    let changed = Set(plan.paths(.write))
    let removed = plan.paths(.remove)
    var written: OutputManifest?
    var staging = Staging(.generated, folder: path, disk: disk)
    do throws(OutputFailure) {
      for file in files where changed.contains(file.path) {
        try staging.add(Array(file.text.utf8), for: file.path)
      }
      // Write the manifest before the files: if the process dies in between, the next run finds
      // them listed and deletes the ones that are no longer produced. It lists old and new files.
      if !changed.isEmpty || !removed.isEmpty {
        var both = new
        let entries = new.entries(of: model)
        let newPaths = Set(entries.map(\.path))
        both.set(entries + old.entries(of: model).filter { !newPaths.contains($0.path) }, of: model)
        try writeManifest(both)
        written = both
      }
      try staging.putAllInPlace()
    } catch {
      staging.discard()
      throw error
    }
    for file in removed { try disk.remove(place(file)) }
    if new != written { try writeManifest(new) }
  }

  private func writeManifest(_ manifest: OutputManifest) throws(OutputFailure) {
    try writeOwn(manifest.models.isEmpty ? nil : manifest.text, OutputManifest.fileName)
  }

  /// Writes one of the folder's own files, unless its text is unchanged; `nil` removes the file.
  func writeOwn(_ text: String?, _ name: String) throws(OutputFailure) {
    let old = try disk.read(place(name))
    guard let text else {
      if old != nil { try disk.remove(place(name)) }
      return
    }
    let bytes = Array(text.utf8)
    guard old != bytes else { return }
    var staging = Staging(.own, folder: path, disk: disk)
    do throws(OutputFailure) {
      try staging.add(bytes, for: name)
      try staging.putAllInPlace()
    } catch {
      staging.discard()
      throw error
    }
  }

  private func makeFolders() throws(OutputFailure) {
    guard !path.isEmpty, !path.unicodeScalars.contains("\0") else {
      throw OutputFailure("the path of the output folder is empty or has a zero byte")
    }
    // Make the missing folders below the innermost existing one; a link to a folder counts as a
    // folder.
    var missing: [String] = []
    var folder = path
    while try disk.kind(of: folder) == .nothing {
      missing.append(folder)
      guard let parent = Self.parent(of: folder) else { break }
      folder = parent
    }
    for folder in missing.reversed() { try disk.makeFolder(folder) }
  }

  private static func parent(of path: String) -> String? {
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
    guard let slash = trimmed.lastIndex(of: "/") else { return nil }
    let parent = trimmed[..<slash]
    return parent.isEmpty ? nil : String(parent)
  }

  func place(_ file: String) -> String { OutputPath.join(path, file) }

  private func planner(_ model: String) throws(OutputFailure) -> OutputPlanner {
    OutputPlanner(folder: path, model: model, manifest: try manifest(), disk: disk)
  }

  func manifest() throws(OutputFailure) -> OutputManifest {
    let place = place(OutputManifest.fileName)
    guard let bytes = try disk.read(place) else { return OutputManifest() }
    return try OutputManifest(SourceFile(path: place, utf8: bytes))
  }
}

/// New files under temporary names, beside the files that they will replace.
private struct Staging {
  /// The prefix of temporary names. The folder's own files, such as the manifest, have another
  /// prefix than generated files, because the manifest is replaced while generated files still have
  /// temporary names.
  enum Prefix: String {
    case generated = ".momentum-new-"
    case own = ".momentum-own-"
  }

  private let prefix: String
  private let folder: String
  private let disk: Disk
  private var ready: [(new: String, path: String)] = []
  private var folders: Set<String> = []

  init(_ prefix: Prefix, folder: String, disk: Disk) {
    self.prefix = prefix.rawValue
    self.folder = folder
    self.disk = disk
  }

  mutating func add(_ bytes: [UInt8], for path: String) throws(OutputFailure) {
    let home = String(OutputPath.folder(of: path))
    let place = home.isEmpty ? folder : OutputPath.join(folder, home)
    if folders.insert(home).inserted {
      for inner in OutputPath.folders(of: path) {
        let place = OutputPath.join(folder, inner)
        if try disk.kind(of: place) == .nothing { try disk.makeFolder(place) }
      }
      // Remove temporary files of a run that died. No other run uses them, since this run holds the
      // folder's lock.
      for name in try disk.names(in: place) where isOurs(name) {
        try disk.remove(OutputPath.join(place, name))
      }
    }
    let new = OutputPath.join(place, "\(prefix)\(ready.count)")
    try disk.write(bytes, to: new)
    ready.append((new, OutputPath.join(folder, path)))
  }

  private func isOurs(_ name: String) -> Bool {
    let number = name.dropFirst(prefix.utf8.count)
    return name.hasPrefix(prefix) && !number.isEmpty && number.utf8.allSatisfy { 48...57 ~= $0 }
  }

  mutating func putAllInPlace() throws(OutputFailure) {
    while let file = ready.last {
      try disk.replace(file.path, by: file.new)
      ready.removeLast()
    }
  }

  /// Removes the temporary files. If one cannot be removed, the next run removes it.
  func discard() {
    for file in ready { try? disk.remove(file.new) }
  }
}
