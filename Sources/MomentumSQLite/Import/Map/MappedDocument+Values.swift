internal import MomentumDiagnostics
internal import MomentumModel

extension MappedDocument {
  /// Converts values to the attribute's type: APIs often send numbers and the like in quotes.
  func typed(
    _ node: JSONNode, _ attribute: Attribute, _ form: ImportMap.DateForm,
    _ issues: inout Diagnostics
  ) -> JSONNode {
    if attribute.type == .date, let seconds = date(node, form) {
      guard let seconds else {
        report(
          .wrongType(property: attribute.name, expected: form.phrase, found: node.kind), node,
          &issues)
        return JSONNode(.null, at: node.range)
      }
      return JSONNode(.number("\(seconds)"), at: node.range)
    }
    switch (node.value, attribute.type) {
    case (.string(let text), _):
      return JSONNode(ImportText.node(text, attribute.type), at: node.range)
    case (.number(let text), .string): return JSONNode(.string(text), at: node.range)
    case (.number("0"), .boolean): return JSONNode(.boolean(false), at: node.range)
    case (.number("1"), .boolean): return JSONNode(.boolean(true), at: node.range)
    case (.null, _), (.boolean, _), (.number, _), (.array, _), (.object, _): return node
    }
  }

  /// The date in seconds since 2001-01-01 UTC. `nil` for a form that the import itself reads later;
  /// `.some(nil)` if the text is not a date in this form.
  private func date(_ node: JSONNode, _ form: ImportMap.DateForm) -> Double?? {
    let text: String
    switch node.value {
    case .string(let string), .number(let string): text = string
    case .null, .boolean, .array, .object: return nil
    }
    // The number of seconds from 1970-01-01 to 2001-01-01.
    let epoch = 978_307_200.0
    switch form {
    case .standard: return nil
    case .unix: return .some(Double(text).map { $0 - epoch })
    case .unixMilliseconds: return .some(Double(text).map { $0 / 1000 - epoch })
    case .pattern(let pattern): return .some(DatePattern(pattern).seconds(text))
    }
  }

  /// The elements of a list, or the parts of a text that has a separator between its values.
  static func items(_ node: JSONNode, separator: String?) -> [JSONNode] {
    guard let separator, case .string(let text) = node.value else { return items(node) }
    return text.split(separator: separator).map {
      JSONNode(.string(trimmed($0)), at: node.range)
    }
  }

  /// Removes blanks at both ends.
  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The elements of a list; a single value counts as a list of one.
  static func items(_ node: JSONNode) -> [JSONNode] {
    switch node.value {
    case .array(let items): items
    case .null: []
    case .boolean, .number, .string, .object: [node]
    }
  }
}
