import MomentumTestSupport

// Random trees, rule by rule of the grammar.

extension WrittenTree {
  static func randomPredicate(_ depth: Int, _ random: inout SeededGenerator) -> WrittenTree {
    switch depth == 0 ? 9 : Int.random(in: 0..<11, using: &random) {
    case 0..<2: return chain(.predicate, "OR", ["OR", "||"], depth, &random)
    case 2..<4: return chain(.conjunction, "AND", ["AND", "&&"], depth, &random)
    case 4:
      return WrittenTree(
        .negation, "NOT",
        [.word(["NOT", "!"]), .operand(randomPredicate(depth - 1, &random), atLeast: .negation)])
    case 5:
      let word = one(["TRUEPREDICATE", "FALSEPREDICATE"], &random)
      return WrittenTree(.negation, word, [.word([word])])
    case _: return comparison(depth, &random)
    }
  }

  /// A chain of one connective is one node; a chain in a chain of its kind needs parentheses.
  private static func chain(
    _ level: Level, _ name: String, _ spellings: [String], _ depth: Int,
    _ random: inout SeededGenerator
  ) -> WrittenTree {
    var parts: [Part] = []
    for index in 0..<Int.random(in: 2...3, using: &random) {
      if index > 0 { parts.append(.word(spellings)) }
      parts.append(.operand(randomPredicate(depth - 1, &random), atLeast: level.next))
    }
    return WrittenTree(level, name, parts)
  }

  // MARK: - Comparisons

  private static let relations: [(name: String, spellings: [String])] = [
    ("==", ["=", "=="]), ("!=", ["!=", "<>"]), ("<", ["<"]), (">", [">"]), ("<=", ["<=", "=<"]),
    (">=", [">=", "=>"]), ("IN", ["IN"]), ("CONTAINS", ["CONTAINS"]),
    ("BEGINSWITH", ["BEGINSWITH"]), ("ENDSWITH", ["ENDSWITH"]), ("LIKE", ["LIKE"]),
    ("MATCHES", ["MATCHES"]), ("UTI-CONFORMS-TO", ["UTI-CONFORMS-TO"]),
    ("UTI-EQUALS", ["UTI-EQUALS"]),
  ]
  private static let options: [(name: String, spellings: [String])] = [
    ("", []), ("", []), ("[c]", ["[c]", "[C]"]), ("[d]", ["[d]"]), ("[cd]", ["[cd]", "[dc]"]),
    ("[n]", ["[n]"]), ("[cdl]", ["[ldc]", "[ cdl ]"]),
  ]
  private static let quantifiers: [(name: String, spellings: [String])] = [
    ("ANY", ["ANY", "SOME"]), ("ALL", ["ALL"]), ("NONE", ["NONE"]),
  ]

