import Foundation
public import MomentumDiagnostics
public import MomentumMigrator
import MomentumSQLite

/// Stores that Core Data wrote and migrated, and the versions they may be of.
public struct OracleCorpus: Sendable {
  public let versions: BundleVersions
  public let stores: [OracleStore]
  public let diagnostics: Diagnostics

  /// Reads all models and all stores below folders. Links are not followed.
  ///
  /// Models are `.xcdatamodeld` and `.xcdatamodel` folders, `contents` and `.xml` files; their order is that
  /// of their names as a person counts them, which is taken for the order of the versions.
  public init(stores storeFolders: [String], models modelFolders: [String]) throws {
    var versions = BundleVersions()
    var diagnostics = Diagnostics()
    let models = modelFolders.flatMap { OracleCorpus.models(in: $0) }
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    for path in models { try versions.add(bundle: path, &diagnostics) }
    self.versions = versions
    self.diagnostics = diagnostics
    let paths = storeFolders.flatMap { OracleCorpus.files(in: $0) { _ in true } }
      .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    let known = versions
    stores = paths.compactMap { OracleStore(path: $0, versions: known) }
  }

  private static func models(in folder: String) -> [String] {
    if folder.hasSuffix(".xcdatamodeld") || folder.hasSuffix(".xcdatamodel") { return [folder] }
    let files = files(in: folder) { name in
      name.hasSuffix(".xml") || name == "contents" || name.hasSuffix(".mom")
    }
    return files
  }

  private static func files(in folder: String, _ isWanted: (String) -> Bool) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else { return [folder] }
    let names = (FileManager.default.enumerator(atPath: folder)?.allObjects ?? [])
      .compactMap { $0 as? String }
    return names.filter { isWanted(URL(fileURLWithPath: $0).lastPathComponent) }
      .map { folder + "/" + $0 }
  }

  /// Two stores of one lineage (the same `Z_UUID`), the later one of a later version, none between them.
  public struct Pair: Sendable {
    public var earlier: OracleStore
    public var later: OracleStore
    public var title: String {
      "\(earlier.file) (\(earlier.title)) → \(later.file) (\(later.title))"
    }
  }

  /// The neighbours of every lineage, by the order of versions and of framework versions.
  ///
  /// Several stores of one version follow each other: they too have to be equal. A store that is known only
  /// by its own model stands where its file's name puts it.
  public var neighbours: [Pair] {
    var lineages: [String: [OracleStore]] = [:]
    for store in stores where store.compiled != nil {
      lineages[store.metadata.uuid, default: []].append(store)
    }
    return lineages.keys.sorted().flatMap { uuid -> [Pair] in
      let ordered = (lineages[uuid] ?? []).sorted { OracleCorpus.isBefore($0, $1) }
      return zip(ordered, ordered.dropFirst()).map { Pair(earlier: $0, later: $1) }
    }
  }

  private static func isBefore(_ left: OracleStore, _ right: OracleStore) -> Bool {
    if case .version(_, let one) = left.name, case .version(_, let other) = right.name,
      one != other
    {
      return one < other
    }
    let frameworks = (left.metadata.frameworkVersion ?? 0, right.metadata.frameworkVersion ?? 0)
    if frameworks.0 != frameworks.1 { return frameworks.0 < frameworks.1 }
    return left.file.compare(right.file, options: .numeric) == .orderedAscending
  }

  /// Every pair of a lineage whose first store is of an earlier version, or of the same.
  public var allPairs: [Pair] {
    var lineages: [String: [OracleStore]] = [:]
    for store in stores where store.compiled != nil {
      lineages[store.metadata.uuid, default: []].append(store)
    }
    return lineages.keys.sorted().flatMap { uuid -> [Pair] in
      let ordered = (lineages[uuid] ?? []).sorted { OracleCorpus.isBefore($0, $1) }
      return ordered.indices.flatMap { first in
        ordered[(first + 1)...].map { Pair(earlier: ordered[first], later: $0) }
      }
    }
  }

  /// The versions between those of two stores, one of each group that is equal by hash.
  public func versions(between pair: Pair) -> [BundleVersions.Version] {
    guard case .version(_, let first) = pair.earlier.name,
      case .version(_, let last) = pair.later.name,
      first < last
    else { return [] }
    var seen = [versions.all[first].hashes, versions.all[last].hashes]
    return versions.all[(first + 1)..<last].filter { version in
      guard !seen.contains(version.hashes) else { return false }
      seen.append(version.hashes)
      return true
    }
  }
}
