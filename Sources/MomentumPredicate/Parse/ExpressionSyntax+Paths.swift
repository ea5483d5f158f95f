// Extends operands while they are parsed: adds keys to a path, and converts the number in a CAST.

extension ExpressionSyntax {
  /// The keys of this operand if it is a path, so that further keys can be added to them; empty for
  /// other operands.
  var keys: [KeyComponent] {
    switch kind {
    case .keyPath(let components), .path(_, let components): components
    case .literal, .selfObject, .anyKey, .indexSymbol, .variable, .argument, .aggregate, .method,
      .index, .call, .arithmetic, .setOperation, .subquery, .ternary, .cast, .function, .fetch,
      .assignment:
      []
    }
  }

  /// This operand with `components` as its keys, which include the operand's own ``keys``. A path
  /// is extended instead of becoming the base of another path, so that equal paths have equal
  /// syntax however they were written.
  func path(_ components: [KeyComponent]) -> ExpressionSyntax.Kind {
    if components.isEmpty { return kind }
    switch kind {
    case .keyPath, .selfObject: return .keyPath(components)
    case .path(let inner, _): return .path(inner, components)
    case .literal, .anyKey, .indexSymbol, .variable, .argument, .aggregate, .method, .index, .call,
      .arithmetic, .setOperation, .subquery, .ternary, .cast, .function, .fetch, .assignment:
      return .path(self, components)
    }
  }

  /// The height of the syntax tree after keys were added to this operand, whose tree has the given
  /// height: one more, unless the operand is a path, which only becomes longer.
  func pathHeight(_ height: Int, isExtended: Bool) -> Int {
    switch kind {
    case .keyPath, .selfObject, .path: height
    case .literal, .anyKey, .indexSymbol, .variable, .argument, .aggregate, .method, .index, .call,
      .arithmetic, .setOperation, .subquery, .ternary, .cast, .function, .fetch, .assignment:
      isExtended ? height + 1 : height
    }
  }

  /// The operand of a CAST. A number that is cast to a date becomes a double, as Foundation folds
  /// `CAST(0, 'NSDate')` while it parses.
  func castOperand(to type: ExpressionSyntax) -> ExpressionSyntax {
    guard case .literal(.string("NSDate")) = type.kind, case .literal(let literal) = kind else {
      return self
    }
    switch literal {
    case .integer(let seconds):
      return ExpressionSyntax(.literal(.double(Double(seconds))), range)
    case .decimal(let digits):
      return ExpressionSyntax(.literal(Double(digits).map(Literal.double) ?? literal), range)
    case .null, .double, .string: return self
    }
  }
}
