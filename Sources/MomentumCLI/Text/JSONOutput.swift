import MomentumDiagnostics

extension JSONText {
  /// The version of what a command prints as JSON. A new member leaves it as it is; one that is renamed, is
  /// removed or means something else raises it.
  static let formatVersion = 1

  /// The document with `formatVersion` as its first member; a list becomes its member `name`:
  ///
  ///     { "formatVersion": 1, "rows": [ … ] }
  func versioned(_ name: String = "items") -> JSONText {
    let version = (key: "formatVersion", value: JSONText.integer(JSONText.formatVersion))
    switch self {
    case .object(let members):
      return members.contains { $0.key == version.key } ? self : .object([version] + members)
    case .null, .bool, .integer, .number, .string, .array:
      return .object([version, (name, self)])
    }
  }
}
