import MomentumDiagnostics

/// An operator whose right operand is not complete yet, or an open bracket.
///
/// The parser keeps these on a stack of its own instead of calling itself, so that no text can
/// exhaust the stack of a thread. Entries hold no references: pushing one neither allocates nor
/// retains.
struct StackEntry {
  enum Role: Equatable {
    case or
    case and
    case not
    case quantifier(QuantifierWord)
    /// A comparison such as `<` or `IN`; `isNegated` is true for `NOT IN`.
    case comparison(ComparisonToken, isNegated: Bool)
    case assignment
    case set(SetOperator)
    case arithmetic(ArithmeticOperator)
    case shift(ShiftWord)
    /// A minus sign that negates the operand after it.
    case minus
    // The cases below are brackets. A closing bracket applies the operators that were pushed after
    // its opening bracket.
    case group
    case aggregate
    case index
    /// An expression in parentheses whose value is a key: `a.(…)`.
    case component
    /// A call: `name(…)`. The target of a method is the operand beneath the arguments on the stack.
    case call(isMethod: Bool, isBare: Bool)
    case form(Form)
  }

  enum QuantifierWord: Equatable { case any, all, none }

  /// An operator that has a function's call for its syntax: `a << b` is `leftshift:by:(a, b)`.
  ///
  /// Foundation documents the functions and not the signs (apps are reported to use them), so the
  /// canonical text has the functions. That the signs bind as in C, between `+` and `&`, is
  /// assumed.
  enum ShiftWord: Equatable {
    case left, right

    init?(_ kind: Token.Kind) {
      if kind == .sign(.shiftLeft) {
        self = .left
      } else if kind == .sign(.shiftRight) {
        self = .right
      } else {
        return nil
      }
    }

    var selector: String {
      switch self {
      case .left: PredicateFunction.leftShift.row.selector
      case .right: PredicateFunction.rightShift.row.selector
      }
    }
  }

  /// The words that take operands in parentheses but are no functions, such as `SUBQUERY(…)`.
  enum Form: Equatable {
    case subquery, ternary, cast, function, fetch
  }

  var role: Role
  /// The range of the operator, or of the text that opens a bracket: a call's name, a form's word.
  var range: SourceRange
  /// The range of a name that belongs to the entry: a variable, or a custom operator's name in
  /// brackets.
  var name = SourceRange(0, 0)
  var options: ComparisonOptions = []
  /// How many operands were on the stack when the bracket was opened.
  var operandCount = 0

  /// How tightly the operator binds its operands; a greater number binds tighter. A bracket has 0,
  /// so no operator before it is applied to its content.
  var precedence: Int {
    switch role {
    case .group, .aggregate, .index, .component, .call, .form: 0
    case .or: 1
    case .and: 2
    case .not: 3
    case .quantifier: 4
    case .comparison: 5
    case .assignment: 6
    case .set: 7
    case .arithmetic(let sign): StackEntry.precedence(of: sign)
    case .shift: StackEntry.shiftPrecedence
    case .minus: 13
    }
  }

  static func precedence(of sign: ArithmeticOperator) -> Int {
    switch sign {
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor: 8
    case .add, .subtract: 10
    case .multiply, .divide: 11
    case .power: 12
    }
  }

  static let shiftPrecedence = 9

  var isBracket: Bool { precedence == 0 }
}

/// A comparison operator. The name of a custom one is in `StackEntry.name`, so that an entry holds
/// no reference.
enum ComparisonToken: UInt8, Equatable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, `in`, contains, beginsWith
  case endsWith, like, matches, between, utiConformsTo, utiEquals, custom

  init?(_ kind: Token.Kind) {
    switch kind {
    case .sign(.equal): self = .equal
    case .sign(.notEqual): self = .notEqual
    case .sign(.less): self = .less
    case .sign(.lessOrEqual): self = .lessOrEqual
    case .sign(.greater): self = .greater
    case .sign(.greaterOrEqual): self = .greaterOrEqual
    case .keyword(.in): self = .in
    case .keyword(.contains): self = .contains
    case .keyword(.beginsWith): self = .beginsWith
    case .keyword(.endsWith): self = .endsWith
    case .keyword(.like): self = .like
    case .keyword(.matches): self = .matches
    case .keyword(.between): self = .between
    case .keyword(.utiConformsTo): self = .utiConformsTo
    case .keyword(.utiEquals): self = .utiEquals
    case .selector: self = .custom
    case .keyword, .identifier, .collectionOperator, .variable, .number, .string, .argument,
      .keyPathArgument, .sign, .invalid, .end:
      return nil
    }
  }

  /// The operator of the syntax; `selector` is called for the text of a custom one.
  func comparisonOperator(selector: @autoclosure () -> String) -> ComparisonOperator {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .in: .in
    case .contains: .contains
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .like: .like
    case .matches: .matches
    case .between: .between
    case .utiConformsTo: .utiConformsTo
    case .utiEquals: .utiEquals
    case .custom: .custom(selector())
    }
  }
}

extension ArithmeticOperator {
  init?(_ kind: Token.Kind) {
    switch kind {
    case .sign(.plus): self = .add
    case .sign(.minus): self = .subtract
    case .sign(.times): self = .multiply
    case .sign(.divide): self = .divide
    case .sign(.power): self = .power
    case .sign(.bitAnd): self = .bitwiseAnd
    case .sign(.bitOr): self = .bitwiseOr
    case .sign(.bitXor): self = .bitwiseXor
    case .keyword, .identifier, .selector, .collectionOperator, .variable, .number, .string,
      .argument, .keyPathArgument, .sign, .invalid, .end:
      return nil
    }
  }
}
