import Foundation
public import MomentumDiagnostics
public import MomentumDiff
import MomentumModel
public import MomentumModelFiles

/// The models of a repository at a commit and now: what `momentum check --against` looks at.
public struct RepositoryReview: Sendable {
  /// The tags that are taken for releases where nobody says which are.
  public static let releasePatterns = ["v*", "[0-9]*", "release*"]

  public let repository: GitRepository
  /// The commit as the user named it.
  public let ref: String
  public let commit: GitObjectID
  /// Whether `commit` is not the ref's own, but where the history of now left it: what others did
  /// there since is no change of ours.
  public let isMergeBase: Bool
  /// Whether the two histories have no commit in common.
  public let isUnrelated: Bool
  /// What findings put before paths of the commit: `origin/main:`.
  public var label: String { old.label }
  let old: CommitFiles
  /// `nil` for the work tree.
  let now: CommitFiles?
  /// Files of models, and beside them, that are in the index but not in the work tree.
  private let leftOut: [GitFile]

  /// A model at the commit and now.
  public struct Pair: Sendable, Hashable {
    /// From the repository's root; `nil` for a model that was added.
    public var old: String?
    /// Where it is now, as the user would write it; `nil` for a model that was deleted.
    public var new: String?
    /// The same from the repository's root.
    var newInRepository: String?
    /// Whether a sparse checkout leaves it out, or some of its files: then it is read from the index, and `new`
    /// is its path from the repository's root.
    public var isLeftOut = false
  }

  /// - Parameters:
  ///   - ref: A branch, a tag or a commit.
  ///   - head: A commit to look at in place of the work tree; a bare repository has `HEAD`.
  public init(
    _ repository: GitRepository, against ref: String, at head: String? = nil
  ) throws(GitError) {
    self.repository = repository
    self.ref = ref
    // A tag is meant as it is, a release; a branch of its name does not hide it.
    let tag = try repository.find(ref.hasPrefix("refs/tags/") ? ref : "refs/tags/" + ref)
    let named = if let tag { tag } else { try repository.resolve(ref) }
    let head = head ?? (repository.root == nil ? "HEAD" : nil)
    let nowCommit =
      if let head { try repository.resolve(head) } else { try repository.find("HEAD") }
    // A tag is compared with as it is.
    let base: GitObjectID? =
      if let nowCommit, tag == nil { try repository.mergeBase(named, nowCommit) } else { named }
    if base == nil, repository.isShallow { throw .noMergeBaseInShallowClone(ref) }
    commit = base ?? named
    isMergeBase = commit != named
    isUnrelated = base == nil
    old = try CommitFiles(
      repository, commit, label: (commit == named ? ref : commit.short) + ":")
    leftOut = head == nil ? try SparseTree.filesLeftOut(of: repository) : []
    now =
      if head != nil, let nowCommit {
        // Paths as they are in a work tree: what shows findings beside lines looks for them there.
        try CommitFiles(repository, nowCommit, label: "")
      } else { nil }
  }

  // MARK: - Which models

  /// Every model of the repository; those in submodules belong to other repositories.
  public func pairs() throws(GitError) -> [Pair] {
    let oldPaths = Set(ModelPlaces.grouped(old.files).map(\.bundle))
    let newPaths: Set<String>
    if let now {
      newPaths = Set(ModelPlaces.grouped(now.files).map(\.bundle))
    } else {
      let present = Set(try repository.workTreeFiles().compactMap(ModelPlaces.bundle)).filter {
        FileManager.default.fileExists(atPath: (repository.root ?? "") + "/" + $0)
      }
      // A sparse checkout deletes nothing.
      newPaths = present.union(leftOut.compactMap { ModelPlaces.bundle(of: $0.path) })
    }
    return try paired(oldPaths, newPaths)
  }

  /// The models in a folder, as the user gave its path.
  public func pairs(below folder: String) throws(GitError) -> [Pair] {
    let place = try GitRepository.containing(path: folder).path
    return try pairs().filter { pair in
      [pair.newInRepository, pair.old].contains { RepositoryPath.is($0, below: place) }
    }
  }

  /// The pair of one model, as the user gave its path.
  public func pair(path: String) throws(GitError) -> Pair {
    let place = try GitRepository.containing(path: path).path
    let bundle = ModelPlaces.bundle(of: place + "/contents") ?? place
    let isOld = old.contains(bundle)
    if let now {
      let isNew = now.contains(bundle)
      return Pair(old: isOld ? bundle : nil, new: isNew ? bundle : nil, newInRepository: bundle)
    }
    // The path may name a version or a file in the bundle.
    let extra = place.dropFirst(bundle.count).utf8.count
    var shown = path
    while shown.hasSuffix("/") { shown.removeLast() }
    if extra > 0 { shown = String(shown.dropLast(place.dropFirst(bundle.count).count)) }
    let new =
      isLeftOut(bundle) ? bundle : FileManager.default.fileExists(atPath: shown) ? shown : nil
    if !isOld, let moved = try pairs().first(where: { $0.newInRepository == bundle }) {
      return Pair(
        old: moved.old, new: new, newInRepository: bundle, isLeftOut: isLeftOut(bundle))
    }
    return Pair(
      old: isOld ? bundle : nil, new: new, newInRepository: bundle, isLeftOut: isLeftOut(bundle))
  }

