public import MomentumDiagnostics
public import MomentumMigration
import MomentumModelFiles

extension RepositoryReview {
  /// A mapping model of now, and as it was.
  public struct Mapping: Sendable, Hashable {
    /// As the user would write it.
    public var path: String
    public var new: SourceFile
    /// `nil` for a new one.
    public var old: SourceFile?
    public var isChanged: Bool { old?.utf8 != new.utf8 }
  }

  /// The mapping models of now that can be read, by path; those that are gone harm no version that is there.
  ///
  /// - Parameter folder: As the user gave its path; `nil` for all of the repository.
  public func mappings(below folder: String? = nil) throws(GitError) -> [Mapping] {
    let place: String =
      if let folder { try GitRepository.containing(path: folder).path } else { "" }
    let paths: [String] =
      if let now { now.files.map(\.path) } else { try repository.workTreeFiles() }
    var result: [Mapping] = []
    for path in MappingModels.places(paths) where RepositoryPath.is(path, below: place) {
      let file = MappingModels.file(of: path)
      let shown = shown(path)
      let source: ModelFileSource =
        if let now { .tree(try now.tree(of: path)) } else { .disk(within: repository.root) }
      guard let new = read(MappingModels.file(of: shown), in: source) else { continue }
      let before = old.contains(file) ? ModelFileSource.tree(try old.tree(of: file)) : nil
      result.append(Mapping(path: shown, new: new, old: before.flatMap { read(file, in: $0) }))
    }
    return result
  }

  /// All versions of a model on one side; `nil` where it is not there.
  public func bundle(of pair: Pair, atCommit: Bool) throws -> ReviewedBundle? {
    guard let path = atCommit ? pair.old : pair.new else { return nil }
    let source = atCommit ? ModelFileSource.tree(try old.tree(of: path)) : try source(of: pair)
    let reader = BundleReader(source: source, path: path)
    var known: [BundleReader.Known: DiffedModel] = [:]
    return reader.bundle(of: try reader.files(), known: &known)
  }

  private func read(_ path: String, in source: ModelFileSource) -> SourceFile? {
    do throws(ModelFileError) {
      return try source.file(path)
    } catch {
      // A file that was deleted from the work tree alone.
      return nil
    }
  }
}
