/// A YAML document of the kind that build servers read: block mappings and sequences, flow sequences on one line,
/// plain and quoted scalars on one line, literal and folded texts, comments. Anything else is an error, so that a file
/// that this reader accepts means the same to every other reader.
package enum YAMLValue: Hashable, Sendable {
  case scalar(String)
  case sequence([YAMLValue])
  case mapping([String: YAMLValue])

  package struct Failure: Error, CustomStringConvertible {
    package var line: Int
    package var text: String

    package var description: String { "line \(line): \(text)" }
  }

  package init(_ text: String) throws {
    var reader = try YAMLReader(text)
    self = try reader.document()
  }

  package subscript(_ key: String) -> YAMLValue? {
    if case .mapping(let members) = self { members[key] } else { nil }
  }

  package var text: String? { if case .scalar(let text) = self { text } else { nil } }

  package var elements: [YAMLValue] {
    if case .sequence(let elements) = self { elements } else { [] }
  }

  package var keys: [String] {
    if case .mapping(let members) = self { members.keys.sorted() } else { [] }
  }

  /// The value in JSON with sorted keys and every scalar as a text.
  package var json: String {
    switch self {
    case .scalar(let text): Self.quoted(text)
    case .sequence(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
    case .mapping(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\(Self.quoted($0.key)): \($0.value.json)" }.joined(separator: ", ") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