  private func isLeftOut(_ bundle: String) -> Bool {
    leftOut.contains { ModelPlaces.bundle(of: $0.path) == bundle }
  }

  private func paired(_ oldPaths: Set<String>, _ newPaths: Set<String>) throws(GitError) -> [Pair] {
    let moves = MovedBundles(
      gone: oldPaths.subtracting(newPaths).sorted(), added: newPaths.subtracting(oldPaths).sorted())
    let sources = try moves.sources(reader)
    let gone = oldPaths.subtracting(newPaths).subtracting(sources.values)
    return newPaths.sorted().map { path in
      pair(of: path, old: oldPaths.contains(path) ? path : sources[path])
    } + gone.sorted().map { Pair(old: $0, new: nil, newInRepository: nil) }
  }

  private func reader(_ path: String, atCommit: Bool) throws(GitError) -> BundleReader {
    if atCommit { return BundleReader(source: .tree(try old.tree(of: path)), path: path) }
    let pair = pair(of: path, old: nil)
    return BundleReader(source: try source(of: pair), path: pair.new ?? path)
  }

  /// Of a model that is there now.
  private func pair(of path: String, old: String?) -> Pair {
    let isLeftOut = isLeftOut(path)
    return Pair(
      old: old, new: isLeftOut ? path : shown(path), newInRepository: path, isLeftOut: isLeftOut)
  }

  func shown(_ path: String) -> String {
    guard now == nil, let root = repository.root else { return path }
    return RepositoryPath.shown(path, in: root)
  }

  // MARK: - What they say

  /// Where the models of now are read from.
  public func source(of pair: Pair) throws(GitError) -> ModelFileSource {
    if let now { return .tree(try now.tree(of: pair.newInRepository ?? "")) }
    guard pair.isLeftOut, let path = pair.newInRepository else {
      return .disk(within: repository.root)
    }
    return .tree(try SparseTree(repository: repository, leftOut: leftOut).tree(of: path))
  }

  /// The file of the current version of one side, with what is wrong with its bundle.
  public func currentFile(
    of pair: Pair, atCommit: Bool, _ diagnostics: inout Diagnostics
  ) throws -> LoadedModelFile? {
    guard let path = atCommit ? pair.old : pair.new else { return nil }
    let source = atCommit ? ModelFileSource.tree(try old.tree(of: path)) : try source(of: pair)
    return try ModelBundle.load(path: path, in: source, &diagnostics)
  }

