import Momentum
import MomentumDiagnostics
import MomentumDiff
import MomentumGit
import MomentumMigration
import MomentumModelFiles

extension CheckRun {
  /// Reports findings about mapping models that a change caused: by an edit of the mapping model,
  /// or by an edit of the versions that it maps.
  ///
  /// - Parameters:
  ///   - folder: The folder of the mapping models; `nil` for the whole repository.
  ///   - isChanged: Whether a bundle changed; if not, only mapping models that were edited are
  ///     checked.
  mutating func checkMappings(
    against commit: AgainstCommit, below folder: String?, isChanged: Bool
  ) throws {
    let mappings = try gitFailures { () throws(GitError) in
      try commit.review.mappings(below: folder)
    }.filter { isChanged || $0.isChanged }
    guard !mappings.isEmpty else { return }
    // A mapping model may be outside the folder of its bundle, so all bundles are read.
    let pairs = try commit.pairs()
    let now = try commit.versions(of: pairs, atCommit: false)
    let before = try commit.versions(of: pairs, atCommit: true)
    for mapping in mappings {
      addPath(mapping.path)
      let configuration = try ConfigurationFile.beside(mapping.path, or: options.config)
        .configuration.overridden(by: options.levels)
      let former = mapping.old.map { examined($0, before) } ?? Diagnostics()
      let found = examined(mapping.new, now).without(Set(former.all.map(FormerFinding.init)))
      try reportLints(found, of: mapping.path, configuration)
    }
  }

  /// The findings about a mapping model for these versions.
  private func examined(_ file: SourceFile, _ versions: [NamedModel]) -> Diagnostics {
    var found = Diagnostics()
    switch MappingModelReader.read(file, &found) {
    case .editor(let syntax):
      found.append(contentsOf: MappingDiagnosis.examine(syntax, versions: versions).findings)
    case .compiled(let mapping, let source):
      let place = SourceLocation(source, SourceRange(0, 0))
      found.append(
        contentsOf: MappingDiagnosis.examine(mapping, at: place, versions: versions).findings)
    case nil: break
    }
    return found
  }
}

extension AgainstCommit {
  /// The readable versions of all bundles on one side.
  fileprivate func versions(
    of pairs: [RepositoryReview.Pair], atCommit: Bool
  ) throws -> [NamedModel] {
    try pairs.flatMap { pair in
      let bundle = try failures { try review.bundle(of: pair, atCommit: atCommit) }
      return (bundle?.versions ?? []).compactMap { version in
        version.form.map { NamedModel(name: version.name, model: $0.model) }
      }
    }
  }
}
