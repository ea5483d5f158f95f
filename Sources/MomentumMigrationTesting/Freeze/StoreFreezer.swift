internal import Foundation
internal import MomentumCompiler
package import MomentumDiagnostics
package import MomentumMigrator
internal import MomentumModel
internal import MomentumRuntime
internal import MomentumSQLite
internal import MomentumVersionHash

/// Writes a small store of each version of a bundle, to be kept in a repository.
///
/// With the same SQLite, a version always gets the same bytes: the UUID, the values and the times
/// are computed from the model and the seed. A manifest beside the stores has the versions' hashes,
/// so that a later edit of a version is noticed.
package struct StoreFreezer: Sendable {
  /// What was done with a store.
  package enum Action: String, Sendable, Hashable {
    case written
    /// The file already has these bytes, or the same contents as another release of SQLite
    /// writes them.
    case unchanged
    case overwritten
    /// A different file exists, or the model version was edited after its store was frozen.
    case refused
  }

  package struct FrozenStore: Sendable, Hashable {
    package var version: String
    package var file: String
    package var action: Action
    package var rowCount: Int
  }

  package struct Report: Sendable, Hashable {
    /// The stores in the order of the versions.
    package var stores: [FrozenStore] = []
    package var findings = Diagnostics()
    /// Whether the folder's manifest cannot be read. Nothing was frozen then, and `findings` say
    /// why.
    package var hasUnusableManifest = false
    /// The names of the versions that cannot be frozen, in their order; `findings` say why.
    package var unusableVersions: [String] = []
  }

  package var seed: StoreSeed
  /// Whether to overwrite files with other contents, a manifest that cannot be read, and stores of
  /// edited versions.
  package var overwrites: Bool
  /// Whether to write nothing and only report what would be written.
  package var isDryRun: Bool

  package init(seed: StoreSeed = StoreSeed(), overwrites: Bool = false, isDryRun: Bool = false) {
    self.seed = seed
    self.overwrites = overwrites
    self.isDryRun = isDryRun
  }

  /// Freezes versions into a folder, which is made if it does not exist. If one version cannot be
  /// frozen, the others are frozen all the same.
  ///
  /// - Parameters:
  ///   - versions: The versions to freeze. Frozen stores of other versions stay.
  ///   - known: All versions of the bundle, by which removed versions are noticed.
  ///   - unreadable: Versions that should be frozen but cannot be read. Stores of them that were
  ///     frozen earlier stay.
  package func freeze(
    _ versions: [BundleVersions.Version], of known: [BundleVersions.Version],
    unreadable: [BundleVersions.Unreadable] = [], into folder: String,
    onVersion: (Int, String) -> Void = { _, _ in }
  ) throws(FreezeFailure) -> Report {
    var report = Report()
    guard var manifest = try manifest(in: folder, &report) else {
      report.hasUnusableManifest = true
      return report
    }
    let present = Set(known.map(\.name) + unreadable.map(\.name))
    for name in manifest.versions.map(\.name) where !present.contains(name) {
      report.findings.report(
        FreezeMessage.missingVersion(name), at: place(folder + "/" + FrozenManifest.fileName))
    }
    for version in unreadable {
      report.findings.append(contentsOf: version.diagnostics)
      refuse(version.name, at: version.path, "it has errors", &report)
    }
    if !isDryRun { try makeFolder(folder) }
    for (done, version) in versions.enumerated() {
      onVersion(done, version.name)
      do throws(FreezeFailure) {
        try freeze(version, into: folder, &manifest, &report)
      } catch {
        guard error.isOfModel else { throw error }
        refuse(version.name, at: version.path, error.message, &report)
      }
    }
    if !isDryRun, report.stores.contains(where: { $0.action != .refused }) {
      manifest.sort(like: known.map(\.name))
      try write(Array(manifest.text.utf8), to: folder + "/" + FrozenManifest.fileName)
    }
    return report
  }

  /// The folder's manifest. Returns `nil` with a finding if the file is not a manifest and must not
  /// be overwritten.
  private func manifest(
    in folder: String, _ report: inout Report
  ) throws(FreezeFailure) -> FrozenManifest? {
    let path = folder + "/" + FrozenManifest.fileName
    guard FileManager.default.fileExists(atPath: path) else { return FrozenManifest() }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw FreezeFailure(path: path, message: "it cannot be read")
    }
    let file = SourceFile(path: path, utf8: Array(data))
    var problems = Diagnostics()
    if let manifest = FrozenManifest.read(file, &problems) { return manifest }
    if overwrites { return FrozenManifest() }
    report.findings.append(contentsOf: problems)
    return nil
  }

  private func refuse(
    _ version: String, at path: String, _ reason: String, _ report: inout Report
  ) {
    report.unusableVersions.append(version)
    report.findings.report(
      FreezeMessage.unusableVersion(version, reason: reason), at: place(path))
  }

  private func place(_ path: String) -> SourceLocation {
    SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0))
  }

  // MARK: - One version

  private func freeze(
    _ version: BundleVersions.Version, into folder: String, _ manifest: inout FrozenManifest,
    _ report: inout Report
  ) throws(FreezeFailure) {
    let objects = seed.objects(of: version.compiled)
    let entry = FrozenManifest.Version(version, objects)
    let path = folder + "/" + entry.file
    var action = try self.action(version, entry, objects, path)
    if let old = manifest[version.name], old.entities != entry.entities {
      let names = Set(old.entities.keys).union(entry.entities.keys)
        .filter { old.entities[$0] != entry.entities[$0] }.sorted()
      report.findings.report(
        FreezeMessage.editedVersion(version.name, entities: names), at: place(version.path))
      if !overwrites { action.kind = .refused }
    } else if action.kind == .refused {
      report.findings.report(FreezeMessage.differentFile(path), at: place(path))
    }
    for (entity, reason) in objects.unfilled.sorted(by: { $0.key < $1.key }) {
      report.findings.report(
        FreezeMessage.unfilledEntity(entity, version: version.name, reason: reason),
        at: place(version.path))
    }
    if !isDryRun, action.kind == .written || action.kind == .overwritten {
      try write(action.bytes, to: path, replacing: action.kind == .overwritten)
    }
    if action.kind != .refused { manifest.put(entry) }
    report.stores.append(
      FrozenStore(
        version: version.name, file: entry.file, action: action.kind,
        rowCount: entry.rows.values.reduce(0, +)))
  }

  private func action(
    _ version: BundleVersions.Version, _ entry: FrozenManifest.Version, _ objects: SeededObjects,
    _ path: String
  ) throws(FreezeFailure) -> (kind: Action, bytes: [UInt8]) {
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-\(UUID().uuidString).sqlite").path
    defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(scratch + suffix) } }
    let bytes = try make(version, entry, objects, at: scratch)
    guard FileManager.default.fileExists(atPath: path) else { return (.written, bytes) }
    if FileManager.default.contents(atPath: path).map({ Array($0) }) == bytes {
      return (.unchanged, bytes)
    }
    // Another version of SQLite may write the same contents with other bytes, so compare contents.
    do throws(StoreError) {
      let comparison = try StoreComparison.compare(
        path, of: version.compiled, with: scratch, of: version.compiled,
        options: .init(comparesTables: true))
      if comparison.isEqual, comparison.keepsBookkeeping, comparison.tables.isEmpty {
        return (.unchanged, bytes)
      }
    } catch {
      // The file is not a store of this version.
    }
    return (overwrites ? .overwritten : .refused, bytes)
  }

  /// The bytes of a new, filled store of the version.
  private func make(
    _ version: BundleVersions.Version, _ entry: FrozenManifest.Version, _ objects: SeededObjects,
    at path: String
  ) throws(FreezeFailure) -> [UInt8] {
    var diagnostics = Diagnostics()
    do throws(StoreError) {
      try version.compiled.createStore(at: path, uuid: Self.uuid(of: version))
      _ = try objects.insert(into: path, of: version.compiled, &diagnostics)
    } catch { throw FreezeFailure(path: version.path, message: error.description) }
    if let error = diagnostics.all.first(where: { $0.severity == .error }) {
      throw FreezeFailure(path: version.path, message: error.text, isOfModel: true)
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw FreezeFailure(path: path, message: "it cannot be read")
    }
    return SQLiteHeader.withoutVersion(Array(data))
  }

  /// A UUID computed from the hashes, so that two runs make the same store and two versions get
  /// different UUIDs.
  private static func uuid(of version: BundleVersions.Version) -> String {
    let text = version.hashes.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value.hexadecimal)" }.joined(separator: "\n")
    var random = SeedRandom(0, text)
    return random.uuid().uuidString
  }

  // MARK: - Files

  private func makeFolder(_ folder: String) throws(FreezeFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch { throw FreezeFailure(path: folder, message: "the folder cannot be made") }
  }

  /// Writes a whole file, or nothing if an error occurs.
  ///
  /// - Parameter replacing: Whether an existing file is replaced.
  private func write(
    _ bytes: [UInt8], to path: String, replacing: Bool = true
  ) throws(FreezeFailure) {
    let url = URL(fileURLWithPath: path)
    let temporary = url.deletingLastPathComponent()
      .appendingPathComponent(".momentum-\(UUID().uuidString).new").path
    do {
      if replacing { return try Data(bytes).write(to: url, options: .atomic) }
      try Data(bytes).write(to: URL(fileURLWithPath: temporary))
      try NewFile.publish(temporary, as: path)
    } catch {
      unlink(temporary)
      throw FreezeFailure(path: path, message: "it cannot be written")
    }
  }
}

