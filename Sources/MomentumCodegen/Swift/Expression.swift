// Expressions and statements of generated Swift.

package indirect enum Expression: Sendable, Hashable {
  case string(String)
  case integer(Int64)
  case double(Double)
  case boolean(Bool)
  case null
  /// A variable, a constant or a function by its name: `name`.
  case name(Identifier)
  /// A type used as a value: `Venue` in `Venue(…)`, `Location.ID` in `Location.ID(…)`.
  case type(TypeReference)
  /// A member of a value: `self.name`.
  case member(Expression, Identifier)
  /// An optional value before a member: `value?`.
  case chained(Expression)
  /// A member of the type that the context decides: `.null`.
  case implicitMember(Identifier)
  /// A call of a function: `function(label: value)`.
  case call(Expression, [Argument])
  /// An element of a collection, with or without a label: `values[attribute: "name"]`.
  case element(Expression, Argument)
  case array([Expression])
  /// A dictionary literal, in the order of the pairs: `["name": name]`.
  case dictionary([Pair])
  case tuple([Expression])
  /// `left + right`; without parentheses, so operands that are binary themselves must have the same
  /// operator.
  case binary(Expression, BinaryOperator, Expression)
  case ternary(Expression, Expression, Expression)
  case attempt(Expression)
  /// A cast that returns nil for a value of another type: `value as? String`.
  case conditionalCast(Expression, TypeReference)
  /// A value whose type is written, because a literal alone could have several: `0 as Int64`.
  case typed(Expression, TypeReference)
  /// An argument for an inout parameter: `&row`.
  case inOut(Identifier)
  /// A key path of a type, or without a type if the context decides it: `\Tip.cafe`, `\.name`.
  case keyPath(TypeReference?, Identifier)
  /// A closure with the names of its parameters and the type of the errors that it throws:
  /// `{ row throws(MomentumRuntime.RowError) in … }`. Without names, it ignores one parameter:
  /// `{ _ in }`.
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
  /// Declares a constant, with or without a type: `let name: Type = value`.
  case constant(Identifier, TypeReference?, Expression)
  /// Declares a variable: `var name = value`.
  case variable(Identifier, Expression)
  /// Sets a variable or property: `target = value`.
  case assign(Expression, Expression)
  case returning(Expression)
  case failing(Expression)
  /// Evaluates an expression when the scope ends: `defer { <expression> }`.
  case deferred(Expression)
  /// Runs the statement, which leaves the scope, unless the condition is true:
  /// `guard <condition> else { <statement> }`.
  case guarding(Condition, else: Statement)
  case switching(Expression, [Case])
  /// Runs the first statements if the condition is true, otherwise the others:
  /// `if <condition> { … } else { … }`.
  case branch(Condition, [Statement], else: [Statement] = [])
  /// Runs the statements for each element of a list: `for name in list { … }`.
  case loop(Identifier, Expression, [Statement])

  package enum Condition: Sendable, Hashable {
    case holds(Expression)
    /// The value is not nil, and is bound to a name: `let name = value`.
    case binds(Identifier, Expression)
    /// The value is a certain enum case, whose payload is bound to a name:
    /// `case .blob(let name) = value`.
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
