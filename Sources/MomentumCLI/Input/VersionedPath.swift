import ArgumentParser
import Foundation

/// A model's path with the version that may be named behind it: `Model.xcdatamodeld@Model 3`.
struct VersionedPath {
  var path: String
  /// `nil` for the current version.
  var version: String?

  /// Both as a user wrote them. What is there counts before a version, so a bundle may have an `@` in its name.
  init(_ text: String) {
    if let found = VersionedPath.split(text, FileManager.default.fileExists(atPath:)) {
      self = found
    } else {
      // What is missing is the bundle, and not a file of the whole name.
      self = VersionedPath.split(text, VersionedPath.isBundleName) ?? VersionedPath(text, nil)
    }
  }

  private init(_ path: String, _ version: String?) {
    self.path = path
    self.version = version
  }

  /// The longest path that is there, and the version behind it; `nil` where nothing is.
  static func split(_ text: String, _ exists: (String) -> Bool) -> VersionedPath? {
    if !text.isEmpty, exists(text) { return VersionedPath(text, nil) }
    var rest = text[...]
    while let at = rest.lastIndex(of: "@") {
      rest = rest[..<at]
      let version = text[text.index(after: at)...]
      if !rest.isEmpty, !version.isEmpty, exists(String(rest)) {
        return VersionedPath(String(rest), String(version))
      }
    }
    return nil
  }

  private static func isBundleName(_ path: String) -> Bool {
    ["xcdatamodeld", "momd"].contains(URL(fileURLWithPath: path).pathExtension)
  }
}

extension ModelVersionOption {
  /// A model as a command takes it: with the version behind its path, or in `--model-version`.
  func place(_ text: String) throws -> VersionedPath {
    var place = VersionedPath(text)
    if let named = place.version, let modelVersion {
      throw ValidationError(
        "a version is named once: '@\(named)' behind the path, or --model-version '\(modelVersion)'"
      )
    }
    place.version = place.version ?? modelVersion
    return place
  }
}
