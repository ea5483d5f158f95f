import Foundation
import MomentumModelFiles

/// Converts between paths of the file system and paths in a repository.
enum RepositoryPath {
  /// Splits a path into the absolute path of the nearest existing folder, and the rest, which does
  /// not begin with `/`.
  ///
  /// The rest of a model's path begins with its bundle, since the bundle's name is needed in the
  /// repository even if it is a link or was deleted.
  static func split(_ path: String) -> (folder: String, rest: String) {
    let whole = URL(fileURLWithPath: path.isEmpty ? "." : path).path
    var folder = URL(fileURLWithPath: outside(whole))
    var isFolder: ObjCBool = false
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder)
        || !isFolder.boolValue
    {
      folder.deleteLastPathComponent()
    }
    let rest = whole.dropFirst(folder.path.count).drop { $0 == "/" }
    return (folder.path, String(rest))
  }

  /// The part of a path before the first model folder.
  private static func outside(_ path: String) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if let bundle = parts.firstIndex(where: { ModelPlaces.isModel($0) }) {
      parts.removeSubrange(bundle...)
    }
    let result = parts.joined(separator: "/")
    return result.isEmpty ? "/" : result
  }

  /// Whether a path is in a folder; both are relative to the repository's root. An empty folder
  /// means the root, which contains all paths. The folder may end with `/`, as git prints it.
  static func `is`(_ path: String?, below folder: String) -> Bool {
    guard let path else { return false }
    let start = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    return folder == "." || path.hasPrefix(start)
  }

  /// Whether a path is `place`, or is in this folder.
  static func `is`(_ path: String, atOrBelow place: String) -> Bool {
    path == place || RepositoryPath.is(path, below: place)
  }

  /// The path of a folder's entry; `.` and the empty path are the folder in which paths begin.
  static func join(_ folder: String, _ path: String) -> String {
    if path.isEmpty { return folder }
    if folder.isEmpty || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
  }

  /// The part of a path after the folder that it is in; empty for the folder itself.
  static func rest(of path: String, below folder: String) -> String {
    if path == folder { return "" }
    if folder.isEmpty || folder == "." { return path }
    return String(path.dropFirst(folder.hasSuffix("/") ? folder.count : folder.count + 1))
  }

  static func parent(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  /// The path of a file with this name in the folder that contains `path`.
  static func beside(_ path: String, _ name: String) -> String {
    let slash = path.lastIndex(of: "/")
    return (slash.map { String(path[...$0]) } ?? "") + name
  }

  /// The folder that contains a file of the work tree, with links resolved.
  static func absoluteFolder(of path: String) -> String {
    URL(fileURLWithPath: path).linksFollowed.deletingLastPathComponent().path
  }

  /// Whether a path of the work tree exists, including a link to a missing file.
  static func exists(_ path: String, in root: String?) -> Bool {
    guard let root else { return false }
    return (try? FileManager.default.attributesOfItem(atPath: root + "/" + path)) != nil
  }

  static func areSame(_ one: String, _ other: String) -> Bool {
    let paths = [one, other].map { URL(fileURLWithPath: $0).linksFollowed.path }
    return paths[0] == paths[1]
  }

  /// The folder in which git must run to find the repository at `root`; `nil` if that is the
  /// current folder.
  static func gitFolder(of root: String) -> String? {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      .linksFollowed
    var nearest = here
    while nearest.path != "/",
      !FileManager.default.fileExists(atPath: nearest.appendingPathComponent(".git").path)
    {
      nearest.deleteLastPathComponent()
    }
    if nearest.path == root { return nil }
    return root.hasPrefix(here.path + "/") ? String(root.dropFirst(here.path.count + 1)) : root
  }

  /// A path below `root`, as a user in the current folder would write it.
  static func shown(_ path: String, in root: String) -> String {
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      .linksFollowed.path
    let base = root.hasSuffix("/") ? String(root.dropLast()) : root
    if here == base { return path }
    guard here.hasPrefix(base + "/") else { return "\(base)/\(path)" }
    var left = here.dropFirst(base.count + 1).split(separator: "/")[...]
    var right = path.split(separator: "/")[...]
    while let one = left.first, one == right.first, right.count > 1 {
      left.removeFirst()
      right.removeFirst()
    }
    return (left.map { _ in ".." } + right.map(String.init)).joined(separator: "/")
  }
}
