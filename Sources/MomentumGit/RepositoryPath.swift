import Foundation

/// Paths of the file system and in a repository.
enum RepositoryPath {
  /// The nearest folder above a path that exists, absolute, with its links as the user has them.
  static func folder(of path: String) -> String {
    var url = URL(fileURLWithPath: path.isEmpty ? "." : path)
    var isFolder: ObjCBool = false
    // A model's own folder is a name in its repository, also where it is a link.
    while ["xcdatamodeld", "xcdatamodel", "momd"].contains(url.pathExtension) {
      url.deleteLastPathComponent()
    }
    while url.path != "/",
      !FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        || !isFolder.boolValue
    {
      url.deleteLastPathComponent()
    }
    return url.path
  }

  static func parent(of path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path
  }

  static func areSame(_ one: String, _ other: String) -> Bool {
    let paths = [one, other].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    return paths[0] == paths[1]
  }
}
