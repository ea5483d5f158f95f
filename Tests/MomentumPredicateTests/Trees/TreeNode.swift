import MomentumPredicate

/// A node of a tree that a test wrote: its name and its operands, as text `(+ a (* b c))`.
struct TreeNode: Equatable {
  var name: String
  var children: [TreeNode] = []

  init(_ name: String, _ children: [TreeNode] = []) {
    self.name = name
    self.children = children
  }

  /// Reads the text of a tree; words stand between blanks and parentheses.
  init(reading text: String) {
    var open: [TreeNode] = [TreeNode("")]
    var isName = false
    let spaced = text.replacing("(", with: " ( ").replacing(")", with: " ) ")
    for word in spaced.split(separator: " ").map(String.init) {
      if word == "(" {
        open.append(TreeNode(""))
        isName = true
      } else if word == ")", open.count > 1 {
        let node = open.removeLast()
        open[open.count - 1].children.append(node)
      } else if isName {
        open[open.count - 1].name = word
        isName = false
      } else {
        open[open.count - 1].children.append(TreeNode(word))
      }
    }
    self = open[0].children.first ?? TreeNode("")
  }

  var text: String {
    children.isEmpty ? name : "(\(name) \(children.map(\.text).joined(separator: " ")))"
  }

  /// What differs first, with the way to it from the root: `OR[1] AND[0]: …`; `nil` where nothing does.
  func firstDifference(from expected: TreeNode, at path: String = "") -> String? {
    guard name == expected.name, children.count == expected.children.count else {
      return "at \(path.isEmpty ? "the root" : path): expected \(expected.text), found \(text)"
    }
    for index in children.indices {
      let way = path + (path.isEmpty ? "" : " ") + "\(name)[\(index)]"
      if let found = children[index].firstDifference(from: expected.children[index], at: way) {
        return found
      }
    }
    return nil
  }

  /// The same tree with the arguments numbered in the order of the text: `%@` is `%0@`, `%K` is `%1K`.
  func numberingArguments() -> TreeNode {
    var count = 0
    return numberingArguments(from: &count)
  }

  private func numberingArguments(from count: inout Int) -> TreeNode {
    var pieces: [String] = []
    for (index, piece) in name.split(separator: "%", omittingEmptySubsequences: false).enumerated()
    {
      pieces.append(index == 0 ? String(piece) : "%\(count)\(piece)")
      count += index == 0 ? 0 : 1
    }
    return TreeNode(pieces.joined(), children.map { $0.numberingArguments(from: &count) })
  }
}

extension TreeNode {
  /// What the parser found.
  init(_ syntax: PredicateSyntax) {
    switch syntax.kind {
    case .constant(let value): self.init(value ? "TRUEPREDICATE" : "FALSEPREDICATE")
    case .comparison(let comparison): self.init(comparison)
    case .and(let parts): self.init("AND", parts.map { TreeNode($0) })
    case .or(let parts): self.init("OR", parts.map { TreeNode($0) })
    case .not(let operand): self.init("NOT", [TreeNode(operand)])
    }
  }

  /// `(ANY-CONTAINS[cd] a 'x')`
  private init(_ comparison: ComparisonSyntax) {
    let letters: [(ComparisonOptions, String)] = [
      (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"),
      (.localeSensitive, "l"),
    ]
    let found = letters.filter { comparison.options.contains($0.0) }.map(\.1).joined()
    let quantifier =
      switch comparison.quantifier {
      case .any: "ANY-"
      case .all: "ALL-"
      case nil: ""
      }
    self.init(
      quantifier + comparison.comparisonOperator.text + (found.isEmpty ? "" : "[\(found)]"),
      [TreeNode(comparison.left), TreeNode(comparison.right)])
  }

  init(_ syntax: ExpressionSyntax) {
    switch syntax.kind {
    case .literal(let literal): self.init(TreeNode.word(literal))
    case .selfObject: self.init("SELF")
    case .anyKey: self.init("ANYKEY")
    case .indexSymbol(let symbol): self.init(symbol.rawValue)
    case .variable(let name): self.init("$" + name)
    case .argument(let index, let conversion):
      self.init("%\(index)\(TreeNode.letter(conversion))")
    case .keyPath(let components):
      let keys = TreeNode.keys(components)
      self = keys.count == 1 ? keys[0] : TreeNode("keys", keys)
    case .path(let base, let components):
      self.init(".", [TreeNode(base)] + TreeNode.keys(components))
    case .aggregate(let elements): self.init("{}", elements.map { TreeNode($0) })
    case .method(let base, let call):
      self.init("." + call.selector, [TreeNode(base)] + call.arguments.map { TreeNode($0) })
    case .index(let base, let index): self.init("[]", [TreeNode(base), TreeNode(index)])
    case .call(let call):
      self.init(
        call.selector + (call.arguments.isEmpty ? "<>" : ""), call.arguments.map { TreeNode($0) })
    case .arithmetic(let sign, let left, let right):
      self.init(sign.rawValue, [TreeNode(left), TreeNode(right)])
    case .setOperation(let sign, let left, let right):
      self.init(sign.rawValue, [TreeNode(left), TreeNode(right)])
    case .subquery(let collection, let variable, let predicate):
      self.init("SUBQUERY", [TreeNode(collection), TreeNode("$" + variable), TreeNode(predicate)])
    case .ternary(let predicate, let first, let second):
      self.init("TERNARY", [TreeNode(predicate), TreeNode(first), TreeNode(second)])
    case .cast(let value, let type): self.init("CAST", [TreeNode(value), TreeNode(type)])
    case .function(let target, let selector, let arguments):
      self.init(
        "FUNCTION", [TreeNode(target), TreeNode(selector)] + arguments.map { TreeNode($0) })
    case .fetch(let request, let context, let countOnly):
      self.init("FETCH", [TreeNode(request), TreeNode(context), TreeNode(countOnly)])
    case .assignment(let name, let value): self.init(":=", [TreeNode("$" + name), TreeNode(value)])
    }
  }

  private static func word(_ literal: Literal) -> String {
    switch literal {
    case .null: "nil"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let digits): digits
    case .string(let text): "'\(text)'"
    }
  }

  private static func letter(_ conversion: ArgumentConversion) -> String {
    switch conversion {
    case .object: "@"
    case .integer: "d"
    case .double: "f"
    case .string: "s"
    }
  }

  /// Keys with dots between them are one word; a key that is computed is a node of its own.
  private static func keys(_ components: [KeyComponent]) -> [TreeNode] {
    var nodes: [TreeNode] = []
    for component in components {
      let word: String
      switch component.name {
      case .key(let name): word = name
      case .quoted(let name): word = "'\(name)'"
      case .collectionOperator(let name): word = "@" + name
      case .argument(let index): word = "%\(index)K"
      case .variable(let name): word = "$" + name
      case .expression(let expression):
        nodes.append(TreeNode("key", [TreeNode(expression)]))
        continue
      }
      if let last = nodes.last, last.children.isEmpty {
        nodes[nodes.count - 1].name += "." + word
      } else {
        nodes.append(TreeNode(word))
      }
    }
    return nodes
  }
}
