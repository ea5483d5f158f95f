import MomentumDiagnostics

extension JSONText {
  /// The version of the JSON that commands print. A new member does not change it; a member that is
  /// renamed, removed or gets another meaning raises it.
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
