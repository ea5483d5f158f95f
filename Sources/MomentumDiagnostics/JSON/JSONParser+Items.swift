/// A document of which one list was read item by item.
package struct JSONItems: Sendable {
  /// The document without the items: the list is empty, and where the rest was not wanted other values are
  /// without what is in them.
  package var root: JSONNode
  /// What the path leads to, a list without its items; `nil` where it leads nowhere.
  package var target: JSONNode?

  /// The paths that a misspelt one may mean: with each name that stands at its first step which is not there.
  package static func paths(near path: [String], in root: JSONNode) -> [String] {
    var node = root
    for (index, key) in path.enumerated() {
      guard case .object(let members) = node.value else { return [] }
      guard let next = members.first(where: { $0.name == key })?.value else {
        return members.map {
          (path[..<index] + [$0.name] + path[(index + 1)...]).joined(separator: ".")
        }
      }
      node = next
    }
    return []
  }
}

extension JSONParser {
  /// Parses a document and hands over the items of one of its lists as they come, so that a list of any length
  /// takes the memory of one item.
  ///
  ///     JSONParser.parse(file, itemsAt: ["data", "shops"], keepsRest: false, &issues) { shop in … }
  ///
  /// What was handed over before an error is found is not to be used. A value that is no list is no item; the
  /// result has it.
  ///
  /// - Parameter keepsRest: Whether the result has the other values whole.
  /// - Returns: `nil` where the text is not JSON, with one diagnostic.
  package static func parse(
    _ file: SourceFile, itemsAt path: [String], keepsRest: Bool, _ issues: inout Diagnostics,
    item: (JSONNode) -> Void
  ) -> JSONItems? {
    var parser = JSONParser(bytes: file.utf8)
    var target: JSONNode?
    let root = parser.finish(file, &issues) { parser throws(Failure) in
      try parser.walk(path[...], depth: 0, keepsRest: keepsRest, &target, item)
    }
    return root.map { JSONItems(root: $0, target: target) }
  }

  private mutating func walk(
    _ path: ArraySlice<String>, depth: Int, keepsRest: Bool, _ target: inout JSONNode?,
    _ item: (JSONNode) -> Void
  ) throws(Failure) -> JSONNode {
    skipBlanks()
    let start = position
    guard let key = path.first else {
      let node = try passItems(depth, item)
      target = node
      return node
    }
    guard take("{") else { return try rest(depth, keepsRest) }
    var members: [JSONMember] = []
    var seen: Set<String> = []
    skipBlanks()
    if take("}") { return JSONNode(.object([]), at: SourceRange(start, position)) }
    while true {
      let (name, range) = try memberName()
      let isFirst = seen.insert(name).inserted
      if !isFirst { names.append((name, range)) }
      let value: JSONNode
      if isFirst, target == nil, name == key {
        value = try walk(
          path.dropFirst(), depth: depth + 1, keepsRest: keepsRest, &target, item)
      } else {
        value = try rest(depth + 1, keepsRest)
      }
      if isFirst { members.append(JSONMember(name: name, nameRange: range, value: value)) }
      skipBlanks()
      if take("}") { return JSONNode(.object(members), at: SourceRange(start, position)) }
      guard take(",") else { throw failure("expected ',' or '}' in an object") }
    }
  }

  private mutating func passItems(
    _ depth: Int, _ item: (JSONNode) -> Void
  ) throws(Failure) -> JSONNode {
    let start = position
    guard take("[") else { return try value(depth: depth) }
    skipBlanks()
    if take("]") { return JSONNode(.array([]), at: SourceRange(start, position)) }
    while true {
      item(try value(depth: depth + 1))
      skipBlanks()
      if take("]") { return JSONNode(.array([]), at: SourceRange(start, position)) }
      guard take(",") else { throw failure("expected ',' or ']' in a list") }
    }
  }

  private mutating func rest(_ depth: Int, _ isKept: Bool) throws(Failure) -> JSONNode {
    let before = keepsParts
    keepsParts = isKept
    defer { keepsParts = before }
    return try value(depth: depth)
  }
}
