import Foundation
import MomentumModelFiles

/// Finds the bundle of a model and files beside it.
enum BundleFolder {
  /// The outermost folder of a model, even if `model` is a version or its file; symbolic links are
  /// followed.
  static func bundle(of model: String) -> URL { ModelSearch.bundle(of: model) }

  /// The path of a file beside the bundle: relative if the file is below the current folder,
  /// otherwise absolute.
  static func path(of name: String, beside model: String) -> String {
    shown(bundle(of: model).deletingLastPathComponent().appendingPathComponent(name).path)
  }

  /// The nearest file of a name in the folder of the bundle or one above it, up to the repository's
  /// root.
  static func nearest(_ name: String, to model: String) -> String? {
    SettingsFile.nearest(name, from: ModelSearch.settingsFolder(of: model).path).map(shown)
  }

  /// The path of a settings file that does not exist yet, in the folder where the search for it
  /// begins.
  static func settingsPath(of name: String, for model: String) -> String {
    shown(ModelSearch.settingsFolder(of: model).appendingPathComponent(name).path)
  }

  /// The path of a file with this name in the folder of another file.
  static func path(of name: String, in file: String) -> String {
    let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
    return folder + name
  }

  private static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }

  /// The outermost folder of a model in the spelling of the user.
  static func shownBundle(of model: String) -> String {
    var parts = model.split(separator: "/", omittingEmptySubsequences: false)
    while parts.last?.isEmpty ?? false, parts.count > 1 { parts.removeLast() }
    let suffixes = [".xcdatamodeld", ".xcdatamodel", ".momd"]
    guard let index = parts.firstIndex(where: { part in suffixes.contains { part.hasSuffix($0) } })
    else { return model }
    return parts[...index].joined(separator: "/")
  }
}
