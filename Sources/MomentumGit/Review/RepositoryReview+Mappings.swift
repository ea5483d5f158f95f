package import MomentumDiagnostics
package import MomentumDiff
import MomentumModelFiles

extension RepositoryReview {
  /// A mapping model as it is now and as it was at the commit.
  package struct Mapping: Sendable, Hashable {
    /// The path as a user would write it.
    package var path: String
    package var new: SourceFile
    /// The former file; `nil` for a new mapping model.
    package var old: SourceFile?
    package var isChanged: Bool { old?.utf8 != new.utf8 }
  }

  /// The readable present mapping models, sorted by path. Deleted ones are left out, since no
  /// present version needs them.
  ///
  /// - Parameter folder: The folder's path as the user wrote it; `nil` for the whole repository.
  package func mappings(below folder: String? = nil) throws(GitError) -> [Mapping] {
    let place: String =
      if let folder { try GitRepository.containing(path: folder).path } else { "" }
    let paths: [String] =
      if let now { now.files.map(\.path) } else { try repository.workTreeFiles() }
    var present: [(file: String, path: String, new: SourceFile)] = []
    for path in MappingModels.places(paths) {
      let shown = shown(path)
      let source: ModelFileSource =
        if let now { .tree(try now.tree(of: path)) } else { .disk(within: repository.root) }
      guard let new = read(MappingModels.file(of: shown), in: source) else { continue }
      present.append((MappingModels.file(of: path), shown, new))
    }
    var result: [Mapping] = []
    let gone = try mappingsAtCommit(without: Set(present.map(\.file)))
    for one in present where RepositoryPath.is(one.file, below: place) {
      let before = try old.contains(one.file) ? fileAtCommit(one.file) : nil
      result.append(
        Mapping(path: one.path, new: one.new, old: before ?? moved(one.file, one.new, gone)))
    }
    return result
  }

  /// The mapping models of the commit whose files no longer exist.
  private func mappingsAtCommit(
    without present: Set<String>
  ) throws(GitError) -> [(file: String, old: SourceFile)] {
    var result: [(file: String, old: SourceFile)] = []
    for path in MappingModels.places(old.files.map(\.path)) {
      let file = MappingModels.file(of: path)
      if !present.contains(file), let old = try fileAtCommit(file) { result.append((file, old)) }
    }
    return result
  }

  /// The former file of a mapping model whose folder was renamed: a deleted file with the same
  /// bytes or, failing that, the only deleted file of the same name.
  private func moved(
    _ file: String, _ new: SourceFile, _ gone: [(file: String, old: SourceFile)]
  ) -> SourceFile? {
    if let same = gone.first(where: { $0.old.utf8 == new.utf8 }) { return same.old }
    let name = MappingModels.name(of: file)
    let others = gone.filter { MappingModels.name(of: $0.file) == name }
    return others.count == 1 ? others[0].old : nil
  }

  private func fileAtCommit(_ file: String) throws(GitError) -> SourceFile? {
    read(file, in: .tree(try old.tree(of: file)))
  }

  /// All versions of a model, at the commit or now; `nil` if the model does not exist there.
  package func bundle(of pair: Pair, atCommit: Bool) throws -> ReviewedBundle? {
    guard let path = atCommit ? pair.old : pair.new else { return nil }
    let source = atCommit ? ModelFileSource.tree(try old.tree(of: path)) : try source(of: pair)
    let reader = BundleReader(source: source, path: path)
    var parsedForms: [BundleReader.Known: DiffedModel] = [:]
    return reader.bundle(of: try reader.files(), known: &parsedForms)
  }

  private func read(_ path: String, in source: ModelFileSource) -> SourceFile? {
    do throws(ModelFileError) {
      return try source.file(path)
    } catch {
      // The file was deleted in the work tree, but not in the index.
      return nil
    }
  }
}
