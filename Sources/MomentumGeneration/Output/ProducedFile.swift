import MomentumCodegen

/// A file that a run produces.
package struct ProducedFile: Sendable, Hashable {
  /// The path below the output folder, with `/` between folders: `Swift/Venue.swift`.
  package var path: String
  package var text: String
  /// The first line by which a file is recognised as generated, so that it may be overwritten;
  /// `nil` if the format has no comments. A file without such a line is overwritten only if the
  /// manifest lists it.
  package var mark: String?
  /// Whether the file is written only if it does not exist: afterwards it belongs to a person and
  /// is never changed or removed.
  package var isWrittenOnce: Bool
  /// Whether an existing file that Xcode wrote keeps its form, and one that a person edited stays
  /// as it is.
  package var isInXcodeStyle: Bool
  /// Whether a person edited the existing file.
  private(set) var isEdited = false

  /// The first line of generated Swift.
  package static let mark = SwiftFile.firstLine

  package init(
    path: String, text: String, mark: String? = nil, isWrittenOnce: Bool = false,
    isInXcodeStyle: Bool = false
  ) {
    self.path = path
    self.text = text
    self.mark = mark
    self.isWrittenOnce = isWrittenOnce
    self.isInXcodeStyle = isInXcodeStyle
  }

  /// The file marked as edited, so that it stays as a person left it.
  var edited: ProducedFile {
    var result = self
    result.isEdited = true
    result.isWrittenOnce = true
    return result
  }
}

/// Checks and joins paths of files below an output folder.
enum OutputPath {
  /// Whether a path is below the folder and has only printable characters. A manifest or a
  /// configuration may contain any text as a path.
  static func isSafe(_ path: String) -> Bool {
    let bytes = path.utf8
    guard bytes.count <= 1_000,
      !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") })
    else { return false }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
    }
  }

  /// Joins a folder and a path in it: `Generated` and `Swift/Venue.swift` make
  /// `Generated/Swift/Venue.swift`.
  static func join(_ folder: String, _ path: String) -> String {
    folder.isEmpty ? path : folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// The folder of a path: `A/B` for `A/B/file`; empty if the file is in the output folder itself.
  static func folder(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? ""
  }

  /// The folders between the output folder and a file: `A`, `A/B` for `A/B/file`.
  static func folders(of path: String) -> [String] {
    let parts = path.split(separator: "/").dropLast()
    return parts.indices.map { parts[parts.startIndex...$0].joined(separator: "/") }
  }
}
