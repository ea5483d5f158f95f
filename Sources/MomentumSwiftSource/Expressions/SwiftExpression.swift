/// An expression of Swift source.
///
/// Syntax that no reader of Momentum needs (statements inside closures, `switch`) is kept as tokens.
package struct SwiftExpression: Sendable, Hashable {
  package indirect enum Kind: Sendable, Hashable {
    /// The digits as written.
    case integer(String)
    case float(String)
    /// The index of the literal's token.
    case string(Int)
    case regex(Int)
    case boolean(Bool)
    case nilLiteral
    /// A name: a variable, a type, `self`, `$0`. Generic arguments may follow.
    case name(String, [SwiftType])
    /// `base.name`; `.name` without a base.
    case member(SwiftExpression?, String)
    /// Trailing closures are the last arguments.
    case call(SwiftExpression, [Argument])
    case subscripted(SwiftExpression, [Argument])
    /// `a?` before a member.
    case optionalChain(SwiftExpression)
    case forceUnwrap(SwiftExpression)
    case prefix(String, SwiftExpression)
    case postfix(String, SwiftExpression)
    case binary(String, SwiftExpression, SwiftExpression)
    case ternary(SwiftExpression, SwiftExpression, SwiftExpression)
    /// A cast or a test of a type: `as`, `as?`, `as!` or `is`.
    case cast(SwiftExpression, String, SwiftType)
    /// `(a, b: c)`. A single element without a label is a parenthesized expression.
    case tuple([Argument])
    case array([SwiftExpression])
    case dictionary([Pair])
    case keyPath(KeyPath)
    case closure(SwiftClosure)
    /// `#Predicate<User> { … }`, `#selector(…)`, `#keyPath(…)`.
    case macro(Macro)
    /// `try`, `try?`, `await` and the like.
    case effect(String, SwiftExpression)
    /// `if … { } else { }` as an expression.
    case conditional(SwiftConditional)
    case other
  }

  package struct Argument: Sendable, Hashable {
    package var label: String?
    package var value: SwiftExpression

    package init(label: String? = nil, value: SwiftExpression) {
      self.label = label
      self.value = value
    }
  }

  package struct Pair: Sendable, Hashable {
    package var key: SwiftExpression
    package var value: SwiftExpression
  }

  /// `\User.name.first`: the names joined by periods.
  package struct KeyPath: Sendable, Hashable {
    /// All names, the type's before the property's if it is written. Where the type ends can only be
    /// said by somebody who knows the types. A subscript is `nil`.
    package var names: [String?]
    /// Whether the path begins with a type, and not with a period.
    package var hasRoot: Bool
  }

  package struct Macro: Sendable, Hashable {
    /// The name of the macro without `#`.
    package var name: String
    package var genericArguments: [SwiftType]
    /// The arguments; trailing closures are the last ones.
    package var arguments: [Argument]
  }

  package var kind: Kind
  package var tokens: Range<Int>

  package init(_ kind: Kind, _ tokens: Range<Int>) {
    self.kind = kind
    self.tokens = tokens
  }

  /// The value inside round brackets that hold nothing else.
  package var unparenthesized: SwiftExpression {
    if case .tuple(let elements) = kind, elements.count == 1, elements[0].label == nil {
      return elements[0].value.unparenthesized
    }
    return self
  }

  /// The names of `a.b.c`; `nil` for any other expression. A leading period gives an empty first
  /// name.
  package var path: [String]? {
    switch kind {
    case .name(let name, _): [name]
    case .member(nil, let name): ["", name]
    case .member(let base?, let name): base.path.map { $0 + [name] }
    default: nil
    }
  }
}

/// A closure: its parameters and the tokens of its statements.
package struct SwiftClosure: Sendable, Hashable {
  package struct Parameter: Sendable, Hashable {
    package var name: String
    package var type: SwiftType?
  }

  /// The parameters; empty if the closure uses `$0`.
  package var parameters: [Parameter]
  package var body: Range<Int>
}

/// An `if` that is used as an expression: `if a, let b { x } else { y }`.
package struct SwiftConditional: Sendable, Hashable {
  package enum Condition: Sendable, Hashable {
    case expression(SwiftExpression)
    /// `let name = value`; without a value the variable of the same name.
    case binding(name: String, value: SwiftExpression?)
  }

  package var conditions: [Condition]
  /// The tokens of the statements that run if the conditions are true.
  package var then: Range<Int>
  /// The expression after `else`: another `if`, or a closure without parameters that stands for the
  /// braces.
  package var otherwise: SwiftExpression?
}
