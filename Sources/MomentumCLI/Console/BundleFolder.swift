import Foundation

/// Where a model's bundle stands.
enum BundleFolder {
  /// The outermost folder of a model, also where a version or its file was given; links are followed.
  static func bundle(of model: String) -> URL {
    var url = URL(fileURLWithPath: model).resolvingSymlinksInPath()
    while ["xcdatamodel", "xcdatamodeld", "momd"].contains(
      url.deletingLastPathComponent().pathExtension)
    {
      url.deleteLastPathComponent()
    }
    return url
  }

  /// A file beside the bundle, shown as the user would write it.
  static func path(of name: String, beside model: String) -> String {
    let folder = bundle(of: model).deletingLastPathComponent()
    let path = folder.appendingPathComponent(name).path
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
