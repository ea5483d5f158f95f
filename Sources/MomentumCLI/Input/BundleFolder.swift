import Foundation
import MomentumModelFiles

/// Where a model's bundle stands.
enum BundleFolder {
  /// The outermost folder of a model, also where a version or its file was given; links are followed.
  static func bundle(of model: String) -> URL {
    var url = URL(fileURLWithPath: model).linksFollowed
    while ["xcdatamodel", "xcdatamodeld", "momd"].contains(
      url.deletingLastPathComponent().pathExtension)
    {
      url.deleteLastPathComponent()
    }
    return url
  }

  /// A file beside the bundle, shown as the user would write it.
  static func path(of name: String, beside model: String) -> String {
    shown(bundle(of: model).deletingLastPathComponent().appendingPathComponent(name).path)
  }

  /// The nearest file of a name in the folder of the bundle or one above it, up to the repository's root.
  static func nearest(_ name: String, to model: String) -> String? {
    SettingsFile.nearest(name, from: bundle(of: model).deletingLastPathComponent().path)
      .map(shown)
  }

  /// A file beside another one.
  static func path(of name: String, in file: String) -> String {
    let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
    return folder + name
  }

  private static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }

  /// The outermost folder of a model as the user wrote it.
  static func shownBundle(of model: String) -> String {
    var parts = model.split(separator: "/", omittingEmptySubsequences: false)
    while parts.last?.isEmpty ?? false, parts.count > 1 { parts.removeLast() }
    let suffixes = [".xcdatamodeld", ".xcdatamodel", ".momd"]
    guard let index = parts.firstIndex(where: { part in suffixes.contains { part.hasSuffix($0) } })
    else { return model }
    return parts[...index].joined(separator: "/")
  }
}
