#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds the settings for a model: the nearest file with a name, searched from the model's folder
/// upwards, as editors search for their settings.
package enum SettingsFile {
  /// The path of the nearest file; `nil` if no folder up to the root of the repository has it, or,
  /// outside of repositories, up to the root of the file system.
  ///
  /// - Parameter folder: An absolute path without `.` and `..`.
  package static func nearest(_ name: String, from folder: String) -> String? {
    var ancestor = folder[...]
    while true {
      let base =
        ancestor.isEmpty || ancestor.hasSuffix("/") ? String(ancestor.dropLast()) : String(ancestor)
      let path = base + "/" + name
      if FileManager.default.fileExists(atPath: path) { return path }
      guard !base.isEmpty, !FileManager.default.fileExists(atPath: base + "/.git"),
        let slash = base.lastIndex(of: "/")
      else { return nil }
      ancestor = base[..<slash]
    }
  }
}
