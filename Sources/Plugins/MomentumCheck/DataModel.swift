// All plugins have this file, because plugins cannot share a module: MomentumScanPlugin has a
// symbolic link to that of MomentumCheck, MomentumGenerate has a copy.
import Foundation
import PackagePlugin

/// A model in a target's folder. The plugin knows only its paths; the tool reads its files.
struct DataModel {
  /// A `.xcdatamodeld` folder, or an `.xcdatamodel` folder outside of one.
  var url: URL

  /// The models in a target's folder and the folders in it, sorted by path.
  ///
  /// Searches the folder, since a bundle that the manifest excludes is not among the target's
  /// files, and a bundle that it does not exclude causes a warning about an unhandled file.
  static func all(in target: any Target, of package: Package) -> [DataModel] {
    let others = Set(
      package.targets.filter { $0.id != target.id }.map { $0.directoryURL.standardizedFileURL.path }
    )
    let walk = FileManager.default.enumerator(
      at: target.directoryURL, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    var found: [URL] = []
    while let url = walk?.nextObject() as? URL {
      if suffixes.contains(url.pathExtension) {
        found.append(url)
        walk?.skipDescendants()
      } else if others.contains(url.standardizedFileURL.path) {
        walk?.skipDescendants()
      }
    }
    return found.sorted { $0.path < $1.path }.map { DataModel(url: $0) }
  }

  private static let suffixes = ["xcdatamodeld", "xcdatamodel"]

  /// The file name without suffix.
  var name: String { url.deletingPathExtension().lastPathComponent }

  /// The files that decide what is generated; a build system watches these.
  var inputs: [URL] {
    let current = url.appendingPathComponent(".xccurrentversion")
    return ([current] + contents).filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// The `contents` of every version.
  private var contents: [URL] {
    guard url.pathExtension == "xcdatamodeld" else {
      return [url.appendingPathComponent("contents")]
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".xcdatamodel") }.sorted().map {
      url.appendingPathComponent($0).appendingPathComponent("contents")
    }
  }

  /// The size of the largest version in bytes.
  var size: Int {
    contents.map { url in
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path)
      return (attributes?[.size] as? Int) ?? 0
    }.max() ?? 0
  }
}
