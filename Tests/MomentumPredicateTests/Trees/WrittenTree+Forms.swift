import MomentumTestSupport

// Words, and what stands in brackets of its own.

extension WrittenTree {
  private static let leaves: [(name: String, words: [String], exact: [String])] = [
    ("a", [], ["a", "#a"]), ("b", [], ["b"]), ("notIn", [], ["notIn"]), ("size", [], ["#size"]),
    ("a.b", [], ["a.b", "SELF.a.b", "self.a.#b"]), ("a.@count", [], ["a.@count"]),
    ("a.b.@sum.c", [], ["a.b.@sum.c"]), ("%K", [], ["%K"]), ("%K.@max.a", [], ["%K.@max.a"]),
    ("a.'k'.$v", [], ["a.'k'.$v", "a.\"k\".$v"]), ("SELF", ["SELF"], []),
    ("%@", [], ["%@"]), ("%d", [], ["%d", "%lld", "%i"]), ("%f", [], ["%f", "%g"]),
    ("$X", [], ["$X"]), ("nil", ["NULL", "NIL"], []), ("ANYKEY", ["ANYKEY"], []),
    ("1", ["TRUE", "YES"], []), ("0", ["FALSE", "NO"], []), ("7", [], ["7", "0x7", "0b111"]),
    ("2.5", [], ["2.5", "25e-1", "2.50"]), ("'x'", [], ["'x'", "\"x\"", "'\\x78'"]),
  ]

  static func leaf(_ random: inout SeededGenerator) -> WrittenTree {
    let leaf = leaves.randomElement(using: &random) ?? leaves[0]
    return WrittenTree(
      .primary, leaf.name, [leaf.words.isEmpty ? .exact(leaf.exact) : .word(leaf.words)])
  }

  static func one(_ list: [String], _ random: inout SeededGenerator) -> String {
    list.randomElement(using: &random) ?? ""
  }

  /// What has brackets of its own, or a variable.
  static func form(_ depth: Int, _ random: inout SeededGenerator) -> WrittenTree {
    guard depth > 0 else { return WrittenTree(.primary, "$X", [.exact(["$X"])]) }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return bracketed("{}", .exact(["{"]), values(2, depth, &random), "}")
    case 1: return bracketed("sum:", .word(["sum(", "sum:("]), values(1, depth, &random), ")")
    case 2:
      return bracketed(
        "raise:toPower:", .exact(["raise:toPower:("]), values(2, depth, &random), ")")
    case 3: return bracketed("FETCH", .word(["FETCH("]), values(3, depth, &random), ")")
    case 4: return bracketed("FUNCTION", .word(["FUNCTION("]), values(3, depth, &random), ")")
    case 5:
      let type = WrittenTree(.primary, "'NSNumber'", [.exact(["'NSNumber'"])])
      return bracketed("CAST", .word(["CAST("]), values(1, depth, &random) + [type], ")")
    case 6:
      let condition = randomPredicate(depth - 1, &random)
      return bracketed("TERNARY", .word(["TERNARY("]), [condition] + values(2, depth, &random), ")")
    case _: return subquery(depth, &random)
    }
  }

  private static func subquery(_ depth: Int, _ random: inout SeededGenerator) -> WrittenTree {
    let parts: [Part] = [
      .word(["SUBQUERY("]), .operand(value(depth - 1, &random), atLeast: .expression),
      .exact([","]), .exact(["$x"]), .exact([","]),
      .operand(randomPredicate(depth - 1, &random), atLeast: .predicate), .exact([")"]),
    ]
    return WrittenTree(.primary, parts) { TreeNode("SUBQUERY", [$0[0], TreeNode("$x"), $0[1]]) }
  }

  private static func values(
    _ count: Int, _ depth: Int, _ random: inout SeededGenerator
  ) -> [WrittenTree] {
    (0..<count).map { _ in value(depth - 1, &random) }
  }

  private static func bracketed(
    _ name: String, _ opening: Part, _ operands: [WrittenTree], _ closing: String
  ) -> WrittenTree {
    var parts: [Part] = [opening]
    for (index, operand) in operands.enumerated() {
      if index > 0 { parts.append(.exact([","])) }
      parts.append(.operand(operand, atLeast: .predicate))
    }
    return WrittenTree(.primary, name, parts + [.exact([closing])])
  }
}
