import Foundation
package import MomentumDiagnostics
package import MomentumMigrator
import MomentumSQLite

/// Stores that Core Data wrote and migrated, and the versions they may be of.
package struct OracleCorpus: Sendable {
  package let versions: BundleVersions
  package let stores: [OracleStore]
  package let diagnostics: Diagnostics

  /// Reads all models and all stores below folders. Links are not followed.
  ///
  /// Models are `.xcdatamodeld` and `.xcdatamodel` folders, `contents` and `.xml` files; their order is that
  /// of their names as a person counts them, which is taken for the order of the versions.
  package init(stores storeFolders: [String], models modelFolders: [String]) throws {
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
  package struct Pair: Sendable {
    package var earlier: OracleStore
    package var later: OracleStore
    package var title: String {
      "\(earlier.file) (\(earlier.title)) → \(later.file) (\(later.title))"
    }
  }

  /// The neighbours of every lineage, by the order of versions and of framework versions.
  ///
  /// Several stores of one version follow each other: they too have to be equal. A store that is known only
  /// by its own model stands behind those that no newer framework wrote.
  package var neighbours: [Pair] {
    lineages.flatMap { stores in
      zip(stores, stores.dropFirst()).map { Pair(earlier: $0, later: $1) }
    }
  }

  /// Where a store stands in its lineage.
  private struct Place: Comparable {
    var version: Int
    var framework: Int64
    var store: OracleStore

    static func == (left: Place, right: Place) -> Bool { !(left < right) && !(right < left) }

    static func < (left: Place, right: Place) -> Bool {
      if left.version != right.version { return left.version < right.version }
      if left.framework != right.framework { return left.framework < right.framework }
      return left.store.file.compare(right.store.file, options: .numeric) == .orderedAscending
    }
  }

  /// The stores of each identity, in order. One that is known by its own model alone stands behind those
  /// that no newer framework wrote.
  private var lineages: [[OracleStore]] {
    var groups: [String: [OracleStore]] = [:]
    for store in stores where store.compiled != nil {
      groups[store.metadata.uuid, default: []].append(store)
    }
    return groups.sorted { $0.key < $1.key }.map { _, group in
      let known = group.compactMap { store -> (framework: Int64, index: Int)? in
        guard case .version(_, let index) = store.name else { return nil }
        return (store.metadata.frameworkVersion ?? 0, index)
      }
      return group.map { store in
        let framework = store.metadata.frameworkVersion ?? 0
        let index: Int =
          switch store.name {
          case .version(_, let index): index
          case .ownModel, .unknown:
            known.filter { $0.framework <= framework }.map(\.index).max() ?? -1
          }
        return Place(version: index, framework: framework, store: store)
      }.sorted().map(\.store)
    }
  }

  /// Every pair of a lineage whose first store is of an earlier version, or of the same.
  package var allPairs: [Pair] {
    lineages.flatMap { stores in
      stores.indices.flatMap { first in
        stores[(first + 1)...].map { Pair(earlier: stores[first], later: $0) }
      }
    }
  }

  /// The stores of a pair's lineage before its earlier one, the latest first, eight at most.
  package func older(than pair: Pair) -> [OracleStore] {
    for stores in lineages {
      guard let index = stores.firstIndex(where: { $0.path == pair.earlier.path }) else { continue }
      return Array(stores[..<index].reversed().prefix(8))
    }
    return []
  }

  /// The versions between those of two stores, one of each group that is equal by hash.
  package func versions(between pair: Pair) -> [BundleVersions.Version] {
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
