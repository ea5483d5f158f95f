/// The bundle and the version that a file belongs to, according to its path.
///
/// ```swift
/// let path = ModelPath("App/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents")
/// // bundle "App/Shop.xcdatamodeld", name "Shop", version "Shop 2"
/// ```
package struct ModelPath: Sendable, Hashable {
  /// The path of the file.
  package var path: String
  /// The path of the outermost folder or file of the model.
  package var bundle: String
  /// The version's name; `nil` for a file of the bundle as a whole, such as `.xccurrentversion`,
  /// and for a mapping model.
  package var version: String?

  private static let versionSuffixes = [".xcdatamodel", ".mom"]
  private static let suffixes =
    versionSuffixes + [".xcdatamodeld", ".momd", ".xcmappingmodel", ".cdm"]

  /// Fails for a path that does not contain a model's folder or file.
  package init?(_ path: String) {
    // A text that was decompiled and is in no file has the name `<contents of Shop.momd/Shop.mom>`.
    let start = "<contents of "
    let isDecompiled = path.hasPrefix(start) && path.hasSuffix(">")
    self.path = isDecompiled ? String(path.dropFirst(start.count).dropLast()) : path
    let parts = self.path.split(separator: "/", omittingEmptySubsequences: false)
    guard
      let index = parts.firstIndex(where: { part in
        ModelPath.suffixes.contains { part.hasSuffix($0) && part.count > $0.count }
      })
    else { return nil }
    bundle = parts[...index].joined(separator: "/")
    version = parts[index...].lazy.compactMap { ModelPath.version($0) }.first
  }

  /// The bundle's name without folders and suffix.
  package var name: String {
    let last = bundle.split(separator: "/").last ?? ""
    return String(last.lastIndex(of: ".").map { last[..<$0] } ?? last)
  }

  private static func version(_ part: Substring) -> String? {
    versionSuffixes.first { part.hasSuffix($0) }.map { String(part.dropLast($0.count)) }
  }
}
