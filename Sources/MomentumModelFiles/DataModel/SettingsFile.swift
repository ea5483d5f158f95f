#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Settings that go with a model: the nearest file of a name, from the model's folder upwards, as editors look
/// for theirs.
package enum SettingsFile {
  /// The path of the nearest file; `nil` where there is none up to the root of the repository, or of the file
  /// system outside of repositories.
  ///
  /// - Parameter folder: An absolute path without `.` and `..`.
  package static func nearest(_ name: String, from folder: String) -> String? {
    var rest = folder[...]
    while true {
      let base = rest.isEmpty || rest.hasSuffix("/") ? String(rest.dropLast()) : String(rest)
      let path = base + "/" + name
      if FileManager.default.fileExists(atPath: path) { return path }
      guard !base.isEmpty, !FileManager.default.fileExists(atPath: base + "/.git"),
        let slash = base.lastIndex(of: "/")
      else { return nil }
      rest = base[..<slash]
    }
  }
}
