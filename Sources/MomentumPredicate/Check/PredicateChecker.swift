package import MomentumDiagnostics
package import MomentumModel

/// Checks a predicate against an entity: resolves its key paths, converts its constants, types its
/// variables.
///
/// The checker accepts all that Core Data's SQLite store accepts. If the store refuses a predicate,
/// the finding begins with the store's own sentence. It is a warning if Momentum can compute the
/// predicate in SQL, and otherwise an error.
package enum PredicateChecker {
  /// The largest depth of predicates and expressions inside each other, the same as the parser's
  /// limit. A level takes about 3 KB of stack here, and a thread may have 512 KB. Real predicates
  /// stay below 20.
  static let levelsMax = 100

  /// The largest number of findings about one text; further ones are not reported.
  static let findingsMax = 50

  /// Returns the typed predicate; `nil` after an error. Reports as many problems as possible.
  ///
  /// - Parameters:
  ///   - arguments: One argument for each placeholder such as `%@`, in the order of the text.
  ///   - storedRequests: The requests that a FETCH may name, by name.
  ///   - isRegularExpression: Whether ICU can read a pattern. Without it, patterns of MATCHES are
  ///     not checked.
  package static func check(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    arguments: [PredicateArgument] = [], storedRequests: [String: TypedFetch] = [:],
    isRegularExpression: ((String) -> Bool)? = nil, _ diagnostics: inout Diagnostics
  ) -> TypedPredicate? {
    let state = CheckState(
      model: model, entity: entity, source: source, arguments: arguments,
      storedRequests: storedRequests, isRegularExpression: isRegularExpression,
      purpose: CheckState.Purpose())
    return finish(state, &diagnostics) { $0.check(syntax) }
  }

  /// Checks a predicate that a model contains. `%@` is an error in it, because a stored predicate
  /// gets no arguments; its author meant a variable such as `$NAME`.
  package static func checkStored(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    isRegularExpression: ((String) -> Bool)?, _ diagnostics: inout Diagnostics
  ) -> TypedPredicate? {
    let state = CheckState(
      model: model, entity: entity, source: source, isRegularExpression: isRegularExpression,
      purpose: CheckState.Purpose(isStored: true))
    return finish(state, &diagnostics) { $0.check(syntax) }
  }

  /// Checks a format without its arguments: `%@`, `%d` and `$NAME` get the type of the other side.
  ///
  /// The property that a `%K` names is not known, so only the other side of such a comparison is
  /// checked. The same is true for keys after an argument, as in `%@.name`.
  package static func checkFormat(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    isRegularExpression: ((String) -> Bool)? = nil, _ diagnostics: inout Diagnostics
  ) {
    let state = CheckState(
      model: model, entity: entity, source: source, isRegularExpression: isRegularExpression,
      purpose: CheckState.Purpose(hasPlaceholders: true))
    _ = finish(state, &diagnostics) { $0.check(syntax) }
  }

  /// Checks the text of an `NSExpression`, such as a column of a dictionary result or a sort key.
  /// Returns its value with its type; `nil` after an error.
  ///
  /// - Parameter allowsRowAggregates: Whether `sum:(a)`, `@sum.a`, `count:(rel)` and the like are
  ///   computed over the rows of the result or group. `rel.@count` is one number for each row in
  ///   any case.
  package static func checkExpression(
    _ syntax: ExpressionSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    arguments: [PredicateArgument] = [], storedRequests: [String: TypedFetch] = [:],
    allowsRowAggregates: Bool, _ diagnostics: inout Diagnostics
  ) -> (TypedExpression, PredicateType)? {
    let state = CheckState(
      model: model, entity: entity, source: source, arguments: arguments,
      storedRequests: storedRequests,
      purpose: CheckState.Purpose(allowsRowAggregates: allowsRowAggregates))
    return finish(state, &diagnostics) { $0.value(of: syntax) }
  }

  /// Checks a having predicate, whose variables are the names of fetched values. Key paths and
  /// aggregate functions are errors, as in Core Data.
  ///
  /// - Parameter names: The names of the fetched values, with their types.
  package static func checkHaving(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    names: [(name: String, type: PredicateType)], arguments: [PredicateArgument] = [],
    _ diagnostics: inout Diagnostics
  ) -> TypedPredicate? {
    let state = CheckState(
      model: model, entity: entity, source: source, arguments: arguments,
      purpose: CheckState.Purpose(names: names))
    return finish(state, &diagnostics) { $0.check(syntax) }
  }

  private static func finish<Result>(
    _ state: CheckState, _ diagnostics: inout Diagnostics, _ body: (ComparisonTyper) -> Result?
  ) -> Result? {
    var state = state
    var result = body(ComparisonTyper(scope: CheckScope(state)))
    if state.waitsForTypes {
      // In `$A == nil OR name == $A`, only the end of the text tells the type of `$A`, so check
      // again with the types that were found.
      state = state.withKnownTypes()
      result = body(ComparisonTyper(scope: CheckScope(state)))
    }
    let (used, given) = (state.argumentsUsed, state.arguments.count)
    if used < given {
      let end = state.source.utf8.count
      ComparisonTyper(scope: CheckScope(state)).report(
        .tooManyArguments(expected: used, given: given, quoted: state.quotedConversion),
        at: SourceRange(end, end))
    }
    diagnostics.append(contentsOf: state.diagnostics)
    return state.diagnostics.hasErrors ? nil : result
  }
}
