package import Foundation

/// Finds models below a folder, and the folder in which the search for a model's settings begins.
package enum ModelSearch {
  /// The suffixes of the folders that are a model or a mapping model.
  package static let suffixes = [".xcdatamodeld", ".xcdatamodel", ".xcmappingmodel"]

  /// Whether models are searched below a path: it is a folder that is not a model itself.
  package static func isSearched(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return false }
    let ownSuffixes = suffixes + [".momd"]
    let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    if ownSuffixes.contains(where: { name.hasSuffix($0) }) { return false }
    let inner = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return !inner.contains {
      ["contents", "elements", ".xccurrentversion"].contains($0) || $0.hasSuffix(".mom")
    }
  }

  /// The outermost folder of a model, even if `model` is a version or its file; symbolic links are
  /// followed.
  package static func bundle(of model: String) -> URL {
    var url = URL(fileURLWithPath: model).linksFollowed
    while ["xcdatamodel", "xcdatamodeld", "momd"].contains(
      url.deletingLastPathComponent().pathExtension)
    {
      url.deleteLastPathComponent()
    }
    return url
  }

  /// The folder that has the bundle. For a folder of Swift sources, the folder itself: it may be
  /// the root of the repository, and the folder above the root belongs to nobody.
  package static func settingsFolder(of model: String) -> URL {
    let bundle = bundle(of: model)
    return isSearched(bundle.path) ? bundle : bundle.deletingLastPathComponent()
  }
}
