/// Random sentences of a grammar in EBNF, with a count of what was used.
///
/// The notation is that of Grammar/Predicate.ebnf: `"x"` in any case where it is letters, `'x'` as written,
/// `[ ]`, `{ }`, `( )`, `|`, `-`, `? … ?`, names in capitals for tokens.
public struct GrammarSentences {
  public struct Problem: Error {
    public var text: String
  }

  private indirect enum Node {
    case text(String, anyCase: Bool)
    case name(String)
    case described(String)
    case sequence([Node])
    /// The number tells the alternatives of one choice from all others.
    case choice(Int, [Node])
    case optional(Int, Node)
    case repeated(Int, Node)
    case except(Node, Node)
  }

  private var rules: [String: Node] = [:]
  private var order: [String] = []
  private var heights: [String: Int] = [:]
  private var uses: [String: Int] = [:]
  private var usesExpected: [String] = []
  private var generator: SeededGenerator

  public init(_ text: String, seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    var reader = EBNFReader(Array(text.unicodeScalars))
    while let (name, node) = try reader.rule() {
      guard rules[name] == nil else { throw Problem(text: "two rules '\(name)'") }
      rules[name] = node
      order.append(name)
    }
    for name in order { try checkNames(rules[name] ?? .sequence([])) }
    measure()
    for name in order {
      usesExpected.append(name)
      expect(in: rules[name] ?? .sequence([]), of: name)
    }
  }

  /// Rules and alternatives that no sentence has used yet.
  public var unused: [String] { usesExpected.filter { uses[$0] == nil } }

  /// How many rules and alternatives there are.
  public var productionCount: Int { usesExpected.count }

  /// A sentence of a rule, at most a little longer than the depth allows.
  public mutating func sentence(of rule: String, depth: Int) -> String {
    var tokens: [String] = []
    generate(.name(rule), in: rule, depth: depth, into: &tokens)
    var text = ""
    for token in tokens {
      let isTight =
        text.last.map { "({,".contains($0) } ?? true
        || token.first.map { "),}".contains($0) } ?? true
      if !isTight || Int.random(in: 0..<4, using: &generator) == 0 {
        text += [" ", " ", "  ", "\t", "\n"].randomElement(using: &generator) ?? " "
      }
      text += token
    }
    return text
  }

  // MARK: - Generation

  private static func isToken(_ name: String) -> Bool {
    name.allSatisfy { $0.isUppercase || $0 == "-" }
  }

  private mutating func generate(
    _ node: Node, in rule: String, depth: Int, into tokens: inout [String]
  ) {
    switch node {
    case .text, .described, .except: tokens.append(characters(node, in: rule))
    case .name(let name):
      uses[name, default: 0] += 1
      if GrammarSentences.isToken(name) {
        tokens.append(characters(rules[name] ?? .sequence([]), in: name))
      } else {
        generate(rules[name] ?? .sequence([]), in: name, depth: depth - 1, into: &tokens)
      }
    case .sequence(let nodes):
      for node in nodes { generate(node, in: rule, depth: depth, into: &tokens) }
    case .choice(let number, let nodes):
      let index = choose(nodes, depth: depth)
      uses["\(rule) #\(number).\(index)", default: 0] += 1
      generate(nodes[index], in: rule, depth: depth, into: &tokens)
    case .optional(let number, let inner):
      guard depth > 0, Bool.random(using: &generator) else { return }
      uses["\(rule) #\(number)", default: 0] += 1
      generate(inner, in: rule, depth: depth, into: &tokens)
    case .repeated(let number, let inner):
      while depth > 0, Int.random(in: 0..<4, using: &generator) == 0 {
        uses["\(rule) #\(number)", default: 0] += 1
        generate(inner, in: rule, depth: depth - 1, into: &tokens)
      }
    }
  }

  /// Any alternative while there is depth, then one of the shallowest.
  private mutating func choose(_ nodes: [Node], depth: Int) -> Int {
    let heights = nodes.map { height(of: $0) }
    let least = heights.min() ?? 0
    let fitting = nodes.indices.filter { heights[$0] <= max(least, depth) }
    return fitting.randomElement(using: &generator) ?? 0
  }

