/// The header fields before a message.
///
/// Documented: Language Server Protocol 3.17, Base Protocol: `Content-Length` is required,
/// `Content-Type` may follow and names a charset, of which only UTF-8 is used; `utf8` is its old
/// spelling.
enum HeaderFields {
  /// The length of the message in bytes.
  static func length(_ fields: [UInt8]) -> Result<Int, RPCError> {
    var length: Int?
    let lines = String(decoding: fields, as: UTF8.self)
      .split(whereSeparator: \.isNewline)
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else {
        return refused("a header field has a name and a ':'")
      }
      let value = trimmed(line[line.index(after: colon)...])
      switch trimmed(line[..<colon]).lowercased() {
      case "content-length":
        guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(value),
          length == nil
        else { return refused("'Content-Length' is one number") }
        length = number
      case "content-type":
        guard charset(of: value).map({ ["utf-8", "utf8"].contains($0) }) ?? true else {
          return refused("messages have the charset utf-8")
        }
      case _: break
      }
    }
    return length.map { .success($0) } ?? refused("'Content-Length' is missing")
  }

  /// `utf-8` of `application/vscode-jsonrpc; charset=utf-8`; `nil` if none is named.
  private static func charset(of type: Substring) -> String? {
    for parameter in type.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]).lowercased() == "charset" else { continue }
      return String(trimmed(parts[1]).lowercased().filter { $0 != "\"" })
    }
    return nil
  }

  private static func refused(_ reason: String) -> Result<Int, RPCError> {
    .failure(RPCError(.parseError, reason))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