/// Why nothing could be frozen: a file or folder cannot be read or written, or no rows can be made
/// for a model.
package struct FreezeFailure: Error, Sendable, Hashable, CustomStringConvertible {
  package var path: String
  package var message: String
  /// Whether the model is the cause, and not a file.
  package var isOfModel: Bool

  package init(path: String, message: String, isOfModel: Bool = false) {
    self.path = path
    self.message = message
    self.isOfModel = isOfModel
  }

  package var description: String { "'\(path)': \(message)" }
}

/// The header of an SQLite database file.
private enum SQLiteHeader {
  /// The bytes with zeros in place of the SQLite version that wrote the file last.
  ///
  /// SQLite ignores this number. Documented:
  /// <https://sqlite.org/fileformat.html#write_library_version_number>.
  static func withoutVersion(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 100 else { return bytes }
    var result = bytes
    result.replaceSubrange(96..<100, with: [0, 0, 0, 0])
    return result
  }
}

extension FrozenManifest.Version {
  fileprivate init(_ version: BundleVersions.Version, _ objects: SeededObjects) {
    // A file name cannot contain a slash. A version's name is a file name too, unless it was made
    // by code.
    let name = version.name.map { $0 == "/" || $0 == "\0" ? "-" : $0 }
    self.init(
      name: version.name, file: String(name) + ".sqlite",
      checksum: version.compiled.hashes.checksum,
      entities: version.hashes.mapValues(\.hexadecimal), rows: objects.counts)
  }
}

extension FrozenManifest {
  fileprivate mutating func put(_ version: Version) {
    if let index = versions.firstIndex(where: { $0.name == version.name }) {
      versions[index] = version
    } else {
      versions.append(version)
    }
  }

  /// Sorts the versions as in the bundle. Versions that the bundle no longer has come last.
  fileprivate mutating func sort(like names: [String]) {
    let places = Dictionary(
      names.enumerated().map { ($1, $0) }
    ) { first, _ in first }
    versions = versions.enumerated().sorted { left, right in
      let one = (places[left.element.name] ?? names.count, left.offset)
      let other = (places[right.element.name] ?? names.count, right.offset)
      return one < other
    }.map(\.element)
  }
}