  /// The characters of one token.
  private mutating func characters(_ node: Node, in rule: String) -> String {
    switch node {
    case .text(let text, let anyCase):
      guard anyCase else { return text }
      return text.map {
        Bool.random(using: &generator) ? String($0).uppercased() : String($0).lowercased()
      }.joined()
    case .name(let name):
      uses[name, default: 0] += 1
      return characters(rules[name] ?? .sequence([]), in: name)
    case .described(let words): return described(words)
    case .sequence(let nodes):
      var result = ""
      for node in nodes { result += characters(node, in: rule) }
      return result
    case .choice(let number, let nodes):
      let index = Int.random(in: 0..<nodes.count, using: &generator)
      uses["\(rule) #\(number).\(index)", default: 0] += 1
      return characters(nodes[index], in: rule)
    case .optional(let number, let inner):
      guard Bool.random(using: &generator) else { return "" }
      uses["\(rule) #\(number)", default: 0] += 1
      return characters(inner, in: rule)
    case .repeated(let number, let inner):
      var result = ""
      while Int.random(in: 0..<3, using: &generator) > 0, result.count < 24 {
        uses["\(rule) #\(number)", default: 0] += 1
        result += characters(inner, in: rule)
      }
      return result
    case .except(let wanted, let not):
      let excluded = texts(of: not)
      while true {
        let found = characters(wanted, in: rule)
        if !excluded.contains(found.uppercased()) { return found }
      }
    }
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map(
    String.init)
  private static let samples =
    letters + [
      " ", "'", "\"", "\n", "\t", "\r", "\0", "%", "@", "{", ")", "é", "ß", "📍", "日", "\u{301}",
    ]

  private mutating func described(_ words: String) -> String {
    if words == "an ASCII letter" {
      return GrammarSentences.letters.randomElement(using: &generator) ?? "a"
    }
    // "any character but ' and \"
    let excluded = words.split(separator: " ").filter { $0.count == 1 }.map(String.init)
    let fitting = GrammarSentences.samples.filter { !excluded.contains($0) }
    return fitting.randomElement(using: &generator) ?? "a"
  }

  /// The fixed texts of a choice, in capitals.
  private func texts(of node: Node) -> Set<String> {
    switch node {
    case .text(let text, _): [text.uppercased()]
    case .name(let name): texts(of: rules[name] ?? .sequence([]))
    case .choice(_, let nodes), .sequence(let nodes):
      nodes.reduce(into: []) { $0.formUnion(texts(of: $1)) }
    case .optional(_, let inner), .repeated(_, let inner): texts(of: inner)
    case .except(let wanted, let not): texts(of: wanted).subtracting(texts(of: not))
    case .described: []
    }
  }

  // MARK: - The grammar as a whole

  private func checkNames(_ node: Node) throws {
    switch node {
    case .text, .described: break
    case .name(let name):
      guard rules[name] != nil else { throw Problem(text: "no rule '\(name)'") }
    case .sequence(let nodes), .choice(_, let nodes): for node in nodes { try checkNames(node) }
    case .optional(_, let inner), .repeated(_, let inner): try checkNames(inner)
    case .except(let wanted, let not):
      try checkNames(wanted)
      try checkNames(not)
    }
  }

  /// How deep the shallowest sentence of each rule is.
  private mutating func measure() {
    var isChanged = true
    while isChanged {
      isChanged = false
      for name in order {
        let height = 1 + height(of: rules[name] ?? .sequence([]))
        if height < heights[name] ?? .max, height < 1000 {
          heights[name] = height
          isChanged = true
        }
      }
    }
  }

  private func height(of node: Node) -> Int {
    switch node {
    case .text, .described, .except, .optional, .repeated: 0
    case .name(let name): GrammarSentences.isToken(name) ? 0 : heights[name] ?? 1000
    case .sequence(let nodes): nodes.map { height(of: $0) }.max() ?? 0
    case .choice(_, let nodes): nodes.map { height(of: $0) }.min() ?? 0
    }
  }

  private mutating func expect(in node: Node, of rule: String) {
    switch node {
    case .text, .name, .described: break
    case .sequence(let nodes): for node in nodes { expect(in: node, of: rule) }
    case .choice(let number, let nodes):
      for (index, node) in nodes.enumerated() {
        usesExpected.append("\(rule) #\(number).\(index)")
        expect(in: node, of: rule)
      }
    case .optional(let number, let inner), .repeated(let number, let inner):
      usesExpected.append("\(rule) #\(number)")
      expect(in: inner, of: rule)
    case .except(let wanted, _): expect(in: wanted, of: rule)
    }
  }

  // MARK: - Reading

  private struct EBNFReader {
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
