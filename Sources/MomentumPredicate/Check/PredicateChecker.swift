package import MomentumDiagnostics
package import MomentumModel

/// Checks a predicate against an entity: resolves its key paths, converts its constants, types its
/// variables.
///
/// What Core Data's SQLite store accepts is accepted. What it refuses is an error that begins with its
/// own sentence, or a warning where SQL can answer all the same.
package enum PredicateChecker {
  /// Predicates and expressions inside each other: half of what the parser reads, because a level takes
  /// some 3 KB of stack here and threads may have 512 KB in all. Real predicates stay below 20.
  static let levelsMax = 100

  /// More findings about one text are not reported.
  static let findingsMax = 50

  /// The typed predicate, `nil` when anything was an error. Reports as many problems as it can.
  ///
  /// `arguments` are taken in the order of the text, one for each conversion. `storedRequests` are what
  /// a FETCH may name by text. `isRegularExpression` tells whether ICU reads a pattern; without it
  /// patterns are not looked at.
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

  /// A predicate that stands in a model: `%@` has no value there, and `$NAME` is what was meant.
  package static func checkStored(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    isRegularExpression: ((String) -> Bool)?, _ diagnostics: inout Diagnostics
  ) -> TypedPredicate? {
    let state = CheckState(
      model: model, entity: entity, source: source, isRegularExpression: isRegularExpression,
      purpose: CheckState.Purpose(isStored: true))
    return finish(state, &diagnostics) { $0.check(syntax) }
  }

  /// Checks a format without its arguments: what they will be is told by what they stand beside.
  ///
  /// `%@`, `%d` and `$NAME` take the type of the other side. What a `%K`, or a key of an argument, reaches
  /// is not known, so of a comparison with one only the other side is checked.
  package static func checkFormat(
    _ syntax: PredicateSyntax, source: SourceFile, entity: EntityID, model: ObjectModel,
    isRegularExpression: ((String) -> Bool)? = nil, _ diagnostics: inout Diagnostics
  ) {
    let state = CheckState(
      model: model, entity: entity, source: source, isRegularExpression: isRegularExpression,
      purpose: CheckState.Purpose(hasPlaceholders: true))
    _ = finish(state, &diagnostics) { $0.check(syntax) }
  }

  /// The value of an `NSExpression` with its type: a column of a dictionary result, or a sort key.
  ///
  /// With `allowsRowAggregates` `sum:(a)`, `@sum.a`, `count:(rel)` and the like are over the rows of the
  /// result or group, and `rel.@count` is still one number for each row. `nil` after an error.
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

  /// A having predicate: its variables are the names of fetched values.
  ///
  /// `names` gives them with their types. Key paths and aggregate functions are refused as Core Data
  /// does.
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
    var result = body(ComparisonTyper(state: state, scope: CheckScope()))
    if state.waitsForTypes {
      // `$A == nil OR name == $A`: check once more, with the types that the whole text gives.
      state = state.withKnownTypes()
      result = body(ComparisonTyper(state: state, scope: CheckScope()))
    }
    let (used, given) = (state.argumentsUsed, state.arguments.count)
    if used < given {
      let end = state.source.utf8.count
      ComparisonTyper(state: state, scope: CheckScope()).report(
        .tooManyArguments(expected: used, given: given, quoted: quotedConversion(in: state.source)),
        at: SourceRange(end, end))
    }
    // The parser warns of a bare `size`. In a store it is an error, which is reported once.
    for finding in state.diagnostics.all
    where finding.id == PredicateSyntaxMessage.barePositionRule.id {
      if let location = finding.location { diagnostics.withdraw(id: finding.id, at: location) }
    }
    diagnostics.append(contentsOf: state.diagnostics)
    return state.diagnostics.hasErrors ? nil : result
  }

  /// `%@` within quotes, where it is text.
  private static func quotedConversion(in source: SourceFile) -> String? {
    var ignored = Diagnostics()
    for token in PredicateLexer.tokens(of: source, &ignored) {
      guard case .string = token.kind else { continue }
      let content = source.text(in: token.range)
      if let found = ["%@", "%K", "%d", "%ld", "%f", "%i"].first(where: { content.contains($0) }) {
        return found
      }
    }
    return nil
  }
}
