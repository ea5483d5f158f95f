import MomentumDiagnostics
import MomentumDiff
import MomentumModelFiles

/// Finds the forms that SwiftData schemas have in the commits of tags.
///
/// A version of Swift sources has no file of its own: it may use types of any file. So the sources of
/// each commit are read whole, once for each state of them.
struct ReleasedSources {
  let repository: GitRepository
  /// The tags of releases, the oldest first.
  let tags: [GitRepository.Tag]

  /// The released forms of each version, the oldest release first.
  ///
  /// - Parameter places: The present and former paths of the sources, from the repository's root.
  func find(
    _ versions: [String], at places: [String]
  ) throws(GitError) -> [String: [ReleasedForm]] {
    var result: [String: [ReleasedForm]] = [:]
    var known: [[GitFile]: [String: DiffedModel]] = [:]
    for tag in tags {
      let commit = try CommitFiles(repository, tag.commit, label: "")
      for place in places {
        let sources = commit.files.filter {
          $0.path.hasSuffix(".swift") && RepositoryPath.is($0.path, atOrBelow: place)
        }
        guard !sources.isEmpty else { continue }
        let forms = if let read = known[sources] { read } else { try self.forms(sources, place) }
        known[sources] = forms
        for version in versions {
          guard let form = forms[version] else { continue }
          result[version, default: []].append(
            ReleasedForm(tag: tag.name, path: place, form: form))
        }
        if !forms.isEmpty { break }
      }
    }
    return result
  }

  private func forms(
    _ sources: [GitFile], _ place: String
  ) throws(GitError) -> [String: DiffedModel] {
    let tree = try repository.tree(of: sources, label: "")
    var ignored: [BundleReader.Known: DiffedModel] = [:]
    let reader = BundleReader(source: .tree(tree), path: place)
    // Sources that cannot be read have no released form.
    guard let files = try? reader.files() else { return [:] }
    let bundle = reader.bundle(of: files, known: &ignored)
    return Dictionary(
      bundle.versions.compactMap { version in version.form.map { (version.name, $0) } }
    ) { first, _ in first }
  }
}
