import Foundation
import MomentumModelFiles

/// Paths of the file system, and in a repository.
enum RepositoryPath {
  /// A path in two: a folder above it that exists, absolute, and the rest without a `/` at its start.
  ///
  /// The rest of a model's path begins with its bundle: that is a name in the repository, also where it is a
  /// link, or is not there any more.
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

  /// What stands before the first folder of a model.
  private static func outside(_ path: String) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if let bundle = parts.firstIndex(where: { ModelPlaces.isModel($0) }) {
      parts.removeSubrange(bundle...)
    }
    let result = parts.joined(separator: "/")
    return result.isEmpty ? "/" : result
  }

  /// Whether a path is in a folder, both from the repository's root; all are in the root, which is empty.
  static func `is`(_ path: String?, below folder: String) -> Bool {
    path.map { folder.isEmpty || folder == "." || $0.hasPrefix(folder + "/") } ?? false
  }

  static func parent(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  /// The path of a file in the same folder.
  static func beside(_ path: String, _ name: String) -> String {
    let slash = path.lastIndex(of: "/")
    return (slash.map { String(path[...$0]) } ?? "") + name
  }

  /// The folder that a file of the work tree stands in, with links followed.
  static func absoluteFolder(of path: String) -> String {
    URL(fileURLWithPath: path).linksFollowed.deletingLastPathComponent().path
  }

  /// Whether something stands at a path of the work tree, also a link that leads nowhere.
  static func exists(_ path: String, in root: String?) -> Bool {
    guard let root else { return false }
    return (try? FileManager.default.attributesOfItem(atPath: root + "/" + path)) != nil
  }

  static func areSame(_ one: String, _ other: String) -> Bool {
    let paths = [one, other].map { URL(fileURLWithPath: $0).linksFollowed.path }
    return paths[0] == paths[1]
  }

  /// Where git has to run for the repository at `root`; `nil` where it finds that one from the current folder.
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

  /// A path below `root`, as somebody in the current folder would write it.
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
