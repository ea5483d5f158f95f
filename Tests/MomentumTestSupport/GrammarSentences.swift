/// Random sentences of a grammar in EBNF, with a count of what was used.
///
/// The notation is that of Grammar/Predicate.ebnf: `"x"` in any case where it is letters, `'x'` as written,
/// `[ ]`, `{ }`, `( )`, `|`, `-`, `? … ?`, names in capitals for tokens.
package struct GrammarSentences: Sendable {
  package struct Problem: Error {
    package var text: String
  }

  indirect enum Node: Sendable {
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

  /// A node with all that is the same for each sentence worked out: debug builds make thousands of them.
  private indirect enum Part: Sendable {
    case text(String)
    /// In both cases, letter by letter.
    case anyCase([(upper: String, lower: String)])
    case rule(Int)
    case described([String])
    case sequence([Part])
    /// The number is that of the first alternative in `uses`; then how deep the shallowest sentence of
    /// each is.
    case choice(Int, [Part], heights: [Int], least: Int)
    case optional(Int, Part)
    case repeated(Int, Part)
    case except(Part, Set<String>)
  }

  private struct Rule {
    var isToken: Bool
    var part: Part
    var use: Int
  }

  private var nodes: [String: Node] = [:]
  private var order: [String] = []
  private var heights: [String: Int] = [:]
  private var numbers: [String: Int] = [:]
  private var rules: [Rule] = []
  private var uses: [Int] = []
  private var names: [String] = []
  private var generator: SeededGenerator
  private var words: [String: [String]]

  /// - Parameter words: What `? … ?` may be, by what stands between the question marks, where that is a
  ///   list kept elsewhere.
  package init(_ text: String, seed: UInt64, words: [String: [String]] = [:]) throws {
    generator = SeededGenerator(seed: seed)
    self.words = words
    var reader = EBNFReader(Array(text.unicodeScalars))
    while let (name, node) = try reader.rule() {
      guard nodes[name] == nil else { throw Problem(text: "two rules '\(name)'") }
      nodes[name] = node
      numbers[name] = order.count
      order.append(name)
    }
    for name in order { try checkNames(nodes[name] ?? .sequence([])) }
    measure()
    for name in order {
      let use = count(name)
      let part = part(nodes[name] ?? .sequence([]), of: name)
      rules.append(Rule(isToken: GrammarSentences.isToken(name), part: part, use: use))
    }
  }

  /// The same grammar with other sentences, none of which is made yet.
  package func seeded(_ seed: UInt64) -> GrammarSentences {
    var copy = self
    copy.generator = SeededGenerator(seed: seed)
    copy.uses = uses.map { _ in 0 }
    return copy
  }

  /// Rules and alternatives that no sentence has used yet.
  package var unused: [String] { names.indices.filter { uses[$0] == 0 }.map { names[$0] } }

  /// How many rules and alternatives there are.
  package var productionCount: Int { names.count }

  /// A sentence of a rule, at most a little longer than the depth allows.
  package mutating func sentence(of rule: String, depth: Int) -> String {
    var tokens: [String] = []
    if let number = numbers[rule] { generate(.rule(number), depth: depth, into: &tokens) }
    var text = ""
    for token in tokens {
      let isTight =
        text.utf8.last.map { "({,".utf8.contains($0) } ?? true
        || token.utf8.first.map { "),}".utf8.contains($0) } ?? true
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

  private mutating func generate(_ part: Part, depth: Int, into tokens: inout [String]) {
    switch part {
    case .text, .anyCase, .described, .except: tokens.append(characters(part))
    case .rule(let number):
      let rule = rules[number]
      uses[rule.use] += 1
      if rule.isToken {
        tokens.append(characters(rule.part))
      } else {
        generate(rule.part, depth: depth - 1, into: &tokens)
      }
    case .sequence(let parts):
      for part in parts { generate(part, depth: depth, into: &tokens) }
    case .choice(let use, let parts, let heights, let least):
      // Any alternative while there is depth, then one of the shallowest.
      let fitting = heights.indices.filter { heights[$0] <= max(least, depth) }
      let index = fitting.randomElement(using: &generator) ?? 0
      uses[use + index] += 1
      generate(parts[index], depth: depth, into: &tokens)
    case .optional(let use, let inner):
      guard depth > 0, Bool.random(using: &generator) else { return }
      uses[use] += 1
      generate(inner, depth: depth, into: &tokens)
    case .repeated(let use, let inner):
      while depth > 0, Int.random(in: 0..<4, using: &generator) == 0 {
        uses[use] += 1
        generate(inner, depth: depth - 1, into: &tokens)
      }
    }
  }

  /// The characters of one token.
  private mutating func characters(_ part: Part) -> String {
    switch part {
    case .text(let text): return text
    case .anyCase(let letters):
      var result = ""
      for letter in letters {
        result += Bool.random(using: &generator) ? letter.upper : letter.lower
      }
      return result
    case .rule(let number):
      uses[rules[number].use] += 1
      return characters(rules[number].part)
    case .described(let samples): return samples.randomElement(using: &generator) ?? "a"
    case .sequence(let parts):
      var result = ""
      for part in parts { result += characters(part) }
      return result
    case .choice(let use, let parts, _, _):
      let index = Int.random(in: 0..<parts.count, using: &generator)
      uses[use + index] += 1
      return characters(parts[index])
    case .optional(let use, let inner):
      guard Bool.random(using: &generator) else { return "" }
      uses[use] += 1
      return characters(inner)
    case .repeated(let use, let inner):
      var result = ""
      while Int.random(in: 0..<3, using: &generator) > 0, result.count < 24 {
        uses[use] += 1
        result += characters(inner)
      }
      return result
    case .except(let wanted, let excluded):
      while true {
        let found = characters(wanted)
        if !excluded.contains(found.uppercased()) { return found }
      }
    }
  }

  // MARK: - The grammar as a whole

  private mutating func count(_ name: String) -> Int {
    names.append(name)
    uses.append(0)
    return names.count - 1
  }

  private mutating func part(_ node: Node, of rule: String) -> Part {
    switch node {
    case .text(let text, let anyCase):
      guard anyCase else { return .text(text) }
      return .anyCase(text.map { (upper: $0.uppercased(), lower: $0.lowercased()) })
    case .name(let name): return .rule(numbers[name] ?? 0)
    case .described(let text):
      return .described(words[text] ?? GrammarSentences.samples(text))
    case .sequence(let inner): return .sequence(inner.map { part($0, of: rule) })
    case .choice(let number, let inner):
      let uses = inner.indices.map { count("\(rule) #\(number).\($0)") }
      let heights = inner.map { height(of: $0) }
      return .choice(
        uses[0], inner.map { part($0, of: rule) }, heights: heights, least: heights.min() ?? 0)
    case .optional(let number, let inner):
      return .optional(count("\(rule) #\(number)"), part(inner, of: rule))
    case .repeated(let number, let inner):
      return .repeated(count("\(rule) #\(number)"), part(inner, of: rule))
    case .except(let wanted, let not): return .except(part(wanted, of: rule), texts(of: not))
    }
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".map(
    String.init)
  private static let samples =
    letters + [
      " ", "'", "\"", "\n", "\t", "\r", "\0", "%", "@", "{", ")", "é", "ß", "📍", "日", "\u{301}",
    ]

  /// What `any character but ' and \` may be.
  private static func samples(_ words: String) -> [String] {
    if words == "an ASCII letter" { return letters }
    let excluded = words.split(separator: " ").filter { $0.count == 1 }.map(String.init)
    return samples.filter { !excluded.contains($0) }
  }

  /// The fixed texts of a choice, in capitals.
  private func texts(of node: Node) -> Set<String> {
    switch node {
    case .text(let text, _): [text.uppercased()]
    case .name(let name): texts(of: nodes[name] ?? .sequence([]))
    case .choice(_, let inner), .sequence(let inner):
      inner.reduce(into: []) { $0.formUnion(texts(of: $1)) }
    case .optional(_, let inner), .repeated(_, let inner): texts(of: inner)
    case .except(let wanted, let not): texts(of: wanted).subtracting(texts(of: not))
    case .described: []
    }
  }

  private func checkNames(_ node: Node) throws {
    switch node {
    case .text, .described: break
    case .name(let name):
      guard nodes[name] != nil else { throw Problem(text: "no rule '\(name)'") }
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
        let height = 1 + height(of: nodes[name] ?? .sequence([]))
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
}
