extension GrammarSentences {
  /// Reads the rules of a grammar in EBNF.
  struct EBNFReader {
    let scalars: [Unicode.Scalar]
    var position = 0
    var numbers = 0

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func rule() throws -> (String, Node)? {
      skip()
      guard position < scalars.count else { return nil }
      let name = word()
      try expect("=")
      let node = try choice()
      try expect(";")
      return (name, node)
    }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    /// White space and comments.
    private mutating func skip() {
      while let scalar = current {
        if scalar.properties.isWhitespace {
          position += 1
        } else if scalar == "(", position + 1 < scalars.count, scalars[position + 1] == "*" {
          position += 2
          while position + 1 < scalars.count,
            scalars[position] != "*" || scalars[position + 1] != ")"
          {
            position += 1
          }
          position += 2
        } else {
          return
        }
      }
    }

    private mutating func word() -> String {
      var result = String.UnicodeScalarView()
      while let scalar = current, scalar.properties.isAlphabetic || scalar == "-" {
        result.append(scalar)
        position += 1
      }
      return String(result)
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws {
      skip()
      guard current == scalar else {
        throw Problem(text: "expected '\(scalar)' at \(position)")
      }
      position += 1
    }

    private mutating func choice() throws -> Node {
      var nodes = [try sequence()]
      skip()
      while current == "|" {
        position += 1
        nodes.append(try sequence())
        skip()
      }
      guard nodes.count > 1 else { return nodes[0] }
      numbers += 1
      return .choice(numbers, nodes)
    }

    private mutating func sequence() throws -> Node {
      var nodes: [Node] = []
      while let node = try factor() { nodes.append(node) }
      return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func factor() throws -> Node? {
      guard let node = try part() else { return nil }
      skip()
      guard current == "-" else { return node }
      position += 1
      guard let excluded = try part() else { throw Problem(text: "nothing behind '-'") }
      return .except(node, excluded)
    }

    private mutating func part() throws -> Node? {
      skip()
      guard let scalar = current else { return nil }
      switch scalar {
      case "\"": return .text(quoted(), anyCase: true)
      case "'": return .text(quoted(), anyCase: false)
      case "?": return .described(quoted().split(separator: " ").joined(separator: " "))
      case "(":
        position += 1
        let node = try choice()
        try expect(")")
        return node
      case "[":
        position += 1
        let node = try choice()
        try expect("]")
        numbers += 1
        return .optional(numbers, node)
      case "{":
        position += 1
        let node = try choice()
        try expect("}")
        numbers += 1
        return .repeated(numbers, node)
      case _ where scalar.properties.isAlphabetic: return .name(word())
      case _: return nil
      }
    }

    private mutating func quoted() -> String {
      let quote = scalars[position]
      var result = String.UnicodeScalarView()
      position += 1
      while let scalar = current, scalar != quote {
        result.append(scalar)
        position += 1
      }
      position += 1
      return String(result)
    }
  }
}
