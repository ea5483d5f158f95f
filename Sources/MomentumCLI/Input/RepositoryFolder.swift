import Foundation
import MomentumModelFiles

/// The folder of the repository that a command runs in: programs that show findings beside lines
/// count paths from it, wherever the command ran.
package struct RepositoryFolder {
  private let root: [Substring]
  private let here: [Substring]

  /// The path of the repository's root.
  package var path: String { "/" + root.joined(separator: "/") }

  /// The nearest folder with a `.git`, which is a file in a submodule and in a second work tree;
  /// `nil` outside of repositories.
  package init?(above folder: String = FileManager.default.currentDirectoryPath) {
    here = folder.split(separator: "/")
    for count in stride(from: here.count, through: 0, by: -1) {
      let place = "/" + here[..<count].joined(separator: "/")
      if FileManager.default.fileExists(atPath: place + "/.git") {
        root = Array(here[..<count])
        return
      }
    }
    return nil
  }

  /// Converts a path that begins at the current folder to one that begins at the repository's root.
  /// A path outside of the repository and names such as `<predicate>` are not changed.
  package func path(fromRoot path: String) -> String {
    guard !path.isEmpty, !path.hasPrefix("<") else { return path }
    let isAbsolute = path.hasPrefix("/")
    var places = [Self.parts(path, from: isAbsolute ? [] : here)]
    // Try the path behind symbolic links too: the root may have another name in it.
    if isAbsolute {
      places.append(Self.parts(URL(fileURLWithPath: path).linksFollowed.path, from: []))
    }
    let place = places.first { $0.count > root.count && $0.starts(with: root) }
    return place.map { $0[root.count...].joined(separator: "/") } ?? path
  }

  /// The parts of a path relative to `folder`, without `.` and `..`.
  private static func parts(_ path: String, from folder: [Substring]) -> [Substring] {
    var parts = folder
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
