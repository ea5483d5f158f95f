internal import MomentumDiagnostics
package import MomentumModel

/// Values that are written as plain text: fields of a CSV file and `--set key=value`.
///
/// `5`, `1.5`, `YES`, `2026-01-31T12:00:00Z`, a UUID, base64 for bytes; a string is used unchanged.
package enum ImportText {
  /// Converts the text to the JSON value of the attribute's type, so that both forms are read by
  /// the same rules.
  static func node(_ text: String, _ type: AttributeType) -> JSONNode.Value {
    switch type {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .date:
      isNumber(text) ? .number(text) : .string(text)
    case .boolean: boolean(text).map { .boolean($0) } ?? .string(text)
    case .undefined, .string, .binary, .uuid, .uri, .transformable, .objectID, .composite:
      .string(text)
    }
  }

  /// Why a text is not a value of a type, as the end of the sentence "the value has to be …".
  package struct Problem: Error {
    package var expected: String
  }

  package static func value(
    _ text: String, _ type: AttributeType
  ) throws(Problem) -> AttributeValue {
    do {
      return try AttributeValue(node(text, type), type: type)
    } catch {
      switch error {
      case .wrongType(let expected), .outOfRange(let expected): throw Problem(expected: expected)
      case .unsupported(let name): throw Problem(expected: "of another type than \(name)")
      }
    }
  }

  /// Accepts `5`, `-1.5e3`; not `nan` or `0x10`, which Swift's `Double` accepts.
  package static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
      && Double(text) != nil
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "true", "1": true
    case "no", "false", "0": false
    case _: nil
    }
  }
}
