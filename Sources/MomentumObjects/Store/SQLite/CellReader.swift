internal import Foundation
internal import MomentumModel
internal import MomentumSQL
internal import MomentumSQLite
internal import MomentumStore

/// How a value of an attribute is read from its column.
enum CellKind: Sendable {
  case integer
  case boolean
  case real
  case decimal
  case date
  case string
  case uri
  case uuid
  case binary
  /// Bytes in the form for external storage: the first byte says whether a file has the value.
  case external
  /// The attribute has no column.
  case none

  init(_ type: AttributeType, isExternal: Bool) {
    switch type {
    case .integer16, .integer32, .integer64: self = .integer
    case .boolean: self = .boolean
    case .double, .float: self = .real
    case .decimal: self = .decimal
    case .date: self = .date
    case .string: self = .string
    case .uri: self = .uri
    case .uuid: self = .uuid
    case .binary, .transformable: self = isExternal ? .external : .binary
    case .undefined, .objectID, .composite: self = .none
    }
  }
}

/// A value that is not stored in the way its type requires.
enum MalformedCell: Error {
  case type
  case file
}

extension Statement {
  /// Reads the value of a cell; `nil` for NULL.
  func attributeValue(
    at column: Int, _ kind: CellKind, _ files: ExternalFiles
  ) throws(MalformedCell) -> AttributeValue? {
    switch kind {
    case .integer: try read(integerCell(at: column)) { .integer($0) }
    case .boolean: try read(integerCell(at: column)) { .boolean($0 != 0) }
    case .real: try read(numberCell(at: column)) { .double($0) }
    case .date: try read(numberCell(at: column)) { .date($0) }
    case .string: try read(textCell(at: column)) { .string($0) }
    case .uri: try read(textCell(at: column)) { .uri($0) }
    case .uuid: try read(blobCell(at: column) { UUID(sixteen: $0) }) { $0.map { .uuid($0) } }
    case .binary: try read(blobCell(at: column) { Array($0) }) { .binary($0) }
    case .decimal: try decimal(at: column)
    case .external: try external(at: column, files)
    case .none: nil
    }
  }

  /// Appends the value of a cell to a row.
  func append(
    to builder: inout RowPageBuilder, at column: Int, _ kind: CellKind, _ source: RowSource
  ) throws(MalformedCell) {
    switch kind {
    case .integer:
      try append(integerCell(at: column), to: &builder) { $0.append(integer: $1) }
    case .boolean:
      try append(integerCell(at: column), to: &builder) { $0.append(boolean: $1 != 0) }
    case .real: try append(numberCell(at: column), to: &builder) { $0.append(double: $1) }
    case .date: try append(numberCell(at: column), to: &builder) { $0.append(date: $1) }
    case .string: try append(textBytes(at: column), to: &builder) { $0.append(.string, $1) }
    case .uri: try append(textBytes(at: column), to: &builder) { $0.append(.uri, $1) }
    case .binary: try append(blobBytes(at: column), to: &builder) { $0.append(.binary, $1) }
    case .uuid, .decimal, .external, .none:
      builder.append(try attributeValue(at: column, kind, source.files))
    }
  }

  @inline(__always)
  private func append<Value>(
    _ cell: StoredCell<Value>, to builder: inout RowPageBuilder,
    _ body: (inout RowPageBuilder, Value) -> Void
  ) throws(MalformedCell) {
    switch cell {
    case .null: builder.appendNull()
    case .value(let value): body(&builder, value)
    case .other: throw .type
    }
  }

  private func read<Value>(
    _ cell: StoredCell<Value>, _ make: (Value) -> AttributeValue?
  ) throws(MalformedCell) -> AttributeValue? {
    switch cell {
    case .null: return nil
    case .value(let value):
      if let made = make(value) { return made }
      throw .type
    case .other: throw .type
    }
  }

  /// Reads a decimal, which is stored as REAL; other programs may have written text.
  private func decimal(at column: Int) throws(MalformedCell) -> AttributeValue? {
    let stored = value(at: column)
    switch stored {
    case .null: return nil
    case .text(let text):
      guard let decimal = Decimal(string: text) else { throw .type }
      return .decimal(decimal)
    case .integer, .real, .blob:
      guard let value = AttributeValue(stored: stored, type: .decimal) else { throw .type }
      return value
    }
  }

  private func external(
    at column: Int, _ files: ExternalFiles
  ) throws(MalformedCell) -> AttributeValue? {
    guard case .value(let bytes) = blobCell(at: column, { Array($0) }) else {
      if isNull(at: column) { return nil }
      throw .type
    }
    switch bytes.first {
    case 1: return .binary(Array(bytes.dropFirst()))
    case 2:
      guard let name = ExternalFiles.name(in: bytes) else { throw .type }
      guard let content = files.read(name) else { throw .file }
      return .binary(content)
    case _: throw .type
    }
  }
}

/// The files with values that are too large for the database.
///
/// A value begins with a byte: 1 if the bytes follow, 2 if the name of a file follows, which is a
/// UUID and a NUL (observed in 27 stores).
struct ExternalFiles: Sendable {
  /// The folder `.NAME_SUPPORT/_EXTERNAL_DATA` beside the store; `nil` for a store in memory.
  let folder: String?

  init(store path: String?) {
    folder = path.map { path in
      let url = URL(fileURLWithPath: path)
      let name = url.deletingPathExtension().lastPathComponent
      return url.deletingLastPathComponent().path + "/.\(name)_SUPPORT/_EXTERNAL_DATA"
    }
  }

  /// The name of the file; `nil` if it is not a UUID, since another name might lead out of the
  /// folder.
  static func name(in bytes: [UInt8]) -> String? {
    let name = String(decoding: bytes.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
    return UUID(uuidString: name) == nil ? nil : name
  }

  func read(_ name: String) -> [UInt8]? {
    guard let folder else { return nil }
    return FileManager.default.contents(atPath: folder + "/" + name).map { Array($0) }
  }
}

extension UUID {
  fileprivate init?(sixteen bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
  }
}
