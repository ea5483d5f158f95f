import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumModelFiles

/// Reads all versions of a bundle.
struct BundleReader {
  let source: ModelFileSource
  /// The bundle's path in the source.
  let path: String

  /// The `contents` file of each version and the name of the current one; no file is parsed yet.
  struct Files {
    var versions: [(name: String, file: LoadedModelFile?)]
    var currentVersion: String?
    var currentVersionLocation: SourceLocation

    /// Whether both bundles have the same versions with the same bytes.
    func isEqual(to other: Files) -> Bool {
      currentVersion == other.currentVersion && versions.count == other.versions.count
        && zip(versions, other.versions).allSatisfy { one, two in
          one.name == two.name && one.file?.contents.utf8 == two.file?.contents.utf8
        }
    }
  }

  func files() throws(ModelFileError) -> Files {
    // Ignore errors of the bundle: other commands report them.
    var ignored = Diagnostics()
    var versions: [(name: String, file: LoadedModelFile?)] = []
    var current: String?
    for version in try ModelBundle.versions(path: path, in: source, &ignored) {
      let file = try ModelBundle.load(path: version.path, in: source, &ignored)
      versions.append((version.name, file))
      if version.isCurrent { current = version.name }
    }
    return Files(
      versions: versions, currentVersion: current,
      currentVersionLocation: try ModelBundle.currentVersionLocation(path: path, in: source))
  }

  /// The key of a parsed version. It includes the name, since findings have locations in the
  /// version's file: two versions with equal bytes need separate results.
  struct Known: Hashable {
    var name: String
    var bytes: [UInt8]
  }

  /// The bundle with all versions parsed.
  ///
  /// - Parameter known: The versions that were parsed before; newly parsed ones are added.
  func bundle(of files: Files, known: inout [Known: DiffedModel]) -> ReviewedBundle {
    let versions = files.versions.map { name, file in
      let form = file.flatMap { file -> DiffedModel? in
        let key = Known(name: name, bytes: file.contents.utf8)
        if let form = known[key] { return form }
        let form = BundleReader.form(of: file.contents)
        known[key] = form
        return form
      }
      return ReviewedVersion(
        name: name, path: file?.path ?? source.shown("\(path)/\(name).xcdatamodel/contents"),
        form: form)
    }
    return ReviewedBundle(
      path: path, versions: versions, currentVersion: files.currentVersion,
      currentVersionLocation: files.currentVersionLocation)
  }

  static func form(of contents: SourceFile) -> DiffedModel? {
    var ignored = Diagnostics()
    guard let (syntax, model) = ModelReader.model(contents: contents, &ignored) else { return nil }
    return DiffedModel(model, syntax: syntax)
  }
}
