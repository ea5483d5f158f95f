// Values in the form of Core Data's debug log: `SQLite bind[0] = "Maui"`.

extension SQLValue {
  /// The value as the log shows it: numbers without quotes, text in double quotes, `NULL`, and only
  /// the length of a blob.
  package var debugText: String {
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
  /// The text of a value, or `$NAME` for a parameter.
  package var debugText: String {
    switch self {
    case .value(let value): value.debugText
    case .parameter(let name): "$\(name)"
    }
  }
}

extension SQLValue {
  /// The value as text that a database can read: numbers and texts unchanged, blobs as `\x00ff`.
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
