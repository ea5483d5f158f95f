// Values as Core Data's debug log writes them: `SQLite bind[0] = "Maui"`.

extension SQLValue {
  /// Numbers bare, text in double quotes, `NULL`; of a blob only its length.
  public var debugText: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .text(let value): "\"\(value)\""
    case .blob(let bytes): "<\(bytes.count) bytes>"
    }
  }
}

extension SQLBinding {
  /// A value's text, or `$NAME` for a parameter.
  public var debugText: String {
    switch self {
    case .value(let value): value.debugText
    case .parameter(let name): "$\(name)"
    }
  }
}

extension SQLValue {
  /// As a database reads it from text: numbers and texts as they are, blobs as `\\x00ff`.
  var plainText: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): "\(value)"
    case .text(let value): value
    case .blob(let bytes):
      bytes.reduce(into: "\\x") { text, byte in
        text += byte < 16 ? "0" : ""
        text += String(byte, radix: 16)
      }
    }
  }
}
