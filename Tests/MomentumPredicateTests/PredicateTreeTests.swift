import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Which operand belongs to which operator: the tree is made first, the text from it, and the parser has to
/// find the same tree. That a sentence is accepted, or prints to itself, says nothing of that.
@Suite(.tags(.random)) struct PredicateTreeTests {
  /// The tree of a predicate or a value in brackets: `(OR a (AND b c))`.
  private func tree(_ format: String) -> String {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "p", text: format)
    guard let syntax = PredicateParser.parse(source, &diagnostics) else {
      return TextRenderer().render(diagnostics.all)
    }
    return SyntaxTree.text(syntax)
  }

  @Test(arguments: [
    ("a=1 || b=2 && c=3", "(OR (== a 1) (AND (== b 2) (== c 3)))"),
    ("a=1 && b=2 || c=3", "(OR (AND (== a 1) (== b 2)) (== c 3))"),
    ("a=1 OR b=2 AND c=3 OR d=4", "(OR (== a 1) (AND (== b 2) (== c 3)) (== d 4))"),
    ("a=1 AND b=2 OR c=3 AND d=4", "(OR (AND (== a 1) (== b 2)) (AND (== c 3) (== d 4)))"),
    ("(a=1 OR b=2) AND c=3", "(AND (OR (== a 1) (== b 2)) (== c 3))"),
    ("NOT a=1 AND b=2", "(AND (NOT (== a 1)) (== b 2))"),
    ("!a=1 || b=2", "(OR (NOT (== a 1)) (== b 2))"),
    ("NOT (a=1 AND b=2)", "(NOT (AND (== a 1) (== b 2)))"),
    ("a + b * c = 1", "(== (+ a (* b c)) 1)"), ("a * b + c = 1", "(== (+ (* a b) c) 1)"),
    ("a - b - c = 1", "(== (- (- a b) c) 1)"), ("a / b * c = 1", "(== (* (/ a b) c) 1)"),
    ("a ** b ** c = 1", "(== (** (** a b) c) 1)"), ("a * b ** c = 1", "(== (* a (** b c)) 1)"),
    ("a & b + c = 1", "(== (& a (+ b c)) 1)"), ("a | b & c = 1", "(== (& (| a b) c) 1)"),
    ("a UNION b + c = d", "(== (UNION a (+ b c)) d)"),
    ("a MINUS b UNION c = d", "(== (UNION (MINUS a b) c) d)"),
    ("a = b + 1 AND c = 2", "(AND (== a (+ b 1)) (== c 2))"),
  ])
  func operatorsBindAsTheGrammarSays(format: String, expected: String) {
    expectText(tree(format), expected, "\(format)")
  }

  @Test func randomTreesAreFoundAgain() {
    for seed in UInt64(1)...3000 {
      var random = SeededGenerator(seed: seed)
      let made = RandomTree.predicate(4, &random)
      let format = made.format(inside: 0, &random)
      let (found, wanted) = (tree(format), made.text)
      guard found != wanted else { continue }
      Issue.record("seed \(seed): \(format)\nread as  \(found)\nmeant as \(wanted)")
      return
    }
  }
}

