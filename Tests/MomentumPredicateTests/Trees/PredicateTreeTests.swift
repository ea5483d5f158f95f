import Foundation
import MomentumDiagnostics
import MomentumPredicate
import MomentumTestSupport
import Testing

/// Which operand belongs to which operator: the tree is made first, the text from it, and the parser has to
/// find the same tree. That a sentence is accepted, or prints to itself, says nothing of that.
@Suite(.tags(.random)) struct PredicateTreeTests {
  /// `MOMENTUM_PREDICATE_TREES` and `MOMENTUM_PREDICATE_SEED` change how many trees are written, and which.
  private static let count =
    environment("MOMENTUM_PREDICATE_TREES").flatMap { Int($0) }
    ?? TestLength.choose(short: 3000, long: 30000)
  private static let seed = environment("MOMENTUM_PREDICATE_SEED").flatMap { UInt64($0) } ?? 1

  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  /// Fails with the first node that differs from the tree that a format means.
  ///
  /// - Returns: Whether the parser found the tree.
  @discardableResult
  private func expectTree(_ format: String, _ expected: TreeNode, _ title: String) -> Bool {
    var diagnostics = Diagnostics()
    guard let syntax = PredicateParser.parse(SourceFile(path: "p", text: format), &diagnostics)
    else {
      Issue.record("\(title): \(format)\nrefused: \(TextRenderer().render(diagnostics.all))")
      return false
    }
    guard let difference = TreeNode(syntax).firstDifference(from: expected) else { return true }
    Issue.record("\(title): \(format)\nread as  \(TreeNode(syntax).text)\n\(difference)")
    return false
  }

  @Test(arguments: precedenceTable + associativityTable + shapeTable)
  func operatorsBindAsTheGrammarSays(row: TreeRow) {
    expectTree(row.format, TreeNode(reading: row.tree), row.rule)
  }

  @Test func randomTreesAreFoundAgain() {
    for index in 0..<Self.count {
      let seed = Self.seed &+ UInt64(index)
      var random = SeededGenerator(seed: seed)
      let written = WrittenTree.randomPredicate(4, &random)
      let format = written.format(&random)
      guard expectTree(format, written.tree.numberingArguments(), "seed \(seed)") else { return }
    }
  }

  /// Without this the random trees could stop nesting two operators and nobody would see it.
  @Test func randomTreesNestEachLevelInEachOther() {
    var seen: Set<[Int]> = []
    func look(_ tree: WrittenTree) {
      for (index, operand) in tree.operands.enumerated() {
        seen.insert([tree.level.rawValue, operand.level.rawValue, index])
        look(operand)
      }
    }
    for seed in UInt64(1)...1500 {
      var random = SeededGenerator(seed: seed)
      look(.randomPredicate(4, &random))
    }
    var missing: [String] = []
    let values = WrittenTree.Level.allCases.filter { $0 >= .expression }
    for outer in WrittenTree.Level.allCases where outer >= .comparison {
      let sides = [.expression, .sign].contains(outer) ? [0] : [0, 1]
      for inner in values {
        for side in sides where !seen.contains([outer.rawValue, inner.rawValue, side]) {
          missing.append("\(inner) as operand \(side) of \(outer)")
        }
      }
    }
    for outer in [WrittenTree.Level.predicate, .conjunction, .negation] {
      for inner in [WrittenTree.Level.predicate, .conjunction, .negation, .comparison]
      where !seen.contains([outer.rawValue, inner.rawValue, 0]) {
        missing.append("\(inner) in \(outer)")
      }
    }
    #expect(missing == [])
  }
}