  private static func comparison(_ depth: Int, _ random: inout SeededGenerator) -> WrittenTree {
    let left = Part.operand(value(depth, &random), atLeast: .expression)
    let right = Part.operand(value(depth, &random), atLeast: .expression)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return WrittenTree(.comparison, "BETWEEN", [left, .word(["BETWEEN"]), right])
    case 1:
      let parts = [left, .word(["NOT"]), .word(["IN"]), right]
      return WrittenTree(.comparison, parts) { TreeNode("NOT", [TreeNode("IN", $0)]) }
    case 2:
      return WrittenTree(
        .comparison, "isKindOfClass:", [left, .exact(["isKindOfClass:"]), right])
    case _:
      let relation = relations.randomElement(using: &random) ?? relations[0]
      let option = options.randomElement(using: &random) ?? options[0]
      let name = relation.name + option.name
      let parts =
        [left, .word(relation.spellings)]
        + (option.spellings.isEmpty ? [] : [.exact(option.spellings)]) + [right]
      guard Int.random(in: 0..<3, using: &random) == 0,
        let quantifier = quantifiers.randomElement(using: &random)
      else { return WrittenTree(.comparison, name, parts) }
      return WrittenTree(.comparison, [.word(quantifier.spellings)] + parts) {
        // NONE is NOT ANY.
        quantifier.name == "NONE"
          ? TreeNode("NOT", [TreeNode("ANY-" + name, $0)])
          : TreeNode("\(quantifier.name)-\(name)", $0)
      }
    }
  }

  // MARK: - Values

  private static let operators: [(level: Level, signs: [(spelling: String, name: String)])] = [
    (.set, [("UNION", "UNION"), ("INTERSECT", "INTERSECT"), ("MINUS", "MINUS")]),
    (.bits, [("&", "&"), ("|", "|"), ("^", "^")]),
    (.shift, [("<<", "leftshift:by:"), (">>", "rightshift:by:")]),
    (.sum, [("+", "+"), ("-", "-")]), (.product, [("*", "*"), ("/", "/")]),
    (.power, [("**", "**")]),
  ]

  static func value(_ depth: Int, _ random: inout SeededGenerator) -> WrittenTree {
    guard depth > 0 else { return leaf(&random) }
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<3: return leaf(&random)
    case 3..<10: return binary(depth, &random)
    case 10: return minus(depth, &random)
    case 11:
      let parts: [Part] = [
        .exact(["$v"]), .exact([":="]), .operand(value(depth - 1, &random), atLeast: .expression),
      ]
      return WrittenTree(.expression, parts) { TreeNode(":=", [TreeNode("$v")] + $0) }
    case 12..<14: return postfix(depth, &random)
    case _: return form(depth, &random)
    }
  }

  /// Every operator between values is left associative, the power too.
  private static func binary(_ depth: Int, _ random: inout SeededGenerator) -> WrittenTree {
    let row = operators.randomElement(using: &random) ?? operators[0]
    let sign = row.signs.randomElement(using: &random) ?? row.signs[0]
    return WrittenTree(
      row.level, sign.name,
      [
        .operand(value(depth - 1, &random), atLeast: row.level), .word([sign.spelling]),
        .operand(value(depth - 1, &random), atLeast: row.level.next),
      ])
  }

  /// A minus folds into a number; of anything else it is `0 - x`.
  private static func minus(_ depth: Int, _ random: inout SeededGenerator) -> WrittenTree {
    let operand = value(depth - 1, &random)
    return WrittenTree(.sign, [.exact(["-"]), .operand(operand, atLeast: .sign)]) { operands in
      let name = operands[0].name
      let isNumber = operands[0].children.isEmpty && Double(name) != nil
      guard isNumber else { return TreeNode("-", [TreeNode("0")] + operands) }
      if name == "0" { return operands[0] }
      return TreeNode(name.hasPrefix("-") ? String(name.dropFirst()) : "-" + name)
    }
  }

  private static func postfix(_ depth: Int, _ random: inout SeededGenerator) -> WrittenTree {
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      let base = Part.operand(value(depth - 1, &random), atLeast: .postfix)
      let index = Part.operand(value(depth - 1, &random), atLeast: .expression)
      return WrittenTree(.postfix, "[]", [base, .exact(["["]), index, .exact(["]"])])
    case 1:
      let place = one(["FIRST", "LAST", "SIZE"], &random)
      let base = Part.operand(value(depth - 1, &random), atLeast: .postfix)
      let parts = [base, .exact(["["]), .word([place]), .exact(["]"])]
      return WrittenTree(.postfix, parts) { TreeNode("[]", $0 + [TreeNode(place)]) }
    case 2:
      let base = Part.operand(value(depth - 1, &random), atLeast: .postfix)
      let key = Part.operand(value(depth - 1, &random), atLeast: .expression)
      return WrittenTree(
        .postfix, ".uppercase:",
        [base, .word([".uppercase", ".uppercase:"]), .exact(["("]), key, .exact([")"])])
    case _:
      // Keys of keys are one path, so the base is no path here.
      let base = Part.operand(form(depth - 1, &random), atLeast: .postfix)
      guard Bool.random(using: &random) else {
        return WrittenTree(.postfix, [base, .exact([".in", ".#in"])]) {
          TreeNode(".", $0 + [TreeNode("in")])
        }
      }
      let key = Part.operand(value(depth - 1, &random), atLeast: .expression)
      return WrittenTree(.postfix, [base, .exact([".("]), key, .exact([")"])]) {
        TreeNode(".", [$0[0], TreeNode("key", [$0[1]])])
      }
    }
  }
}
