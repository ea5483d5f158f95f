#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Texts and bytes.

extension Row {
  /// Reads TEXT; bytes that are not UTF-8 become U+FFFD.
  public func string(_ column: Int) throws(RowError) -> String {
    try required(textCell(column), column, "String") { $0 }
  }

  /// Reads TEXT as ``string(_:)`` does; NULL is `nil`.
  public func stringIfPresent(_ column: Int) throws(RowError) -> String? {
    try optional(textCell(column), column, "String") { $0 }
  }

  /// Reads TEXT that is a URL.
  public func url(_ column: Int) throws(RowError) -> URL {
    try required(textCell(column), column, "URL") { URL(string: $0) }
  }

  /// Reads TEXT that is a URL; NULL is `nil`.
  public func urlIfPresent(_ column: Int) throws(RowError) -> URL? {
    try optional(textCell(column), column, "URL") { URL(string: $0) }
  }

  /// Reads a BLOB.
  public func data(_ column: Int) throws(RowError) -> Data {
    try required(blobCell(column) { Data($0) }, column, "Data") { $0 }
  }

  /// Reads a BLOB; NULL is `nil`.
  public func dataIfPresent(_ column: Int) throws(RowError) -> Data? {
    try optional(blobCell(column) { Data($0) }, column, "Data") { $0 }
  }

  /// Reads the BLOB of an attribute that allows external storage: a byte that tells where the value
  /// is, then the value.
  ///
  /// The byte is 1 for a value in the column (observed in 27 stores). A value in a separate file is
  /// an error, because only the column is read.
  public func externalData(_ column: Int) throws(RowError) -> Data {
    let cell = blobCell(column) { Data(marked: $0, isMarked: isStored) }
    return try required(cell, column, "Data in its column") { $0 }
  }

  /// Reads a BLOB as ``externalData(_:)`` does; NULL is `nil`.
  public func externalDataIfPresent(_ column: Int) throws(RowError) -> Data? {
    let cell = blobCell(column) { Data(marked: $0, isMarked: isStored) }
    return try optional(cell, column, "Data in its column") { $0 }
  }

  /// Reads a BLOB of 16 bytes.
  public func uuid(_ column: Int) throws(RowError) -> UUID {
    let cell = blobCell(column) { UUID(bytes: $0) }
    return try required(cell, column, "UUID") { $0 }
  }

  /// Reads a BLOB of 16 bytes; NULL is `nil`.
  public func uuidIfPresent(_ column: Int) throws(RowError) -> UUID? {
    let cell = blobCell(column) { UUID(bytes: $0) }
    return try optional(cell, column, "UUID") { $0 }
  }
}

extension Data {
  /// - Parameter isMarked: Whether the first byte says where the value is; a database without
  ///   external storage has no such byte.
  fileprivate init?(marked bytes: UnsafeRawBufferPointer, isMarked: Bool) {
    guard isMarked else {
      self.init(bytes)
      return
    }
    guard bytes.first == 1 else { return nil }
    self.init(bytes.dropFirst())
  }
}

extension UUID {
  fileprivate init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}
