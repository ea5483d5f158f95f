// Expressions and statements of generated Swift.

package indirect enum Expression: Sendable, Hashable {
  case string(String)
  case integer(Int64)
  case double(Double)
  case boolean(Bool)
  case null
  /// `name`
  case name(Identifier)
  /// A type used as a value: `Venue` in `Venue(…)`, `Location.ID` in `Location.ID(…)`.
  case type(TypeReference)
  /// `self.name`
  case member(Expression, Identifier)
  /// `value?`, before a member.
  case chained(Expression)
  /// `.null`
  case implicitMember(Identifier)
  /// `function(label: value)`
  case call(Expression, [Argument])
  /// `values[index]`
  case element(Expression, Expression)
  case array([Expression])
  /// `["name": name]`, in the order of the pairs.
  case dictionary([Pair])
  case tuple([Expression])
  /// `left + right`; without parentheses, so operands that are binary themselves must have the same
  /// operator.
  case binary(Expression, BinaryOperator, Expression)
  case ternary(Expression, Expression, Expression)
  case attempt(Expression)
  /// `value as? String`
  case conditionalCast(Expression, TypeReference)
  /// `0 as Int64`
  case typed(Expression, TypeReference)
  /// `&row`
  case inOut(Identifier)
  /// `\Tip.cafe`; `\.name` without a type.
  case keyPath(TypeReference?, Identifier)
  /// `{ row throws(MomentumRuntime.RowError) in … }`; `{ _ in }` without names.
  case closure([Identifier], error: TypeReference?, [Statement])

  package struct Argument: Sendable, Hashable {
    package var label: Identifier?
    package var value: Expression

    package init(_ label: Identifier?, _ value: Expression) {
      (self.label, self.value) = (label, value)
    }
  }

  package struct Pair: Sendable, Hashable {
    package var key: Expression
    package var value: Expression
  }

  package enum BinaryOperator: String, Sendable, Hashable {
    case add = "+"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case and = "&&"
    case orElse = "??"
  }

  /// A call of a function by its name, with arguments without labels: `name(arguments)`.
  package static func call(_ name: Identifier, _ arguments: [Expression] = []) -> Expression {
    .call(.name(name), arguments.map { Argument(nil, $0) })
  }
}

package indirect enum Statement: Sendable, Hashable {
  case expression(Expression)
  /// `let name: Type = value`
  case constant(Identifier, TypeReference?, Expression)
  /// `target = value`
  case assign(Expression, Expression)
  case returning(Expression)
  case failing(Expression)
  /// `defer { <expression> }`
  case deferred(Expression)
  /// `guard <condition> else { <statement> }`
  case guarding(Condition, else: Statement)
  case switching(Expression, [Case])
  /// `if <condition> { … } else { … }`
  case branch(Condition, [Statement], else: [Statement] = [])
  /// `for name in list { … }`
  case loop(Identifier, Expression, [Statement])

  package enum Condition: Sendable, Hashable {
    case holds(Expression)
    /// `let name = value`
    case binds(Identifier, Expression)
    /// `case .blob(let name) = value`
    case matches(Identifier, binds: Identifier, Expression)
  }

  package struct Case: Sendable, Hashable {
    /// The patterns of the case, such as `.integer(let number)`; several patterns share one body.
    /// Empty for `default`.
    package var patterns: [Pattern]
    package var body: [Statement]

    package init(_ patterns: [Pattern], _ body: [Statement]) {
      (self.patterns, self.body) = (patterns, body)
    }
  }

  package struct Pattern: Sendable, Hashable {
    package var name: Identifier
    package var binds: Identifier?

    package init(_ name: Identifier, _ binds: Identifier? = nil) {
      (self.name, self.binds) = (name, binds)
    }
  }
}
