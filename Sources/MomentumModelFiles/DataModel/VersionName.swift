/// The name of a version: its folder's without `.xcdatamodel`.
enum VersionName {
  static let folderSuffix = ".xcdatamodel"
  static let compiledSuffix = ".mom"

  /// The name with or without a suffix, without it.
  static func withoutSuffix(_ name: String) -> String {
    for suffix in [folderSuffix, compiledSuffix] where name.hasSuffix(suffix) {
      return String(name.dropLast(suffix.count))
    }
    return name
  }
}
