import MomentumDiagnostics
import MomentumDiff
import MomentumModelFiles

/// Finds the forms that versions of a bundle have in the commits of tags.
struct ReleasedForms {
  let repository: GitRepository
  /// The tags of releases, the oldest first.
  let tags: [GitRepository.Tag]
  /// Forms that were parsed before, by the id of their file.
  let known: [GitObjectID: DiffedModel]
  /// The names of the bundle's entities; `nil` if no version can be read. A bundle of the same name
  /// with another path is the same bundle only if it has some of these entities.
  let entities: Set<String>?

  /// The most former paths of a bundle that are searched, since bundles are moved.
  private static let placesMax = 5

  /// A version's file in a commit.
  private struct Found: Hashable {
    var version: String
    /// The path relative to the repository's root.
    var path: String
    var id: GitObjectID
  }

  /// The released forms of each version, the oldest release first.
  ///
  /// - Parameters:
  ///   - bundles: The present and former paths of the bundle, relative to the repository's root.
  ///   - contents: The ids of known files of the bundle's versions: another bundle with one of them
  ///     is the same bundle.
  ///   - others: The paths of other models of the repository, which are not former paths of the
  ///     bundle.
  func find(
    _ versions: [String], of bundles: [String], contents: Set<GitObjectID> = [],
    others: Set<String> = []
  ) throws(GitError) -> [String: [ReleasedForm]] {
    guard !versions.isEmpty, !tags.isEmpty else { return [:] }
    var places: [String] = []
    var foundFiles: [GitObjectID: [Found]] = [:]
    for bundle in bundles where !places.contains(bundle) {
      places.append(bundle)
      try look(for: versions, at: bundle, &foundFiles)
    }
    for _ in 0..<Self.placesMax {
      guard let tag = tags.last(where: { foundFiles[$0.commit] == nil }) else { break }
      foundFiles[tag.commit] = []
      // At that commit the bundle had another path, or did not exist yet.
      let knownContents = contents.union(foundFiles.values.joined().map(\.id))
      for bundle in try formerPlaces(at: tag.commit, names: places, contents: knownContents)
      where !places.contains(bundle) && !others.contains(bundle) {
        places.append(bundle)
        try look(for: versions, at: bundle, &foundFiles)
      }
    }
    return try forms(versions, foundFiles)
  }

  /// Adds the files of a bundle's path, in those commits for which no file was found yet.
  private func look(
    for versions: [String], at bundle: String, _ foundFiles: inout [GitObjectID: [Found]]
  ) throws(GitError) {
    let commits = tags.map(\.commit).filter { foundFiles[$0]?.isEmpty ?? true }
    let files = versions.map { (version: $0, path: ReleasedForms.contents(of: $0, in: bundle)) }
    for (commit, ids) in try repository.ids(of: files.map(\.path) + [bundle], in: commits)
    where ids[bundle] != nil {
      foundFiles[commit] = files.compactMap { file in
        ids[file.path].map { Found(version: file.version, path: file.path, id: $0) }
      }
    }
  }

  /// The paths of bundles in a commit that may be the same bundle: first those with the same name
  /// and related entities, then those with a file in common. A name alone proves nothing: Xcode
  /// names the first model of every app `Model`.
  private func formerPlaces(
    at commit: GitObjectID, names places: [String], contents: Set<GitObjectID>
  ) throws(GitError) -> [String] {
    let names = Set(places.compactMap { $0.split(separator: "/").last.map(String.init) })
    let bundles = ModelPlaces.grouped(try repository.files(at: commit))
    var named: [String] = []
    var others: [String] = []
    for one in bundles {
      let files = ModelPlaces.contents(one.files)
      let hasFile = !files.isDisjoint(with: contents)
      let hasName = names.contains(one.bundle.split(separator: "/").last.map(String.init) ?? "")
      let isNamed = hasName && !hasFile ? try hasEntities(files) : hasName
      if isNamed {
        named.append(one.bundle)
      } else if hasFile {
        others.append(one.bundle)
      }
    }
    return named + others
  }

  private func hasEntities(_ files: Set<GitObjectID>) throws(GitError) -> Bool {
    let contents = try repository.contents(
      of: files.sorted { $0.text < $1.text }, sizeMax: ModelBundle.sizeMax)
    return MovedBundles.areRelated(
      entities, MovedBundles.entities(contents.values.map { SourceFile(path: "", utf8: $0) }))
  }

  private func forms(
    _ versions: [String], _ foundFiles: [GitObjectID: [Found]]
  ) throws(GitError) -> [String: [ReleasedForm]] {
    let ids = Set(foundFiles.values.joined().map(\.id)).filter { known[$0] == nil }
    let contents = try repository.contents(
      of: ids.sorted { $0.text < $1.text }, sizeMax: ModelBundle.sizeMax)
    let read = contents.compactMapValues { bytes in
      BundleReader.form(of: SourceFile(path: "", utf8: bytes))
    }
    var result: [String: [ReleasedForm]] = [:]
    for tag in tags {
      for file in foundFiles[tag.commit] ?? [] {
        result[file.version, default: []].append(
          ReleasedForm(tag: tag.name, path: file.path, form: known[file.id] ?? read[file.id]))
      }
    }
    return result
  }

  /// The path of a version's file. A model outside of a bundle has itself as its only version.
  static func contents(of version: String, in bundle: String) -> String {
    bundle.hasSuffix(".xcdatamodeld")
      ? "\(bundle)/\(version).xcdatamodel/contents" : "\(bundle)/contents"
  }
}
