import Foundation

/// The project that a file belongs to: the nearest folder above that says how to build what is in it.
enum ProjectFolder {
  private static let names: Set = ["Package.swift", "Project.swift", "BUILD", "BUILD.bazel"]
  private static let suffixes = [".xcodeproj", ".xcworkspace", ".podspec"]

  /// `nil` where no folder up to the root of the repository says so.
  static func of(_ path: String) -> String? {
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
