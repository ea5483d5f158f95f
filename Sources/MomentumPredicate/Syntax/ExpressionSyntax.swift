package import MomentumDiagnostics

/// An operand as it was written.
package struct ExpressionSyntax: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case literal(Literal)
    /// The evaluated object: `SELF`.
    case selfObject
    /// The word `ANYKEY`, which stands for any key in a query of Spotlight.
    case anyKey
    /// The word `FIRST`, `LAST` or `SIZE` as an operand of its own. A key with such a name is
    /// written `#size`.
    case indexSymbol(IndexSymbol)
    /// A path of one or more keys of the evaluated object: `a.b.@count`. A leading `SELF.` is left
    /// out.
    case keyPath([KeyComponent])
    /// A variable, `$NAME`, by its name without the dollar sign.
    case variable(String)
    /// A placeholder such as `%@` or `%d`: the index of its argument, counted from 0 in the order
    /// of the text, and the type that it takes.
    case argument(Int, ArgumentConversion)
    /// A list: `{<a>, <b>}`.
    case aggregate([ExpressionSyntax])
    /// A path of one or more keys of any value except the evaluated object: `<base>.a.b`, such as
    /// `$x.name`.
    indirect case path(ExpressionSyntax, [KeyComponent])
    /// A function called as a method of a value: `<base>.name:(<a>)`.
    indirect case method(ExpressionSyntax, CallSyntax)
    /// An element of a collection: `<base>[<index>]`.
    indirect case index(ExpressionSyntax, ExpressionSyntax)
    /// A call of a function: `name:with:(<a>, <b>)`.
    indirect case call(CallSyntax)
    /// Arithmetic with an operator sign: `<a> + <b>`. A negated operand `-<a>` becomes `0 - <a>`.
    indirect case arithmetic(ArithmeticOperator, ExpressionSyntax, ExpressionSyntax)
    /// An operation on two collections: `<a> UNION <b>`.
    indirect case setOperation(SetOperator, ExpressionSyntax, ExpressionSyntax)
    /// The objects of a collection for which a predicate is true:
    /// `SUBQUERY(<collection>, $NAME, <predicate>)`.
    indirect case subquery(ExpressionSyntax, variable: String, PredicateSyntax)
    /// The first expression if the predicate is true, otherwise the second:
    /// `TERNARY(<predicate>, <a>, <b>)`.
    indirect case ternary(PredicateSyntax, ExpressionSyntax, ExpressionSyntax)
    /// A value as a value of another class: `CAST(<value>, <type>)`.
    indirect case cast(ExpressionSyntax, ExpressionSyntax)
    /// A call of a method by its selector: `FUNCTION(<target>, <selector>, <a>, <b>)`.
    indirect case function(ExpressionSyntax, ExpressionSyntax, [ExpressionSyntax])
    /// The result of a fetch request: `FETCH(<request>, <context>, <countOnly>)`.
    indirect case fetch(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax)
    /// Sets a variable and has the same value: `$NAME := <value>`.
    indirect case assignment(String, ExpressionSyntax)
  }

  package var kind: Kind
  package var range: SourceRange

  package init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

/// One part of a key path.
package struct KeyComponent: Sendable, Hashable {
  package enum Name: Sendable, Hashable {
    /// A key as written, without a leading `#`.
    case key(String)
    /// A key in quotes: `"Window Settings"`.
    case quoted(String)
    /// A collection operator, without the `@`: `count`.
    case collectionOperator(String)
    /// `%K`: the argument of this index names one or more keys.
    case argument(Int)
    /// A variable whose value is the key: `$age`.
    case variable(String)
    /// An expression whose value is the key: `(<expression>)`.
    indirect case expression(ExpressionSyntax)
  }

  package var name: Name
  package var range: SourceRange

  package init(_ name: Name, _ range: SourceRange) {
    self.name = name
    self.range = range
  }
}

/// A function's name with its arguments.
package struct CallSyntax: Sendable, Hashable {
  /// The full name with its colons: `sum:`, `add:to:`, `now`.
  package var selector: String
  package var selectorRange: SourceRange
  package var arguments: [ExpressionSyntax]

  package init(
    selector: String, selectorRange: SourceRange, arguments: [ExpressionSyntax]
  ) {
    self.selector = selector
    self.selectorRange = selectorRange
    self.arguments = arguments
  }
}

/// A word for a place in a collection; the raw value is the word as the predicate's text is
/// printed.
package enum IndexSymbol: String, Sendable, Hashable, CaseIterable {
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
}

/// An operator between numbers; the raw value is the spelling.
package enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "**"
  case bitwiseAnd = "&"
  case bitwiseOr = "|"
  case bitwiseXor = "^"
}

/// An operator between collections; the raw value is the spelling.
package enum SetOperator: String, Sendable, Hashable, CaseIterable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
}

/// A constant in the text.
package enum Literal: Sendable, Hashable {
  case null
  /// A whole number. `TRUE` and `YES` are 1, `FALSE` and `NO` are 0 (documented), and they are
  /// printed as 1 and 0.
  case integer(Int64)
  case double(Double)
  /// A whole number too large for 64 bits, with its digits as written.
  case decimal(String)
  case string(String)
}

/// The type of argument that a `%` conversion takes.
package enum ArgumentConversion: Sendable, Hashable {
  /// Any object: `%@`.
  case object
  /// A whole number: `%d`, `%ld`, `%llu`, `%x` …
  case integer
  /// A floating-point number: `%f`, `%g` …
  case double
  /// A character or a string of C: `%c`, `%s` …
  case string
}
