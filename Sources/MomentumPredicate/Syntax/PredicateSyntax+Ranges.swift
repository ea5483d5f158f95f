import MomentumDiagnostics

// Sets all ranges of a syntax to `0..<0`, so that two texts can be compared by their meaning alone.

extension PredicateSyntax {
  /// The same syntax with every range `0..<0`.
  package var withoutRanges: PredicateSyntax {
    let kind: Kind =
      switch kind {
      case .constant: kind
      case .comparison(let comparison): .comparison(comparison.withoutRanges)
      case .and(let operands): .and(operands.map { $0.withoutRanges })
      case .or(let operands): .or(operands.map { $0.withoutRanges })
      case .not(let operand): .not(operand.withoutRanges)
      }
    return PredicateSyntax(kind, .none)
  }
}

extension ExpressionSyntax {
  /// The same syntax with every range `0..<0`.
  package var withoutRanges: ExpressionSyntax { ExpressionSyntax(kindWithoutRanges, .none) }

  // The cases are split into groups, because a debug build reserves stack space for every case of a
  // function.

  private var kindWithoutRanges: Kind {
    switch kind {
    case .literal, .selfObject, .anyKey, .indexSymbol, .variable, .argument: kind
    case .keyPath, .aggregate, .call, .function: listWithoutRanges
    case .path, .method, .index: postfixWithoutRanges
    case .arithmetic, .setOperation, .cast, .assignment: pairWithoutRanges
    case .subquery, .ternary, .fetch: formWithoutRanges
    }
  }

  private var listWithoutRanges: Kind {
    switch kind {
    case .keyPath(let components): .keyPath(components.map { $0.withoutRanges })
    case .aggregate(let elements): .aggregate(elements.map { $0.withoutRanges })
    case .call(let call): .call(call.withoutRanges)
    case .function(let target, let selector, let arguments):
      .function(
        target.withoutRanges, selector.withoutRanges, arguments.map { $0.withoutRanges })
    case .literal, .selfObject, .anyKey, .indexSymbol, .variable, .argument, .path, .method, .index,
      .arithmetic, .setOperation, .cast, .assignment, .subquery, .ternary, .fetch:
      kind
    }
  }

  private var postfixWithoutRanges: Kind {
    switch kind {
    case .path(let base, let components):
      .path(base.withoutRanges, components.map { $0.withoutRanges })
    case .method(let base, let call): .method(base.withoutRanges, call.withoutRanges)
    case .index(let base, let index): .index(base.withoutRanges, index.withoutRanges)
    case .literal, .selfObject, .anyKey, .indexSymbol, .variable, .argument, .keyPath, .aggregate,
      .call, .function, .arithmetic, .setOperation, .cast, .assignment, .subquery, .ternary, .fetch:
      kind
    }
  }

  private var pairWithoutRanges: Kind {
    switch kind {
    case .arithmetic(let sign, let left, let right):
      .arithmetic(sign, left.withoutRanges, right.withoutRanges)
    case .setOperation(let sign, let left, let right):
      .setOperation(sign, left.withoutRanges, right.withoutRanges)
    case .cast(let value, let type): .cast(value.withoutRanges, type.withoutRanges)
    case .assignment(let name, let value): .assignment(name, value.withoutRanges)
    case .literal, .selfObject, .anyKey, .indexSymbol, .variable, .argument, .keyPath, .aggregate,
      .call, .function, .path, .method, .index, .subquery, .ternary, .fetch:
      kind
    }
  }

  private var formWithoutRanges: Kind {
    switch kind {
    case .subquery(let collection, let variable, let predicate):
      .subquery(collection.withoutRanges, variable: variable, predicate.withoutRanges)
    case .ternary(let predicate, let first, let second):
      .ternary(predicate.withoutRanges, first.withoutRanges, second.withoutRanges)
    case .fetch(let request, let context, let countOnly):
      .fetch(request.withoutRanges, context.withoutRanges, countOnly.withoutRanges)
    case .literal, .selfObject, .anyKey, .indexSymbol, .variable, .argument, .keyPath, .aggregate,
      .call, .function, .path, .method, .index, .arithmetic, .setOperation, .cast, .assignment:
      kind
    }
  }
}

extension ComparisonSyntax {
  fileprivate var withoutRanges: ComparisonSyntax {
    ComparisonSyntax(
      quantifier: quantifier, left: left.withoutRanges, comparisonOperator: comparisonOperator,
      operatorRange: .none, options: options, right: right.withoutRanges)
  }
}

extension CallSyntax {
  fileprivate var withoutRanges: CallSyntax {
    CallSyntax(
      selector: selector, selectorRange: .none, arguments: arguments.map { $0.withoutRanges })
  }
}

extension KeyComponent {
  fileprivate var withoutRanges: KeyComponent {
    switch name {
    case .key, .quoted, .collectionOperator, .argument, .variable: KeyComponent(name, .none)
    case .expression(let expression): KeyComponent(.expression(expression.withoutRanges), .none)
    }
  }
}

extension SourceRange {
  fileprivate static var none: SourceRange { SourceRange(0, 0) }
}
