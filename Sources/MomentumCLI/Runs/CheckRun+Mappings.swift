import Momentum
import MomentumDiagnostics
import MomentumDiff
import MomentumGit
import MomentumMigration
import MomentumModelFiles

extension CheckRun {
  /// What a change brings into the findings about mapping models: into those that it edits, and into others by an
  /// edit of the versions that they are for.
  ///
  /// - Parameters:
  ///   - folder: `nil` for all of the repository.
  ///   - isChanged: Whether a bundle changed.
  mutating func checkMappings(
    against commit: AgainstCommit, below folder: String?, isChanged: Bool
  ) throws {
    let mappings = try gitFailures { () throws(GitError) in
      try commit.review.mappings(below: folder)
    }.filter { isChanged || $0.isChanged }
    guard !mappings.isEmpty else { return }
    // A mapping model need not be in the folder of its bundle.
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

  /// What is wrong with a mapping model beside these versions.
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
  /// The versions of all bundles on one side that can be read.
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
