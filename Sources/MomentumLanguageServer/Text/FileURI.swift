import Foundation

/// The addresses of files as clients write them: `file:///home/a/Model%202.xcdatamodel/contents`.
package enum FileURI {
  private static let scheme = "file://"
  /// The characters that stay as they are in a path (RFC 3986, `pchar` and `/`), without those
  /// that some clients escape.
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")

  /// The absolute path of an address; `nil` for another scheme, such as an unsaved `untitled:`.
  package static func path(_ uri: String) -> String? {
    guard uri.lowercased().hasPrefix(scheme) else { return nil }
    let rest = uri.dropFirst(scheme.count)
    // A host may be named: `file://localhost/home/a`.
    guard let slash = rest.firstIndex(of: "/"),
      let path = String(rest[slash...]).removingPercentEncoding, !path.contains("\0")
    else { return nil }
    return normalized(path)
  }

  package static func uri(_ path: String) -> String {
    scheme + (path.addingPercentEncoding(withAllowedCharacters: plain) ?? path)
  }

  /// The path without `.`, `..` and doubled slashes, so that one file has one path.
  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
