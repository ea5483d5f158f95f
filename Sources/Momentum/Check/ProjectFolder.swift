import Foundation

/// Finds the project of a file: the nearest folder above it that has a package manifest, an Xcode
/// project or the like. Files of two projects are built into different programs.
package enum ProjectFolder {
  private static let names: Set = ["Package.swift", "Project.swift", "BUILD", "BUILD.bazel"]
  private static let suffixes = [".xcodeproj", ".xcworkspace", ".podspec"]

  /// - Returns: The folder; `nil` if no folder up to the root of the repository has such a file.
  package static func of(_ path: String) -> String? {
    var folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    while folder.path != "/" {
      let inner = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      let isProject = inner.contains { name in
        names.contains(name) || suffixes.contains { name.hasSuffix($0) }
      }
      if isProject { return folder.path }
      if inner.contains(".git") { return nil }
      folder.deleteLastPathComponent()
    }
    return nil
  }
}
