internal import Foundation
internal import MomentumDiagnostics
package import MomentumMigrator
package import MomentumModelFiles
internal import MomentumRuntime
internal import MomentumSQLite

/// Finds the stores below a folder, and the version of the model that each was made with.
///
/// ```swift
/// let report = try FixtureInspection(versions: versions).examine("Tests/Fixtures")
/// print(report.findings.all)
/// ```
package struct FixtureInspection: Sendable {
  /// The suffixes of model bundles.
  private static let bundleSuffixes = [".xcdatamodeld", ".xcdatamodel", ".momd"]

  /// The versions among which the one that made a store is searched.
  package var versions: BundleVersions

  package init(versions: BundleVersions) { self.versions = versions }

  /// The bundles below a folder, sorted. Symbolic links are not followed, and build folders are
  /// skipped.
  package static func bundles(below folder: String) throws(ModelFileError) -> [String] {
    try walk(folder).packages
  }

  /// The bundles below a folder. If there are none, the `.xml` files that contain a model: some
  /// projects keep versions outside a bundle, in files with the versions' names.
  package static func models(below folder: String) throws(ModelFileError) -> [String] {
    let walk = try walk(folder)
    return walk.packages.isEmpty ? walk.files.filter(BareModelFile.isModel) : walk.packages
  }

  private static func walk(_ folder: String) throws(ModelFileError) -> FolderWalk {
    do { return try FolderWalk(folder, packageSuffixes: bundleSuffixes) } catch {
      throw ModelFileError(operation: .list, path: folder, reason: "it cannot be read")
    }
  }

  /// Reads every store below a folder, without changes. Databases that are not stores of Core Data
  /// are ignored.
  ///
  /// - Parameter onStore: Called before each store is read, with the number of stores that were
  ///   read, the number of all, and the path.
  package func examine(
    _ folder: String, onStore: (Int, Int, String) -> Void = { _, _, _ in }
  ) throws(ModelFileError) -> FixtureReport {
    let walk: FolderWalk
    do { walk = try FolderWalk(folder, packageSuffixes: Self.bundleSuffixes) } catch {
      throw ModelFileError(
        operation: .list, path: folder, reason: "no such folder, or it cannot be read")
    }
    var report = FixtureReport(
      stores: [], findings: Diagnostics(),
      versionList: versions.all.map { .init(bundle: $0.bundle, name: $0.name) })
    let databases = walk.files.filter(Self.isDatabase)
    for (done, path) in databases.enumerated() {
      onStore(done, databases.count, path)
      add(path, to: &report)
    }
    for (version, paths) in report.versions where paths.isEmpty {
      report.findings.report(
        FixtureMessage.versionWithoutFixture(version.name), at: Self.place(version.bundle))
    }
    if walk.isCut {
      report.findings.report(
        FixtureMessage.walkCut(FolderWalk.entriesMax), at: Self.place(folder))
    }
    return report
  }

  private static func place(_ path: String) -> SourceLocation {
    SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0))
  }

  /// Whether a file begins like an SQLite database.
  private static func isDatabase(_ path: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return false }
    defer { handle.closeFile() }
    do {
      let start = try handle.read(upToCount: 16)
      return start == Data("SQLite format 3\0".utf8)
    } catch { return false }
  }

  // MARK: - One store

  private func add(_ path: String, to report: inout FixtureReport) {
    let inspected: StoreReport
    do throws(StoreError) {
      inspected = try StoreInspector().inspect(path, check: .none)
    } catch {
      // A database without Core Data's tables is not a store.
      if case .notAStore = error { return }
      report.findings.report(FixtureMessage.notRead(error.description), at: Self.place(path))
      return
    }
    let match = self.match(path, inspected)
    var store = FixtureReport.Store(
      path: path, match: match, rowCount: inspected.rowCount,
      rowCountWithoutLog: nil, namedVersion: namedVersion(path, match),
      frameworkVersion: inspected.metadata.frameworkVersion)
    if inspected.hasWriteAheadLog {
      let alone = rowCountWithoutLog(path)
      if alone != inspected.rowCount { store.rowCountWithoutLog = alone }
    }
    for message in messages(store) { report.findings.report(message, at: Self.place(path)) }
    report.stores.append(store)
  }

  private func match(_ path: String, _ report: StoreReport) -> FixtureReport.Store.Match {
    let found = versions.matching(report.metadata.entityHashes)
    if !found.isEmpty {
      return .versions(found.map { .init(bundle: $0.bundle, name: $0.name) })
    }
    // The model in the store is accepted only if it has the store's hashes.
    do throws(MigrationError) {
      let source = try MigrationSource.find(store: path, among: [])
      if source.match == .modelCache {
        return .ownModel(identifiers: report.metadata.modelVersionIdentifiers)
      }
    } catch { return .unknown }
    return .unknown
  }

  private func messages(_ store: FixtureReport.Store) -> [FixtureMessage] {
    var result: [FixtureMessage] = []
    switch store.match {
    case .versions(let all):
      if let named = store.namedVersion, !all.contains(where: { $0.name == named.name }) {
        result.append(.disagreeingName(said: named.name, found: all.map(\.name)))
      }
    case .ownModel: result.append(.unknownVersion(keepsModel: true))
    case .unknown: result.append(.unknownVersion(keepsModel: false))
    }
    if store.rowCount == 0 { result.append(.noRows) }
    if let alone = store.rowCountWithoutLog {
      result.append(.logHoldsRows(all: store.rowCount, inFile: alone))
    }
    return result
  }

  /// The number of rows in the file without its log. Only these rows are left if somebody adds the
  /// file to a repository without the log.
  private func rowCountWithoutLog(_ path: String) -> Int64 {
    let copy = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-\(UUID().uuidString).sqlite").path
    defer { unlink(copy) }
    do {
      try FileManager.default.copyItem(
        atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path, toPath: copy)
      chmod(copy, 0o600)
      return try StoreInspector().inspect(copy, check: .none).rowCount
    } catch {
      // A store that cannot be read without its log has no rows without it.
      return 0
    }
  }

  /// The version whose name or number is in the file's name, among the versions of the store's
  /// bundle.
  private func namedVersion(
    _ path: String, _ match: FixtureReport.Store.Match
  ) -> FixtureReport.Version? {
    let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    var candidates = versions.all
    if case .versions(let found) = match {
      candidates = candidates.filter { version in found.contains { $0.bundle == version.bundle } }
    }
    return VersionNumbers(names: candidates.map(\.name)).find(in: stem).map {
      .init(bundle: candidates[$0].bundle, name: candidates[$0].name)
    }
  }
}

extension StoreReport {
  /// The number of rows of the model's entities, without the persistent history.
  fileprivate var rowCount: Int64 {
    entities.reduce(0) {
      $0.addingReportingOverflow($1.isHistory ? 0 : $1.rowCount ?? 0).partialValue
    }
  }
}
