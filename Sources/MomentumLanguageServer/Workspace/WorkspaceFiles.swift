import Foundation
import Momentum
package import MomentumModelFiles

/// The files of a folder that the server looks at, found as the commands find them.
package struct WorkspaceFiles: Sendable, Hashable {
  package let root: String
  /// The models and mapping models, sorted; after them the folders with SwiftData sources of one
  /// app each, which may be the root itself.
  package var models: [String] = []
  /// The Swift and Objective-C sources, sorted.
  package var sources: [String] = []
  /// Why a part was not searched; `nil` if all was.
  package var problem: String?

  private static let sourceSuffixes = [".swift", ".m", ".mm", ".h"]
  private static let packages =
    ModelSearch.suffixes + [".momd", ".xcassets", ".xcframework", ".framework", ".bundle"]

  /// Searches a folder.
  package init(root: String, _ source: ModelFileSource) {
    self.root = root
    do {
      let walk = try FolderWalk(root, packageSuffixes: WorkspaceFiles.packages)
      guard !walk.isCut else {
        problem = "'\(root)' has more than \(FolderWalk.entriesMax) files; open a smaller folder"
        return
      }
      models = walk.packages.filter { path in
        ModelSearch.suffixes.contains { path.hasSuffix($0) }
      }
      sources = walk.files.filter { file in
        WorkspaceFiles.sourceSuffixes.contains { file.hasSuffix($0) }
      }
      models += try ModelBundle.swiftDataFolders(path: root, in: source)
    } catch {
      problem = "cannot read '\(root)'"
    }
  }

  /// Whether a file is one that the server has something to say about.
  package static func isInput(_ path: String) -> Bool {
    let names = ["contents", ".xccurrentversion", "xcmapping.xml"]
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return names.contains(name) || name.hasPrefix(".momentum")
      || sourceSuffixes.contains { name.hasSuffix($0) }
  }
}
