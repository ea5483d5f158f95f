import Foundation
package import MomentumDiagnostics
package import MomentumDiff
import MomentumModel
package import MomentumModelFiles

/// The models of a repository at a commit and now: the input of `momentum check --against`.
package struct RepositoryReview: Sendable {
  /// The patterns of release tags if a project sets none.
  package static let releasePatterns = ["v*", "[0-9]*", "release*"]

  package let repository: GitRepository
  /// The commit as the user named it.
  package let ref: String
  package let commit: GitObjectID
  /// Whether `commit` is the one at which the present history branched off, not the one that `ref`
  /// names: later commits of the ref are changes that others made.
  package let isMergeBase: Bool
  /// Whether the two histories have no commit in common.
  package let isUnrelated: Bool
  /// The text before paths of the commit in findings: `origin/main:`.
  package var label: String { old.label }
  let old: CommitFiles
  /// The files of a present commit; `nil` for the work tree.
  let now: CommitFiles?
  /// Files of models, and settings beside them, that are in the index but not in the work tree.
  private let leftOut: [GitFile]

  /// A model at the commit and at present.
  package struct Pair: Sendable, Hashable {
    /// The path at the commit, relative to the repository's root; `nil` for a model that was added.
    package var old: String?
    /// The present path as a user would write it; `nil` for a model that was deleted.
    package var new: String?
    /// The present path relative to the repository's root.
    var newInRepository: String?
    /// Whether a sparse checkout leaves out the model or some of its files. Then the model is read
    /// from the index, and `new` is its path relative to the repository's root.
    package var isLeftOut = false
  }

  /// Finds the commit to compare with.
  ///
  /// - Parameters:
  ///   - ref: A branch, a tag or a commit.
  ///   - head: The commit to review; `nil` for the work tree, or for `HEAD` in a bare repository.
  package init(
    _ repository: GitRepository, against ref: String, at head: String? = nil
  ) throws(GitError) {
    self.repository = repository
    self.ref = ref
    // If a tag and a branch have this name, git resolves it to the tag.
    let named = try repository.resolve(ref)
    let tag = try repository.find(ref.hasPrefix("refs/tags/") ? ref : "refs/tags/" + ref)
    let head = head ?? (repository.root == nil ? "HEAD" : nil)
    let nowCommit =
      if let head { try repository.resolve(head) } else { try repository.find("HEAD") }
    // A tag itself is compared, not the commit where the two histories parted.
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
        // No label: programs that show findings beside lines look for the files by their paths in
        // the work tree.
        try CommitFiles(repository, nowCommit, label: "")
      } else { nil }
  }

  // MARK: - Which models

  /// All models of the repository. Models in submodules belong to other repositories.
  package func pairs() throws(GitError) -> [Pair] {
    try bundlePairs() + swiftPairs(below: "", shown: shown(""))
  }

  private func bundlePairs() throws(GitError) -> [Pair] {
    let oldPaths = Set(ModelPlaces.grouped(old.files).map(\.bundle))
    let newPaths: Set<String>
    if let now {
      newPaths = Set(ModelPlaces.grouped(now.files).map(\.bundle))
    } else {
      let present = Set(try repository.workTreeFiles().compactMap(ModelPlaces.bundle)).filter {
        FileManager.default.fileExists(atPath: (repository.root ?? "") + "/" + $0)
      }
      // A file that a sparse checkout leaves out was not deleted.
      newPaths = present.union(leftOut.compactMap { ModelPlaces.bundle(of: $0.path) })
    }
    return try paired(oldPaths, newPaths)
  }

  /// The SwiftData sources below a folder, a pair for each program's; empty if it has and had none.
  private func swiftPairs(below place: String, shown: String) throws(GitError) -> [Pair] {
    let path = shown.isEmpty ? "." : shown
    let whole = Pair(old: nil, new: path, newInRepository: place)
    let former = swiftFolders(
      BundleReader(source: .tree(try old.modelTree(of: place)), path: place))
    let present = swiftFolders(BundleReader(source: try source(of: whole), path: path))
    // Where there is one program now and were several, or the other way round, the folders of now
    // count on both sides.
    let gone = former.filter { folder in
      !present.contains {
        RepositoryPath.is($0, below: folder) || RepositoryPath.is(folder, below: $0)
      }
    }
    var pairs: [Pair] = []
    for folder in present.union(gone).sorted() {
      let inRepository = RepositoryPath.join(place, folder)
      var isOld = former.contains(folder)
      if !isOld { isOld = try hadSwiftData(inRepository) }
      pairs.append(
        Pair(
          old: isOld ? inRepository : nil,
          new: present.contains(folder) ? RepositoryPath.join(path, folder) : nil,
          newInRepository: inRepository))
    }
    return pairs
  }

  private func hadSwiftData(_ place: String) throws(GitError) -> Bool {
    let source = ModelFileSource.tree(try old.modelTree(of: place))
    return ((try? ModelBundle.swiftData(path: place, in: source)) ?? nil) != nil
  }

  /// The folders with the SwiftData sources of one program each, as paths below the reader's path;
  /// the empty path is that path itself.
  private func swiftFolders(_ reader: BundleReader) -> Set<String> {
    // If a folder cannot be read, it has no model here; commands that are given the folder report
    // why.
    let folders =
      (try? ModelBundle.swiftDataFolders(path: reader.path, in: reader.source)) ?? []
    return Set(folders.map { RepositoryPath.rest(of: $0, below: reader.path) })
  }

  /// The models in a folder, whose path is as the user wrote it.
  package func pairs(below folder: String) throws(GitError) -> [Pair] {
    var place = try GitRepository.containing(path: folder).path
    // git ends the path of a folder with a slash.
    while place.hasSuffix("/") { place.removeLast() }
    let bundles = try bundlePairs().filter { pair in
      [pair.newInRepository, pair.old].contains { RepositoryPath.is($0, below: place) }
    }
    return bundles + (try swiftPairs(below: place, shown: folder))
  }

  /// The pair of one model, whose path is as the user wrote it.
  package func pair(path: String) throws(GitError) -> Pair {
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
    if !isOld, let moved = try bundlePairs().first(where: { $0.newInRepository == bundle }) {
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
    if atCommit { return BundleReader(source: .tree(try old.modelTree(of: path)), path: path) }
    let pair = pair(of: path, old: nil)
    return BundleReader(source: try source(of: pair), path: pair.new ?? path)
  }

  /// The pair of a present model.
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

  /// The source from which a present model's files are read.
  package func source(of pair: Pair) throws(GitError) -> ModelFileSource {
    if let now { return .tree(try now.modelTree(of: pair.newInRepository ?? "")) }
    guard pair.isLeftOut, let path = pair.newInRepository else {
      return .disk(within: repository.root)
    }
    return .tree(try SparseTree(repository: repository, leftOut: leftOut).tree(of: path))
  }

  /// The file of the current version, at the commit or now; errors of the bundle are reported.
  package func currentFile(
    of pair: Pair, atCommit: Bool, _ diagnostics: inout Diagnostics
  ) throws -> LoadedModelFile? {
    guard let path = atCommit ? pair.old : pair.new else { return nil }
    let source =
      atCommit ? ModelFileSource.tree(try old.modelTree(of: path)) : try source(of: pair)
    return try ModelBundle.load(path: path, in: source, &diagnostics)
  }

  /// The nearest file with this name, beside a model or in a folder above it; for a deleted model,
  /// at its former path. If there is no such file, `nil` and the path beside the model.
  package func file(
    named name: String, beside pair: Pair
  ) throws -> (path: String, file: SourceFile?) {
    guard let model = pair.new ?? pair.old.map(shown) else { return (name, nil) }
    // A folder of Swift sources may be the root of the repository, so look in the folder itself.
    if ModelPath(model) == nil, !model.hasSuffix(".swift") {
      let inside = try file(named: name, beside: model == "." ? "x" : model + "/x", of: pair)
      if inside.file != nil { return inside }
    }
    let beside = try file(named: name, beside: model, of: pair)
    if beside.file != nil { return beside }
    // A user may write the path of a file in the work tree in any form, so look in the folders of
    // its absolute path.
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

  /// The review of a pair; `nil` if both sides are equal, so that no file needs to be parsed.
  ///
  /// - Parameters:
  ///   - released: Patterns of the tags of releases, and names of branches and commits.
  ///   - isStrict: Whether the versions of the commit count as released, too.
  package func review(
    _ pair: Pair, released: [String] = RepositoryReview.releasePatterns,
    usesStagedMigration: Bool = false, isStrict: Bool = false
  ) throws -> VersionReview? {
    let before = try pair.old.map { path in
      BundleReader(source: .tree(try old.modelTree(of: path)), path: path)
    }
    let after = try pair.new.map { path in
      BundleReader(source: try source(of: pair), path: path)
    }
    let oldFiles = try before.map { try filesAtCommit($0) }
    let newFiles = try after?.files()
    if let oldFiles, let newFiles, oldFiles.isEqual(to: newFiles) { return nil }
    var parsedForms: [BundleReader.Known: DiffedModel] = [:]
    // Parse the present forms first, so that an unchanged version has its locations in the present
    // file.
    let newBundle = newFiles.flatMap { after?.bundle(of: $0, known: &parsedForms) }
    let oldBundle = oldFiles.flatMap { before?.bundle(of: $0, known: &parsedForms) }
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

  /// The commits that count as releases: tags that match a pattern, the oldest first, then commits
  /// that a pattern names.
  package func releases(matching patterns: [String]) throws(GitError) -> [GitRepository.Tag] {
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
    if [review.old, review.new].contains(where: { $0?.isSwift ?? false }) {
      var releases = try releases(matching: patterns)
      if isStrict { releases.append(GitRepository.Tag(name: commitName, commit: commit)) }
      let source = try source(of: pair)
      let present = (try? ModelBundle.swiftData(path: pair.new ?? "", in: source)) ?? nil
      return try ReleasedSources(repository: repository, tags: releases, present: present)
        .find(names, at: places)
    }
    let models = ModelPlaces.grouped(old.files)
    let files = models.first { $0.bundle == pair.old }?.files ?? []
    let ids = Dictionary(files.map { ($0.path, $0.id) }) { first, _ in first }
    var knownForms: [GitObjectID: DiffedModel] = [:]
    for version in review.old?.versions ?? [] {
      guard let form = version.form, let bundle = pair.old,
        let id = ids[ReleasedForms.contents(of: version.name, in: bundle)]
      else { continue }
      knownForms[id] = form
    }
    let forms = [review.old, review.new].compactMap { $0 }.flatMap(\.versions).compactMap(\.form)
    var releases = try releases(matching: patterns)
    if isStrict { releases.append(GitRepository.Tag(name: commitName, commit: commit)) }
    return try ReleasedForms(
      repository: repository, tags: releases, known: knownForms,
      entities: forms.isEmpty ? nil : Set(forms.flatMap { $0.model.entities.map(\.name) })
    ).find(
      names, of: places, contents: ModelPlaces.contents(files),
      others: Set(models.map(\.bundle)).subtracting(places))
  }

  /// The commit's name in findings and in the commands that they suggest.
  private var commitName: String { isMergeBase ? commit.short : ref }

  /// The files at the commit. Errors there can no longer be repaired, so a version whose link leads
  /// to a missing file counts as unreadable and is not an error.
  private func filesAtCommit(_ reader: BundleReader) throws -> BundleReader.Files {
    do throws(ModelFileError) {
      return try reader.files()
    } catch {
      let inside = old.files.filter { $0.path.hasPrefix(reader.path + "/") }
      let links = inside.filter { $0.mode == .link }
      let tree = try repository.tree(of: inside.filter { $0.mode != .link }, label: old.label)
      var files = try BundleReader(source: .tree(tree), path: reader.path).files()
      for name in Set(links.compactMap { version(of: $0.path, in: reader.path) }).sorted()
      where !files.versions.contains(where: { $0.name == name }) {
        files.versions.append((name, nil))
      }
      return files
    }
  }

  /// The version that a file of a bundle belongs to; `nil` for files outside of versions.
  private func version(of path: String, in bundle: String) -> String? {
    let suffix = ".xcdatamodel"
    guard let folder = path.dropFirst(bundle.count + 1).split(separator: "/").first,
      folder.hasSuffix(suffix)
    else { return nil }
    return String(folder.dropLast(suffix.count))
  }
}