  /// The nearest file beside a model as it is now, or was before it was deleted, or in a folder above it;
  /// with `nil` the place beside the model where there is none.
  public func file(
    named name: String, beside pair: Pair
  ) throws -> (path: String, file: SourceFile?) {
    guard let model = pair.new ?? pair.old.map(shown) else { return (name, nil) }
    let beside = try file(named: name, beside: model, of: pair)
    if beside.file != nil { return beside }
    // A work tree's files may be written with any path to them, so they are looked for by the whole one.
    if now == nil, !pair.isLeftOut {
      let folder = RepositoryPath.absoluteFolder(of: model)
      guard let path = SettingsFile.nearest(name, from: folder) else { return beside }
      return (path, try ModelFileSource.disk(within: repository.root).file(path))
    }
    var folder = RepositoryPath.beside(model, "")[...].dropLast()
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let above = try file(named: name, beside: folder + "/x", of: pair)
      if above.file != nil { return above }
    }
    guard !folder.isEmpty else { return beside }
    let top = try file(named: name, beside: "x", of: pair)
    return top.file == nil ? beside : top
  }

  private func file(
    named name: String, beside model: String, of pair: Pair
  ) throws -> (path: String, file: SourceFile?) {
    let path = RepositoryPath.beside(model, name)
    if let now { return (path, try ModelFileSource.tree(try now.tree(of: path)).file(path)) }
    if pair.isLeftOut, leftOut.contains(where: { $0.path == path }) {
      let tree = try SparseTree(repository: repository, leftOut: leftOut).tree(of: path)
      return (path, try ModelFileSource.tree(tree).file(path))
    }
    let place = pair.isLeftOut ? shown(path) : path
    return (place, try ModelFileSource.disk(within: repository.root).file(place))
  }

  /// Both sides of a pair; `nil` where nothing changed, so that nothing needs to be parsed.
  ///
  /// - Parameters:
  ///   - released: Patterns of the tags of releases, and names of branches and commits.
  ///   - isStrict: Whether the versions of the commit count as released, too.
  public func review(
    _ pair: Pair, released: [String] = RepositoryReview.releasePatterns,
    usesStagedMigration: Bool = false, isStrict: Bool = false
  ) throws -> VersionReview? {
    let before = try pair.old.map { path in
      BundleReader(source: .tree(try old.tree(of: path)), path: path)
    }
    let after = try pair.new.map { path in
      BundleReader(source: try source(of: pair), path: path)
    }
    let oldFiles = try before.map { try filesAtCommit($0) }
    let newFiles = try after?.files()
    if let oldFiles, let newFiles, oldFiles.isEqual(to: newFiles) { return nil }
    var known: [BundleReader.Known: DiffedModel] = [:]
    // The forms of now first: what did not change then has its place in the file of now.
    let newBundle = newFiles.flatMap { after?.bundle(of: $0, known: &known) }
    let oldBundle = oldFiles.flatMap { before?.bundle(of: $0, known: &known) }
    var review = VersionReview(
      ref: ref, old: oldBundle, new: newBundle, usesStagedMigration: usesStagedMigration,
      gitFolder: now == nil ? repository.root.flatMap(RepositoryPath.gitFolder) : nil)
    let names = review.versionsToLookUp()
    if !names.isEmpty {
      review.released = try releasedForms(of: names, pair, review, released, isStrict: isStrict)
    }
    if oldBundle?.current != nil, newBundle?.current != nil {
      review.mappings = try MappingModels(repository, at: now).all()
    }
    return review
  }

  /// The commits that count as releases, the oldest first: tags that match a pattern, then the commits that a
  /// pattern names.
  public func releases(matching patterns: [String]) throws(GitError) -> [GitRepository.Tag] {
    var result = try repository.tags(matching: patterns)
    for name in patterns where !name.contains(where: { "*?[".contains($0) }) {
      guard !result.contains(where: { GitRef.matches($0.name, name) }),
        let commit = try repository.find(name)
      else { continue }
      result.append(GitRepository.Tag(name: name, commit: commit))
    }
    return result
  }

  private func releasedForms(
    of names: [String], _ pair: Pair, _ review: VersionReview, _ patterns: [String], isStrict: Bool
  ) throws(GitError) -> [String: [ReleasedForm]] {
    let places = [pair.old, pair.newInRepository].compactMap { $0 }
    let models = ModelPlaces.grouped(old.files)
    let files = models.first { $0.bundle == pair.old }?.files ?? []
    let ids = Dictionary(files.map { ($0.path, $0.id) }) { first, _ in first }
    var known: [GitObjectID: DiffedModel] = [:]
    for version in review.old?.versions ?? [] {
      guard let form = version.form, let bundle = pair.old,
        let id = ids[ReleasedForms.contents(of: version.name, in: bundle)]
      else { continue }
      known[id] = form
    }
    let forms = [review.old, review.new].compactMap { $0 }.flatMap(\.versions).compactMap(\.form)
    var releases = try releases(matching: patterns)
    if isStrict { releases.append(GitRepository.Tag(name: commitName, commit: commit)) }
    return try ReleasedForms(
      repository: repository, tags: releases, known: known,
      entities: forms.isEmpty ? nil : Set(forms.flatMap { $0.model.entities.map(\.name) })
    ).find(
      names, of: places, contents: ModelPlaces.contents(files),
      others: Set(models.map(\.bundle)).subtracting(places))
  }

  /// As findings and their commands name the commit.
  private var commitName: String { isMergeBase ? commit.short : ref }

  /// The files of the commit's side, whose faults nobody can repair any more: links that lead nowhere are
  /// versions that cannot be read.
  private func filesAtCommit(_ reader: BundleReader) throws -> BundleReader.Files {
    do throws(ModelFileError) {
      return try reader.files()
    } catch {
      let inside = old.files.filter { $0.path.hasPrefix(reader.path + "/") }
      let links = inside.filter { $0.mode == .link }
      guard !links.isEmpty else { throw error }
      let tree = try repository.tree(of: inside.filter { $0.mode != .link }, label: old.label)
      var files = try BundleReader(source: .tree(tree), path: reader.path).files()
      for name in Set(links.compactMap { version(of: $0.path, in: reader.path) }).sorted()
      where !files.versions.contains(where: { $0.name == name }) {
        files.versions.append((name, nil))
      }
      return files
    }
  }

  /// The version that a file of a bundle belongs to.
  private func version(of path: String, in bundle: String) -> String? {
    let suffix = ".xcdatamodel"
    guard let folder = path.dropFirst(bundle.count + 1).split(separator: "/").first,
      folder.hasSuffix(suffix)
    else { return nil }
    return String(folder.dropLast(suffix.count))
  }
}
