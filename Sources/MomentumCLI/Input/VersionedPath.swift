import ArgumentParser
import Foundation

/// A model's path with an optional version after an `@`: `Model.xcdatamodeld@Model 3`.
struct VersionedPath {
  var path: String
  /// The name of the version; `nil` for the current version.
  var version: String?

  /// The name of the model: that of its bundle, file or folder, without suffix.
  var modelName: String {
    let url = URL(fileURLWithPath: path)
    let isContents = url.lastPathComponent == "contents"
    let named = isContents ? url.deletingLastPathComponent() : url
    return named.deletingPathExtension().lastPathComponent
  }

  /// Splits a text of the user. An existing file has precedence over a version, so a bundle's name
  /// may contain an `@`.
  init(_ text: String) {
    if let found = VersionedPath.split(text, FileManager.default.fileExists(atPath:)) {
      self = found
    } else {
      // Nothing exists: assume that the bundle is missing, not a file of the whole name.
      self = VersionedPath.split(text, VersionedPath.isBundleName) ?? VersionedPath(text, nil)
    }
  }

  private init(_ path: String, _ version: String?) {
    self.path = path
    self.version = version
  }

  /// The longest existing path, and the version after it; `nil` if no such path exists.
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
  /// The place of a model: the version is part of its path, or is in `--model-version`.
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