/// A tree with its operators' levels, written from the grammar's rules: `predicate` 1, `conjunction` 2,
/// `negation` 3, comparisons 4, `set` 5, `bits` 6, `sum` 7, `product` 8, `power` 9.
private indirect enum RandomTree {
  case leaf(String)
  /// Two or more; the parser makes one node of a chain.
  case connective(String, level: Int, [RandomTree])
  case not(RandomTree)
  /// Left associative, or a comparison, which is neither.
  case binary(String, level: Int, RandomTree, RandomTree)

  private static let operators: [(level: Int, texts: [String])] = [
    (5, ["UNION", "INTERSECT", "MINUS"]), (6, ["&", "|", "^"]), (7, ["+", "-"]), (8, ["*", "/"]),
    (9, ["**"]),
  ]

  static func predicate(_ depth: Int, _ random: inout SeededGenerator) -> RandomTree {
    switch depth == 0 ? 9 : Int.random(in: 0..<10, using: &random) {
    case 0..<3: return chain("OR", 1, depth, &random)
    case 3..<6: return chain("AND", 2, depth, &random)
    case 6: return .not(predicate(depth - 1, &random))
    case _:
      let sign = ["==", "!=", "<", ">=", "IN", "CONTAINS"].randomElement(using: &random) ?? "=="
      return .binary(sign, level: 4, value(depth, &random), value(depth, &random))
    }
  }

  private static func chain(
    _ word: String, _ level: Int, _ depth: Int, _ random: inout SeededGenerator
  ) -> RandomTree {
    let count = Int.random(in: 2...3, using: &random)
    return .connective(
      word, level: level, (0..<count).map { _ in predicate(depth - 1, &random) })
  }

  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> RandomTree {
    guard depth > 0, Bool.random(using: &random), let row = operators.randomElement(using: &random),
      let sign = row.texts.randomElement(using: &random)
    else { return .leaf(["a", "b", "c", "7", "$X"].randomElement(using: &random) ?? "a") }
    return .binary(
      sign, level: row.level, value(depth - 1, &random), value(depth - 1, &random))
  }

  /// The format text, with parentheses where the tree needs them and, by chance, around a value that does not.
  ///
  /// - Parameter level: What the place binds at least.
  func format(inside level: Int, _ random: inout SeededGenerator) -> String {
    switch self {
    case .leaf(let text): return text
    case .connective(let word, let own, let parts):
      let spelled = Bool.random(using: &random) ? word : word == "OR" ? "||" : "&&"
      // A chain in a chain of its kind is a node of its own only in parentheses.
      let inner = parts.map { $0.format(inside: own + 1, &random) }
      return grouped(inner.joined(separator: " \(spelled) "), own < level)
    case .not(let operand):
      return grouped("NOT " + operand.format(inside: 3, &random), 3 < level)
    case .binary(let sign, let own, let left, let right):
      let first = left.format(inside: own == 4 ? 5 : own, &random)
      let second = right.format(inside: own + 1, &random)
      let isFree = own > 4 && Int.random(in: 0..<5, using: &random) == 0
      return grouped("\(first) \(sign) \(second)", own < level || isFree)
    }
  }

  private func grouped(_ text: String, _ isNeeded: Bool) -> String {
    isNeeded ? "(\(text))" : text
  }

  var text: String {
    switch self {
    case .leaf(let text): text
    case .connective(let word, _, let parts):
      "(\(word) \(parts.map(\.text).joined(separator: " ")))"
    case .not(let operand): "(NOT \(operand.text))"
    case .binary(let sign, _, let left, let right): "(\(sign) \(left.text) \(right.text))"
    }
  }
}

/// What the parser found, in brackets.
private enum SyntaxTree {
  static func text(_ syntax: PredicateSyntax) -> String {
    switch syntax.kind {
    case .constant(let value): "\(value)"
    case .comparison(let comparison):
      "(\(comparison.comparisonOperator.text) \(text(comparison.left)) \(text(comparison.right)))"
    case .and(let parts): "(AND \(parts.map { text($0) }.joined(separator: " ")))"
    case .or(let parts): "(OR \(parts.map { text($0) }.joined(separator: " ")))"
    case .not(let operand): "(NOT \(text(operand)))"
    }
  }

  private static func text(_ syntax: ExpressionSyntax) -> String {
    switch syntax.kind {
    case .arithmetic(let sign, let left, let right):
      "(\(sign.rawValue) \(text(left)) \(text(right)))"
    case .setOperation(let sign, let left, let right):
      "(\(sign.rawValue) \(text(left)) \(text(right)))"
    case .literal, .selfObject, .anyKey, .indexSymbol, .keyPath, .variable, .argument, .aggregate,
      .path, .method, .index, .call, .subquery, .ternary, .cast, .function, .fetch, .assignment:
      PredicatePrinter.print(syntax)
    }
  }
}
