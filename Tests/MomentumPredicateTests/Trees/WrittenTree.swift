import Foundation
import MomentumTestSupport

/// A predicate or a value that is going to be written as a format: how it is spelled, and the tree that it means.
///
/// The levels, what each operand binds at least, and the meanings are those of Grammar/Predicate.ebnf; no
/// line of the parser takes part.
struct WrittenTree {
  /// The grammar's rules, the loosest first.
  enum Level: Int, CaseIterable, Comparable {
    case predicate, conjunction, negation, comparison
    case expression, set, bits, shift, sum, product, power, sign, postfix, primary

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

    var next: Level { Level(rawValue: rawValue + 1) ?? .primary }
  }

  enum Part {
    /// One of the spellings, in any case.
    case word([String])
    /// One of the spellings as it stands.
    case exact([String])
    indirect case operand(WrittenTree, atLeast: Level)
  }

  var level: Level
  var parts: [Part]
  /// The tree, from the trees of the operands.
  var meaning: ([TreeNode]) -> TreeNode

  init(
    _ level: Level, _ parts: [Part], meaning: @escaping ([TreeNode]) -> TreeNode
  ) {
    self.level = level
    self.parts = parts
    self.meaning = meaning
  }

  init(_ level: Level, _ name: String, _ parts: [Part]) {
    self.init(level, parts) { TreeNode(name, $0) }
  }

  var operands: [WrittenTree] {
    parts.compactMap { part in
      switch part {
      case .word, .exact: nil
      case .operand(let operand, _): operand
      }
    }
  }

  var tree: TreeNode { meaning(operands.map(\.tree)) }

  // MARK: - Text

  /// The format, with the parentheses that the levels need and, by chance, some that they do not.
  func format(_ random: inout SeededGenerator) -> String {
    var text = ""
    for token in tokens(atLeast: .predicate, &random) {
      // Two words would be one without the blank; so would a number and a dot.
      let isWordly =
        text.last.map { WrittenTree.isWordly($0) } == true
        && token.first.map { WrittenTree.isWordly($0) } == true
      if isWordly || Bool.random(using: &random) { text += " " }
      text += token
    }
    return text
  }

  private static func isWordly(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_$#%@.:'\"".contains(character)
  }

  private func tokens(atLeast least: Level, _ random: inout SeededGenerator) -> [String] {
    var tokens: [String] = []
    for part in parts {
      switch part {
      case .word(let spellings):
        let word = spellings.randomElement(using: &random) ?? ""
        tokens.append(
          [word, word.lowercased(), word.capitalized].randomElement(using: &random) ?? word)
      case .exact(let spellings): tokens.append(spellings.randomElement(using: &random) ?? "")
      case .operand(let operand, let least):
        tokens += operand.tokens(atLeast: least, &random)
      }
    }
    let isFree = Int.random(in: 0..<8, using: &random) == 0
    let count = (level < least ? 1 : 0) + (isFree ? 1 : 0)
    return Array(repeating: "(", count: count) + tokens + Array(repeating: ")", count: count)
  }
}
