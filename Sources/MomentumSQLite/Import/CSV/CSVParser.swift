internal import MomentumDiagnostics

/// A field of a CSV file.
struct CSVField: Sendable, Hashable {
  var text: String
  /// An empty field in quotes is an empty text; one without quotes is no value.
  var isQuoted: Bool
  /// The field with its quotes, in bytes from the start of the file.
  var range: SourceRange

  var isMissing: Bool { text.isEmpty && !isQuoted }
}

/// Reads CSV as RFC 4180 describes it, with positions. Lines end at CR LF, LF or CR.
///
/// An empty line is a record with one empty field. If the first line has several fields, an empty
/// line cannot be a row and is skipped; if the first line has one field, an empty line is a row
/// without a value, and skipping it would lose an object.
///
/// Stops at the first error, since a quote that is left open swallows the rest of the file.
struct CSVParser {
  struct Failure: Error {
    var message: String
    var range: SourceRange
  }

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private var position = 0
  /// Whether the first line has one field, so that an empty line is a record.
  private var hasOneField = false
  private var isFirstLine = true

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  init(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) {
    self.bytes = bytes
    self.delimiter = delimiter
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next record; `nil` after the last one.
  mutating func nextRow() throws(Failure) -> [CSVField]? {
    while !hasOneField, position < bytes.count, isLineEnd(bytes[position]) { position += 1 }
    guard position < bytes.count else { return nil }
    var fields: [CSVField] = []
    while true {
      fields.append(try field())
      guard position < bytes.count, bytes[position] == delimiter else { break }
      position += 1
    }
    skipLineEnd()
    if isFirstLine { hasOneField = fields.count == 1 }
    isFirstLine = false
    return fields
  }

  /// CR LF is one line end: read as two, it would add an empty record.
  private mutating func skipLineEnd() {
    guard position < bytes.count else { return }
    let isReturn = bytes[position] == Self.carriageReturn
    position += 1
    if isReturn, position < bytes.count, bytes[position] == Self.lineFeed { position += 1 }
  }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == Self.lineFeed || byte == Self.carriageReturn
  }

  private mutating func field() throws(Failure) -> CSVField {
    let start = position
    if position < bytes.count, bytes[position] == Self.quote { return try quotedField() }
    while position < bytes.count, bytes[position] != delimiter, !isLineEnd(bytes[position]) {
      guard bytes[position] != Self.quote else {
        throw Failure(
          message: "a field that holds a quote stands in quotes, and the quote is written twice",
          range: SourceRange(position, position + 1))
      }
      position += 1
    }
    let range = SourceRange(start, position)
    return CSVField(
      text: try text(Array(bytes[start..<position]), range), isQuoted: false, range: range)
  }

  private mutating func quotedField() throws(Failure) -> CSVField {
    let start = position
    position += 1
    var content: [UInt8] = []
    while true {
      guard position < bytes.count else {
        throw Failure(
          message: "the quote that opens here is never closed",
          range: SourceRange(start, start + 1))
      }
      let byte = bytes[position]
      position += 1
      if byte == Self.quote {
        guard position < bytes.count, bytes[position] == Self.quote else { break }
        position += 1
      }
      content.append(byte)
    }
    if position < bytes.count, bytes[position] != delimiter, !isLineEnd(bytes[position]) {
      throw Failure(
        message: "expected the delimiter or the end of the line behind the closing quote",
        range: SourceRange(position, position + 1))
    }
    let range = SourceRange(start, position)
    return CSVField(text: try text(content, range), isQuoted: true, range: range)
  }

  /// Refuses bytes that are not UTF-8: decoding would replace them by U+FFFD, and the text would be
  /// lost.
  private func text(_ content: [UInt8], _ range: SourceRange) throws(Failure) -> String {
    let text = String(decoding: content, as: UTF8.self)
    guard text.utf8.elementsEqual(content) else {
      throw Failure(message: "the text of this field is not UTF-8", range: range)
    }
    return text
  }
}
