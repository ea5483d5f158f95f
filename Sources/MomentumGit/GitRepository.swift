/// A git repository, read by plumbing commands only: nothing in it is written, and it needs no work
/// tree.
package struct GitRepository: Sendable {
  /// The folder of the work tree; `nil` for a bare repository.
  package let root: String?
  /// The path by which the repository was found, relative to the root of the work tree.
  package let path: String
  /// Whether the history ends early, as in a clone of `--depth 1`.
  package let isShallow: Bool
  let process: GitProcess

  /// The repository that a path belongs to. The path itself need not exist, for example if its
  /// bundle was deleted.
  package static func containing(path: String) throws(GitError) -> GitRepository {
    try GitRepository(path: path, environment: GitEnvironment())
  }

  init(path: String, environment: GitEnvironment) throws(GitError) {
    let (folder, rest) = RepositoryPath.split(path)
    var process = try GitProcess(folder: folder, environment: environment)
    var probe = try process.run(["rev-parse", "--absolute-git-dir"])
    let isNamed = probe.status != 0 && environment.namedRepository != nil
    if isNamed {
      process = try GitProcess(folder: folder, environment: environment.withNamedRepository())
      probe = try process.run(["rev-parse", "--absolute-git-dir"])
    }
    guard probe.status == 0 else {
      let error = process.failure(["rev-parse"], probe)
      if case .notARepository = error { throw .notARepository(path: path) }
      throw error
    }
    if let named = environment.namedRepository, !isNamed, RepositoryPath.areSame(named, probe.line)
    {
      process = try GitProcess(folder: folder, environment: environment.withObjects())
    }
    let isBare = try process.output(["rev-parse", "--is-inside-work-tree"]).line != "true"
    if isBare { try GitRepository.refuseEmbedded(probe.line, environment) }
    isShallow = try process.output(["rev-parse", "--is-shallow-repository"]).line == "true"
    // Ask for one path at a time, since a path may contain line ends.
    root = isBare ? nil : try process.output(["rev-parse", "--show-toplevel"]).line
    self.path = (isBare ? "" : try process.output(["rev-parse", "--show-prefix"]).line) + rest
    self.process = process
  }

  /// Throws for a bare repository among the files of another one: a pull request may contain such a
  /// folder, and its settings could run programs.
  private static func refuseEmbedded(
    _ folder: String, _ environment: GitEnvironment
  ) throws(GitError) {
    let outer = try GitProcess(folder: RepositoryPath.parent(of: folder), environment: environment)
    let probe = try outer.run(["rev-parse", "--is-inside-work-tree"])
    guard probe.status == 0, probe.line == "true" else { return }
    // The folder `.git` of the work tree itself is allowed.
    let own = try outer.output(["rev-parse", "--absolute-git-dir"]).line
    if !RepositoryPath.areSame(own, folder) { throw .embedded(path: folder) }
  }

  // MARK: - Commits

  /// The commit that a branch, a tag or another name refers to.
  package func resolve(_ ref: String) throws(GitError) -> GitObjectID {
    if let id = try find(ref) { return id }
    // On a build server, a clone often has remote branches only.
    if try find("origin/" + ref) != nil { throw .unknownRefNear(ref, near: "origin/" + ref) }
    throw isShallow ? .unknownRefInShallowClone(ref) : .unknownRef(ref)
  }

  /// The commit that a name refers to; `nil` if there is no such commit.
  package func find(_ ref: String) throws(GitError) -> GitObjectID? {
    guard GitRef.isPlausible(ref) else { return nil }
    let output = try process.run([
      "rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}",
    ])
    return output.status == 0 ? GitObjectID(output.line) : nil
  }

  /// The commit where two histories parted; `nil` if they share no commit, or a shallow clone lacks
  /// it.
  package func mergeBase(_ one: GitObjectID, _ other: GitObjectID) throws(GitError) -> GitObjectID?
  {
    let output = try process.run(["merge-base", one.text, other.text])
    return output.status == 0 ? GitObjectID(output.line) : nil
  }

  /// A tag and its commit.
  package struct Tag: Sendable, Hashable {
    package var name: String
    package var commit: GitObjectID
  }

  /// The tags of commits that match one of the patterns, the oldest first.
  ///
  /// - Parameter patterns: Patterns of `git tag --list`: `v*`.
  package func tags(matching patterns: [String]) throws(GitError) -> [Tag] {
    let output = try process.output([
      "for-each-ref", "--sort=creatordate",
      "--format=%(objecttype) %(objectname) %(*objecttype) %(*objectname) %(refname)", "refs/tags",
    ])
    var result: [Tag] = []
    for line in output.line.split(separator: "\n") {
      let fields = line.split(separator: " ", omittingEmptySubsequences: false)
      guard fields.count == 5, fields[4].hasPrefix("refs/tags/") else { continue }
      let name = String(fields[4].dropFirst("refs/tags/".count))
      guard patterns.contains(where: { GitRef.matches(name, $0) }) else { continue }
      let commit =
        switch (fields[0], fields[2]) {
        case ("commit", _): GitObjectID(fields[1])
        case (_, "commit"): GitObjectID(fields[3])
        // An annotated tag may refer to another tag, not to a commit.
        case (_, "tag"): try find("refs/tags/" + name)
        case _: GitObjectID?.none
        }
      if let commit { result.append(Tag(name: name, commit: commit)) }
    }
    return result
  }
}
