/// The name of a version: the name of its folder without `.xcdatamodel`.
enum VersionName {
  static let folderSuffix = ".xcdatamodel"
  static let compiledSuffix = ".mom"

  /// The name without its suffix, if it has one.
  static func withoutSuffix(_ name: String) -> String {
    for suffix in [folderSuffix, compiledSuffix] where name.hasSuffix(suffix) {
      return String(name.dropLast(suffix.count))
    }
    return name
  }
}
