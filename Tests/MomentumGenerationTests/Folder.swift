import Foundation
import MomentumTestSupport
import Testing

/// A folder of a test, seen from outside.
struct Folder {
  let url: URL
  var path: String { url.path }

  /// Everything in it with its text, dotfiles too; folders end in `/`, a link shows where it leads.
  func contents() throws -> [String: String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    var result: [String: String] = [:]
    for name in names {
      let place = url.appendingPathComponent(name).path
      let attributes = try FileManager.default.attributesOfItem(atPath: place)
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory: result[name + "/"] = ""
      case .typeSymbolicLink:
        result[name] = "-> " + (try FileManager.default.destinationOfSymbolicLink(atPath: place))
      default: result[name] = try text(name)
      }
    }
    return result
  }

  /// The files that are not the folder's own books.
  func files() throws -> [String: String] {
    try contents().filter { !$0.key.hasPrefix(".momentum-") }
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  func write(_ text: String, _ name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  /// Inode and date of every file, in nanoseconds: by which a touched file is found.
  func marks() throws -> [String: String] {
    var result: [String: String] = [:]
    for name in try contents().keys {
      var status = stat()
      try #require(lstat(url.appendingPathComponent(name).path, &status) == 0)
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      result[name] = "\(status.st_ino) \(time.tv_sec).\(time.tv_nsec)"
    }
    return result
  }

  static func with(_ body: (Folder) throws -> Void) throws {
    try RepositoryFiles.withTemporaryFolder { try body(Folder(url: $0)) }
  }
}
