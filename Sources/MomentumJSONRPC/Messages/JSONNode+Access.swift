package import MomentumDiagnostics

/// How parameters are read:
///
///     let uri = request.params?["textDocument"]?["uri"]?.string
///
/// Each access is `nil` if the value is of another kind.
extension JSONNode {
  /// The member of an object. Objects of messages are short, so a search is faster than a table.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.value
  }

  package var string: String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  package var integer: Int? {
    guard case .number(let digits) = value else { return nil }
    return Int(digits)
  }

  package var boolean: Bool? {
    guard case .boolean(let isTrue) = value else { return nil }
    return isTrue
  }

  package var items: [JSONNode]? {
    guard case .array(let nodes) = value else { return nil }
    return nodes
  }

  package var isNull: Bool { value == .null }
}

extension JSONText {
  /// The same value, to send back what the peer sent. Numbers that are not whole become `Double`s.
  package init(_ node: JSONNode) {
    self =
      switch node.value {
      case .null: .null
      case .boolean(let isTrue): .bool(isTrue)
      case .number(let digits): Int(digits).map(JSONText.integer) ?? .number(Double(digits) ?? 0)
      case .string(let text): .string(text)
      case .array(let nodes): .array(nodes.map { JSONText($0) })
      case .object(let members): .object(members.map { ($0.name, JSONText($0.value)) })
      }
  }
}
