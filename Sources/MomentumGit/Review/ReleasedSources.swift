import MomentumDiagnostics
import MomentumDiff
import MomentumModelFiles
import MomentumSwiftData

/// Finds the forms that SwiftData schemas have in the commits of tags.
///
/// A version in Swift sources has no file of its own, since it may use types of any file. So all
/// sources of each commit are read, once for each state of them.
struct ReleasedSources {
  let repository: GitRepository
  /// The tags of releases, the oldest first.
  let tags: [GitRepository.Tag]

  /// The reader of the present sources, for which copies of released forms are written; `nil` if
  /// there are none.
  let present: SwiftDataReader?

  /// The forms of the versions in a commit's sources, and the reader of these sources.
  private struct Read {
    var forms: [String: DiffedModel]
    var reader: SwiftDataReader?
  }

  /// The released forms of each version, the oldest release first.
  ///
  /// - Parameter places: The present and former paths of the sources, from the repository's root.
  func find(
    _ versions: [String], at places: [String]
  ) throws(GitError) -> [String: [ReleasedForm]] {
    var result: [String: [ReleasedForm]] = [:]
    var known: [[GitFile]: Read] = [:]
    for tag in tags {
      let commit = try CommitFiles(repository, tag.commit, label: "")
      for place in places {
        let sources = commit.files.filter {
          $0.path.hasSuffix(".swift") && RepositoryPath.is($0.path, atOrBelow: place)
        }
        guard !sources.isEmpty else { continue }
        let read = if let read = known[sources] { read } else { try self.read(sources, place) }
        known[sources] = read
        for version in versions {
          guard let form = read.forms[version] else { continue }
          result[version, default: []].append(
            ReleasedForm(
              tag: tag.name, path: place, form: form, frozenCopy: copy(of: version, read),
              newVersionName: newVersionName(for: version, read)))
        }
        if !read.forms.isEmpty { break }
      }
    }
    return result
  }

  /// The name for a `VersionedSchema` that keeps the form of sources which declare none; `nil` if
  /// they declare one.
  private func newVersionName(for version: String, _ read: Read) -> String? {
    guard let schema = read.reader?.schemas.first(where: { $0.name == version }) else { return nil }
    return schema.isVersioned ? nil : SchemaFreezer.firstVersionName
  }

  private func copy(of version: String, _ read: Read) -> String? {
    guard let reader = read.reader, let present else { return nil }
    let result = SchemaFreezer(former: reader, present: present).freeze(version)
    guard reader.schemas.contains(where: { $0.name == version && $0.isVersioned }) else {
      return nil
    }
    return result.flatMap { $0.edits.isEmpty && !$0.lines.isEmpty ? $0.oneLine : nil }
  }

  private func read(_ sources: [GitFile], _ place: String) throws(GitError) -> Read {
    let tree = try repository.tree(of: sources, label: "")
    var ignored: [BundleReader.Known: DiffedModel] = [:]
    let reader = BundleReader(source: .tree(tree), path: place)
    // Sources that cannot be read have no released form.
    guard let files = try? reader.files() else { return Read(forms: [:], reader: nil) }
    let bundle = reader.bundle(of: files, known: &ignored)
    let forms = Dictionary(
      bundle.versions.compactMap { version in version.form.map { (version.name, $0) } }
    ) { first, _ in first }
    let swiftData = (try? ModelBundle.swiftData(path: place, in: reader.source)) ?? nil
    return Read(forms: forms, reader: swiftData)
  }
}
