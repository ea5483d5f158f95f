internal import Foundation

/// The folder beside a store that holds large binaries as files:
/// `.Store_SUPPORT/_EXTERNAL_DATA/<UUID>`.
///
/// A column holds 0x01 and the bytes, or 0x02, the name of a file and NUL (observed).
package struct ExternalData: Sendable {
  private let folder: URL

  /// - Parameter path: The path of the store.
  package init(storePath path: String) {
    let file = URL(fileURLWithPath: path)
    folder = file.deletingLastPathComponent()
      .appendingPathComponent(".\(file.deletingPathExtension().lastPathComponent)_SUPPORT")
      .appendingPathComponent("_EXTERNAL_DATA")
  }

  /// The name of the file that a column refers to; `nil` if the column has the bytes themselves.
  package static func fileName(in column: [UInt8]) -> String? {
    guard column.first == 2 else { return nil }
    let name = String(decoding: column.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
    return UUID(uuidString: name) == nil ? nil : name
  }

  /// The bytes of a column that refers to a file.
  package static func reference(to name: String) -> [UInt8] { [2] + Array(name.utf8) + [0] }

  package func path(of name: String) -> String { folder.appendingPathComponent(name).path }

  /// The bytes of a file; `nil` if it cannot be read.
  package func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path(of: name)).map { Array($0) }
  }

  /// Writes a file, and its folder if that is missing; returns whether that was possible.
  package func write(_ bytes: [UInt8], as name: String) -> Bool {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(bytes).write(to: folder.appendingPathComponent(name), options: .atomic)
      return true
    } catch {
      return false
    }
  }
}
