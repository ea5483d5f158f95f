/// The precedence of Swift's own binary operators.
///
/// Source: Apple's *Operator Declarations*. An operator of somebody else's is read with the default
/// precedence, since its declaration may be in a module that is not at hand.
enum SwiftOperators {
  struct Precedence {
    var level: Int
    var isRightAssociative = false
  }

  static func precedence(of text: String) -> Precedence {
    table[text] ?? Precedence(level: 4)
  }

  private static let table: [String: Precedence] = {
    var table: [String: Precedence] = [:]
    for text in ["<<", ">>", "&<<", "&>>"] { table[text] = Precedence(level: 10) }
    for text in ["*", "/", "%", "&*", "&"] { table[text] = Precedence(level: 9) }
    for text in ["+", "-", "&+", "&-", "|", "^"] { table[text] = Precedence(level: 8) }
    for text in ["...", "..<"] { table[text] = Precedence(level: 7) }
    table["??"] = Precedence(level: 5, isRightAssociative: true)
    for text in ["<", "<=", ">", ">=", "==", "!=", "===", "!==", "~=", ".==", ".!="] {
      table[text] = Precedence(level: 3)
    }
    table["&&"] = Precedence(level: 2)
    table["||"] = Precedence(level: 1)
    for text in [
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-=", "&*=",
    ] {
      table[text] = Precedence(level: -1, isRightAssociative: true)
    }
    return table
  }()

  /// `as` and `is` bind tighter than comparisons and weaker than ranges.
  static let cast = Precedence(level: 6)
  /// `a ? b : c` binds weaker than `||` and tighter than an assignment.
  static let ternary = Precedence(level: 0, isRightAssociative: true)
}
