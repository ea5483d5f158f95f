/// A JSON value with its place in a file.
package struct JSONNode: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// The number as written, so that no digit is lost.
    case number(String)
    case string(String)
    case array([JSONNode])
    /// The members in the file's order; each name once.
    case object([JSONMember])
  }

  package var value: Value
  package var range: SourceRange

  package init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }

  /// How messages show the value: a number or string itself, any other value by its kind.
  package var spelling: String {
    switch value {
    case .number(let text): text
    case .string(let text): "'\(text)'"
    case .null, .boolean, .array, .object: kind
    }
  }

  /// The kind of the value in words: `a string`.
  package var kind: String {
    switch value {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A member of an object: a name and its value.
package struct JSONMember: Sendable, Hashable {
  package var name: String
  package var nameRange: SourceRange
  package var value: JSONNode

  package init(name: String, nameRange: SourceRange, value: JSONNode) {
    self.name = name
    self.nameRange = nameRange
    self.value = value
  }
}
