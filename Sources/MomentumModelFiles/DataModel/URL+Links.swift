#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension URL {
  /// The place that a path leads to: symbolic links are followed, as far as the path exists.
  ///
  /// Paths that are compared with one of git's, or with the current folder, are resolved by this alone.
  package var linksFollowed: URL {
    let resolved = resolvingSymlinksInPath()
    #if canImport(Darwin)
      // Apple's Foundation leaves `/private` off where the file exists (documented:
      // `NSString.resolvingSymlinksInPath`); git and `getcwd` do not. Without it put back, a model below `/tmp`
      // or `/var` would seem to be outside of its repository.
      let path = resolved.path
      for link in ["/tmp", "/var", "/etc"] where path == link || path.hasPrefix(link + "/") {
        return URL(fileURLWithPath: "/private" + path)
      }
    #endif
    return resolved
  }
}
