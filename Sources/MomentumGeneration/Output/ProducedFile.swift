import MomentumCodegen

/// A file that a run produces.
public struct ProducedFile: Sendable, Hashable {
  /// Below the output folder, with `/` between folders: `Swift/Venue.swift`.
  public var path: String
  public var text: String
  /// How a file begins that a tool wrote and that may be replaced; `nil` for a kind of text that has no
  /// such mark, which only a file in the manifest may be replaced by.
  public var mark: String?
  /// Written where no file is, then a person's: never touched again, never removed.
  public var isWrittenOnce: Bool
  /// Whether a file of Xcode's at the path keeps its form, and one that a person edited is left alone.
  public var isInXcodeStyle: Bool
  /// Whether a person wrote into the file that is there.
  private(set) var isEdited = false

  /// The mark of generated Swift.
  public static let mark = SwiftFile.firstLine

  public init(
    path: String, text: String, mark: String? = nil, isWrittenOnce: Bool = false,
    isInXcodeStyle: Bool = false
  ) {
    self.path = path
    self.text = text
    self.mark = mark
    self.isWrittenOnce = isWrittenOnce
    self.isInXcodeStyle = isInXcodeStyle
  }

  /// The file as one that stays as a person left it.
  var edited: ProducedFile {
    var result = self
    result.isEdited = true
    result.isWrittenOnce = true
    return result
  }
}

/// A path below an output folder.
enum OutputPath {
  /// Whether a path stays below the folder and can be written down: what a manifest or a configuration
  /// says may be anything.
  static func isSafe(_ path: String) -> Bool {
    let bytes = path.utf8
    guard bytes.count <= 1_000,
      !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") })
    else { return false }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
    }
  }

  /// `Swift/Venue.swift` in `Generated`.
  static func join(_ folder: String, _ path: String) -> String {
    folder.isEmpty ? path : folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// `A/B` of `A/B/file`; empty where the file stands in the output folder.
  static func folder(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? ""
  }

  /// The folders between the output folder and a file: `A`, `A/B` for `A/B/file`.
  static func folders(of path: String) -> [String] {
    let parts = path.split(separator: "/").dropLast()
    return parts.indices.map { parts[parts.startIndex...$0].joined(separator: "/") }
  }
}
