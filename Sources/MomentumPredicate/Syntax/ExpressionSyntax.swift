package import MomentumDiagnostics

/// An operand as it was written.
package struct ExpressionSyntax: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case literal(Literal)
    /// `SELF`
    case selfObject
    /// `ANYKEY`
    case anyKey
    /// `FIRST`, `LAST`, `SIZE` as an operand of its own; a key of that name is `#size`
    case indexSymbol(IndexSymbol)
    /// `a.b.@count`: keys of the evaluated object; one or more. A leading `SELF.` is left out.
    case keyPath([KeyComponent])
    /// `$NAME`, without the dollar sign
    case variable(String)
    /// `%@`, `%d` and the like: the argument of this index, counted in the order of the text
    case argument(Int, ArgumentConversion)
    /// `{<a>, <b>}`
    case aggregate([ExpressionSyntax])
    /// `<base>.a.b`: keys of anything but the evaluated object, such as `$x.name`; one or more
    indirect case path(ExpressionSyntax, [KeyComponent])
    /// `<base>.name:(<a>)`: a function of a value
    indirect case method(ExpressionSyntax, CallSyntax)
    /// `<base>[<index>]`
    indirect case index(ExpressionSyntax, ExpressionSyntax)
    /// `name:with:(<a>, <b>)`
    indirect case call(CallSyntax)
    /// `<a> + <b>`; `-<a>` is `0 - <a>`
    indirect case arithmetic(ArithmeticOperator, ExpressionSyntax, ExpressionSyntax)
    /// `<a> UNION <b>`
    indirect case setOperation(SetOperator, ExpressionSyntax, ExpressionSyntax)
    /// `SUBQUERY(<collection>, $NAME, <predicate>)`
    indirect case subquery(ExpressionSyntax, variable: String, PredicateSyntax)
    /// `TERNARY(<predicate>, <a>, <b>)`
    indirect case ternary(PredicateSyntax, ExpressionSyntax, ExpressionSyntax)
    /// `CAST(<value>, <type>)`
    indirect case cast(ExpressionSyntax, ExpressionSyntax)
    /// `FUNCTION(<target>, <selector>, <a>, <b>)`
    indirect case function(ExpressionSyntax, ExpressionSyntax, [ExpressionSyntax])
    /// `FETCH(<request>, <context>, <countOnly>)`
    indirect case fetch(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax)
    /// `$NAME := <value>`
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
    /// `$age`: the variable's value is the key.
    case variable(String)
    /// `(<expression>)`: the value is the key.
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

/// A word for a place in a collection; the raw value is the canonical spelling.
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
  /// `%@`
  case object
  /// `%d`, `%ld`, `%llu`, `%x` …
  case integer
  /// `%f`, `%g` …
  case double
  /// `%c`, `%s` …
  case string
}
