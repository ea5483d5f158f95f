internal import Foundation

/// Recognizes a `contents` file that was kept outside its bundle: `Model 3.xml`.
enum BareModelFile {
  static let suffix = ".xml"

  /// How much of a file is read to find its first element. Only a declaration and comments can come
  /// before it.
  private static let bytesMax = 1 << 16

  /// Whether the first element of a file is `<model>`.
  static func isModel(_ path: String) -> Bool {
    guard path.hasSuffix(suffix), let handle = FileHandle(forReadingAtPath: path) else {
      return false
    }
    defer { handle.closeFile() }
    do {
      return beginsWithModel([UInt8](try handle.read(upToCount: bytesMax) ?? Data())[...])
    } catch { return false }
  }

  static func beginsWithModel(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if rest.starts(with: byteOrderMark) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop { isSpace($0) }
      // Skip declarations and comments.
      let other = [("<!--", "-->"), ("<?", "?>"), ("<!", ">")].first {
        rest.starts(with: $0.0.utf8)
      }
      guard let other else { break }
      rest = after(other.1, in: rest)
    }
    let name = "<model"
    guard rest.starts(with: name.utf8) else { return false }
    return rest.dropFirst(name.utf8.count).first.map {
      isSpace($0) || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/")
    } ?? false
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The bytes after the first occurrence of a text; empty if the text does not occur.
  private static func after(_ end: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while !rest.isEmpty, !rest.starts(with: end.utf8) { rest = rest.dropFirst() }
    return rest.dropFirst(end.utf8.count)
  }
}
