public import MomentumDiagnostics

// Tokens and syntax with their ranges, one node a line: `momentum dump tokens` and `dump syntax`.

extension Token {
  /// `6..<8  sign        ==`
  public func line(in source: SourceFile) -> String {
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
    case .invalid: "invalid"
    case .collectionOperator: "collection-operator"
    case .variable: "variable"
    case .number: "number"
    case .string: "string"
    case .argument: "argument"
    case .keyPathArgument: "key-path-argument"
    case .sign: "sign"
    case .end: "end"
    }
  }
}

extension PredicateSyntax {
  /// The tree, each level two blanks deeper, with UTF-8 ranges.
  public var tree: String { lines(depth: 0).map { $0 + "\n" }.joined() }

  private func lines(depth: Int) -> [String] {
    let indent = String(repeating: "  ", count: depth)
    let place = " \(range.start)..<\(range.end)"
    switch kind {
    case .constant(let value):
      return ["\(indent)\(value ? "TRUEPREDICATE" : "FALSEPREDICATE")\(place)"]
    case .and(let operands):
      return ["\(indent)AND\(place)"] + operands.flatMap { $0.lines(depth: depth + 1) }
    case .or(let operands):
      return ["\(indent)OR\(place)"] + operands.flatMap { $0.lines(depth: depth + 1) }
    case .not(let operand): return ["\(indent)NOT\(place)"] + operand.lines(depth: depth + 1)
    case .comparison(let comparison):
      let quantifier = comparison.quantifier.map { $0.rawValue + " " } ?? ""
      let name =
        quantifier + comparison.comparisonOperator.text
        + PredicatePrinter.print(comparison.options)
      return ["\(indent)\(name)\(place)"]
        + [comparison.left, comparison.right].map { operand in
          "\(indent)  \(operand.kindName) \(PredicatePrinter.print(operand)) \(operand.range.start)..<\(operand.range.end)"
        }
    }
  }
}

extension ExpressionSyntax {
  fileprivate var kindName: String {
    switch kind {
    case .keyPath: "key-path"
    case .selfObject: "self"
    case .literal: "literal"
    case .variable: "variable"
    case .argument: "argument"
    case .aggregate: "aggregate"
    case .anyKey: "any-key"
    case .indexSymbol: "index-symbol"
    case .path: "path"
    case .method: "method"
    case .index: "index"
    case .call: "call"
    case .arithmetic: "arithmetic"
    case .setOperation: "set-operation"
    case .subquery: "subquery"
    case .ternary: "ternary"
    case .cast: "cast"
    case .function: "function"
    case .fetch: "fetch"
    case .assignment: "assignment"
    }
  }
}
