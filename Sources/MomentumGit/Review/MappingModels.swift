import MomentumDiagnostics
package import MomentumDiff
package import MomentumModelFiles

/// Finds the mapping models of a repository, in a commit or the work tree.
package struct MappingModels {
  let repository: GitRepository
  /// The files of a commit; `nil` for the work tree.
  let commit: CommitFiles?

  package init(_ repository: GitRepository, at commit: CommitFiles? = nil) {
    self.repository = repository
    self.commit = commit
  }

  /// The readable mapping models, sorted by path. `momentum check` reports the errors of the
  /// others.
  package func all() throws(GitError) -> [KnownMapping] {
    if let commit {
      var result: [KnownMapping] = []
      for path in MappingModels.places(commit.files.map(\.path)) {
        let source = ModelFileSource.tree(try commit.tree(of: path))
        if let mapping = MappingModels.read(path, source) { result.append(mapping) }
      }
      return result
    }
    guard let root = repository.root else { return [] }
    return MappingModels.places(try repository.workTreeFiles()).compactMap { path in
      MappingModels.read(RepositoryPath.shown(path, in: root), .disk(within: root))
    }
  }

  /// The mapping models among paths of files: the folder of an editor's mapping model, or the file
  /// of a compiled one.
  static func places(_ paths: [String]) -> [String] {
    let suffix = ".xcmappingmodel/xcmapping.xml"
    return paths.compactMap { path in
      if path.hasSuffix(suffix) { return String(path.dropLast("/xcmapping.xml".count)) }
      return path.hasSuffix(".cdm") ? path : nil
    }
  }

  /// The path of the file that has the content of a mapping model.
  static func file(of path: String) -> String {
    path.hasSuffix(".cdm") ? path : path + "/xcmapping.xml"
  }

  /// The name of the mapping model that a file belongs to, without folders.
  static func name(of file: String) -> Substring? {
    file.split(separator: "/").last { $0.hasSuffix(".xcmappingmodel") || $0.hasSuffix(".cdm") }
  }

  /// Reads a mapping model; `nil` if it cannot be read or does not exist.
  package static func read(_ path: String, _ source: ModelFileSource = .disk) -> KnownMapping? {
    var ignored = Diagnostics()
    do throws(ModelFileError) {
      switch try MappingModelReader.load(path: path, in: source, &ignored) {
      case .editor(let syntax): return KnownMapping(path: path, form: .editor(syntax))
      case .compiled(let mapping, _): return KnownMapping(path: path, form: .compiled(mapping))
      case nil: return nil
      }
    } catch {
      return nil
    }
  }
}
