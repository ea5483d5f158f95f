public import MomentumDiagnostics
public import MomentumModel

/// Checks a predicate against an entity: resolves its key paths, converts its constants, types its
/// variables.
public struct PredicateChecker {
  let model: ObjectModel
  let entity: EntityID
  let source: SourceFile
  let arguments: [PredicateArgument]
  var diagnostics = Diagnostics()
  /// Where each variable was first used, and as what.
  var variableUses: [String: (variable: PredicateVariable, range: SourceRange)] = [:]
  private var argumentsUsed = 0

  /// The typed predicate, `nil` when anything was an error. Reports as many problems as it can.
  ///
  /// `arguments` are taken in the order of the text, one for each conversion.
  public static func check(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    arguments: [PredicateArgument] = [], _ diagnostics: inout Diagnostics
  ) -> TypedPredicate? {
    var checker = PredicateChecker(
      model: model, entity: entity, source: source, arguments: arguments)
    let predicate = checker.check(syntax)
    if checker.argumentsUsed < arguments.count {
      checker.report(
        .tooManyArguments(expected: checker.argumentsUsed, given: arguments.count),
        at: SourceRange(source.utf8.count, source.utf8.count))
    }
    diagnostics.append(contentsOf: checker.diagnostics)
    return checker.diagnostics.hasErrors ? nil : predicate
  }

  private init(
    model: ObjectModel, entity: EntityID, source: SourceFile, arguments: [PredicateArgument]
  ) {
    self.model = model
    self.entity = entity
    self.source = source
    self.arguments = arguments
  }

  mutating func report(
    _ message: PredicateMessage, at range: SourceRange, notes: [Diagnostic.Note] = []
  ) {
    diagnostics.report(message, at: SourceLocation(source, range), notes: notes)
  }

  /// The argument of an index; reports one that is not there.
  mutating func argument(_ index: Int, at range: SourceRange) -> PredicateArgument? {
    argumentsUsed = max(argumentsUsed, index + 1)
    if index < arguments.count { return arguments[index] }
    report(.missingArgument(index: index + 1, given: arguments.count), at: range)
    return nil
  }

  // MARK: - Compounds

  private mutating func check(_ syntax: PredicateSyntax) -> TypedPredicate? {
    switch syntax.kind {
    case .constant(let value): return .constant(value)
    case .and(let operands): return check(operands).map { .and($0) }
    case .or(let operands): return check(operands).map { .or($0) }
    case .not(let operand): return check(operand).map { .not($0) }
    case .comparison(let comparison): return check(comparison, syntax.range)
    }
  }

  /// All operands, so that each one's problems are reported.
  private mutating func check(_ operands: [PredicateSyntax]) -> [TypedPredicate]? {
    var result: [TypedPredicate] = []
    for operand in operands {
      if let predicate = check(operand) { result.append(predicate) }
    }
    return result.count == operands.count ? result : nil
  }

  // MARK: - Comparisons

  private mutating func check(
    _ syntax: ComparisonSyntax, _ range: SourceRange
  ) -> TypedPredicate? {
    let left = operand(syntax.left)
    let right = operand(syntax.right)
    guard let left, let right else { return nil }
    if let membership = membership(syntax, left, right) { return membership }
    guard let quantifier = quantifier(of: syntax, left, right) else { return nil }
    guard let type = left.type ?? right.type ?? constantType(left) ?? constantType(right) else {
      report(.ambiguousType, at: range)
      return nil
    }
    guard checkOperator(syntax, left, right, type, range) else { return nil }
    let isCollection = syntax.comparisonOperator == .in || syntax.comparisonOperator == .between
    guard let typedLeft = convert(left, to: type, isCollection: false),
      let typedRight = convert(right, to: type, isCollection: isCollection)
    else { return nil }
    let comparison = TypedComparison(
      quantifier: quantifier.value, left: typedLeft,
      comparisonOperator: syntax.comparisonOperator, options: options(syntax, type),
      right: typedRight)
    warn(about: comparison, syntax, range)
    return checkCollection(comparison, syntax) ? .comparison(comparison) : nil
  }

