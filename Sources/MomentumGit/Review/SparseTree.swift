import Foundation
import MomentumDiagnostics
import MomentumModelFiles

/// Reads models that a sparse checkout leaves out, wholly or in part: missing files from the index,
/// the others from the work tree.
struct SparseTree {
  let repository: GitRepository
  let leftOut: [GitFile]

  /// The files of models and the settings beside them that are in the index but not in the work
  /// tree.
  static func filesLeftOut(of repository: GitRepository) throws(GitError) -> [GitFile] {
    try repository.filesLeftOut().filter { file in
      let isSettings = file.path.split(separator: "/").last ?? "" == CheckConfiguration.fileName
      return (isSettings || ModelPlaces.bundle(of: file.path) != nil)
        && !RepositoryPath.exists(file.path, in: repository.root)
    }
  }

  /// The files at and below a path, which is relative to the repository's root.
  func tree(of path: String) throws(GitError) -> FileTree {
    let isInside = { (file: String) in file == path || file.hasPrefix(path + "/") }
    let isThere = RepositoryPath.exists(path, in: repository.root)
    let present = isThere ? try repository.workTreeFiles().filter(isInside) : []
    return FileTree(
      label: "",
      files: try repository.nodes(of: leftOut.filter { isInside($0.path) })
        + present.compactMap { file in node(at: file).map { (file, $0) } })
  }

  /// The node of a file. A link stays a link, so it is followed only inside the tree, as in a
  /// commit.
  private func node(at path: String) -> FileTree.Node? {
    guard let root = repository.root else { return nil }
    let place = root + "/" + path
    let attributes = try? FileManager.default.attributesOfItem(atPath: place)
    switch attributes?[.type] as? FileAttributeType {
    case .typeSymbolicLink?:
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: place)).map { .link($0) }
    case .typeRegular?:
      guard let size = attributes?[.size] as? NSNumber, size.intValue <= ModelBundle.sizeMax else {
        return .oversized
      }
      return FileManager.default.contents(atPath: place).map { .file([UInt8]($0)) }
    case _: return nil
    }
  }
}
