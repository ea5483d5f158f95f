package import MomentumDiagnostics

// Prints tokens and syntax trees with their ranges, one token or node a line, for
// `momentum dump tokens` and `momentum dump syntax`.

extension Token {
  /// The token as one line with its range, kind and text: `6..<8  sign        ==`.
  package func line(in source: SourceFile) -> String {
    let place = "\(range.start)..<\(range.end)"
    let name = kindName
    return place + String(repeating: " ", count: max(1, 10 - place.count)) + name
      + String(repeating: " ", count: max(1, 20 - name.count)) + source.text(in: range)
  }

  private var kindName: String {
    switch kind {
    case .keyword: "keyword"
    case .identifier: "key"
    case .selector: "selector"
    case .collectionOperator: "collection-operator"
    case .variable: "variable"
    case .number: "number"
    case .string: "string"
    case .argument: "argument"
    case .keyPathArgument: "key-path-argument"
    case .sign: "sign"
    case .invalid: "invalid"
    case .end: "end"
    }
  }
}

extension PredicateSyntax {
  /// The tree as text: a line for each node with its range in UTF-8 bytes, two blanks deeper for
  /// each level.
  package var tree: String { node.text }
}

extension ExpressionSyntax {
  /// The tree as text: a line for each node with its range in UTF-8 bytes, two blanks deeper for
  /// each level.
  package var tree: String { node.text }
}

/// A line of the printed tree, and the nodes that are printed below it, two blanks deeper.
private struct Node {
  var line: String
  var children: [Node]

  init(_ name: String, _ range: SourceRange, _ children: [Node] = []) {
    line = "\(name) \(range.start)..<\(range.end)"
    self.children = children
  }

  var text: String {
    var result = ""
    append(to: &result, indent: "")
    return result
  }

  private func append(to result: inout String, indent: String) {
    result += indent + line + "\n"
    for child in children { child.append(to: &result, indent: indent + "  ") }
  }
}

extension PredicateSyntax {
  fileprivate var node: Node {
    switch kind {
    case .constant(let value): Node(value ? "TRUEPREDICATE" : "FALSEPREDICATE", range)
    case .and(let operands): Node("AND", range, operands.map { $0.node })
    case .or(let operands): Node("OR", range, operands.map { $0.node })
    case .not(let operand): Node("NOT", range, [operand.node])
    case .comparison(let comparison):
      Node(
        (comparison.quantifier.map { $0.rawValue + " " } ?? "")
          + comparison.comparisonOperator.text + comparison.options.text,
        range, [comparison.left.node, comparison.right.node])
    }
  }
}

extension ExpressionSyntax {
  fileprivate var node: Node {
    switch kind {
    case .literal(let literal): Node("literal " + PredicatePrinter.print(literal), range)
    case .selfObject: Node("self", range)
    case .anyKey: Node("any-key", range)
    case .indexSymbol(let symbol): Node("index-symbol " + symbol.rawValue, range)
    case .keyPath(let components): Node("key-path", range, components.map { $0.node })
    case .variable(let name): Node("variable " + PredicatePrinter.variable(name), range)
    case .argument(let index, let conversion):
      Node("argument \(index + 1) " + PredicatePrinter.print(conversion), range)
    case .aggregate(let elements): Node("aggregate", range, elements.map { $0.node })
    case .path(let base, let components):
      Node("path", range, [base.node] + components.map { $0.node })
    case .method(let base, let call):
      Node("method " + call.selector, range, ([base] + call.arguments).map { $0.node })
    case .index(let base, let index): Node("index", range, [base.node, index.node])
    case .call(let call): Node("call " + call.selector, range, call.arguments.map { $0.node })
    case .arithmetic(let sign, let left, let right):
      Node("arithmetic " + sign.rawValue, range, [left.node, right.node])
    case .setOperation(let sign, let left, let right):
      Node("set-operation " + sign.rawValue, range, [left.node, right.node])
    case .subquery(let collection, let variable, let predicate):
      Node(
        "subquery " + PredicatePrinter.variable(variable), range,
        [collection.node, predicate.node])
    case .ternary(let predicate, let first, let second):
      Node("ternary", range, [predicate.node, first.node, second.node])
    case .cast(let value, let type): Node("cast", range, [value.node, type.node])
    case .function(let target, let selector, let arguments):
      Node("function", range, ([target, selector] + arguments).map { $0.node })
    case .fetch(let request, let context, let countOnly):
      Node("fetch", range, [request.node, context.node, countOnly.node])
    case .assignment(let name, let value):
      Node("assignment " + PredicatePrinter.variable(name), range, [value.node])
    }
  }
}

extension KeyComponent {
  fileprivate var node: Node {
    switch name {
    case .key(let name): Node("key " + PredicatePrinter.escaped(name), range)
    case .quoted(let name): Node("quoted-key " + PredicatePrinter.quoted(name), range)
    case .collectionOperator(let name): Node("collection-operator @" + name, range)
    case .argument(let index): Node("key-argument \(index + 1)", range)
    case .variable(let name): Node("key-variable " + PredicatePrinter.variable(name), range)
    case .expression(let expression): Node("key-expression", range, [expression.node])
    }
  }
}