  /// `toMany CONTAINS object` and `object IN toMany` ask whether any object is the one.
  private mutating func membership(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand
  ) -> TypedPredicate? {
    let collection: Operand
    let element: Operand
    switch syntax.comparisonOperator {
    case .contains where left.isToManyObject: (collection, element) = (left, right)
    case .in where right.isToManyObject: (collection, element) = (right, left)
    case .contains, .in, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
      .beginsWith, .endsWith, .like, .matches, .between, .utiConformsTo, .utiEquals, .custom:
      return nil
    }
    guard syntax.quantifier == nil, !element.crossesToMany, let type = collection.type,
      let typedElement = convert(element, to: type, isCollection: false),
      let typedCollection = convert(collection, to: type, isCollection: false)
    else { return nil }
    return .comparison(
      TypedComparison(
        quantifier: .any, left: typedCollection, comparisonOperator: .equal, right: typedElement))
  }

  // MARK: - Quantifiers

  /// The quantifier that remains, in a box because none is an answer too.
  private struct QuantifierChoice {
    var value: Quantifier?
  }

  private mutating func quantifier(
    of syntax: ComparisonSyntax, _ left: Operand, _ right: Operand
  ) -> QuantifierChoice? {
    if right.crossesToMany {
      report(
        syntax.quantifier == nil
          ? .toManyWithoutQuantifier(text(syntax.right), rewrite: rewrite(syntax, isSwapped: true))
          : .constantOnLeftOfQuantifier, at: syntax.right.range)
      return nil
    }
    switch syntax.quantifier {
    case nil where left.crossesToMany:
      report(
        .toManyWithoutQuantifier(text(syntax.left), rewrite: rewrite(syntax, isSwapped: false)),
        at: syntax.left.range)
      return nil
    case .any where !left.crossesToMany, .all where !left.crossesToMany:
      if left.isConstant {
        report(.constantOnLeftOfQuantifier, at: syntax.left.range)
        return nil
      }
      report(.quantifierWithoutToMany(text(syntax.left)), at: syntax.left.range)
      return QuantifierChoice(value: nil)
    case .all:
      report(.allInStore, at: syntax.left.range)
      return QuantifierChoice(value: .all)
    case .any, nil:
      return QuantifierChoice(value: syntax.quantifier)
    }
  }

  private func text(_ expression: ExpressionSyntax) -> String {
    PredicatePrinter.print(expression)
  }

  private func rewrite(_ syntax: ComparisonSyntax, isSwapped: Bool) -> String {
    let (first, second) = isSwapped ? (syntax.right, syntax.left) : (syntax.left, syntax.right)
    return "'ANY \(text(first)) \(syntax.comparisonOperator.text) \(text(second))'"
  }

  // MARK: - Operators

  /// Whether an operator can work on a type.
  private mutating func checkOperator(
    _ syntax: ComparisonSyntax, _ left: Operand, _ right: Operand, _ type: PredicateType,
    _ range: SourceRange
  ) -> Bool {
    if left.type != nil, let other = right.type, !isComparable(type, other) {
      report(.differentTypes(name(of: type), name(of: other)), at: range)
      return false
    }
    let isNull = left.isNull || right.isNull
    switch syntax.comparisonOperator {
    case .equal, .notEqual:
      return true
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return checkOrder(syntax, type, isNull: isNull, range)
    case .contains, .beginsWith, .endsWith, .like, .matches:
      guard case .attribute(.string) = type, !isNull else {
        let shown = PredicatePrinter.print(PredicateSyntax(.comparison(syntax), range))
        report(
          .stringOperatorOnOther(shown, type: isNull ? "nil" : name(of: type)),
          at: syntax.operatorRange)
        return false
      }
      return true
    case .in, .between:
      if isNull { report(.nullNeedsEquality(syntax.comparisonOperator.text), at: range) }
      return !isNull
    case .utiConformsTo, .utiEquals, .custom:
      report(.ambiguousType, at: syntax.operatorRange)
      return false
    }
  }

  private mutating func checkOrder(
    _ syntax: ComparisonSyntax, _ type: PredicateType, isNull: Bool, _ range: SourceRange
  ) -> Bool {
    if isNull {
      report(.nullNeedsEquality(syntax.comparisonOperator.text), at: range)
      return false
    }
    if case .object = type {
      report(.value("an order", type: name(of: type), hint: "objects are equal or not"), at: range)
      return false
    }
    return true
  }

