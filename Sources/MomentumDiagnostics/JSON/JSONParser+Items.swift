/// The result of parsing a document in which one list was passed on item by item, so that the items
/// are not in memory together.
package struct JSONItems: Sendable {
  /// The document, in which the list is empty. The other values are empty too, unless `keepsRest`
  /// was true.
  package var root: JSONNode
  /// The value at the path of the list; a list has no items here. `nil` if there is no value at the
  /// path.
  package var target: JSONNode?

  /// The paths that a misspelt path may mean. At the first step that does not exist, each name that
  /// exists there replaces the misspelt one.
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
  /// Parses a document and passes the items of one of its lists to a closure one by one, so that a
  /// list of any length takes the memory of one item.
  ///
  ///     JSONParser.parse(file, itemsAt: ["data", "shops"], keepsRest: false, &issues) { shop in … }
  ///
  /// If an error is found later, the items passed before are not to be used. If the value at the
  /// path is not a list, the closure is not called; the result has the value.
  ///
  /// - Parameter keepsRest: Whether the result has the contents of all other values.
  /// - Returns: `nil` with one diagnostic if the text is not JSON.
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
