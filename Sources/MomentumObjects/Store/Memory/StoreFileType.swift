/// The types of stores that are read and written as one whole file, unlike SQLite.
package enum StoreFileType {
  /// The number of the first object in a file (observed: the first id in each file is `z102`).
  static let firstNumber: Int64 = 102

  /// The metadata of a file, read without a model and without opening the store.
  package static func information(_ path: String, type: String) throws -> StoreInformation {
    let format = try format(type, path: path)
    let bytes = try AtomicFile(path: path).read()
    try check(bytes, type: type, path: path)
    return try format.information(bytes, path: path)
  }

  static func format(_ type: String, path: String) throws -> any StoreFileFormat {
    switch type {
    case "XML": return XMLStoreFormat()
    case "Binary": return BinaryStoreFormat()
    default: throw MemoryStoreError(.wrongType(found: type, wanted: "XML or Binary"), path: path)
    }
  }

  /// Throws if the file is a store of another type.
  static func check(_ bytes: [UInt8], type: String, path: String) throws {
    guard let found = detectedType(bytes), found != type else { return }
    throw MemoryStoreError(.wrongType(found: found, wanted: type), path: path)
  }

  /// The type of a store, from its first bytes; `nil` for an unknown type.
  static func detectedType(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: "SQLite format 3\0".utf8) { return "SQLite" }
    if bytes.starts(with: "bplist".utf8) { return "Binary" }
    // Some editors write a byte order mark before the text.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    return text.first { $0 > 0x20 } == UInt8(ascii: "<") ? "XML" : nil
  }
}
