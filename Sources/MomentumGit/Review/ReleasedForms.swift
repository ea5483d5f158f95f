import MomentumDiagnostics
import MomentumDiff
import MomentumModelFiles

/// Finds the forms that versions of a bundle have in the commits of tags.
struct ReleasedForms {
  let repository: GitRepository
  /// The oldest first.
  let tags: [GitRepository.Tag]
  /// What files say that were read before.
  let known: [GitObjectID: DiffedModel]
  /// The names of the bundle's entities, `nil` where none of its versions can be read: a bundle of another place
  /// with its name has some of them.
  let entities: Set<String>?

  /// Bundles move; so many of their former places are looked for.
  private static let placesMax = 5

  /// A version's file in a commit.
  private struct Found: Hashable {
    var version: String
    /// From the repository's root.
    var path: String
    var id: GitObjectID
  }

  /// By version, the oldest release first.
  ///
  /// - Parameters:
  ///   - bundles: Where the bundle is or was, from the repository's root.
  ///   - contents: Files of its versions that are known: a bundle that has one of them is the same one.
  ///   - others: The models beside it, which are not its former places.
  func find(
    _ versions: [String], of bundles: [String], contents: Set<GitObjectID> = [],
    others: Set<String> = []
  ) throws(GitError) -> [String: [ReleasedForm]] {
    guard !versions.isEmpty, !tags.isEmpty else { return [:] }
    var places: [String] = []
    var found: [GitObjectID: [Found]] = [:]
    for bundle in bundles where !places.contains(bundle) {
      places.append(bundle)
      try look(for: versions, at: bundle, &found)
    }
    for _ in 0..<Self.placesMax {
      guard let tag = tags.last(where: { found[$0.commit] == nil }) else { break }
      found[tag.commit] = []
      // The bundle had another place then, or was not there yet.
      let known = contents.union(found.values.joined().map(\.id))
      for bundle in try formerPlaces(at: tag.commit, names: places, contents: known)
      where !places.contains(bundle) && !others.contains(bundle) {
        places.append(bundle)
        try look(for: versions, at: bundle, &found)
      }
    }
    return try forms(versions, found)
  }

  /// Adds what stands at a place in the commits where nothing was found yet.
  private func look(
    for versions: [String], at bundle: String, _ found: inout [GitObjectID: [Found]]
  ) throws(GitError) {
    let commits = tags.map(\.commit).filter { found[$0]?.isEmpty ?? true }
    let files = versions.map { (version: $0, path: ReleasedForms.contents(of: $0, in: bundle)) }
    for (commit, ids) in try repository.ids(of: files.map(\.path) + [bundle], in: commits)
    where ids[bundle] != nil {
      found[commit] = files.compactMap { file in
        ids[file.path].map { Found(version: file.version, path: file.path, id: $0) }
      }
    }
  }

  /// Bundles of the same name with the same entities, then those with a file in common. A name alone says
  /// nothing: Xcode calls the first model of every app `Model`.
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
    _ versions: [String], _ found: [GitObjectID: [Found]]
  ) throws(GitError) -> [String: [ReleasedForm]] {
    let ids = Set(found.values.joined().map(\.id)).filter { known[$0] == nil }
    let contents = try repository.contents(
      of: ids.sorted { $0.text < $1.text }, sizeMax: ModelBundle.sizeMax)
    let read = contents.compactMapValues { bytes in
      BundleReader.form(of: SourceFile(path: "", utf8: bytes))
    }
    var result: [String: [ReleasedForm]] = [:]
    for tag in tags {
      for file in found[tag.commit] ?? [] {
        result[file.version, default: []].append(
          ReleasedForm(tag: tag.name, path: file.path, form: known[file.id] ?? read[file.id]))
      }
    }
    return result
  }

  /// A model that stands alone is its own version.
  static func contents(of version: String, in bundle: String) -> String {
    bundle.hasSuffix(".xcdatamodeld")
      ? "\(bundle)/\(version).xcdatamodel/contents" : "\(bundle)/contents"
  }
}