  /// Options speak of strings; elsewhere they are left out with a warning.
  private mutating func options(
    _ syntax: ComparisonSyntax, _ type: PredicateType
  ) -> ComparisonOptions {
    guard !syntax.options.isEmpty else { return [] }
    if case .attribute(.string) = type { return syntax.options }
    report(.ignoredOptions(type: name(of: type)), at: syntax.operatorRange)
    return []
  }

  private func isComparable(_ left: PredicateType, _ right: PredicateType) -> Bool {
    switch (left, right) {
    case (.object(let first), .object(let second)): model.root(of: first) == model.root(of: second)
    case (.object, _), (_, .object): false
    case (.count, .count): true
    case (.count, .attribute(let type)), (.attribute(let type), .count): type.isNumber
    case (.attribute(let first), .attribute(let second)):
      first == second || (first.isNumber && second.isNumber)
    }
  }

  func name(of type: PredicateType) -> String {
    switch type {
    case .attribute(let attribute): attribute.xmlName
    case .object(let entity): "an object of entity '\(model[entity].name)'"
    case .count: "a count"
    }
  }

  // MARK: - Collections

  private mutating func checkCollection(
    _ comparison: TypedComparison, _ syntax: ComparisonSyntax
  ) -> Bool {
    switch (comparison.comparisonOperator, comparison.right) {
    case (.between, .aggregate(let bounds)) where bounds.count != 2:
      report(.betweenNeedsTwo(found: bounds.count), at: syntax.right.range)
      return false
    case (.between, .aggregate(let bounds)) where bounds.contains(.null):
      report(.nullNeedsEquality("BETWEEN"), at: syntax.right.range)
      return false
    case (.between, .aggregate), (.in, .aggregate), (.in, .variable), (.between, .variable):
      return true
    case (.between, _):
      report(.betweenNeedsTwo(found: 1), at: syntax.right.range)
      return false
    case (.in, _):
      // A string is looked for inside another string.
      if case .constant(.string) = comparison.right { return true }
      if case .keyPath(let path) = comparison.right, case .attribute(let id) = path.target,
        model[id].type == .string
      {
        return true
      }
      report(.inNeedsCollection(type: "one value"), at: syntax.right.range)
      return false
    case (.equal, .aggregate), (.notEqual, .aggregate), (.less, .aggregate),
      (.lessOrEqual, .aggregate), (.greater, .aggregate), (.greaterOrEqual, .aggregate),
      (.contains, .aggregate), (.beginsWith, .aggregate), (.endsWith, .aggregate),
      (.like, .aggregate), (.matches, .aggregate), (.utiConformsTo, .aggregate),
      (.utiEquals, .aggregate), (.custom, .aggregate):
      report(
        .value("a collection", type: "one value", hint: "use IN or BETWEEN"),
        at: syntax.right.range)
      return false
    case (.equal, _), (.notEqual, _), (.less, _), (.lessOrEqual, _), (.greater, _),
      (.greaterOrEqual, _), (.contains, _), (.beginsWith, _), (.endsWith, _), (.like, _),
      (.matches, _), (.utiConformsTo, _), (.utiEquals, _), (.custom, _):
      return true
    }
  }

  private mutating func warn(
    about comparison: TypedComparison, _ syntax: ComparisonSyntax, _ range: SourceRange
  ) {
    switch comparison.comparisonOperator {
    case .contains, .beginsWith, .endsWith, .like, .matches:
      if comparison.right == .constant(.string("")) {
        report(.alwaysFalse("\(comparison.comparisonOperator.text) ''"), at: range)
      }
    case .between:
      guard case .aggregate(let bounds) = comparison.right, bounds.count == 2,
        case .constant(.integer(let low)) = bounds[0],
        case .constant(.integer(let high)) = bounds[1],
        low > high
      else { return }
      report(.boundsReversed, at: syntax.right.range)
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .utiConformsTo,
      .utiEquals, .custom:
      break
    }
  }
}

extension AttributeType {
  /// Whether values are compared as numbers.
  var isNumber: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: true
    case .undefined, .string, .date, .binary, .uuid, .uri, .transformable, .objectID, .composite:
      false
    }
  }
}
