#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension URL {
  /// The place that a path leads to after all symbolic links are followed, as far as the path
  /// exists.
  ///
  /// Use it for every path that is compared with a path from git or with the current folder.
  /// Otherwise two paths of the same file may differ.
  package var linksFollowed: URL {
    let resolved = resolvingSymlinksInPath()
    #if canImport(Darwin)
      // Apple's Foundation leaves out `/private` if the file exists (documented:
      // `NSString.resolvingSymlinksInPath`), but git and `getcwd` do not. Without it, a model below
      // `/tmp` or `/var` would seem to be outside of its repository.
      let path = resolved.path
      for link in ["/tmp", "/var", "/etc"] where path == link || path.hasPrefix(link + "/") {
        return URL(fileURLWithPath: "/private" + path)
      }
    #endif
    return resolved
  }
}
