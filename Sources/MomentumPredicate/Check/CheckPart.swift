import MomentumDiagnostics
import MomentumModel

/// A part of the checker with one task, such as reading key paths. Each part has the ``CheckScope``
/// of the operand that it checks; the scope refers to the ``CheckState`` that all parts share.
protocol CheckPart {
  var scope: CheckScope { get }

  init(scope: CheckScope)
}

// MARK: - The parts

extension CheckPart {
  /// Reads any expression as an operand: resolves its names and computes its constants.
  var operandReader: OperandReader { OperandReader(scope: scope) }
  /// Reads function calls, CAST and `FUNCTION(…)` as operands.
  var functionReader: FunctionReader { FunctionReader(scope: scope) }
  /// Reads key paths, and the collection operators in them, such as `tags.@count`.
  var keyPathReader: KeyPathReader { KeyPathReader(scope: scope) }
  /// Checks a comparison and finds the type that both sides are converted to.
  var comparisonTyper: ComparisonTyper { ComparisonTyper(scope: scope) }
  /// Checks IN and BETWEEN, whose right side is a collection.
  var listTyper: ListTyper { ListTyper(scope: scope) }
  /// Checks comparisons with the objects of a to-many relationship.
  var membershipTyper: MembershipTyper { MembershipTyper(scope: scope) }
  /// Converts an operand to the type of the other side of its comparison.
  var valueTyper: ValueTyper { ValueTyper(scope: scope) }
  /// Reports text that is valid, but probably not what its author meant.
  var warnings: PredicateWarnings { PredicateWarnings(scope: scope) }

  /// Returns this part with a changed copy of its scope, for an operand inside the current one.
  func within(_ change: (CheckScope) -> Void) -> Self {
    let inner = scope.copy()
    change(inner)
    return Self(scope: inner)
  }

  /// Calls `body` one nesting level deeper. If the text is nested too deeply, reports that and
  /// returns `nil` instead, because the recursion could overflow the stack.
  func nested<Result>(at range: SourceRange, _ body: (Self) -> Result?) -> Result? {
    state.depth += 1
    defer { state.depth -= 1 }
    guard state.depth <= PredicateChecker.levelsMax else {
      report(.tooDeep(levelsMax: PredicateChecker.levelsMax), at: range)
      return nil
    }
    return body(self)
  }
}

// MARK: - State and scope

extension CheckPart {
  var state: CheckState { scope.state }
  var model: ObjectModel { state.model }
  /// The entity whose objects the predicate is about.
  var entity: EntityID { state.entity }
  var source: SourceFile { state.source }
  var purpose: CheckState.Purpose { state.purpose }
  var bindings: [SubqueryBinding] { scope.bindings }
  var comparison: ComparisonContext? { scope.comparison }

  /// The innermost SUBQUERY around the operand whose variable has this name.
  func binding(_ name: String) -> SubqueryBinding? { bindings.last { $0.variable == name } }

  /// The part of the predicate's source text that is in a range.
  func text(_ range: SourceRange) -> String { source.text(in: range) }

  func text(_ expression: ExpressionSyntax) -> String { source.text(in: expression.range) }

  func isComparable(_ left: PredicateType, _ right: PredicateType) -> Bool {
    switch (left, right) {
    case (.object(let first), .object(let second)): model.root(of: first) == model.root(of: second)
    case (.object, _), (_, .object): false
    case (.count, .count): true
    case (.count, .attribute(let type)), (.attribute(let type), .count): type.isNumber
    case (.attribute(let first), .attribute(let second)):
      first == second || (first.isNumber && second.isNumber)
    }
  }
}

// MARK: - Arguments

extension CheckPart {
  /// The argument of the format with this index, counted from 0. If it is missing, reports an error
  /// and returns `nil`.
  func argument(_ index: Int, at range: SourceRange) -> PredicateArgument? {
    use(index)
    if purpose.isStored {
      valueTyper.reportArgumentInStored(range)
      return nil
    }
    if index < state.arguments.count { return state.arguments[index].withoutNullSpelling }
    report(
      .missingArgument(text(range), index: index + 1, given: state.arguments.count), at: range)
    return nil
  }

  /// Counts an argument as used although its value is not read. Otherwise the argument would be
  /// reported as superfluous.
  func use(_ index: Int) { state.argumentsUsed = max(state.argumentsUsed, index + 1) }
}

// MARK: - Messages

extension CheckPart {
  func report(
    _ message: PredicateMessage, at range: SourceRange, notes: [Diagnostic.Note] = [],
    fixIts: [Diagnostic.FixIt] = []
  ) {
    // Each finding prints its line, so thousands of findings about one long line would print that
    // line thousands of times.
    guard state.diagnostics.all.count < PredicateChecker.findingsMax else { return }
    state.diagnostics.report(
      message, at: SourceLocation(source, range), notes: notes, fixIts: fixIts)
  }

  func fixIt(_ text: String, _ range: SourceRange, _ replacement: String) -> Diagnostic.FixIt {
    Diagnostic.FixIt(text, replace: SourceLocation(source, range), with: replacement)
  }

  /// An operand as messages name it: `'title'`, `the number 5`, `the string 'x'`, `nil`,
  /// `the argument`.
  func describe(_ operand: Operand) -> String {
    switch operand.shape {
    case .literal(let literal): describe(literal, operand.range)
    case .value: text(operand.range)
    case .argument: "the argument"
    case .variable(let name): state.placeholders[name] == nil ? "'$\(name)'" : "the argument"
    case .list: "a collection"
    case .path, .typed, .arithmetic, .function, .conditional, .rowAggregate, .filtered, .fetched:
      "'\(text(operand.range))'"
    }
  }

  func describe(_ literal: Literal, _ range: SourceRange) -> String {
    switch literal {
    case .null: "nil"
    case .integer(let value):
      ["YES", "NO", "TRUE", "FALSE"].contains(text(range).uppercased())
        ? text(range) : "the number \(value)"
    case .double, .decimal: "the number \(PredicatePrinter.print(literal))"
    case .string: "the string \(text(range))"
    }
  }

  /// A type with its article, for messages: `a String`, `an object of 'Author'`, `a count`.
  func article(_ type: PredicateType) -> String {
    switch type {
    case .attribute(let attribute): PredicateMessage.article(attribute.xmlName)
    case .object(let entity): "an object of '\(model[entity].name)'"
    case .count: "a count"
    }
  }
}
