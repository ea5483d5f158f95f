internal import Foundation
internal import MomentumCompiler
public import MomentumDiagnostics
public import MomentumMigrator
internal import MomentumModelFiles
internal import MomentumRuntime
public import MomentumSQLite
internal import MomentumStore

/// Makes stores of old versions of a model, migrates them and compares the results, for the tests
/// of an app.
///
/// ```swift
/// let helper = try MigrationTestHelper(bundle: "App/Model.xcdatamodeld")
/// let store = try helper.makeStore(of: "Model 2")
/// let result = try helper.migrate(store)
/// #expect(result.comparison.isLossless, "\(result.comparison.text)")
/// ```
///
/// It works in a folder of its own, which is deleted with the helper, so keep the helper as long as
/// its stores are used. It runs on Linux and on a Mac, in Swift Testing and in XCTest. The stores
/// are stores of Core Data, which can open them too.
public final class MigrationTestHelper: Sendable {
  /// The readable versions of the bundle. Numbers in their names are sorted as numbers.
  public let versions: [BundleVersions.Version]
  /// The folder for stores; it is deleted with the helper.
  public let folder: String

  /// Reads a `.xcdatamodeld` with all its versions.
  ///
  /// A relative path starts at the working directory, which is the package's folder under
  /// `swift test`.
  public init(bundle: String) throws(MigrationTestFailure) {
    var versions = BundleVersions()
    var diagnostics = Diagnostics()
    do throws(ModelFileError) {
      try versions.add(bundle: bundle, &diagnostics)
    } catch { throw .bundle(error.description) }
    guard !versions.all.isEmpty else { throw .model(diagnostics.all) }
    self.versions = versions.all
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("momentum-\(UUID().uuidString)").path
    do {
      try FileManager.default.createDirectory(
        atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw .file(path: place, "the folder cannot be made") }
    folder = place
  }

  deinit {
    // If the folder cannot be deleted, it stays in the system's folder for temporary files.
    do { try FileManager.default.removeItem(atPath: folder) } catch {}
  }

  /// The version with this name, without `.xcdatamodel`; the bundle's current version if `name` is
  /// `nil`.
  public func version(
    _ name: String? = nil
  ) throws(MigrationTestFailure) -> BundleVersions.Version {
    let found =
      name.map { name in versions.first { $0.name == name } }
      ?? (versions.first { $0.isCurrent } ?? versions.last)
    guard let found else { throw .noVersion(name ?? "", known: versions.map(\.name)) }
    return found
  }

  // MARK: - Stores

  /// Makes a store of a version and fills it with made-up objects.
  ///
  /// - Returns: The path of the store.
  public func makeStore(
    of version: String, seed: StoreSeed = StoreSeed()
  ) throws(MigrationTestFailure) -> String {
    let compiled = try self.version(version).compiled
    return try makeStore(compiled, seed.objects(of: compiled).text)
  }

  /// Makes a store of a version and fills it with objects in the form of `momentum import`.
  ///
  ///     {"objects": [{"entity": "Venue", "id": "a", "attributes": {"name": "Tea House"}}]}
  ///
  /// - Returns: The path of the store.
  public func makeStore(
    of version: String, objects: String
  ) throws(MigrationTestFailure) -> String {
    try makeStore(try self.version(version).compiled, objects)
  }

  /// Copies a store with its log, so that a migration does not change the fixture.
  ///
  /// - Returns: The path of the copy.
  public func copyStore(_ path: String) throws(MigrationTestFailure) -> String {
    let copy = newPath()
    for suffix in ["", "-wal", "-journal"] {
      guard suffix.isEmpty || FileManager.default.fileExists(atPath: path + suffix) else {
        continue
      }
      do {
        try FileManager.default.copyItem(
          atPath: URL(fileURLWithPath: path + suffix).resolvingSymlinksInPath().path,
          toPath: copy + suffix)
      } catch { throw .file(path: path + suffix, "it cannot be copied") }
    }
    return copy
  }

  private func newPath() -> String { folder + "/\(UUID().uuidString).sqlite" }

  private func makeStore(
    _ compiled: CompiledModel, _ text: String
  ) throws(MigrationTestFailure) -> String {
    let path = newPath()
    var diagnostics = Diagnostics()
    let counts: [String: Int]?
    do throws(StoreError) {
      try compiled.createStore(at: path)
      counts = try SeededObjects(text: text, counts: [:], unfilled: [:])
        .insert(into: path, of: compiled, &diagnostics)
    } catch { throw .store(error) }
    guard counts != nil else { throw .model(diagnostics.all) }
    return path
  }

  // MARK: - Migration

  /// Migrates a store in its place, and compares it with its old contents and with a new store of
  /// the target.
  ///
  /// The version that made the store is found by its hashes: first among the versions of the
  /// bundle, then in the model that the store contains.
  ///
  /// - Parameters:
  ///   - version: The target; `nil` for the bundle's current version.
  ///   - options: Choose ``MigrationOptions/isInPlace`` and ``MigrationOptions/style`` as the app
  ///     does. No backup is kept, because the result has a copy of the old store.
  public func migrate(
    _ store: String, to version: String? = nil, options: MigrationOptions = MigrationOptions(),
    comparison: StoreComparison.Options = StoreComparison.Options()
  ) throws(MigrationTestFailure) -> MigrationTestResult {
    let target = try self.version(version)
    let before = try copyStore(store)
    let models = versions.map(\.compiled)
    var options = options
    options.keepsBackup = false
    do {
      let source = try MigrationSource.find(store: store, among: models)
      let outcome = try StoreMigrator(options: options)
        .migrate(store: store, among: models, to: target.compiled)
      guard let old = source.model else {
        throw MigrationError.unknownSource(
          path: store, entities: source.mismatches.map(\.entity))
      }
      return MigrationTestResult(
        store: store, before: before, outcome: outcome,
        comparison: try StoreComparison.compare(
          before, of: old, with: store, of: target.compiled, options: comparison),
        tables: try differencesFromFreshStore(store, target.compiled))
    } catch let error as MigrationError {
      throw .migration(error)
    } catch let error as StoreError {
      throw .store(error)
    } catch { throw .file(path: store, "\(error)") }
  }

  /// The differences between a store's tables and those of a new store of the model, made as the
  /// store's own framework would make it.
  private func differencesFromFreshStore(
    _ store: String, _ compiled: CompiledModel
  ) throws -> [TableDifference] {
    let reader = try StoreReader(path: store)
    let laidOut = try compiled.laidOut(asIn: reader.connection, reader.metadata())
    let fresh = newPath()
    try laidOut.createStore(at: fresh)
    return TableDifference.between(
      try StoreCatalog.read(from: StoreReader(path: fresh).connection),
      try StoreCatalog.read(from: reader.connection))
  }
}

/// A migrated store, and how it differs from the old one.
///
/// ```swift
/// let result = try helper.migrate(try helper.makeStore(of: "Model 2"))
/// #expect(result.outcome.result == .migrated)
/// #expect(result.comparison.isLossless, "\(result.comparison.text)")
/// ```
public struct MigrationTestResult: Sendable {
  /// The path of the migrated store.
  public let store: String
  /// The path of a copy of the old store.
  public let before: String
  /// The result of the migration, with its warnings.
  public let outcome: MigrationOutcome
  /// The comparison of the contents before and after.
  public let comparison: StoreComparison
  /// The tables, indexes and triggers that differ from those of a new store of the target; empty
  /// with the style `fresh`.
  public let tables: [TableDifference]
}

/// Why a migration test could not run, or the migration's own error.
///
/// ```swift
/// #expect(throws: MigrationTestFailure.self) {
///   try helper.makeStore(of: "a version that the bundle does not have")
/// }
/// ```
public enum MigrationTestFailure: Error, Sendable, CustomStringConvertible {
  /// The bundle cannot be found or read.
  case bundle(String)
  /// A model or an object has errors.
  case model([Diagnostic])
  /// The bundle has no version with this name; `known` has the names that it has.
  case noVersion(String, known: [String])
  /// A store cannot be made, read or written.
  case store(StoreError)
  /// The migration failed; the store is unchanged.
  case migration(MigrationError)
  /// A file or folder cannot be made or copied.
  case file(path: String, String)

  /// The error, in one line.
  public var description: String {
    switch self {
    case .bundle(let text): text
    case .model(let diagnostics):
      diagnostics.filter { $0.severity == .error }.map(\.text).joined(separator: "; ")
    case .noVersion(let name, let known):
      "the bundle has no version '\(name)'; it has "
        + quotedList(known)
    case .store(let error): "\(error)"
    case .migration(let error): "\(error)"
    case .file(let path, let message): "'\(path)': \(message)"
    }
  }
}
