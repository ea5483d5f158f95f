internal import MomentumDiagnostics
internal import MomentumModel

/// Converts a value of an import to a field of a CSV file and back.
///
/// A missing value is an empty field, an empty text is `""`. A composite value, and a stored value
/// that does not fit the type of its attribute, are JSON, as in an export of JSON.
enum CSVCell {
  /// Columns of an object's id, key and version; `$` cannot occur in the name of a property.
  static let id = "$id"
  static let key = "$key"
  static let version = "$version"
  /// The name (without extension) of the file with the highest keys that were assigned.
  static let lastKeysFile = "$lastKeys"
  static let lastKeysColumns = ["entity", "key"]

  // MARK: - Writing

  static func line(_ fields: [String]) -> String { fields.joined(separator: ",") + "\r\n" }

  static func field(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 != 0x0D && $0 != 0x0A }
    if isPlain { return text }
    let doubled = text.unicodeScalars.reduce(into: String.UnicodeScalarView()) {
      $0.append($1)
      if $1 == "\"" { $0.append($1) }
    }
    return "\"" + String(doubled) + "\""
  }

  static func field(_ value: JSONNode.Value) -> String {
    switch value {
    case .null: ""
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .number(let text): text
    case .string(let text): field(isTakenForJSON(text) ? raw(text) : text)
    case .array, .object: field(value.compact)
    }
  }

  /// Writes ids as `Tip/p1 Tip/p2`; as a JSON list if an id contains a blank, at which it would be
  /// split.
  static func field(ids: [String]) -> String {
    guard !ids.isEmpty else { return "" }
    if ids.allSatisfy({ !$0.contains(" ") && !$0.hasPrefix("[") && !$0.isEmpty }) {
      return field(ids.joined(separator: " "))
    }
    let nowhere = SourceRange(0, 0)
    return field(JSONNode.Value.array(ids.map { JSONNode(.string($0), at: nowhere) }).compact)
  }

  /// Whether a text has to be written as `{"$text": "…"}`: most programs would end it at a NUL, and
  /// the import would read a text of this form as a stored value of another type.
  private static func isTakenForJSON(_ text: String) -> Bool {
    text.utf8.contains(0) || json(text)?.rawColumn != nil
  }

  private static func raw(_ text: String) -> String {
    JSONNode.Value.object([JSONMember("$text", JSONNode.Value.string(text))]).compact
  }

  // MARK: - Reading

  static func value(_ field: CSVField, _ type: AttributeType) -> JSONNode.Value {
    if field.isMissing { return .null }
    if case .composite = type { return json(field.text) ?? .string(field.text) }
    if let value = json(field.text), value.rawColumn != nil { return value }
    return ImportText.node(field.text, type)
  }

  /// The ids of a relationship; `nil` for an empty field, which leaves the relationship out.
  static func ids(_ field: CSVField, isToMany: Bool, at range: SourceRange) -> JSONNode? {
    if field.text.isEmpty { return nil }
    guard isToMany else { return JSONNode(.string(field.text), at: range) }
    var ids = field.text.split(separator: " ").map { JSONNode(.string(String($0)), at: range) }
    if field.text.hasPrefix("["), case .array(let items)? = json(field.text) {
      ids = items.map { JSONNode($0.value, at: range) }
    }
    return JSONNode(.array(ids), at: range)
  }

  /// Parses a text that is a JSON list or object; `nil` for any other text.
  private static func json(_ text: String) -> JSONNode.Value? {
    guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return nil }
    var ignored = Diagnostics()
    let node = JSONParser.parse(SourceFile(path: "", text: text), &ignored)
    return ignored.hasErrors ? nil : node?.value
  }
}
