import MomentumDiagnostics
import MomentumMigration
import MomentumModelFiles

/// Finds the forms that versions of a bundle have in the commits of tags.
struct ReleasedForms {
  let repository: GitRepository
  /// The oldest first.
  let tags: [GitRepository.Tag]

  /// Bundles move; so many of their former places are looked for.
  private static let placesMax = 5

  /// By version, the oldest release first.
  ///
  /// - Parameter bundles: Where the bundle is or was, from the repository's root.
  func find(
    _ versions: [String], of bundles: [String]
  ) throws(GitError) -> [String: [ReleasedForm]] {
    guard !versions.isEmpty, !tags.isEmpty else { return [:] }
    var places: [String] = []
    var found: [GitObjectID: [String: GitObjectID]] = [:]
    for bundle in bundles where !places.contains(bundle) {
      places.append(bundle)
      try look(for: versions, at: bundle, &found)
    }
    for _ in 0..<Self.placesMax {
      guard let tag = tags.last(where: { found[$0.commit] == nil }) else { break }
      found[tag.commit] = [:]
      // The bundle had another place then, or was not there yet.
      for bundle in try formerPlaces(at: tag.commit, names: places)
      where !places.contains(bundle) {
        places.append(bundle)
        try look(for: versions, at: bundle, &found)
      }
    }
    return try forms(versions, found)
  }

  /// Adds what stands at a place in the commits where nothing was found yet.
  private func look(
    for versions: [String], at bundle: String,
    _ found: inout [GitObjectID: [String: GitObjectID]]
  ) throws(GitError) {
    let commits = tags.map(\.commit).filter { found[$0]?.isEmpty ?? true }
    let paths = versions.map { ReleasedForms.contents(of: $0, in: bundle) }
    for (commit, ids) in try repository.ids(of: paths + [bundle], in: commits)
    where ids[bundle] != nil {
      found[commit] = ids
    }
  }

  /// Bundles of the same name.
  private func formerPlaces(
    at commit: GitObjectID, names places: [String]
  ) throws(GitError) -> [String] {
    let names = Set(places.compactMap { $0.split(separator: "/").last.map(String.init) })
    let bundles = ModelPlaces.grouped(try repository.files(at: commit)).map(\.bundle)
    return bundles.filter { bundle in
      bundle.split(separator: "/").last.map { names.contains(String($0)) } ?? false
    }
  }

  private func forms(
    _ versions: [String], _ found: [GitObjectID: [String: GitObjectID]]
  ) throws(GitError) -> [String: [ReleasedForm]] {
    let ids = Set(found.values.flatMap(\.values))
    let contents = try repository.contents(
      of: ids.sorted { $0.text < $1.text }, sizeMax: ModelBundle.sizeMax)
    let hashes = contents.mapValues { bytes in
      BundleReader.form(of: SourceFile(path: "", utf8: bytes))?.hashes
    }
    var result: [String: [ReleasedForm]] = [:]
    for tag in tags {
      for (path, id) in (found[tag.commit] ?? [:]).sorted(by: { $0.key < $1.key }) {
        guard let version = versions.first(where: { path.hasSuffix("/\($0).xcdatamodel/contents") })
        else { continue }
        result[version, default: []].append(
          ReleasedForm(tag: tag.name, path: path, hashes: hashes[id] ?? nil))
      }
    }
    return result
  }

  /// A model that stands alone is its own version.
  private static func contents(of version: String, in bundle: String) -> String {
    bundle.hasSuffix(".xcdatamodeld")
      ? "\(bundle)/\(version).xcdatamodel/contents" : "\(bundle)/contents"
  }
}
