import Foundation

/// A model's path with the version that may be named behind it: `Model.xcdatamodeld@Model 3`.
struct VersionedPath {
  var path: String
  /// `nil` for the current version.
  var version: String?

  /// The version is what stands behind the last `@`, unless there is a file of the whole name.
  init(_ text: String) {
    guard !FileManager.default.fileExists(atPath: text), let at = text.lastIndex(of: "@"),
      at != text.startIndex, text.index(after: at) != text.endIndex
    else {
      path = text
      version = nil
      return
    }
    path = String(text[..<at])
    version = String(text[text.index(after: at)...])
  }
}
